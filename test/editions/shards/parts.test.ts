import { expect, test } from 'vitest'
import type { Artifact } from '../../../pipeline/editions/edition.ts'
import { manifestNamedBy } from '../../../pipeline/editions/edition-files.ts'
import { loadEdition } from '../../../pipeline/editions/edition-view.ts'
import { currentEntries, currentManifest, filesOfEdition } from '../../../pipeline/editions/on-record.ts'
import { prune } from '../../../pipeline/editions/prune.ts'
import { publish } from '../../../pipeline/editions/publish.ts'
import { shardIndex } from '../../../pipeline/editions/shard.ts'
import type { Blobs } from '../../../pipeline/store/blobs.ts'
import { type MemoryBlobs, memoryBlobs } from '../../store/memory.ts'
import { hashOf, publication, wholeEdition } from '../documents.ts'

/** A small document; that of a company has the row that catalogues show. */
function small(place: string, version: string): Artifact {
  const json = Buffer.from(JSON.stringify({ place, version }))
  const company = place.slice(place.indexOf('/') + 1)
  const row = JSON.stringify({ company, codes: [company], latest_period: null })
  return {
    ...{ place, as_of: '2026-07-22', computed_at: '2026-07-22T12:00:00Z', fingerprint: `sha256:${hashOf(json)}` },
    content: hashOf(`${place} ${version}`),
    formats: { json },
    facts: { title: place, state: version, row },
  }
}

const upTo = (count: number, place: (no: number) => string, version: string) =>
  Array.from({ length: count }, (_, no) => small(place(no), version))
const metric = (no: number) => `metric/m-${no}`
const company = (market: string) => (no: number) => `company/${market}:${String(no).padStart(6, '0')}`

const at = (minute: number) => new Date(Date.parse('2026-07-22T12:00:00Z') + minute * 60_000).toISOString()

/** The index of a shard of the edition that stands. */
async function indexOf(blobs: MemoryBlobs, name: string) {
  const { shards } = (await currentManifest(blobs))!
  return shardIndex(Buffer.from(blobs.files.get(`artifacts/shard/${shards[name]}.json`)!))!
}

/** The store, with the keys of what was read of it. */
function reading(blobs: Blobs) {
  const read: string[] = []
  const get: Blobs['get'] = (key, range) => {
    read.push(key)
    return blobs.get(key, range)
  }
  return { read, blobs: { ...blobs, get } }
}

test('a shard is one file up to 1,024 entries; then they are in parts, and what is published since in the shard', async () => {
  const blobs = memoryBlobs()
  await publish(blobs, publication(upTo(1_024, metric, 'one')))
  expect((await indexOf(blobs, 'current')).parts).toEqual({})
  await publish(blobs, publication(upTo(1_025, metric, 'one')))
  const parted = await indexOf(blobs, 'current')
  expect([Object.keys(parted.parts), parted.counts]).toEqual([['all-00'], { all: { metric: 1_025 } }])
  await publish(blobs, publication([small('metric/m-7', 'two')], { removed: ['metric/m-8', 'metric/none'] }))
  const after = await indexOf(blobs, 'current')
  expect([after.parts, after.gone, after.counts]).toEqual([parted.parts, ['metric/m-8'], { all: { metric: 1_024 } }])
  const { entries, bytes } = (await wholeEdition(blobs))!
  expect([entries.size, entries.has('metric/m-8'), bytes.get('metric/m-7 json')!.toString()]).toEqual([
    ...[1_024, false],
    '{"place":"metric/m-7","version":"two"}',
  ])
  // one that was removed comes back, as it was
  await publish(blobs, publication([small('metric/m-8', 'one')]))
  expect((await indexOf(blobs, 'current')).gone).toEqual([])
  expect((await wholeEdition(blobs))!.entries.size).toBe(1_025)
  // equal content changes nothing, wherever the entry is
  const { edition } = (await wholeEdition(blobs))!.manifest
  const again = await publish(blobs, publication([small('metric/m-7', 'two'), small('metric/m-9', 'one')]))
  expect(again.edition).toBe(edition)
})

