import type { Format } from '../documents/kind.ts'
import { BriefingError, UnavailableError } from '../errors.ts'
import type { Blobs } from '../store/blobs.ts'
import type { Entry, Manifest } from './edition.ts'
import { type CodedFormat, currentKey, manifestNamedBy, requiredManifest, toBuffer } from './edition-files.ts'
import { type EncodedBody, type LoadedEdition, loadEdition, readBody, type StoredBytes } from './edition-view.ts'
import type { ChangeEvent } from './events.ts'

export type { Entry } from './edition.ts'
export type { StoredBytes } from './edition-view.ts'
export type { ChangeEvent } from './events.ts'

/** One consistent edition. Hold it for a whole request. */
export interface EditionView {
  readonly manifest: Manifest
  /** Today's places. */
  readonly entries: ReadonlyMap<string, Entry>
  resident(place: string, format: Format): StoredBytes | null
  /**
   * The newest revision of a past day's document; null when it is not on record. Rejects with an `UnavailableError` when it is on record
   * and its bytes are missing or altered.
   */
  archived(day: string, briefing: string, format: Format): Promise<StoredBytes | null>
  /** What the edition says of a document of a packed kind; null where it holds none. */
  packedEntry(place: string): Entry | null
  /** What it says of all documents of packed kinds, by place. */
  readonly packedEntries: ReadonlyMap<string, Entry>
  /** Its bytes. Rejects with an `UnavailableError` when they are missing or altered. */
  packed(place: string, format: Format): Promise<StoredBytes | null>
  /** First and last day on record; null when there is none. */
  days(briefing: string): { first: string; last: string } | null
  /** Packs that it names, and those in which a document that was asked for is missing or altered. */
  readonly packs: { readonly named: number; readonly missing: number }
  /** What changed in the last 30 days and somewhat before, in the order of the cursors; published with the documents of this edition. */
  readonly events: readonly ChangeEvent[]
}

export interface EditionReader {
  /** Null until the first edition has been published. */
  current(): EditionView | null
  /** Calls `listener` with the current edition, if there is one, and with each one adopted from now on. */
  onAdopt(listener: (view: EditionView) => void): void
  /** How well it follows what is published. */
  reading(): ReaderState
  /** Stops following; the current edition stays readable. */
  close(): void
}

export interface ReaderState {
  /** Milliseconds since the pointer was last read; null where it never was. */
  readonly unreadMs: number | null
  /** The edition that is published and refused, because a later one was served before; null where none is. */
  readonly refused: { readonly sequence: number; readonly served: number } | null
}

/**
 * The highest sequence that any server has adopted, kept where a restart finds it, so that a bucket restored from an older copy is not
 * served by accident.
 */
export interface AdoptedSequence {
  /** Null where none is kept. */
  read(): Promise<number | null>
  /** Keeps another one instead of what was read; a lower one where the operator accepts an older edition. */
  write(sequence: number, instead: number | null): Promise<void>
}

export interface ReaderLog {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
}

export interface ReaderOptions {
  /** How often the pointer is read. */
  pollMs?: number
  log: ReaderLog
  /** Other ways to the same store, which may be far away: each is the store itself where left out. */
  ways?: Partial<ReaderWays>
  /** Editions older than the newest one are refused; left out, whatever is published is adopted. */
  newest?: AdoptedSequence
  /** The first edition is adopted although an older one than the newest. */
  acceptOlder?: boolean
}

interface ReaderWays {
  /** Reads the pointer, and gives up soon. */
  readonly pointer: Blobs
  /** Reads what a caller waits for. */
  readonly asked: Blobs
  /** Reads an edition, and what a caller waits for, past a cache: for bytes that were not what the edition names. */
  readonly past: { readonly loading: Blobs; readonly asked: Blobs } | null
}

/** Bytes of past days and packed kinds kept in memory after they were asked for. */
const cachedBytes = 32 * 1024 * 1024

