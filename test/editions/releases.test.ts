import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { trackedDecisions, trackedReleases } from '../../data/releases.ts'
import type { ReleasePublished } from '../../pipeline/editions/events.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { type KnownRelease, knownReleases } from '../../pipeline/editions/releases.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import type { DatedRow } from '../../pipeline/tables/index.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { columnOf } from '../analysis/columns.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { artifact, publication, wholeEdition } from './documents.ts'
import fromRecord from './releases.json' with { type: 'json' }

const now = Date.parse('2026-11-20T22:00:00Z')

const walcl = (rows: readonly [period: string, known: string][]): ReadonlyMap<string, Versions> =>
  new Map([
    [
      'WALCL',
      columnOf(
        rows.map(([period, known]) => [period, 1, Date.parse(known)]),
        'USD mn',
        'WALCL',
      ),
    ],
  ])

const auction = (auction_day: string, cusip: string): DatedRow<'auction'> =>
  ({
    auction_day,
    cusip,
    term: '10-Year',
    due_at: `${auction_day}T18:05:00Z`,
    known: Date.parse(`${auction_day}T18:10:00Z`),
  }) as never

test('a release points to a metric or briefing that a key of Basic reads whole', () => {
  const decisions = trackedDecisions.map(({ release }) => ({ release, day: '2026-11-19', at: '2026-11-19T19:00:00Z' }))
  const versions = new Map(
    trackedReleases.map(({ series }) => [series, walcl([['2026-11-18', '2026-11-19T21:30:00Z']]).get('WALCL')!]),
  )
  const { releases } = knownReleases(versions, [auction('2026-11-18', '912797AB1')], decisions, new Set(), now)
  expect(releases).toHaveLength(trackedDecisions.length + trackedReleases.length + 1)
  for (const { release, document } of releases) {
    const metric = metricRows.find((row) => document === `/api/metrics/${row.metric}`)
    const briefing = briefingRows.find(({ id }) => document === `/api/context?briefing=${id}`)
    expect([release, metric?.proOnly === false || ['free', 'basic'].includes(briefing?.tier ?? '')]).toEqual([release, true])
  }
})

test('a release is known from its own rows: of a revised value since the first, of an auction since its results', () => {
  const versions = walcl([
    ['2026-01-07', '2026-01-08T21:30:00Z'],
    ['2026-11-11', '2026-11-12T21:30:00Z'],
    ['2026-11-11', '2026-11-19T21:30:00Z'],
    ['2026-11-18', '2026-11-19T21:30:00Z'],
    ['2026-11-25', '2026-11-27T21:30:00Z'],
  ])
  const auctions = [auction('2026-11-12', '91282CPJ4'), auction('2026-11-24', '91282CPK1')]
  const { releases, watched } = knownReleases(versions, auctions, [], new Set(['fed-press']), now)
  expect(watched).toEqual(['fomc-decision'])
  expect(releases).toEqual(fromRecord)
})

const release = (period: string, about: string | null = null): KnownRelease => ({
  release: about === null ? 'fed-balance-sheet' : 'treasury-auction',
  period,
  security: about?.split(', ')[1] ?? null,
  about,
  released_at: `${period}T21:30:00Z`,
  document: '/api/metrics/fed-balance',
})
const published = (blobs: Blobs, version: string, at: string, releases: readonly KnownRelease[], watched: string[] = []) =>
  publish(blobs, publication([artifact('briefing/a', version)], { publishedAt: at, releases: { releases, watched } }))

async function events(blobs: Blobs) {
  const reader = await openReader(blobs, { pollMs: 60_000, log: { info() {}, warn() {} } })
  const all = reader.current()!.events.filter((event): event is ReleasePublished => event.type === 'release.published')
  reader.close()
  return all.map(({ release: name, period, about }) => [name, period, ...(about === undefined ? [] : [about])])
}

test('an edition tells of the releases that the one before did not know, once each, and not of a past it begins with', async () => {
  const blobs = memoryBlobs()
  await published(blobs, 'one', '2026-07-22T10:00:00Z', [release('2026-07-08'), release('2026-07-15')])
  expect(await events(blobs)).toEqual([])
  const known = [release('2026-07-15'), release('2026-07-22')]
  await published(blobs, 'two', '2026-07-23T22:00:00Z', known)
  expect(await events(blobs)).toEqual([['fed-balance-sheet', '2026-07-22']])
  // a replay, a rebuild and a revision of the same release tell nothing
  await published(blobs, 'three', '2026-07-23T23:00:00Z', known)
  await published(blobs, 'three', '2026-07-23T23:00:00Z', known)
  // another kind of release begins with what is known of it
  await published(blobs, 'four', '2026-07-24T10:00:00Z', [...known, release('2026-07-23', '10-Year, A')])
  expect(await events(blobs)).toHaveLength(1)
  await published(blobs, 'four', '2026-07-24T18:00:00Z', [
    ...known,
    release('2026-07-24', '2-Year, B'),
    release('2026-07-24', '5-Year, C'),
  ])
  expect((await events(blobs)).slice(1)).toEqual([
    ['treasury-auction', '2026-07-24', '2-Year, B'],
    ['treasury-auction', '2026-07-24', '5-Year, C'],
  ])
  // a corrected term is the same auction
  await published(blobs, 'five', '2026-07-24T19:00:00Z', [...known, release('2026-07-24', '23-Month, B')])
  expect(await events(blobs)).toHaveLength(3)
})

