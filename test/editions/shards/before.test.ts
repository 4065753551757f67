import { expect, test } from 'vitest'
import type { Entry, Manifest } from '../../../pipeline/editions/edition.ts'
import { archivedMonth, currentEntries, currentManifest, filesOfEdition } from '../../../pipeline/editions/on-record.ts'
import { prune } from '../../../pipeline/editions/prune.ts'
import { publish } from '../../../pipeline/editions/publish.ts'
import { openReader } from '../../../pipeline/editions/reader.ts'
import { shardIndex } from '../../../pipeline/editions/shard.ts'
import { type MemoryBlobs, memoryBlobs } from '../../store/memory.ts'
import { artifact, hashOf, publication, wholeEdition } from '../documents.ts'

/**
 * Rewrites the edition that stands as versions before parts wrote it: each shard is an array of its entries, one a line, and says nothing of
 * packs.
 */
async function asBeforeParts(blobs: MemoryBlobs): Promise<void> {
  const { manifest, entries } = (await wholeEdition(blobs))!
  const put = (folder: string, body: string) => {
    const hash = hashOf(body)
    blobs.files.set(`artifacts/${folder}/${hash}.json`, Buffer.from(body))
    return hash
  }
  const shardOf = (place: string) => {
    const month = /^archive\/(\d{4}-\d\d)/.exec(place)?.[1]
    if (month !== undefined) return `archive-${month}`
    return /^(company|company-figures|history|news|news-directory)\//.test(place) ? 'packed' : 'current'
  }
  const shards: Manifest['shards'] = {}
  for (const name of Object.keys(manifest.shards)) {
    const own = [...entries.values()].filter(({ place }) => shardOf(place) === name)
    const rows = own.sort((a: Entry, b: Entry) => (a.place < b.place ? -1 : 1)).map((entry) => sorted(entry))
    shards[name] = put('shard', `[\n${rows.join(',\n')}\n]\n`)
  }
  const older = put('manifest', JSON.stringify({ ...manifest, shards }))
  blobs.files.set('artifacts/current', Buffer.from(`artifacts/manifest/${older}.json`))
  for (const hash of Object.values(manifest.shards)) blobs.files.delete(`artifacts/shard/${hash}.json`)
}

/** JSON with members in the order of their names, as entries have always been written. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

const metric = (no: number) => `metric/m-${no}`

async function viewOf(blobs: MemoryBlobs) {
  const reader = await openReader(blobs, { log: { info: () => undefined, warn: (message) => expect.fail(message) } })
  reader.close()
  return reader.current()!
}

test('an edition of versions before parts is read as it is, written again by the first publish, and then pruned', async () => {
  const blobs = memoryBlobs()
  const today = Array.from({ length: 1_100 }, (_, no) => artifact(metric(no), 'one', { lines: 2 }))
  const packed = [artifact('history/vix', 'one'), artifact('company/us:0000000001', 'one')]
  const past = artifact('archive/2026-07-20/a', 'old')
  await publish(blobs, publication([...today, ...packed, past]))
  const before = (await wholeEdition(blobs))!
  await asBeforeParts(blobs)

  const view = await viewOf(blobs)
  expect([view.entries.size, view.packedEntries.size]).toEqual([1_100, 2])
  expect(view.resident(metric(7), 'md')!.plain).toEqual(today[7]!.formats.md)
  expect((await view.packed('history/vix', 'json'))!.plain).toEqual(packed[0]!.formats.json)
  expect((await view.archived('2026-07-20', 'a', 'md'))!.plain).toEqual(past.formats.md)
  expect((await currentEntries(blobs, await currentManifest(blobs))).size).toBe(1_102)
  expect((await archivedMonth(blobs, '2026-07')).get('2026-07-20/a')).toBe(past.content)
  const hashOfStanding = () => Buffer.from(blobs.files.get('artifacts/current')!).toString().slice(19, 83)
  for (const key of (await filesOfEdition(blobs, hashOfStanding())).keys()) expect(blobs.files.has(key)).toBe(true)

  // where nothing changed there is no new edition, whatever the form of the current one
  const standing = hashOfStanding()
  await publish(blobs, publication([...today, ...packed, past]))
  expect(hashOfStanding()).toBe(standing)

  const { shards } = await publish(blobs, publication([artifact(metric(3), 'two', { lines: 2 }), artifact('history/vix', 'two')]))
  for (const name of ['current', 'packed'])
    expect(shardIndex(Buffer.from(blobs.files.get(`artifacts/shard/${shards[name]}.json`)!))).not.toBeNull()
  const after = (await wholeEdition(blobs))!
  expect(after.entries.size).toBe(before.entries.size)
  const changed = [...after.bytes].filter(([name, bytes]) => !before.bytes.get(name)!.equals(bytes)).map(([name]) => name)
  expect(changed.sort()).toEqual(['history/vix json', 'history/vix md', `${metric(3)} json`, `${metric(3)} md`])
  // a document that stays keeps its bytes where they are
  expect(after.entries.get(metric(9))!.formats).toEqual(before.entries.get(metric(9))!.formats)

  await publish(blobs, publication([artifact('archive/2026-07-21/a', 'new')]))
  await publish(blobs, publication([artifact(metric(3), 'three', { lines: 2 })]))
  for (const now of ['2026-07-30', '2026-07-31', '2026-08-02'])
    await prune(blobs, { keepEditions: 2, keepMs: 0, now: Date.parse(`${now}T00:00:00Z`) })
  const last = (await wholeEdition(blobs))!
  expect([last.entries.size, last.bytes.get('archive/2026-07-20/a md')]).toEqual([1_104, past.formats.md])
})
