import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { treasuryRows } from '../../activities/compute/readings.ts'
import { filedSeries } from '../../data/series.ts'
import { dayView } from '../../pipeline/days/point-in-time-days.ts'
import type { TreasuryDocuments } from '../../pipeline/days/treasuries.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { asOfMoment, dayNumber, endOfDay, isoTime } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { putPublished } from '../../pipeline/warehouse/readings.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { loadOf } from '../load-of.ts'
import { recordedBody, recordedRows } from '../recorded.ts'

const cik = '0001050446'
const index = `https://data.sec.gov/submissions/CIK${cik}.json`
/** Of past days, dated by their release rule: whoever read it on its day had it, so it is here from the start. */
const history = new Set(['coinmetrics-csv', 'coinmetrics-api'])
/** What a reader of a day could have read that day. */
const dated = new Set(['sec-documents', 'coingecko-treasuries', 'strategytracker'])

/** Days whose holding is read by hand. */
const readByHand = ['2021-04-29', '2022-05-03', '2024-05-01', '2026-01-20']
const isWhole = process.env['TORTURE'] === '1'
if (!isWhole) console.log('a third of the 32 days of filings, and those read by hand: set TORTURE=1 for all')

const loadOn = (url: string, body: Uint8Array | string, day: string) => ({ ...loadOf(url, body, `${day}T23:59:59Z`), day })

/** The index of filings as it stood at the end of a day: a cut of the recorded one. */
function indexOn(whole: string, day: string) {
  const page = JSON.parse(whole) as { filings: { recent: Record<string, unknown[]>; files: unknown[] } }
  const { parsed } = loadOn(index, whole, day)
  const accepted = new Set(
    (parsed.rows.filing ?? [])
      .filter((filing) => Date.parse(filing.accepted_at) <= asOfMoment(dayNumber(day)!))
      .map(({ accession }) => accession),
  )
  const { accessionNumber } = page.filings.recent
  const recent = Object.entries(page.filings.recent).map(([name, column]) => [
    name,
    column.filter((_, i) => accepted.has(String(accessionNumber![i]))),
  ])
  return loadOn(index, JSON.stringify({ ...page, filings: { recent: Object.fromEntries(recent), files: [] } }), day)
}

async function treasuriesOf(store: Store, day: string): Promise<TreasuryDocuments> {
  const asOf = dayNumber(day)!
  return dayView(await readKnownVersions(store, asOf), asOf, endOfDay(asOf)).treasuries()
}

describe('the recorded filings, day by day', () => {
  const rows = recordedRows().filter(({ url }) => {
    const feed = feedFor(url)?.id ?? ''
    return history.has(feed) || dated.has(feed)
  })
  const whole = recordedRows().find(({ url }) => url === index)
  const days = [...new Set(rows.filter(({ url }) => dated.has(feedFor(url)!.id)).map((row) => row.fetched_on))].sort()
  const judged = days.filter((day, at) => isWhole || at % 3 === 0 || readByHand.includes(day))
  let then: Store
  let now: Store
  /** What the reader of each day judged could know, worked out that day. */
  const said = new Map<string, TreasuryDocuments>()

  beforeAll(async () => {
    then = await emptyStore()
    now = await emptyStore()
    const all = rows.map((row) => loadOn(row.url, recordedBody(row), row.fetched_on))
    const names = new TextDecoder().decode(recordedBody(whole!))
    await load(
      then,
      all.filter(({ feed }) => history.has(feed)),
      extractTotals,
    )
    for (const day of days) {
      const read = all.filter((each) => dated.has(each.feed) && each.day === day)
      await load(then, [...read, indexOn(names, day)], extractTotals)
      if (!judged.includes(day)) continue
      const treasuries = await treasuriesOf(then, day)
      said.set(day, treasuries)
      await putPublished(then, treasuryRows(treasuries.companies, isoTime(endOfDay(dayNumber(day)!))))
    }
    // the other way round, and the index as it was recorded
    for (const each of [loadOn(index, names, whole!.fetched_on), ...all.toReversed()]) await load(now, [each], extractTotals)
  })
  afterAll(async () => {
    await then?.close()
    await now?.close()
  })

  test('are those of Strategy: totals of 18 current reports, and counts of two of three periodic ones', () => {
    const of = (day: string) => said.get(day)!.companies.find(({ ticker }) => ticker === 'MSTR')!
    expect(days).toHaveLength(32)
    // nothing bears its count out
    expect(of('2021-04-29')).toMatchObject({ holding: null, financing: { btc: null, as_of: '2021-03-31' } })
    expect(of('2022-05-03').holding).toMatchObject({ btc_exact: 129_218, as_of: '2022-03-31', known_at: '2022-05-03T20:09:14Z' })
    expect(of('2024-05-01').holding).toMatchObject({ btc_exact: 214_278 })
    expect(of('2026-01-20').holding).toMatchObject({ btc_exact: 709_715, source: { name: '8-K filed 2026-01-20' } })
  })

  test('count as observations known when the SEC accepted the filing, however late they were recorded', async () => {
    const filed =
      "SELECT DISTINCT known_at FROM observation WHERE list_contains(CAST($1::JSON AS VARCHAR[]), series) AND known_basis = 'filed' AND known_at"
    const ids = JSON.stringify(filedSeries.map(({ id }) => id))
    for (const store of [then, now]) {
      expect(await select(store, `${filed} IN (SELECT accepted_at FROM filing)`, [ids])).not.toEqual([])
      expect(await select(store, `${filed} NOT IN (SELECT accepted_at FROM filing)`, [ids])).toEqual([])
    }
  })

  test.each(judged)('%s: asked for now is what its reader knew, and what SQL tells of it', async (day) => {
    const treasuries = await treasuriesOf(now, day)
    expect(treasuries).toEqual(said.get(day))
    await putPublished(now, treasuryRows(treasuries.companies, '2026-11-21T00:00:00Z'))
    const held = treasuries.companies.map(({ ticker, holding, withheld }) => ({
      ticker,
      precision: holding?.precision ?? null,
      btc_exact: holding?.btc_exact ?? null,
      btc_display: holding?.btc_display ?? null,
      stated_for: holding?.as_of ?? null,
      known_at: holding?.known_at ?? null,
      filing_url: holding?.filing_url ?? null,
      how: holding?.reading?.how ?? null,
      reason: withheld?.reason ?? (holding === null ? expect.any(String) : null),
    }))
    const columns =
      "ticker, precision, btc_exact::DOUBLE AS btc_exact, btc_display::DOUBLE AS btc_display, CAST(stated_for AS VARCHAR) AS stated_for, strftime(known_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at, filing_url, how, reason"
    for (const store of [then, now])
      expect(
        await select(store, `SELECT ${columns} FROM v_holdings WHERE as_of = $1::DATE AND latest_version ORDER BY ticker`, [day]),
      ).toEqual(held.sort((a, b) => (a.ticker < b.ticker ? -1 : 1)))
  })
})
