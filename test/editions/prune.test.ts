import { describe, expect, test } from 'vitest'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { artifact, publication, wholeEdition, wholeEditionAt } from './documents.ts'
import { memoryBlobs } from './memory-blobs.ts'

const minute = 60_000
const start = Date.parse('2026-07-22T12:00:00Z')
const nothing = { manifests: 0, shards: 0, blobs: 0, packs: 0, events: 0 }
const at = (minutes: number) => new Date(start + minutes * minute).toISOString()

/** One edition a minute. */
async function editions(count: number) {
  const blobs = memoryBlobs()
  for (let version = 0; version < count; version++) {
    await publish(
      blobs,
      publication([artifact('briefing/a', `v${version}`), artifact(`archive/2026-07-${10 + version}/a`, `v${version}`)], {
        publishedAt: at(version),
      }),
    )
  }
  const manifests = () => [...blobs.files.keys()].filter((key) => key.startsWith('artifacts/manifest/'))
  return { blobs, manifests }
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
    expect(new Set(blobs.files.keys())).toEqual(before)
  })

  test('removes nothing when a kept edition cannot be read, or none stands', async () => {
    const { blobs } = await editions(4)
    const { previous } = (await wholeEdition(blobs))!.manifest
    blobs.files.set(`artifacts/manifest/${previous}.json`, Buffer.from('{}'))
    const before = new Map(blobs.files)
    await expect(prune(blobs, { keepEditions: 2, keepMs: 0, now: start + 60 * minute })).rejects.toMatchObject({
      code: 'EDITION_DAMAGED',
    })
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
