import type { Blobs } from '../source/store/blobs.ts'
import type { Entry, Manifest } from './edition.ts'
import { archived, entriesWithFiles, parseShard, readEvents, readShard, readStanding } from './edition-files.ts'
import { type ChangeEvent, parseEvents } from './events.ts'

/** The manifest of the edition that stands; null where nothing has been published. */
export async function currentManifest(blobs: Blobs): Promise<Manifest | null> {
  return (await readStanding(blobs))?.manifest ?? null
}

/** The entries of today's documents in an edition, packed ones included, by place; those whose files are there. */
export async function entriesOfToday(blobs: Blobs, manifest: Manifest | null): Promise<Map<string, Entry>> {
  const hashes = ['current', 'packed'].flatMap((name) => manifest?.shards[name] ?? [])
  const entries = await Promise.all(hashes.map(async (hash) => parseShard(await readShard(blobs, hash))))
  return new Map((await entriesWithFiles(blobs, entries.flat())).map((entry) => [entry.place, entry]))
}

/** What is on record of a month (YYYY-MM): the content hash of the newest revision, by DAY/BRIEFING. */
export async function archivedMonth(blobs: Blobs, month: string): Promise<Map<string, string>> {
  const shard = (await currentManifest(blobs))?.shards[`archive-${month}`]
  const newest = new Map<string, { revision: number; content: string }>()
  for (const { place, facts } of shard === undefined ? [] : parseShard(await readShard(blobs, shard))) {
    const { day, briefing, revision } = archived(place)!
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
