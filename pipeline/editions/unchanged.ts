import { kinds } from '../documents/index.ts'
import type { Kind } from '../documents/kind.ts'
import { type ComputedDocument, placeAndContent } from '../render/artifact.ts'
import type { KeptContent } from '../tables/day.ts'
import type { Entry } from './edition.ts'
import { type DocumentsByKind, filterDocuments } from './merge.ts'

export interface EditionComparison {
  /** Documents by the name of their kind that the edition has with other content, or not at all. */
  readonly changed: DocumentsByKind
  /** Places of the others. */
  readonly kept: readonly string[]
  /** How many of these can be asked for one by one: neither what an edition says of itself nor a packed document can. */
  readonly count: number
}

/**
 * Compares computed documents, by the name of their kind, with the entries of the current edition. What is equal in content and in its
 * formats need not be rendered: publishing would keep the entry that is there (`merge.ts`).
 */
export function compareWithEdition(entries: ReadonlyMap<string, Entry>, documents: DocumentsByKind): EditionComparison {
  const kept: string[] = []
  let count = 0
  const isChanged = (kind: Kind, { document }: ComputedDocument): boolean => {
    const { place, content } = placeAndContent(kind, document)
    if (!isAsIn(entries.get(place), kind, content)) return true
    kept.push(place)
    if (kind.stamped && !kind.packed) count++
    return false
  }
  return { changed: filterDocuments(documents, isChanged), kept, count }
}

/** Whether an entry has this content, in the formats of its kind. */
function isAsIn(entry: Entry | undefined, kind: Kind, content: string): boolean {
  if (entry?.facts['content'] !== content) return false
  return Object.keys(entry.formats).length === kind.formats.length && kind.formats.every((format) => format in entry.formats)
}

/** Whether the edition has each of these contents. */
export function hasContents(entries: ReadonlyMap<string, Entry>, contents: readonly KeptContent[]): boolean {
  return contents.every(({ kind: name, place, content }) => {
    const kind = kinds.find((each) => each.kind === name)
    return kind !== undefined && isAsIn(entries.get(place), kind, content)
  })
}

/** The contents of documents by the name of their kind, as they are kept. */
export function keptContentsOf(documents: DocumentsByKind): KeptContent[] {
  return Object.entries(documents).flatMap(([name, all]) => {
    const kind = kinds.find((each) => each.kind === name)!
    return all.map(({ document }) => ({ kind: name, ...placeAndContent(kind, document) }))
  })
}
