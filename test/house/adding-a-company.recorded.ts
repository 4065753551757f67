import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { foreignCompany, usCompany } from '../../data/companies/row.ts'
import * as rows from '../../data/companies.ts'
import { asOfMoment, dayNumber } from '../../pipeline/time/day.ts'
import { recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { priceAt } from '../treasuries/periodic/recorded.ts'

/**
 * Five filers as nobody had heard of them: a roster of one row each, with no class, review or program. Their recorded filings are read by the
 * feeds that take them, without a change of the code.
 */
const roster = [
  usCompany('0000827876', 'CLSK', 'CleanSpark', 'US', 'planted'),
  usCompany('0001889123', 'FLD', 'Fold Holdings', 'US', 'planted'),
  usCompany('0001946573', 'NAKA', 'Kindly MD', 'US', 'planted'),
  usCompany('0001829311', 'BMNR', 'BitMine', 'US', 'planted'),
  foreignCompany('0001808110', 'DDC', 'DDC Enterprise', 'HK', 'planted'),
]
const periodic = [
  ['CLSK', 'clsk_10q_10Q-2025-06-30.html', '2025-08-07', '2025-06-30', 10_075],
  ['FLD', 'fld_10q_10Q-2025-06-30.html', '2025-08-12', '2025-06-30', 1_579],
  ['NAKA', 'naka_10q_10Q-2025-09-30.html', '2025-11-19', '2025-09-30', 5_398],
  ['BMNR', 'bmnr_10q_10q-2026-01-13.html', '2026-01-13', '2025-11-30', 193],
] as const
const current = ['DDC', 'ddc_2025-10-20_6K_1083btc-holdings.txt', '2025-10-20', 1_083] as const

const bytesOf = (file: string) => new Uint8Array(readFileSync(join(recordedFolder, 'sec/filings', file)))
const byTicker = (ticker: string) => roster.find((company) => company.ticker === ticker)!

beforeEach(() => {
  vi.resetModules()
  vi.doMock('../../data/companies.ts', () => ({
    ...rows,
    companies: roster,
    companyById: (id: string) => roster.find((company) => company.id === id),
    rosterOf: () => roster,
  }))
})
afterEach(() => vi.doUnmock('../../data/companies.ts'))

/** A warehouse of the recorded filings of the five, and of the price of a bitcoin on the days they state. */
async function loaded() {
  const { secDocuments } = await import('../../pipeline/feeds/sec-documents.ts')
  const { secCompleteSubmissions } = await import('../../pipeline/feeds/sec-complete-submissions.ts')
  const { withStatementRows } = await import('../../pipeline/treasuries/report-rows.ts')
  const { extractTotals } = await import('../../pipeline/treasuries/extract-totals.ts')
  const { load } = await import('../../pipeline/warehouse/companies/load.ts')
  const { openStore } = await import('../../pipeline/warehouse/store.ts')
  const { reviewReportCounts } = await import('../../activities/load/report-figures.ts')
  const filed = [
    ...periodic.map(([ticker, file, day]) => ({ ticker, file, day })),
    { ticker: current[0], file: current[1], day: current[2] },
  ]
  const documents = filed.map(({ ticker, file, day }, at) => {
    const { code, id, foreign: isForeign } = byTicker(ticker)
    const body = bytesOf(file)
    const own = /ACCESSION NUMBER:\s*(\S+)/u.exec(new TextDecoder().decode(body.subarray(0, 4_000)))?.[1]
    const accession = own ?? `0000000001-25-${String(at).padStart(6, '0')}`
    const folder = `https://www.sec.gov/Archives/edgar/data/${code.replace(/^0+/u, '')}`
    const url = isForeign ? `${folder}/${accession}.txt` : `${folder}/${accession.replaceAll('-', '')}/${file}`
    const recording = recordingOf(url, body, `${day}T22:00:00Z`)
    const feed = isForeign ? secCompleteSubmissions : secDocuments
    const parsed = withStatementRows(feed.parse(body, recording))
    const filing = {
      accession,
      company: id,
      form: isForeign ? '6-K' : '10-Q',
      filing_date: day,
      report_date: null,
      items: '',
      url,
    }
    const listed = { ...filing, accepted_at: `${day}T21:00:00Z` }
    return { recording, feed: feed.id, parsed: { ...parsed, rows: { ...parsed.rows, filing: [listed] } } }
  })
  const sighting = periodic.map(([, , , day]) => ({
    series: 'btc.PriceUSD',
    period: dayNumber(day)!,
    value: priceAt(day)!,
    seenAt: Date.parse(`${day}T23:59:00Z`),
    publishedAt: null,
  }))
  const prices = recordingOf('https://prices.example/', 'prices', '2026-01-02T00:00:00Z')
  const store = await openStore(':memory:')
  const distinct = [...new Map(sighting.map((row) => [row.period, row])).values()]
  await load(
    store,
    [
      ...documents,
      { recording: prices, feed: 'coinmetrics-csv', parsed: { rows: { sighting: distinct }, rejected: [], next: [] } },
    ],
    extractTotals,
  )
  await reviewReportCounts(store)
  return store
}

describe('a company is one row', () => {
  test('from the recorded filings of five to their holdings, and to what waits for review', async () => {
    const store = await loaded()
    try {
      const { readKnownVersions } = await import('../../activities/compute/known.ts')
      const { dayView } = await import('../../pipeline/days/point-in-time-days.ts')
      const { select } = await import('../../pipeline/warehouse/store.ts')
      const asOf = dayNumber('2026-01-20')!
      const { companies } = dayView(await readKnownVersions(store, asOf), asOf, asOfMoment(asOf)).treasuries()
      for (const [ticker, , , day, count] of periodic)
        expect(companies.find((company) => company.ticker === ticker)).toMatchObject({
          holding: { btc_exact: count, as_of: day },
        })
      // nobody has compared a current report of the fifth: its count waits, with the passage
      const [waiting, ...more] = await select<{ value: number; status: string; quote: string }>(
        store,
        'SELECT CAST(value AS DOUBLE) AS value, status, quote FROM extraction WHERE company = $1',
        [byTicker(current[0]).id],
      )
      expect(more).toEqual([])
      expect(waiting).toMatchObject({ value: current[3], status: 'held' })
      expect(waiting!.quote).toContain('1,083')
    } finally {
      await store.close()
    }
  })
})
