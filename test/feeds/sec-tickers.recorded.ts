import { expect, test } from 'vitest'
import { recordedBody, recordedRows } from '../recorded.ts'
import { readingOf } from './reading.ts'

const url = 'https://www.sec.gov/files/company_tickers.json'

test('the list of 2026-04-17: every row', () => {
  const body = recordedBody(recordedRows().find((row) => row.url === url)!)
  const { rows, rejected } = readingOf(url, '2026-04-17T23:59:59Z').parse(body)
  const listings = rows.listing!
  expect(rejected).toEqual([])
  expect(listings).toHaveLength(10_391)
  expect(listings.slice(0, 2).map(({ code, position }) => [code, position])).toEqual([
    ['NVDA', 1],
    ['GOOGL', 2],
  ])
  expect(listings.filter(({ company }) => company === 'us:0001652044').map(({ code }) => code)).toContain('GOOG')
})
