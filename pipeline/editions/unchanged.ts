import { kinds } from '../documents/index.ts'
import type { Kind } from '../documents/kind.ts'
import { type ComputedDocument, contentOf } from '../documents/render/artifact.ts'
import type { Entry } from './edition.ts'

export interface Compared {
  /** Documents by the name of their kind that the edition has with other content, or not at all. */
  readonly changed: Readonly<Record<string, readonly ComputedDocument[]>>
  /** Places of the others. */
  readonly kept: readonly string[]
  /** How many of these can be asked for one by one: neither what an edition says of itself nor a packed document can. */
  readonly count: number
}

/**
 * Compares computed documents, by the name of their kind, with the entries of the current edition. What is equal in content and in its
 * formats need not be rendered: publishing would keep the entry that is there (`merge.ts`).
 */
export function compareWithEdition(
  entries: ReadonlyMap<string, Entry>,
  documents: Readonly<Record<string, readonly ComputedDocument[]>>,
): Compared {
  const kept: string[] = []
  let count = 0
  const isChanged = (kind: Kind, { document }: ComputedDocument): boolean => {
    const { place, content } = contentOf(kind, document)
    const entry = entries.get(place)
    if (entry?.facts['content'] !== content || !hasFormats(entry, kind)) return true
    kept.push(place)
    if (kind.stamped && !kind.packed) count++
    return false
  }
  const changed = Object.entries(documents).map(([name, all]) => {
    const kind = kinds.find((each) => each.kind === name)!
    return [name, all.filter((each) => isChanged(kind, each))] as const
  })
  return { changed: Object.fromEntries(changed), kept, count }
}

const hasFormats = ({ formats }: Entry, kind: Kind): boolean =>
  Object.keys(formats).length === kind.formats.length && kind.formats.every((format) => format in formats)
