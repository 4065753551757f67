import { expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { statementFigure } from '../../pipeline/documents/company/statements.ts'
import { companyRequest } from '../../pipeline/feeds/dart-company.ts'
import type { FollowUpRequest } from '../../pipeline/feeds/feed.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { lineVersionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { koreanFiler } from '../../sample/world/issuers.ts'
import { bankAt, bankDividend } from '../../sample/world/korean-bank.ts'
import { emptyStore } from '../empty-store.ts'
import { sampleRecording } from '../recording-of.ts'

const now = Date.parse('2026-07-20T12:00:00Z')
const company = `kr:${koreanFiler.corp_code}`

test('the invented bank of Korea is read from its first request on as its world has it, without revenue', async () => {
  const store = await emptyStore()
  const asked: string[] = []
  const follow = async (leads: readonly FollowUpRequest[]): Promise<void> => {
    for (const lead of leads) {
      asked.push(lead.url)
      const response = await sampleTransport({ now }).fetch(lead, new AbortController().signal)
      const recording = sampleRecording(response)
      const feed = feeds.find(({ id }) => id === lead.feed)!
      const { rows, rejected, next } = parseRecordedBody(feed, response.body, recording)
      expect(rejected).toEqual([])
      await load(store, [{ recording, feed: feed.id, parsed: { rows, rejected, next } }], () => [])
      await follow(next)
    }
  }
  await follow([companyRequest(koreanFiler.corp_code)])
  expect(asked).toHaveLength(6)
  const [issuer] = await issuersOf(store, [company])
  const versions = (await lineVersionsOf(store, [company])).get(company)!
  store.close()
  expect(shapeOf(issuer!, versions)).toBe('bank')
  const { blocks, row, left_out } = composeCompany(issuer!, versions, dayNumber('2026-07-20')!)
  expect(row.codes).toEqual([koreanFiler.stock_code])
  expect(Object.keys(blocks)).toEqual(expect.arrayContaining(['header', 'what_changed', 'numbers', 'profitability']))
  expect(left_out).toContainEqual({ what: 'revenue', why: expect.stringMatching(/^Banks/) })
  const amountOf = (line: string, period: string) => statementFigure(blocks.numbers!, line, period)?.value
  const year = bankAt(2025, 4)
  for (const [line, value] of Object.entries({ ...year.toDate, ...year.sheet }))
    if (!['revenue', 'bonds', 'operating_income'].includes(line)) expect([line, amountOf(line, 'FY2025')]).toEqual([line, value])
  expect(amountOf('net_interest_income', 'FY2026Q1')).toBe(bankAt(2026, 1).quarter.net_interest_income)
  expect(amountOf('dividend_per_share', 'FY2025')).toBe(bankDividend(2025))
  expect(versions.filter(({ line }) => line === 'revenue').length).toBeGreaterThan(0)
})
