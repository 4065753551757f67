import { describe, expect, test } from 'vitest'
import { manifestNamedBy } from '../../pipeline/editions/edition-files.ts'
import { filesOfEdition } from '../../pipeline/editions/on-record.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { type MemoryBlobs, memoryBlobs } from '../store/memory.ts'
import { artifact, publication, wholeEdition, wholeEditionAt } from './documents.ts'

const minute = 60_000
const start = Date.parse('2026-07-22T12:00:00Z')
const nothing = { manifests: 0, shards: 0, blobs: 0, packs: 0, events: 0 }
const at = (minutes: number) => new Date(start + minutes * minute).toISOString()

/** One edition a minute. */
async function editions(count: number) {
  const blobs = memoryBlobs()
  for (let version = 0; version < count; version++) {
    const artifacts = ['briefing/a', `archive/2026-07-${10 + version}/a`].map((place) => artifact(place, `v${version}`))
    await publish(blobs, publication(artifacts, { publishedAt: at(version) }))
  }
  const manifests = () => [...blobs.files.keys()].filter((key) => key.startsWith('artifacts/manifest/'))
  return { blobs, manifests }
}

/** Every file that the two newest editions name. */
async function everyFile(blobs: MemoryBlobs): Promise<Record<string, string>> {
  const { manifest } = (await wholeEdition(blobs))!
  const newest = manifestNamedBy(blobs.files.get('artifacts/current')!)
  const [one, other] = await Promise.all([newest, manifest.previous!].map((hash) => filesOfEdition(blobs, hash)))
  return Object.fromEntries([...one!, ...other!])
}

