import { expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { feedFor, feedState, feeds } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { dayNumber, dayOf, isoDay } from '../../pipeline/time/day.ts'
import { lineVersionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { britishCompany, indianBalance, indianCompany, indianFlows } from '../../sample/world/abroad.ts'
import { balanceAt, flowsIn } from '../../sample/world/statements.ts'
import { figureOf } from '../companies/loaded.ts'
import { emptyStore } from '../empty-store.ts'
import { sampleRecording } from '../recording-of.ts'
import { ask, now } from './answers.ts'

/** What a feed of a market and all it leads to give of a company at the time of the sample. */
async function companyOf(company: string, feed: string) {
  const state = feedState({ now, newestPeriod: new Map(), credentials: new Set(), sample: true })
  const queue = [...feeds.find(({ id }) => id === feed)!.plan(state)]
  const loads: Load[] = []
  for (const { url } of queue) {
    const response = await ask(url)
    const recording = sampleRecording(response)
    const { rows, rejected, next } = parseRecordedBody(feedFor(url)!, response.body, recording)
    loads.push({ recording, feed: feedFor(url)!.id, parsed: { rows, rejected, next } })
    queue.push(...next)
  }
  const store = await emptyStore()
  await load(store, loads, () => [])
  const versions = (await lineVersionsOf(store, [company])).get(company)!
  const [issuer] = await issuersOf(store, [company])
  store.close()
  const { row, left_out: leftOut } = composeCompany(issuer!, versions, dayOf(now))
  expect([row.why['company'], leftOut]).toEqual([undefined, []])
  return { view: viewOf(versions, shapeOf(issuer!), dayOf(now)), row }
}

test('the company in the UK reports once a year, known from the deadline on, as it was invented', async () => {
  const { view, row } = await companyOf(`eu:${britishCompany.lei}`, 'esef-index')
  const flows = flowsIn(britishCompany.business, 2025, 1, 4, 0)
  const sheet = balanceAt(britishCompany.business, 2025, 4, 0)
  for (const line of [
    'revenue',
    'cost_of_revenue',
    'operating_income',
    'net_income',
    'eps_basic',
    'operating_cash_flow',
  ] as const)
    expect(figureOf(view, line, 'FY2025')!.value, line).toBe(flows[line])
  for (const line of ['total_assets', 'total_liabilities', 'equity'] as const)
    expect(figureOf(view, line, 'FY2025')!.value, line).toBe(sheet[line])
  const { known, basis } = figureOf(view, 'revenue', 'FY2025')!
  expect([isoDay(known), basis, view.currency, row.name]).toEqual(['2026-04-30', 'deadline', 'GBP', britishCompany.name])
  expect(view.quarters).toEqual([])
})

test('the company in India states a quarter and the year to date in one document, as they were invented', async () => {
  const { view, row } = await companyOf(`in:${indianCompany.isin}`, 'nse-results')
  for (const [label, flows] of [
    ['FY2026', indianFlows(2026, 1, 4)],
    ['FY2026 Q3', indianFlows(2026, 3, 3)],
    ['FY2026 Q4', indianFlows(2026, 4, 4)],
  ] as const)
    for (const line of ['revenue', 'pretax_income', 'net_income', 'eps_basic'] as const)
      expect(figureOf(view, line, label)!.value, `${line}, ${label}`).toBeCloseTo(flows[line], 2)
  for (const line of ['total_assets', 'equity'] as const)
    expect(figureOf(view, line, 'FY2026')!.value, line).toBe(indianBalance(2026, 4)[line])
  expect([figureOf(view, 'revenue', 'FY2026')!.basis, view.currency, row.name]).toEqual(['filed', 'INR', indianCompany.name])
  expect(view.covers[0]!.to).toBe(dayNumber('2026-09-30'))
})
