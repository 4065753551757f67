import { afterAll, expect, test } from 'vitest'
import { treasuryRows } from '../../activities/compute/readings.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { type TreasuryFacts, treasuryDocument } from '../../pipeline/treasuries/document.ts'
import { holdingOf } from '../../pipeline/treasuries/holding.ts'
import type { KnownCompany } from '../../pipeline/treasuries/known.ts'
import { putPublished } from '../../pipeline/warehouse/readings.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { company, count, report, witness } from '../treasuries/known-company.ts'

const store = await emptyStore()
afterAll(() => store.close())

/** What is said of an invented company on a day. */
function said(day: string, more: Partial<KnownCompany>) {
  const facts: TreasuryFacts = {
    company: company(more),
    rate: null,
    mnav: () => ({ mnav: null, note: 'No closing price of the listed share from the last 7 days is available.' }),
    atmCapacity: [],
    statedSince: [],
  }
  return treasuryDocument(facts, holdingOf(facts.company, dayNumber(day)!), { asOf: day, sample: false, notices: [] })
}

const put = (documents: readonly ReturnType<typeof said>[], computedAt: string) =>
  putPublished(store, treasuryRows(documents, computedAt))
const rows = (sql: string) => select<Record<string, string | number | boolean | null>>(store, sql)

test('what was said stands as it was said: the same again adds nothing, another is the next version', async () => {
  const first = said('2026-11-19', { ticker: 'AAA', counts: [count(100, '2026-11-15')], report: report() })
  const second = said('2026-11-19', { ticker: 'AAA', counts: [count(120, '2026-11-16')], report: report() })
  expect(await put([first], '2026-11-19T22:00:00Z')).toBe(1)
  expect(await put([first], '2026-11-19T23:00:00Z')).toBe(0)
  expect(await put([second], '2026-11-20T01:00:00Z')).toBe(1)
  expect(
    await rows(
      "SELECT btc_exact::DOUBLE AS btc_exact, version, strftime(computed_at, '%H:%M') AS at FROM v_holdings WHERE ticker = 'AAA' ORDER BY version",
    ),
  ).toEqual([
    { btc_exact: 100, version: 1, at: '22:00' },
    { btc_exact: 120, version: 2, at: '01:00' },
  ])
})

test('each view tells its part', async () => {
  await put(
    [
      said('2026-11-20', { ticker: 'BBB', counts: [count(10_000, '2026-11-15')], witnesses: [witness(7_500)], report: report() }),
      said('2026-11-20', { ticker: 'CCC', counts: [count(999, '2026-11-15', { status: 'held' })] }),
      said('2026-11-20', { ticker: 'DDD', witnesses: [witness(1_234)] }),
    ],
    '2026-11-20T22:00:00Z',
  )
  const day = "as_of = DATE '2026-11-20' ORDER BY ticker"
  expect(
    await rows(
      `SELECT ticker, precision, btc_exact::DOUBLE AS btc_exact, btc_display, reason IS NOT NULL AS unshown FROM v_holdings WHERE ${day}`,
    ),
  ).toEqual([
    { ticker: 'BBB', precision: 'exact', btc_exact: 10_000, btc_display: 10_000, unshown: false },
    { ticker: 'CCC', precision: null, btc_exact: null, btc_display: null, unshown: true },
    { ticker: 'DDD', precision: 'estimate', btc_exact: null, btc_display: 1_230, unshown: false },
  ])
  expect(
    await rows(
      `SELECT ticker, standing_btc::DOUBLE AS standing_btc, other_btc::DOUBLE AS other_btc, difference_percent FROM v_adjudications WHERE ${day}`,
    ),
  ).toEqual([{ ticker: 'BBB', standing_btc: 10_000, other_btc: 7_500, difference_percent: -25 }])
  expect(
    await rows(`SELECT ticker, senior_claims_usd::DOUBLE AS senior_claims_usd, missing FROM v_financing WHERE ${day}`),
  ).toEqual([{ ticker: 'BBB', senior_claims_usd: 400_000_000, missing: '[]' }])
  // a withheld company has no mNAV, not even none
  expect(await rows(`SELECT ticker, mnav, note FROM v_mnav WHERE ${day}`)).toEqual(
    ['BBB', 'DDD'].map((ticker) => ({
      ticker,
      mnav: null,
      note: 'No closing price of the listed share from the last 7 days is available.',
    })),
  )
})

test('a document that only grew older is kept once; its age is counted from its day', async () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-19']
  const said_ = days.map((day) => said(day, { ticker: 'EEE', counts: [count(100, '2026-11-15')] }))
  expect(said_.map(({ holding }) => holding?.age_days)).toEqual([2, 3, 4])
  await put(said_, '2026-11-20T22:00:00Z')
  expect(await rows("SELECT count(DISTINCT said) AS documents, count(*) AS days FROM treasury WHERE ticker = 'EEE'")).toEqual([
    { documents: 1n, days: 3n },
  ])
  expect(
    await rows("SELECT CAST(as_of AS VARCHAR) AS day, age_days, freshness FROM v_holdings WHERE ticker = 'EEE' ORDER BY as_of"),
  ).toEqual(days.map((day, i) => ({ day, age_days: i + 2, freshness: 'fresh' })))
})

test('a sum over companies is of the newest day of each, and a part missing on that day is not an older one', async () => {
  const has = (day: string, btc: number, parts: object) => said(day, { ticker: 'FFF', counts: [count(btc, day)], ...parts })
  await put([has('2026-11-17', 100, { report: report() }), has('2026-11-18', 120, {})], '2026-11-20T22:00:00Z')
  await put([has('2026-11-18', 130, {})], '2026-11-20T23:00:00Z')
  const shown = (view: string, figure: string) => rows(`SELECT sum(${figure})::DOUBLE AS sum FROM ${view} WHERE ticker = 'FFF'`)
  expect(await shown('v_holdings_latest', 'btc_exact')).toEqual([{ sum: 130 }])
  expect(await shown('v_financing', 'senior_claims_usd')).toEqual([{ sum: 400_000_000 }])
  expect(await shown('v_financing_latest', 'senior_claims_usd')).toEqual([{ sum: null }])
})

test('v_holdings says why no count is shown, and has the company by its issuer id', async () => {
  await put(
    [
      said('2026-11-21', { ticker: 'MSTR', counts: [count(10_000, '2026-11-15')] }),
      said('2026-11-21', { ticker: 'MARA', counts: [count(999, '2026-11-15', { status: 'held' })] }),
      said('2026-11-21', { ticker: 'RIOT' }),
    ],
    '2026-11-21T22:00:00Z',
  )
  const shown = await rows(
    "SELECT ticker, company, typeof(btc_exact) AS type, reason FROM v_holdings WHERE as_of = DATE '2026-11-21' ORDER BY ticker",
  )
  expect(shown).toEqual([
    { ticker: 'MARA', company: 'us:0001507605', type: 'DECIMAL(38,8)', reason: expect.stringMatching(/^[A-Z].*\.$/) },
    { ticker: 'MSTR', company: 'us:0001050446', type: 'DECIMAL(38,8)', reason: null },
    { ticker: 'RIOT', company: 'us:0001167419', type: 'DECIMAL(38,8)', reason: 'No source on record counts its bitcoins.' },
  ])
})
