import type { Blobs } from '../store/blobs.ts'
import type { Entry, Manifest } from './edition.ts'
import { archived, currentKey, damaged, manifestNamedBy, parseShard, readManifest, readShard } from './edition-files.ts'

/** The manifest of the edition that stands; null where nothing has been published. */
export async function standingManifest(blobs: Blobs): Promise<Manifest | null> {
  const pointer = await blobs.get(currentKey)
  if (pointer === null) return null
  const hash = manifestNamedBy(pointer)
  const manifest = await readManifest(blobs, hash)
  if (manifest === null) throw damaged('manifest', hash, 'missing')
  return manifest
}

/** What the edition that stands says of its packed documents of today, by place. */
export async function packedFacts(blobs: Blobs): Promise<Map<string, Entry['facts']>> {
  const shard = (await standingManifest(blobs))?.shards['packed']
  const entries = shard === undefined ? [] : parseShard(await readShard(blobs, shard))
  return new Map(entries.map(({ place, facts }) => [place, facts]))
}

/** What is on record of a month (YYYY-MM): the content hash of the newest revision, by DAY/BRIEFING. */
export async function archivedMonth(blobs: Blobs, month: string): Promise<Map<string, string>> {
  const shard = (await standingManifest(blobs))?.shards[`archive-${month}`]
  const newest = new Map<string, { revision: number; content: string }>()
  for (const { place, facts } of shard === undefined ? [] : parseShard(await readShard(blobs, shard))) {
    const { day, briefing, revision } = archived(place)!
    const name = `${day}/${briefing}`
    if ((newest.get(name)?.revision ?? 0) < revision) newest.set(name, { revision, content: String(facts['content']) })
  }
  return new Map([...newest].map(([name, { content }]) => [name, content]))
}