test('the first decision of a central bank whose list was read before is told; one that stood in that list then is not', async () => {
  const blobs = memoryBlobs()
  const decisions = ['2026-07-29', '2026-09-16', '2026-10-28'].map((day) => ({
    release: 'fomc-decision',
    day,
    at: `${day}T18:00:00Z`,
  }))
  const knownOf = (count: number) =>
    knownReleases(new Map(), [], decisions.slice(0, count), new Set(['fed-press']), Date.parse('2026-10-29T00:00:00Z')).releases
  const watched = ['fomc-decision']
  await published(blobs, 'one', '2026-07-22T10:00:00Z', [], watched)
  await published(blobs, 'two', '2026-07-29T18:02:00Z', knownOf(1), watched)
  expect(await events(blobs)).toEqual([['fomc-decision', '2026-07-29']])
  // months without one: the newest stays known, and the next is told
  await published(blobs, 'three', '2026-09-15T10:00:00Z', knownOf(1), watched)
  await published(blobs, 'four', '2026-09-16T18:02:00Z', knownOf(2), watched)
  expect(await events(blobs)).toEqual([['fomc-decision', '2026-09-16']])
  await published(blobs, 'five', '2026-10-28T18:02:00Z', knownOf(3).slice(1), watched)
  expect(await events(blobs)).toEqual([['fomc-decision', '2026-10-28']])
  const begun = memoryBlobs()
  await published(begun, 'one', '2026-07-29T19:00:00Z', knownOf(1), watched)
  await published(begun, 'two', '2026-07-29T20:00:00Z', knownOf(1), watched)
  expect(await events(begun)).toEqual([])
})

test('of two publishers at once each tells what the other did not', async () => {
  const blobs = memoryBlobs()
  await published(blobs, 'one', '2026-07-22T10:00:00Z', [release('2026-07-15')])
  let rivals = 1
  const raced: Blobs = {
    ...otherProcess(blobs),
    swap: async (key, expected, bytes) => {
      if (rivals-- > 0)
        await published(otherProcess(blobs), 'rival', '2026-07-23T22:00:00Z', [release('2026-07-15'), release('2026-07-22')])
      return blobs.swap(key, expected, bytes)
    },
  }
  await published(raced, 'two', '2026-07-23T22:01:00Z', [release('2026-07-15'), release('2026-07-22')])
  expect(await events(blobs)).toEqual([['fed-balance-sheet', '2026-07-22']])
})

test('a past day that is published tells of no release, and keeps what is known', async () => {
  const blobs = memoryBlobs()
  await published(blobs, 'one', '2026-07-22T10:00:00Z', [release('2026-07-15')])
  const releases = { releases: [release('2026-07-22')], watched: [] }
  await publish(blobs, publication([artifact('archive/2026-07-20/a', 'old')], { current: false, releases }))
  expect(await events(blobs)).toEqual([])
  expect((await wholeEdition(blobs))!.manifest.releases).toEqual(['fed-balance-sheet 2026-07-15 '])
})

test.each([
  ['2026-07-20', 'free'],
  ['2024-12-31', 'pro'],
])('a revision of %s that changes its state label is told, with the day, to the plans that read the day', async (day, tier) => {
  const blobs = memoryBlobs()
  const of = (version: string) => {
    const made = artifact(`archive/${day}/a`, version)
    const facts = { ...made.facts, tier: 'free', since: '2026-07-19' }
    return publication([{ ...made, facts }], { current: false, revisionNote: 'late rows' })
  }
  await publish(blobs, of('calm'))
  await publish(blobs, of('falling'))
  const reader = await openReader(blobs, { pollMs: 60_000, log: { info() {}, warn() {} } })
  expect(reader.current()!.events).toMatchObject([
    { cursor: 1, type: 'state.changed', tier, briefing: 'a', from: 'calm', to: 'falling', revised: day },
  ])
  reader.close()
})
