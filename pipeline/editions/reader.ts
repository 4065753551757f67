import type { Format } from '../documents/kind.ts'
import { BriefingError } from '../errors.ts'
import type { Blobs } from '../source/store/blobs.ts'
import type { Entry, Manifest } from './edition.ts'
import { buffer, type CodedFormat, currentKey, manifestNamedBy } from './edition-files.ts'
import { type Body, type LoadedEdition, loadEdition, type PackCount, readBody, type StoredBytes } from './edition-view.ts'
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
  readonly packs: PackCount
  /** What changed in the last 30 days and somewhat before, in the order of the cursors; published with the documents of this edition. */
  readonly events: readonly ChangeEvent[]
}

export interface EditionReader {
  /** Null until the first edition has been published. */
  current(): EditionView | null
  /** Calls `listener` with the current edition, if there is one, and with each one adopted from now on. */
  onAdopt(listener: (view: EditionView) => void): void
  /** Stops following; the current edition stays readable. */
  close(): void
}

export interface ReaderLog {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
}

export interface ReaderOptions {
  /** How often the pointer is read. */
  pollMs?: number
  log: ReaderLog
}

/** Bytes of past days and packed kinds kept in memory after they were asked for. */
const cachedBytes = 32 * 1024 * 1024

/** An edition that would not load is tried again after twice as long each time, up to this; a moved pointer is tried at once. */
const longestRetryMs = 30_000

/**
 * Follows what is published: loads the current edition before it resolves and each later one within a poll of its publication. An edition
 * is adopted only when all of it is there and every hash is right; until then the previous one is served, and the fault is logged once.
 * Never rejects: with no edition, or none that loads, `current()` is null.
 */
export async function openReader(blobs: Blobs, { pollMs = 500, log }: ReaderOptions): Promise<EditionReader> {
  const listeners: ((view: EditionView) => void)[] = []
  const apart = packCache(blobs)
  let loaded: LoadedEdition | null = null
  let view: EditionView | null = null
  let adopted: Buffer | null = null
  let failing: { pointer: Buffer | null; code: string; waitMs: number; until: number } | null = null
  let closed = false
  let timer: NodeJS.Timeout | undefined

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
      const bytes = await blobs.get(currentKey)
      if (bytes === null || adopted?.equals(bytes)) {
        failing = null
        return
      }
      pointer = buffer(bytes)
      const retry = failing?.pointer?.equals(pointer) === true
      if (retry && performance.now() < failing!.until) return
      const next = await loadEdition(blobs, manifestNamedBy(pointer), loaded)
      if (closed) return
      loaded = next
      adopted = pointer
      failing = null
      const now = viewOf(next, apart)
      view = now
      log.info('edition adopted', { edition: now.manifest.edition, sequence: now.manifest.sequence, documents: now.entries.size })
      for (const listener of listeners) tell(listener, now)
    } catch (error) {
      const code = nameOf(error)
      const same = samePointer(failing?.pointer ?? null, pointer) && failing !== null
      const waitMs = same ? Math.min(failing!.waitMs * 2, longestRetryMs) : pollMs
      if (!same || failing!.code !== code) {
        const facts = error instanceof BriefingError ? error.facts : {}
        log.warn('the published edition cannot be loaded; the previous edition is served', {
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
    timer = setTimeout(() => void look().then(follow), pollMs)
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
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

function viewOf(edition: LoadedEdition, apart: ReturnType<typeof packCache>): EditionView {
  const read = async (entry: Entry | null | undefined, format: Format): Promise<StoredBytes | null> => {
    const stored = entry?.formats[format] as CodedFormat | undefined
    if (!entry || !stored) return null
    return { place: entry.place, format, hash: stored.hash, ...(await apart(stored)), entry }
  }
  return {
    manifest: edition.manifest,
    entries: edition.entries,
    resident: (place, format) => edition.resident.get(place)?.[format] ?? null,
    archived: (day, briefing, format) => read(edition.months.get(`archive-${day.slice(0, 7)}`)?.find(day, briefing), format),
    packedEntry: (place) => edition.packed.get(place) ?? null,
    packedEntries: edition.packed,
    packed: (place, format) => read(edition.packed.get(place), format),
    packs: edition.packs,
    days: (briefing) => edition.days.get(briefing) ?? null,
    events: [...edition.segments.values()].flat(),
  }
}

/** Reads documents from packs and keeps those asked for last. */
function packCache(blobs: Blobs): (stored: CodedFormat) => Promise<Body> {
  const kept = new Map<string, Body>()
  const sizeOf = ({ plain, gz }: Body) => plain.length + (gz?.length ?? 0)
  let size = 0
  return async (stored) => {
    const { hash } = stored
    const cached = kept.get(hash)
    if (cached) {
      kept.delete(hash)
      kept.set(hash, cached)
      return cached
    }
    const body = await readBody(blobs, stored)
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
