import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { reviewReportCounts } from '../../activities/load/report-figures.ts'
import { companies } from '../../data/companies.ts'
import { dayView } from '../../pipeline/days/point-in-time-days.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { dayMs, dayNumber, endOfDay, isoTime } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { networkDay } from '../../sample/world/network.ts'
import { emptyStore } from '../empty-store.ts'
import { loadOf } from '../load-of.ts'
import { recordingOf } from '../recording-of.ts'
import { parsedOf } from '../rows.ts'

const now = Date.parse('2026-11-20T22:00:00Z')
const asked = ['2026-05-20', '2026-08-20', '2026-11-19'].map((day) => dayNumber(day)!)
const ciks = companies.flatMap(({ ticker, code }) => (ticker === 'LNTX' || ticker === 'DRFT' ? code : []))

async function loadAt(url: string, at: number) {
  const { body } = await sampleTransport({ now }).fetch({ feed: '', upstream: 'sec', url }, new AbortController().signal)
  return loadOf(url, body, isoTime(at))
}

/** Indexes of filings, what they lead to since 2026, each read twice at its own time, and the price that counts are checked with. */
async function loads(): Promise<Load[]> {
  const indexes = await Promise.all(ciks.map((cik) => loadAt(`https://data.sec.gov/submissions/CIK${cik}.json`, now)))
  const filed = new Map(
    indexes.flatMap(({ parsed }) => (parsed.rows.filing ?? []).map(({ url, accepted_at }) => [url, accepted_at] as const)),
  )
  const documents = [...filed].filter(
    ([url, at]) => at >= '2026-03' && indexes.some(({ parsed }) => parsed.next.some((next) => next.url === url)),
  )
  const read = await Promise.all(
    documents.flatMap(([url, acceptedAt], i) =>
      [1, 5].map((days) => loadAt(url, Date.parse(acceptedAt) + (days + (i % 3)) * dayMs)),
    ),
  )
  const sighting = Array.from({ length: 400 }, (_, i) => {
    const period = dayNumber('2026-11-19')! - i
    return { series: 'btc.PriceUSD', period, value: networkDay(period).price, seenAt: now, publishedAt: null }
  })
  const price = {
    recording: recordingOf('https://prices.example/', 'prices', isoTime(now), true),
    feed: 'coinmetrics-csv',
    parsed: parsedOf({ sighting }),
  }
  return [price, ...indexes, ...read]
}

async function holds(store: Store) {
  await reviewReportCounts(store)
  const known = await readKnownVersions(store, asked.at(-1)!)
  return {
    days: asked.map((asOf) => dayView(known, asOf, endOfDay(asOf)).treasuries()),
    figures: await select(
      store,
      'SELECT * REPLACE (CAST(value AS VARCHAR) AS value, CAST(as_of AS VARCHAR) AS as_of) FROM extraction ORDER BY accession, what',
    ),
    reports: await select(store, 'SELECT accession, recording FROM report ORDER BY accession'),
  }
}

async function loaded(batches: readonly (readonly Load[])[]) {
  const store = await emptyStore()
  try {
    for (const batch of batches) await load(store, batch, extractTotals)
    return await holds(store)
  } finally {
    await store.close()
  }
}

test('past days are the same in whatever order and however often filings, indexes and prices were read', async () => {
  const all = await loads()
  const standing = await loaded([all])
  expect(standing.days.map(({ list }) => list.holdings.map(({ ticker, btc_exact }) => [ticker, btc_exact]))).toEqual([
    [
      ['DRFT', 12_480],
      ['LNTX', 7_222],
    ],
    [
      ['DRFT', 12_480],
      ['LNTX', 7_350],
    ],
    [
      ['DRFT', 12_480],
      ['LNTX', 7_814],
    ],
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.integer({ min: 1, max: 9 }),
      async (shuffled, size) => {
        const batches = Array.from({ length: Math.ceil(shuffled.length / size) }, (_, i) =>
          shuffled.slice(i * size, (i + 1) * size),
        )
        expect(await loaded(batches)).toEqual(standing)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})
