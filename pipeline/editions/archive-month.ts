import type { Entry } from './edition.ts'
import { archived, shardLines } from './edition-files.ts'

/**
 * One month of the archive: the shard's bytes, and where in them the newest revision of each day's briefing stands. Keeping the bytes and
 * parsing one line when asked takes a tenth of the heap that the parsed entries of a thousand days would.
 */
export interface ArchiveMonth {
  readonly hash: string
  find(day: string, briefing: string): Entry | null
  /** First and last day on record of each briefing in this month. */
  readonly days: ReadonlyMap<string, { first: string; last: string }>
  /** Bytes that each pack of this month has at least, by its hash. */
  readonly packs: ReadonlyMap<string, number>
}

interface Line {
  start: number
  end: number
  revision: number
}

export function archiveMonth(hash: string, bytes: Buffer): ArchiveMonth {
  const parse = ({ start, end }: { start: number; end: number }) => JSON.parse(bytes.toString('utf8', start, end)) as Entry
  const newest = new Map<string, Line>()
  const days = new Map<string, { first: string; last: string }>()
  const packs = new Map<string, number>()
  for (const { start, end } of shardLines(bytes)) {
    const entry = parse({ start, end })
    addPacks(packs, entry)
    const at = archived(entry.place)
    if (at === null) continue
    const name = `${at.day}/${at.briefing}`
    if ((newest.get(name)?.revision ?? 0) < at.revision) newest.set(name, { start, end, revision: at.revision })
    extend(days, at.briefing, { first: at.day, last: at.day })
  }
  return {
    hash,
    days,
    packs,
    find(day, briefing) {
      const line = newest.get(`${day}/${briefing}`)
      return line === undefined ? null : parse(line)
    },
  }
}

/** Widens the range kept under `briefing` by another. */
export function extend(
  ranges: Map<string, { first: string; last: string }>,
  briefing: string,
  other: { first: string; last: string },
): void {
  const range = ranges.get(briefing)
  ranges.set(briefing, {
    first: range !== undefined && range.first < other.first ? range.first : other.first,
    last: range !== undefined && range.last > other.last ? range.last : other.last,
  })
}

/** Adds the packs of an entry, each with the bytes it has at least. */
export function addPacks(packs: Map<string, number>, { formats }: Entry): void {
  for (const { packed } of Object.values(formats))
    if (packed !== undefined) packs.set(packed.pack, Math.max(packs.get(packed.pack) ?? 0, packed.offset + packed.length))
}
