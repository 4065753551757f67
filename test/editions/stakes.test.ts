import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manifestNamedBy } from '../../pipeline/editions/edition-files.ts'
import { currentManifest, filesOfEdition } from '../../pipeline/editions/on-record.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { segmentsAfter, verifyStakes } from '../../pipeline/editions/stakes.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { artifact, publication } from './documents.ts'
import { entriesOf, stakeOf } from './staking.ts'

const publishEntries = (blobs: Blobs, version: string, entries: ReturnType<typeof entriesOf>, more = {}) =>
  publish(blobs, publication([artifact('metric/m0', version)], { entries, ...more }))

const verified = async (blobs: Blobs, noted: string | null = null) =>
  verifyStakes(blobs, (await currentManifest(blobs))?.stakes, noted)

/** Three editions: two stakes, one grade of the first, another stake. */
async function threeEditions() {
  const blobs = memoryBlobs()
  await publishEntries(blobs, 'v1', entriesOf(['a', 'b']))
  await publishEntries(blobs, 'v2', entriesOf([], ['a']))
  await publishEntries(blobs, 'v3', entriesOf(['c']))
  const segments = [...blobs.files.keys()].filter((key) => key.startsWith('artifacts/stakes/'))
  return { blobs, segments }
}

describe('the ledger of stakes', () => {
  test('enters the stakes of an edition with the fingerprint of the document that carries them', async () => {
    const { blobs } = await threeEditions()
    const [first, second, third] = await segmentsAfter(blobs, (await currentManifest(blobs))?.stakes, () => false)
    const { fingerprint } = artifact('metric/m0', 'v1')
    const published = { fingerprint, entered: 'published', published_at: '2026-07-22T12:00:00Z' }
    expect(first!.stakes).toEqual(['a', 'b'].map((id) => ({ ...stakeOf(id), ...published })))
    expect([first!.previous, second!.previous, third!.previous]).toEqual([null, first!.hash, second!.hash])
    expect(await verified(blobs)).toEqual({ segments: 3, stakes: 3, grades: 1, faults: [] })
  })

  test('an edition that is published again adds none, and its stakes alone make no new edition', async () => {
    const { blobs } = await threeEditions()
    const standing = await currentManifest(blobs)
    expect(await publishEntries(blobs, 'v3', entriesOf(['a', 'b', 'c'], ['a']))).toEqual(standing)
    expect(await verified(blobs)).toMatchObject({ segments: 3, stakes: 3, grades: 1 })
  })

  test('the archive alone stakes nothing, nor does a document that the edition lacks', async () => {
    const blobs = memoryBlobs()
    const day = { current: false, asOf: '2026-07-10' }
    await publish(blobs, publication([artifact('archive/2026-07-10/a', 'v1')], { ...day, entries: entriesOf(['a']) }))
    await publish(blobs, publication([artifact('briefing/a', 'v1')], { entries: entriesOf(['a']) }))
    expect((await currentManifest(blobs))!.stakes).toBeUndefined()
  })

  test('is part of an edition and outlives the editions that entered it', async () => {
    const { blobs, segments } = await threeEditions()
    for (let version = 4; version < 12; version++)
      await publishEntries(blobs, `v${version}`, entriesOf([]), { publishedAt: `2026-07-22T13:${10 + version}:00Z` })
    expect((await prune(blobs, { keepEditions: 2, keepMs: 0, now: Date.parse('2026-07-23T00:00:00Z') })).manifests).toBe(9)
    expect(segments.every((key) => blobs.files.has(key))).toBe(true)
    const files = await filesOfEdition(blobs, manifestNamedBy(blobs.files.get('artifacts/current')!))
    expect([...files.keys()].filter((key) => segments.includes(key))).toHaveLength(3)
    expect((await verified(blobs)).faults).toEqual([])
  })

  test('a changed byte of any segment is seen and the segment is named', async () => {
    const { blobs, segments } = await threeEditions()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...segments), fc.nat(), fc.integer({ min: 1, max: 255 }), async (key, at, flip) => {
        const whole = blobs.files.get(key)!
        const bytes = Uint8Array.from(whole)
        bytes[at % bytes.length]! ^= flip
        blobs.files.set(key, bytes)
        const { faults } = await verified(blobs)
        blobs.files.set(key, whole)
        expect(faults).toEqual([`segment ${/[0-9a-f]{64}/.exec(key)![0]} is altered`])
      }),
    )
    blobs.files.delete(segments[1]!)
    expect((await verified(blobs)).faults).toEqual([`segment ${/[0-9a-f]{64}/.exec(segments[1]!)![0]} is missing`])
  })

  test('a newest segment noted earlier shows that later ones were dropped', async () => {
    const { blobs } = await threeEditions()
    const noted = (await currentManifest(blobs))!.stakes!
    expect((await verified(blobs, noted)).faults).toEqual([])
    const [first] = await segmentsAfter(blobs, noted, () => false)
    const { faults } = await verifyStakes(blobs, first!.hash, noted)
    expect(faults).toEqual([`segment ${noted} is not on the chain`])
  })

  test('whatever two publishers enter, each stake and each grade is on the chain once', async () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 4 })
    const runs = fc.array(fc.record({ stakes: ids, graded: ids, knows: fc.boolean() }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.tuple(runs, runs), async (all) => {
        const blobs = memoryBlobs()
        const [entered, graded] = [new Set<string>(), new Set<string>()]
        await Promise.all(
          all.map(async (own, publisher) => {
            const process = otherProcess(blobs)
            for (const [run, { stakes, graded: wanted, knows }] of own.entries()) {
              const grades = wanted.filter((id) => entered.has(id))
              // a run knows what the ledger had when it began: another one may have published since
              const newest = knows ? ((await currentManifest(process))?.stakes ?? null) : null
              const seen = new Set(
                knows
                  ? (await segmentsAfter(process, newest ?? undefined, () => false)).flatMap((one) => [
                      ...one.stakes.map(({ id }) => id),
                      ...one.grades.map(({ stake }) => `${stake} graded`),
                    ])
                  : [],
              )
              const [unseen, ungraded] = [stakes.filter((id) => !seen.has(id)), grades.filter((id) => !seen.has(`${id} graded`))]
              await publishEntries(process, `${publisher} ${run}`, entriesOf(unseen, ungraded, newest))
              for (const id of stakes) entered.add(id)
              for (const id of grades) graded.add(id)
            }
          }),
        )
        expect(await verified(blobs)).toMatchObject({ stakes: entered.size, grades: graded.size, faults: [] })
      }),
      { numRuns: 50 },
    )
  })
})
