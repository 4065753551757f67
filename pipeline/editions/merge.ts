import type { AbsentDocument } from '../documents/absent.ts'
import { kinds } from '../documents/index.ts'
import { type Kind, storedFormats } from '../documents/kind.ts'
import { InputError } from '../errors.ts'
import { type ComputedDocument, documentPlace } from '../render/artifact.ts'
import type { Artifact, Entry } from './edition.ts'
import { archivePlaceOf } from './edition-files.ts'

/** One artifact that goes into the next edition: where, and with which facts. */
export interface Placement {
  place: string
  artifact: Artifact
  facts: Entry['facts']
}

const reservedFacts = ['content', 'revision', 'revision_note'] as const
/**
 * Colons are those of issuer ids, and what else an id may have is escaped (`placeOf`); no file is named by a place: packed documents share
 * files.
 */
const placeShape = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/(?:[A-Za-z0-9]|%[0-9A-F]{2})(?:[A-Za-z0-9._:-]|%[0-9A-F]{2})*)+$/

function isPlace(place: string): boolean {
  const archivePlace = archivePlaceOf(place)
  const badArchive = place.startsWith('archive/') && (archivePlace === null || archivePlace.revision > 1)
  return placeShape.test(place) && !badArchive
}

/** Documents by the name of their kind. */
export type DocumentsByKind = Readonly<Record<string, readonly ComputedDocument[]>>

/**
 * Takes those out that no edition can hold, whatever their kind, because their id gives no place or that of another document: ids come from
 * filings too, and one of them must not keep an edition from being published. Gives them as documents that are absent.
 */
export function withoutUnplaceable(documents: DocumentsByKind): {
  readonly documents: DocumentsByKind
  readonly absent: AbsentDocument[]
} {
  const seen = new Set<string>()
  const absent: AbsentDocument[] = []
  const stays = (kind: Kind, { document }: ComputedDocument): boolean => {
    const place = documentPlace(kind, document)
    const isTwice = seen.has(place)
    seen.add(place)
    if (!isTwice && isPlace(place)) return true
    const why = isTwice ? 'another document has the same id' : 'its id names no place in an edition'
    absent.push({ place, never: true, why })
    return false
  }
  return { documents: filterDocuments(documents, stays), absent }
}

/** The documents that `isChosen` takes, by the name of their kind. */
export function filterDocuments(
  documents: DocumentsByKind,
  isChosen: (kind: Kind, document: ComputedDocument) => boolean,
): DocumentsByKind {
  const chosen = Object.entries(documents).map(([name, some]) => {
    const kind = kinds.find((each) => each.kind === name)!
    return [name, some.filter((each) => isChosen(kind, each))] as const
  })
  return Object.fromEntries(chosen)
}

/** Throws an `InputError` for what no edition may hold, before anything is stored. */
export function checkArtifacts(artifacts: readonly Artifact[], removed: readonly string[]): void {
  const seen = new Set<string>()
  for (const { place, facts, formats } of artifacts) {
    if (!isPlace(place)) {
      throw new InputError('BAD_PLACE', 'An artifact has an invalid place. Use KIND/ID or archive/DAY/BRIEFING.', {
        place,
      })
    }
    if (seen.has(place)) {
      throw new InputError('PLACE_TWICE', 'Two artifacts have the same place. Publish one document per place.', { place })
    }
    seen.add(place)
    const reserved = reservedFacts.find((name) => name in facts)
    if (reserved !== undefined) {
      throw new InputError('RESERVED_FACT', `The fact "${reserved}" is set by publishing. Choose another name.`, { place })
    }
    if (Object.values(facts).some((fact) => typeof fact === 'number' && !Number.isFinite(fact))) {
      throw new InputError('BAD_FACT', 'A fact is not a finite number. Use null if there is no figure.', { place })
    }
    const names = Object.keys(formats)
    if (names.length === 0 || names.some((name) => !storedFormats.some((format) => format === name))) {
      throw new InputError('BAD_FORMATS', `An artifact has one or more of the formats ${storedFormats.join(', ')}.`, { place })
    }
  }
  for (const place of removed) {
    if (place.startsWith('archive/')) {
      throw new InputError('ARCHIVE_IS_FROZEN', 'Archived documents are never removed. Publish a revision instead.', { place })
    }
    if (seen.has(place)) {
      throw new InputError('PLACE_TWICE', 'A place is both published and removed. Choose one.', { place })
    }
  }
}

/**
 * What changes when `artifacts` meet the entries that stand. Equal content keeps the entry that stands, unless a format is new; other
 * content replaces it. In the archive nothing is ever replaced: content other than that of the newest revision is added as the next
 * revision, with `revisionNote` or the time it was recomputed; not at all where the note is null.
 */
export function changedPlacements(
  standing: (place: string) => Entry | undefined,
  artifacts: readonly Artifact[],
  revisionNote: string | null | undefined,
): Placement[] {
  return artifacts.flatMap((artifact) => {
    const { place, content } = artifact
    const facts = { ...artifact.facts, content }
    const first = standing(place)
    if (first === undefined) return [{ place, artifact, facts }]
    if (archivePlaceOf(place) === null) {
      const names = Object.keys(artifact.formats)
      const sameFormats = names.length === Object.keys(first.formats).length && names.every((name) => name in first.formats)
      return first.facts['content'] === content && sameFormats ? [] : [{ place, artifact, facts }]
    }
    let newest = first
    let revision = 2
    for (let next = standing(`${place}/r${revision}`); next; next = standing(`${place}/r${revision}`)) {
      newest = next
      revision++
    }
    if (newest.facts['content'] === content || revisionNote === null) return []
    const revision_note = revisionNote ?? `Recomputed at ${artifact.computed_at}.`
    return [{ place: `${place}/r${revision}`, artifact, facts: { ...facts, revision, revision_note } }]
  })
}
