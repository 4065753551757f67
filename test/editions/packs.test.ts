import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Entry, Manifest } from '../../pipeline/editions/edition.ts'
import type { CodedFormat } from '../../pipeline/editions/edition-files.ts'
import { openShard } from '../../pipeline/editions/open-shard.ts'
import { type PackedFormat, packShard } from '../../pipeline/editions/pack.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { type MemoryBlobs, memoryBlobs } from '../store/memory.ts'
import { artifact, hashOf, publication, wholeEdition } from './documents.ts'

const newestAlone = { keepEditions: 2, keepMs: 0, now: Date.parse('2026-07-30T00:00:00Z') }

/** The view of the edition that stands. */
async function viewOf(blobs: MemoryBlobs) {
  const reader = await openReader(blobs, { log: { info: () => undefined, warn: (message) => expect.fail(message) } })
  reader.close()
  return reader.current()!
}

/** Rewrites the edition that stands as versions before kept it: each document in a separate file, those of today with codings beside them. */
async function withoutPacks(blobs: MemoryBlobs): Promise<void> {
  const { manifest, entries, bytes } = (await wholeEdition(blobs))!
  const put = (key: (hash: string) => string, body: Buffer) => {
    blobs.files.set(key(hashOf(body)), body)
    return hashOf(body)
  }
  const view = await viewOf(blobs)
  for (const { place, formats } of entries.values()) {
    for (const [format, stored] of Object.entries(formats)) {
      put((hash) => `artifacts/blob/${hash}`, bytes.get(`${place} ${format}`)!)
      const { br, gz } = view.resident(place, format as 'md') ?? {}
      if (br) blobs.files.set(`artifacts/blob/${stored.hash}.br`, br)
      if (gz) blobs.files.set(`artifacts/blob/${stored.hash}.gz`, gz)
      delete stored.packed
    }
  }
  const shards: Manifest['shards'] = {}
  for (const [name, hash] of Object.entries(manifest.shards)) {
    const rows = JSON.parse(Buffer.from(blobs.files.get(`artifacts/shard/${hash}.json`)!).toString()) as Entry[]
    const places = rows.flatMap(({ place }) => (place === undefined ? [] : [JSON.stringify(entries.get(place))]))
    shards[name] = put((sum) => `artifacts/shard/${sum}.json`, Buffer.from(`[\n${places.join(',\n')}\n]\n`))
  }
  const older = put((hash) => `artifacts/manifest/${hash}.json`, Buffer.from(JSON.stringify({ ...manifest, shards })))
  blobs.files.set('artifacts/current', Buffer.from(`artifacts/manifest/${older}.json`))
  for (const pack of await blobs.list('artifacts/pack/')) blobs.files.delete(pack)
}

test('a home of an earlier version, without packs, is read as it is, moved by the next edition and then pruned', async () => {
  const blobs = memoryBlobs()
  const documents = [artifact('briefing/a', 'one'), artifact('metric/m', 'one'), artifact('archive/2026-07-20/a', 'old')]
  await publish(blobs, publication(documents))
  const { resident } = await viewOf(blobs)
  await withoutPacks(blobs)
  const before = await viewOf(blobs)
  expect(before.resident('metric/m', 'md')).toMatchObject({ plain: documents[1]!.formats.md, br: null, gz: null })
  expect((await before.archived('2026-07-20', 'a', 'json'))?.plain).toEqual(documents[2]!.formats.json)

  await publish(blobs, publication([artifact('briefing/a', 'two')]))
  const after = await viewOf(blobs)
  const { entry: _entry, ...moved } = resident('metric/m', 'md')!
  expect(after.resident('metric/m', 'md')).toMatchObject(moved)
  expect((await after.archived('2026-07-20', 'a', 'json'))?.plain).toEqual(documents[2]!.formats.json)

  await publish(blobs, publication([artifact('archive/2026-07-21/a', 'new')]))
  await publish(blobs, publication([artifact('briefing/a', 'three')]))
  await prune(blobs, newestAlone)
  expect(await blobs.list('artifacts/blob/')).toEqual([])
  const last = (await wholeEdition(blobs))!
  expect(last.bytes.get('metric/m md')).toEqual(documents[1]!.formats.md)
  expect(last.bytes.get('archive/2026-07-20/a json')).toEqual(documents[2]!.formats.json)
})

test('a document that never changes keeps its bytes and entry, and no pack of others that are gone', async () => {
  const blobs = memoryBlobs()
  const still = artifact('metric/still', 'one')
  const others = (version: string) => ['a', 'b', 'c', 'd'].map((name) => artifact(`briefing/${name}`, version))
  await publish(blobs, publication([still, ...others('v0')]))
  const first = (await wholeEdition(blobs))!.entries.get('metric/still')!
  for (let version = 1; version <= 20; version++) {
    await publish(blobs, publication(others(`v${version}`)))
    await prune(blobs, newestAlone)
    const { entries, bytes } = (await wholeEdition(blobs))!
    const { formats, ...entry } = entries.get('metric/still')!
    expect({ ...entry, formats: first.formats }).toEqual(first)
    expect(bytes.get('metric/still md')).toEqual(still.formats.md)
    const { packed, ...coded } = formats.md as CodedFormat
    const { packed: _packed, ...codedFirst } = first.formats.md as CodedFormat
    expect(coded).toEqual(codedFirst)
    expect(packed).toBeDefined()
    expect((await blobs.list('artifacts/pack/')).length).toBeLessThanOrEqual(3)
  }
})

test('a past day stays in its pack, however much is published after it', async () => {
  const blobs = memoryBlobs()
  await publish(blobs, publication([artifact('archive/2026-07-20/a', 'one'), artifact('briefing/a', 'one')]))
  const packOf = async () => (await wholeEdition(blobs))!.entries.get('archive/2026-07-20/a')!.formats.json!.packed
  const first = await packOf()
  for (const version of ['two', 'three', 'four'])
    await publish(blobs, publication([artifact('briefing/a', version), artifact('archive/2026-07-21/a', version)]))
  expect(await packOf()).toEqual(first)
})

test('what is added is compressed once, however often the edition is merged', async () => {
  const added = new Map([['briefing/a', artifact('briefing/a', 'one')]])
  const known = new Map<string, Promise<PackedFormat>>()
  const merge = async () => {
    const shard = await openShard(memoryBlobs(), undefined)
    shard.set({ ...added.get('briefing/a')!, formats: {} } as Entry)
    return packShard(memoryBlobs(), 'current', shard, added, known)
  }
  const first = await merge()
  const packings = [...known.values()]
  expect(await merge()).toEqual(first)
  expect([...known.values()]).toEqual(packings)
  expect([...known.keys()].sort()).toEqual(['briefing/a json', 'briefing/a md'])
  const [{ parts }] = (await Promise.all(packings)) as [PackedFormat]
  expect(brotliDecompressSync(parts[1]!)).toEqual(parts[0])
})
