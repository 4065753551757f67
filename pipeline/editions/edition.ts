/**
 * The layout of what is published, below the blob store's `artifacts/`:
 *
 *   artifacts/current              the one mutable cell: the key of the current manifest
 *   artifacts/manifest/<sha>.json  an edition: its head and the hash of each shard; immutable
 *   artifacts/shard/<sha>.json     some entries of an edition, or a part of a large shard (`shard.ts`); publishing rewrites only the shards
 *                                  it touches; immutable
 *   artifacts/pack/<sha>.pack      finished bytes of documents of a shard that changed together, one after the other, behind a line with its
 *                                  name; the shard says where each stands; immutable
 *   artifacts/events/<sha>.jsonl   events of one day, one a line; the manifest names those of the last weeks; immutable
 *   artifacts/pruned               a cell: when everything below artifacts/ was last listed and what no edition names removed
 *   artifacts/stakes/<sha>.json    a segment of the ledger of stakes, which names the previous one; the manifest names the newest; never removed
 *
 * An artifact's place is its identity: `briefing/btc.quick-check`, `metric/bitcoin-price`, `archive/2026-07-22/btc.quick-check`. Its formats
 * are those of its kind (`pipeline/documents/`).
 */

import { kinds } from '../documents/index.ts'
import type { Format } from '../documents/kind.ts'
import type { Epochs } from '../store/fence.ts'

export interface StoredFormat {
  /** sha-256 (hex) of the plain bytes: the ETag. */
  hash: string
  bytes: number
  br: boolean
  gz: boolean
  /** Where in a pack the bytes stand. Versions before kept some as separate files, `artifacts/blob/<hash>`: the next edition moves them. */
  packed?: PackedBytes
}

export interface PackedBytes {
  /** sha-256 (hex) of the whole pack. */
  pack: string
  offset: number
  /** Of the plain bytes; of the gzip alone where a past day or packed kind is kept as `gz`. */
  length: number
  /** Of today's documents: lengths of the brotli and the gzip that follow the plain bytes, 0 where it is not worth it. */
  br?: number
  gz?: number
}

export interface Entry {
  place: string
  as_of: string
  computed_at: string
  fingerprint: string
  formats: Partial<Record<Format, StoredFormat>>
  /** What catalogues and status print without opening the document. */
  facts: Record<string, string | number | boolean | null>
}

/** Name of a shard -> its hash. Places are dealt to shards by `shardOf`. */
export interface Manifest {
  edition: string
  sequence: number
  published_at: string
  /** Day of the newest current documents. */
  as_of: string
  sample: boolean
  shards: Record<string, string>
  previous: string | null
  /** Absent until something happened. */
  events?: EventsIndex
  /** Keys of the tracked releases known so far, of the last weeks: what is not among them is news. */
  releases?: string[]
  /** Hash of the newest segment of the ledger of stakes; absent before the first stake. */
  stakes?: string
  /** Of a store that several machines share: the epoch of the newest writer of each market. */
  epochs?: Epochs
}

/** What happened so far: the cursor of the newest event, and the hashes of the segments of the last weeks by day (YYYY-MM-DD). */
export interface EventsIndex {
  cursor: number
  segments: Record<string, string>
}

/** One artifact to publish, before it is compressed and stored. */
export interface Artifact extends Omit<Entry, 'formats'> {
  /** sha-256 of the document without `computed_at` and `fingerprint`: equal content keeps the artifact that already stands. */
  content: string
  formats: Partial<Record<Format, Uint8Array>>
}

/** The place without the number of a revision: all revisions of a past day are found with the first one. */
export const placeWithoutRevision = (place: string): string =>
  place.startsWith('archive/') ? place.replace(/\/r\d+$/, '') : place

const packedFolders = new Set(kinds.filter(({ packed }) => packed).map(({ folder }) => folder))

/** Which shard a place lives in: `archive-YYYY-MM` for past days, else `current` or, for what is read when asked for, `packed`. */
export function shardOf(place: string): string {
  const archived = /^archive\/(\d{4}-\d{2})-\d{2}\//.exec(place)
  if (archived) return `archive-${archived[1]}`
  return packedFolders.has(place.slice(0, place.indexOf('/'))) ? 'packed' : 'current'
}
