import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { withQuarters } from './ownership-quarters.ts'
import { readingOf } from './reading.ts'

const dataset = 'v1/accounting/tb/ofs2_estimated_ownership_treasury_securities'
const url = `https://api.fiscaldata.treasury.gov/services/api/fiscal_service/${dataset}?sort=record_date`

describe('the issues of June 2021 to September 2025', () => {
  const saved = () =>
    readFileSync(join(recordedFolder, 'fiscaldata', 'ofs2_estimated_ownership_2021-06-30_2025-09-30.json'), 'utf8')

  test('each total is that of Debt to the Penny of one quarter: two before the issue with its owners, one before without', () => {
    const { data } = JSON.parse(withQuarters(saved())) as { data: { record_date: string; end_of_month: string }[] }
    const months = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7))
    const pairs = [...new Set(data.map(({ record_date: issue, end_of_month: quarter }) => `${issue} ${quarter}`))]
    const apart = pairs.map((pair) => pair.split(' ').map(months)).map(([issue, quarter]) => issue! - quarter!)
    expect(apart).toEqual(Array.from({ length: 18 }, () => [6, 3]).flat())
  })

  test('as it was saved, without the end of the month, it is refused', () =>
    expect(readingOf(url, '2026-11-20T21:00:00Z').refusal(saved())).toBe('HEADER'))
})