test('a large shard is divided by market, and a publish reads the parts of what it publishes alone', async () => {
  const blobs = memoryBlobs()
  const all = [...upTo(5_200, company('us'), 'one'), ...upTo(2_600, company('jp'), 'one'), ...upTo(30, company('eu'), 'one')]
  await publish(blobs, publication(all))
  const { parts, split } = await indexOf(blobs, 'packed')
  expect(split).toEqual({ all: 1, us: 2, jp: 1 })
  expect(Object.keys(parts).sort()).toEqual(['all-00', 'jp-00', 'us-00', 'us-01'])
  const partsRead = async (artifacts: Artifact[]) => {
    const { read, blobs: watched } = reading(blobs)
    await publish(watched, publication(artifacts))
    return Object.keys(parts).filter((name) => read.includes(`artifacts/shard/${parts[name]}.json`))
  }
  expect(await partsRead([small(company('eu')(3), 'two')])).toEqual(['all-00'])
  expect(await partsRead([small(company('jp')(3), 'two')])).toEqual(['jp-00'])
  expect((await partsRead([small(company('us')(3), 'two')])).length).toBe(1)
  expect((await wholeEdition(blobs))!.entries.size).toBe(all.length)
})

test('equal editions are equal byte for byte, and a server that followed them has what one that starts has', async () => {
  const run = async () => {
    const blobs = memoryBlobs()
    let followed = null
    for (let round = 0; round < 6; round++) {
      const some = Array.from({ length: 700 }, (_, no) => small(metric((no * 7 + round * 131) % 2_500), `v${round}`))
      const changed = round === 0 ? upTo(2_500, metric, 'first') : some
      const removed = [metric((round * 331 + 5) % 2_500)].filter((place) => !changed.some((each) => each.place === place))
      await publish(blobs, publication(changed, { publishedAt: at(round), removed }))
      followed = await loadEdition(blobs, manifestNamedBy(blobs.files.get('artifacts/current')!), followed)
    }
    return { blobs, followed: followed! }
  }
  const [one, other] = [await run(), await run()]
  expect([...one.blobs.files.keys()]).toEqual([...other.blobs.files.keys()])
  const whole = (await wholeEdition(one.blobs))!
  const places = [...whole.entries.keys()].sort()
  const started = await loadEdition(one.blobs, manifestNamedBy(one.blobs.files.get('artifacts/current')!), null)
  for (const { entries, resident } of [started, one.followed]) {
    expect([...entries.keys()]).toEqual(places)
    for (const place of places) expect(resident.get(place)!.json!.plain).toEqual(whole.bytes.get(`${place} json`))
  }
  expect([...(await currentEntries(one.blobs, whole.manifest)).keys()].sort()).toEqual(places)
  // every file that is named is there, and nothing else stays after a prune
  await prune(one.blobs, { now: Date.parse(at(600)), keepEditions: 2, keepMs: 0 })
  const named = new Set<string>(['artifacts/current', 'artifacts/pruned'])
  const { previous } = whole.manifest
  for (const hash of [manifestNamedBy(one.blobs.files.get('artifacts/current')!), previous!])
    for (const key of (await filesOfEdition(one.blobs, hash)).keys()) named.add(key)
  expect(new Set(one.blobs.files.keys())).toEqual(named)
})

test('many small packs are joined, and one of which less than half is left is written again', async () => {
  const blobs = memoryBlobs()
  for (let round = 0; round < 90; round++) {
    await publish(blobs, publication([small(`history/h-${round}`, 'one')], { publishedAt: at(round) }))
    expect(Object.keys((await indexOf(blobs, 'packed')).packs).length).toBeLessThanOrEqual(65)
  }
  expect((await wholeEdition(blobs))!.entries.size).toBe(90)
})

test('documents of a lost pack are published again wherever their entries are', async () => {
  const blobs = memoryBlobs()
  const all = upTo(1_500, metric, 'one')
  await publish(blobs, publication(all))
  const [lost] = await blobs.list('artifacts/pack/')
  blobs.files.delete(lost!)
  const there = await currentEntries(blobs, await currentManifest(blobs))
  expect(there.size).toBe(1_500 - 256)
  await publish(blobs, publication(all.filter(({ place }) => !there.has(place))))
  expect((await wholeEdition(blobs))!.entries.size).toBe(1_500)
})
