import { expect, test } from 'vitest'
import { newestMarketValue } from '../../pipeline/companies/blocks/valuation.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { lineVersionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { japaneseReporter as reporter } from '../../sample/world/japanese-reporter.ts'
import { listedLines } from '../../sample/world/listed.ts'
import { balanceAt, flowsIn, sharesOn } from '../../sample/world/statements.ts'
import { figureOf } from '../companies/loaded.ts'
import { emptyStore } from '../empty-store.ts'
import { sampleRecording } from '../recording-of.ts'
import { ask, now } from './answers.ts'

const codes = 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip'
const dayOf = (iso: string) => Date.parse(iso) / 86_400_000

test('the list of filers leads to a company that reports under IFRS: sold, as its world has it, split and all', async () => {
  const store = await emptyStore()
  const loadOf = async (url: string) => {
    const response = await ask(url)
    const feed = feedFor(url)!
    const { rows, rejected, next } = parseRecordedBody(feed, response.body, sampleRecording(response))
    expect(rejected).toEqual([])
    return { recording: sampleRecording(response), feed: feed.id, parsed: { rows, rejected, next } }
  }
  const list = await loadOf(codes)
  const reports = await Promise.all(list.parsed.next.map(({ url }) => loadOf(url)))
  await load(store, [list, ...reports], () => [])
  const company = `jp:${reporter.edinet}`
  const versions = (await lineVersionsOf(store, [company])).get(company)!
  const [issuer] = await issuersOf(store, [company])
  store.close()

  const { briefing, row, blocks, left_out } = composeCompany(issuer!, versions, now / 86_400_000)
  expect([briefing, row.name, left_out]).toEqual(['equities.company/9902', 'Hoshi Mihon KK (SAMPLE DATA)', []])
  expect(Object.keys(blocks)).toEqual(['header', 'what_changed', 'numbers', 'capital_structure', 'quality', 'profitability'])
  expect(blocks.header?.identity).toMatchObject({ accounting_standard: 'IFRS', currency: 'JPY', edinet: 'E99902' })

  const submitted = dayOf('2026-03-27')
  const view = viewOf(versions, 'general', submitted)
  const [flows, sheet] = [flowsIn(reporter, 2025, 1, 4, submitted), balanceAt(reporter, 2025, 4, submitted)]
  for (const line of ['revenue', 'operating_income', 'net_income', 'eps_basic', 'capital_expenditure', 'buybacks'] as const)
    expect([line, figureOf(view, line, 'FY2025')?.value]).toEqual([line, flows[line]])
  for (const line of ['total_assets', 'total_liabilities', 'equity', 'long_term_debt'] as const)
    expect([line, figureOf(view, line, 'FY2025')?.value]).toEqual([line, sheet[line]])
  expect(figureOf(view, 'revenue', 'FY2021')?.value).toBe(flowsIn(reporter, 2021, 1, 4, submitted).revenue)

  const { close } = listedLines.find(({ code }) => code === reporter.ticker)!
  expect(close(dayOf('2025-12-30')) / close(dayOf('2026-01-05'))).toBeCloseTo(5, 0)
  const today = Math.floor(now / 86_400_000)
  const column = { period: Int32Array.of(today - 1), value: Float64Array.of(close(today - 1)), unit: 'JPY' }
  const market = newestMarketValue(viewOf(versions, 'general', today), {
    column,
    splits: [],
    source: { name: 'sample', url: null, resale: 'free' },
  })
  const count = sharesOn(reporter, 2026, 2, today)
  expect(market).toMatchObject({ value: count * close(today - 1) })

  // the digest tells the year six weeks before, and its earnings per share after the split
  const told = dayOf('2026-02-12')
  expect(figureOf(view, 'revenue', 'FY2025')).toMatchObject({ basis: 'reported', known: told, form: 'annual results' })
  expect(viewOf(versions, 'general', told - 1).years[0]?.label).toBe('FY2024')
  expect(view.splits).toMatchObject([{ name: '5:1', known: told }])
  const before = figureOf(viewOf(versions, 'general', submitted - 1), 'eps_basic', 'FY2024')!
  expect(figureOf(view, 'eps_basic', 'FY2024')).toMatchObject({ restated: { was: before.value } })
  expect(before.value / figureOf(view, 'eps_basic', 'FY2024')!.value).toBeCloseTo(5, 1)
})
