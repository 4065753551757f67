import type { Blobs } from '../store/blobs.ts'
import type { Entry, Manifest } from './edition.ts'
import {
  archivePlaceOf,
  bodyFilesOf,
  entriesWithFiles,
  eventsKey,
  manifestKey,
  readCurrentEdition,
  readEvents,
  readShard,
  readStakes,
  requiredManifest,
  shardKey,
  stakesKey,
} from './edition-files.ts'
import { type ChangeEvent, parseEvents } from './events.ts'
import { entriesOfShard, shardIndex } from './shard.ts'

/** The manifest of the edition that stands; null where nothing has been published. */
export async function currentManifest(blobs: Blobs): Promise<Manifest | null> {
  return (await readCurrentEdition(blobs))?.manifest ?? null
}

/** The entries of today's documents in an edition, packed ones included, by place; those whose files are there. */
export async function currentEntries(blobs: Blobs, manifest: Manifest | null): Promise<Map<string, Entry>> {
  const hashes = ['current', 'packed'].flatMap((name) => manifest?.shards[name] ?? [])
  const entries = await Promise.all(hashes.map((hash) => entriesOfShard(blobs, hash)))
  return new Map((await entriesWithFiles(blobs, entries.flat())).map((entry) => [entry.place, entry]))
}

/**
 * Every file of an edition by its key, with the sha-256 (hex) of its bytes. Throws (EDITION_DAMAGED) where the manifest, a shard or a segment of
 * stakes is missing or altered; whether the other files are there is for the caller to see.
 */
export async function filesOfEdition(blobs: Blobs, hash: string): Promise<Map<string, string>> {
  const manifest = await requiredManifest(blobs, hash)
  const files = new Map([[manifestKey(hash), hash]])
  for (const segment of Object.values(manifest.events?.segments ?? {})) files.set(eventsKey(segment), segment)
  for (let segment = manifest.stakes ?? null; segment !== null; ) {
    files.set(stakesKey(segment), segment)
    segment = (JSON.parse((await readStakes(blobs, segment)).toString()) as { previous: string | null }).previous
  }
  for (const shard of Object.values(manifest.shards)) {
    files.set(shardKey(shard), shard)
    for (const part of Object.values(shardIndex(await readShard(blobs, shard))?.parts ?? {})) files.set(shardKey(part), part)
    for (const [key, sum] of (await entriesOfShard(blobs, shard)).flatMap(bodyFilesOf)) files.set(key, sum)
  }
  return files
}

/** What is on record of a month (YYYY-MM): the content hash of the newest revision, by DAY/BRIEFING. */
export async function archivedMonth(blobs: Blobs, month: string): Promise<Map<string, string>> {
  const shard = (await currentManifest(blobs))?.shards[`archive-${month}`]
  const newest = new Map<string, { revision: number; content: string }>()
  for (const { place, facts } of shard === undefined ? [] : await entriesOfShard(blobs, shard)) {
    const { day, briefing, revision } = archivePlaceOf(place)!
    const name = `${day}/${briefing}`
    if ((newest.get(name)?.revision ?? 0) < revision) newest.set(name, { revision, content: String(facts['content']) })
  }
  return new Map([...newest].map(([name, { content }]) => [name, content]))
}

/** The events of an edition after a cursor, oldest first; of the days it still holds. */
export async function eventsAfter(blobs: Blobs, { events }: Manifest, cursor: number): Promise<ChangeEvent[]> {
  if (events === undefined || events.cursor <= cursor) return []
  const newer: ChangeEvent[] = []
  for (const [, hash] of Object.entries(events.segments).sort(([one], [other]) => (one < other ? 1 : -1))) {
    const rows = parseEvents(await readEvents(blobs, hash))
    newer.unshift(...rows.filter((row) => row.cursor > cursor))
    if (rows[0]!.cursor <= cursor + 1) break
  }
  return newer
}