describe('pruning', () => {
  test('removes editions that are old by both measures, with what only they needed', async () => {
    const { blobs, manifests } = await editions(9)
    const toThree = { keepEditions: 3, keepMs: 0, now: start + 60 * minute }
    expect(await prune(blobs, toThree)).toEqual({ ...nothing, manifests: 6, shards: 12, packs: 6, events: 5 })
    expect(manifests()).toHaveLength(3)
    for (const manifest of manifests()) await wholeEditionAt(blobs, manifest)
    const edition = (await wholeEdition(blobs))!
    expect(edition.manifest.sequence).toBe(9)
    expect([...edition.entries.keys()].filter((place) => place.startsWith('archive/'))).toHaveLength(9)
    expect(await prune(blobs, toThree)).toEqual(nothing)
  })

  test('an edition stays while it was replaced not long ago, however many came after', async () => {
    const { blobs, manifests } = await editions(9)
    // at 12:08:30 the edition of 12:03 was replaced 4.5 minutes ago, that of 12:02 5.5
    await prune(blobs, { keepEditions: 2, keepMs: 5 * minute, now: start + 8.5 * minute })
    expect(manifests()).toHaveLength(6)
    for (const manifest of manifests()) await wholeEditionAt(blobs, manifest)
  })

  test('by default keeps five and an hour', async () => {
    const { blobs, manifests } = await editions(9)
    await prune(blobs, { now: start + 62 * minute })
    expect(manifests()).toHaveLength(8)
    await prune(blobs, { now: start + 600 * minute })
    expect(manifests()).toHaveLength(5)
  })

  test('waits for a publish in flight and takes nothing of it', async () => {
    const { blobs } = await editions(3)
    const [, pruned] = await Promise.all([
      publish(blobs, publication([artifact('briefing/b', 'new')])),
      prune(blobs, { keepEditions: 2, keepMs: 0, now: start + 60 * minute }),
      publish(blobs, publication([artifact('briefing/c', 'new')])),
    ])
    expect(pruned.manifests).toBe(2)
    const edition = (await wholeEdition(blobs))!
    expect([...edition.entries.keys()]).toEqual(expect.arrayContaining(['briefing/a', 'briefing/b', 'briefing/c']))
  })

  test('removes what a killed publisher or an earlier version left', async () => {
    const { blobs } = await editions(2)
    const before = new Set(blobs.files.keys())
    const orphan = 'f'.repeat(64)
    for (const key of [
      `manifest/${orphan}.json`,
      `shard/${orphan}.json`,
      `blob/${orphan}`,
      `blob/${orphan}.br`,
      `pack/${orphan}.pack`,
      'latest/vix.md',
    ]) {
      blobs.files.set(`artifacts/${key}`, Buffer.from('{}'))
    }
    await prune(blobs, { now: start })
    expect(blobs.files.delete('artifacts/pruned')).toBe(true)
    expect(new Set(blobs.files.keys())).toEqual(before)
  })

  test('follows the chain of editions, and lists the store once a day', async () => {
    const { blobs } = await editions(9)
    const lists: string[] = []
    const list: typeof blobs.list = async (prefix) => {
      lists.push(prefix)
      return blobs.list(prefix)
    }
    const watched = { ...blobs, list }
    const toTwo = (hours: number) => ({ keepEditions: 2, keepMs: 0, now: start + hours * 60 * minute })
    await prune(watched, toTwo(1))
    expect(lists.length).toBeGreaterThan(0)
    lists.length = 0
    const orphan = `artifacts/pack/${'f'.repeat(64)}.pack`
    blobs.files.set(orphan, Buffer.from('{}'))
    for (let version = 9; version < 12; version++)
      await publish(blobs, publication([artifact('briefing/a', `v${version}`)], { publishedAt: at(version) }))
    const standing = new Set(Object.keys(await everyFile(blobs)))
    expect(await prune(watched, toTwo(24))).toEqual({ ...nothing, manifests: 3, shards: 4, packs: 3, events: 3 })
    expect(lists).toEqual([])
    const kept = await everyFile(blobs)
    expect([...blobs.files.keys()].filter((key) => !(key in kept)).sort()).toEqual([
      'artifacts/current',
      orphan,
      'artifacts/pruned',
    ])
    expect(Object.keys(kept).filter((key) => !standing.has(key))).toEqual([])
    expect(await prune(watched, toTwo(25.1))).toEqual({ ...nothing, packs: 1 })
    expect(await prune(watched, toTwo(26))).toEqual(nothing)
    // a document as it was before has the files of an edition that is dropped
    for (const [nth, version] of ['x', 'y', 'x', 'y', 'x'].entries())
      await publish(blobs, publication([artifact('briefing/a', version)], { publishedAt: at(12 + nth) }))
    await prune(watched, toTwo(27))
    expect((await wholeEdition(blobs))!.manifest.sequence).toBe(17)
    expect(lists).toHaveLength(6)
  })

  test('stopped at any removal, the next one finishes', async () => {
    const toTwo = { keepEditions: 2, keepMs: 0, now: start + 60 * minute }
    const ready = async () => {
      const { blobs } = await editions(2)
      await prune(blobs, toTwo)
      for (let version = 2; version < 6; version++)
        await publish(blobs, publication([artifact('briefing/a', `v${version}`)], { publishedAt: at(version) }))
      return blobs
    }
    const whole = await ready()
    const undisturbed = await prune(whole, toTwo)
    const removals = Object.values(undisturbed).reduce((sum, count) => sum + count, 0)
    expect(removals).toBeGreaterThan(10)
    for (let stop = 0; stop < removals; stop++) {
      const blobs = await ready()
      let removed = 0
      const remove: typeof blobs.remove = async (key) => {
        if (removed++ >= stop) throw new Error('killed')
        return blobs.remove(key)
      }
      await expect(prune({ ...blobs, remove }, toTwo)).rejects.toThrow('killed')
      for (const key of Object.keys(await everyFile(blobs))) expect(blobs.files.has(key)).toBe(true)
      await prune(blobs, toTwo)
      expect([...blobs.files.keys()].sort()).toEqual([...whole.files.keys()].sort())
    }
  })

  test('removes nothing when a kept edition cannot be read, or none stands', async () => {
    const { blobs } = await editions(4)
    const { previous } = (await wholeEdition(blobs))!.manifest
    blobs.files.set(`artifacts/manifest/${previous}.json`, Buffer.from('{}'))
    const before = new Map(blobs.files)
    const pruned = prune(blobs, { keepEditions: 2, keepMs: 0, now: start + 60 * minute })
    await expect(pruned).rejects.toMatchObject({ code: 'EDITION_DAMAGED' })
    expect(blobs.files).toEqual(before)
    blobs.files.delete('artifacts/current')
    expect(await prune(blobs, { now: start })).toEqual(nothing)
    expect(blobs.files.size).toBe(before.size - 1)
  })

  test('refuses a retention that would take the edition a reader is on', async () => {
    await expect(prune(memoryBlobs(), { keepEditions: 1, now: start })).rejects.toMatchObject({ code: 'BAD_RETENTION' })
    await expect(prune(memoryBlobs(), { keepMs: Number.NaN, now: start })).rejects.toMatchObject({ code: 'BAD_RETENTION' })
  })
})