/** An edition that would not load is tried again after twice as long each time, up to this; a moved pointer is tried immediately. */
const longestRetryMs = 30_000
/** The same where the store did not answer, which may end at any moment. */
const longestUnreachableMs = 4_000

/**
 * Follows what is published: loads the current edition before it resolves and each later one within a poll of its publication. An edition
 * is adopted only when all of it is there and every hash is right; until then the previous one is served, and the fault is logged once.
 * Never rejects: with no edition, or none that loads, `current()` is null.
 */
export async function openReader(
  blobs: Blobs,
  { pollMs = 500, log, ways = {}, newest, acceptOlder = false }: ReaderOptions,
): Promise<EditionReader> {
  const { pointer: toPointer = blobs, asked = blobs, past = null } = ways
  const listeners: ((view: EditionView) => void)[] = []
  const apart = packCache(asked, past?.asked ?? null)
  let loaded: LoadedEdition | null = null
  let view: EditionView | null = null
  let adopted: Buffer | null = null
  let failing: { pointer: Buffer | null; code: string; waitMs: number; until: number } | null = null
  let readAt: number | null = null
  let refused: ReaderState['refused'] = null
  /** Adopted, and not kept yet. */
  let unkept: number | null = null
  let closed = false
  let timer: NodeJS.Timeout | undefined

  /** Keeps the sequence of an edition that is adopted instead of the one known before. */
  async function note(sequence: number, known: number | null): Promise<void> {
    if (newest === undefined || sequence === known) return
    try {
      await newest.write(sequence, known)
      unkept = null
    } catch (error) {
      unkept = sequence
      log.warn('the sequence of the edition was not stored: after a restart an older edition would be served', {
        error: nameOf(error),
      })
    }
  }

  /** The highest sequence that was adopted before. Throws where what is published is older, unless the operator accepts it. */
  async function needNewer(manifestHash: string): Promise<number | null> {
    if (newest === undefined) return null
    const { sequence } = await requiredManifest(blobs, manifestHash)
    // an older one that another server was started to accept is accepted here too
    const kept = await newest.read().catch(() => view?.manifest.sequence ?? null)
    const known = kept !== null && unkept !== null ? Math.max(kept, unkept) : kept
    if (known === null || sequence >= known || (acceptOlder && view === null)) return kept
    refused = { sequence, served: known }
    throw new UnavailableError(
      'EDITION_OLDER',
      `Edition ${sequence} is published, although edition ${known} was served before: was the store restored from an older copy? To serve it: briefing serve --accept-older`,
      refused,
    )
  }

  function tell(listener: (view: EditionView) => void, about: EditionView): void {
    try {
      listener(about)
    } catch (error) {
      log.warn('a listener failed on a new edition', { edition: about.manifest.edition, error: nameOf(error) })
    }
  }

  async function look(): Promise<void> {
    let pointer: Buffer | null = null
    try {
      const bytes = await toPointer.get(currentKey)
      readAt = performance.now()
      if (bytes === null || adopted?.equals(bytes)) {
        failing = null
        refused = null
        return
      }
      pointer = toBuffer(bytes)
      const retry = failing?.pointer?.equals(pointer) === true
      if (retry && performance.now() < failing!.until) return
      const from = failing?.code === 'EDITION_DAMAGED' ? (past?.loading ?? blobs) : blobs
      const known = await needNewer(manifestNamedBy(pointer))
      const next = await loadEdition(from, manifestNamedBy(pointer), loaded)
      if (closed) return
      await note(next.manifest.sequence, known)
      loaded = next
      adopted = pointer
      failing = null
      refused = null
      const now = viewOf(next, apart)
      view = now
      log.info('edition adopted', { edition: now.manifest.edition, sequence: now.manifest.sequence, documents: now.entries.size })
      for (const listener of listeners) tell(listener, now)
    } catch (error) {
      const code = nameOf(error)
      const same = samePointer(failing?.pointer ?? null, pointer) && failing !== null
      const longestMs = code === 'STORE_UNREACHABLE' ? longestUnreachableMs : longestRetryMs
      const waitMs = same ? Math.min(failing!.waitMs * 2, longestMs) : pollMs
      if (!same || failing!.code !== code) {
        const facts = error instanceof BriefingError ? error.facts : {}
        const served = view === null ? 'no edition is served' : 'the previous edition is served'
        log.warn(`the published edition cannot be loaded; ${served}`, {
          code,
          ...facts,
          serving: view?.manifest.edition ?? null,
        })
      }
      failing = { pointer, code, waitMs, until: performance.now() + waitMs }
    }
  }

  function follow(): void {
    if (closed) return
    // a pointer that could not be read is read again sooner, so that an end of the trouble is soon known
    const isUnread = failing !== null && failing.pointer === null
    timer = setTimeout(() => void look().then(follow), isUnread ? Math.min(pollMs, 1_000) : pollMs)
    timer.unref()
  }

  await look()
  follow()
  return {
    current: () => view,
    onAdopt(listener) {
      listeners.push(listener)
      if (view !== null) tell(listener, view)
    },
    reading: () => ({ unreadMs: readAt === null ? null : performance.now() - readAt, refused }),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

function viewOf(edition: LoadedEdition, apart: ReturnType<typeof packCache>): EditionView {
  const lost = new Set<string>()
  const read = async (entry: Entry | null | undefined, format: Format): Promise<StoredBytes | null> => {
    const stored = entry?.formats[format] as CodedFormat | undefined
    if (!entry || !stored) return null
    try {
      return { place: entry.place, format, hash: stored.hash, ...(await apart(stored)), entry }
    } catch (error) {
      if (error instanceof BriefingError && error.code === 'EDITION_DAMAGED' && stored.packed) lost.add(stored.packed.pack)
      throw error
    }
  }
  return {
    manifest: edition.manifest,
    entries: edition.entries,
    resident: (place, format) => edition.resident.get(place)?.[format] ?? null,
    archived: (day, briefing, format) => read(edition.months.get(`archive-${day.slice(0, 7)}`)?.find(day, briefing), format),
    packedEntry: (place) => edition.packed.get(place) ?? null,
    packedEntries: edition.packed,
    packed: (place, format) => read(edition.packed.get(place), format),
    get packs() {
      return { named: edition.packs, missing: lost.size }
    },
    days: (briefing) => edition.days.get(briefing) ?? null,
    events: [...edition.segments.values()].flat(),
  }
}

/** Reads documents from packs and keeps those asked for last. What is damaged is read once more past the cache, if there is one. */
function packCache(blobs: Blobs, past: Blobs | null): (stored: CodedFormat) => Promise<EncodedBody> {
  const kept = new Map<string, EncodedBody>()
  const sizeOf = ({ plain, gz }: EncodedBody) => plain.length + (gz?.length ?? 0)
  let size = 0
  return async (stored) => {
    const { hash } = stored
    const cached = kept.get(hash)
    if (cached) {
      kept.delete(hash)
      kept.set(hash, cached)
      return cached
    }
    const body = await readBody(blobs, stored).catch((error: unknown) => {
      if (past === null || nameOf(error) !== 'EDITION_DAMAGED') throw error
      return readBody(past, stored)
    })
    if (!kept.has(hash)) {
      kept.set(hash, body)
      size += sizeOf(body)
    }
    for (const [oldest, dropped] of kept) {
      if (size <= cachedBytes) break
      kept.delete(oldest)
      size -= sizeOf(dropped)
    }
    return body
  }
}

function samePointer(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}

/** A code of ours, or the error's kind: never its message, which may carry a path. */
function nameOf(error: unknown): string {
  if (error instanceof BriefingError) return error.code
  return error instanceof Error ? error.name : 'UNKNOWN'
}
