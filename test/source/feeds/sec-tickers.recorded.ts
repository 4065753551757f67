import { expect, test } from 'vitest'
import { secTickers } from '../../../pipeline/source/feeds/sec-tickers.ts'
import { recordedBody, recordedRows } from '../../recorded.ts'
import { recordingOf } from '../../recording-of.ts'
import { flattened } from '../../rows.ts'

const url = 'https://www.sec.gov/files/company_tickers.json'
const parse = (body: Uint8Array | string) =>
  flattened(secTickers.parse(Buffer.from(body), recordingOf(url, body, '2026-04-17T23:59:59Z')))

test('the list of 2026-04-17: every row', () => {
  const { listing: listings, rejected } = parse(recordedBody(recordedRows().find((row) => row.url === url)!))
  expect(rejected).toEqual([])
  expect(listings).toHaveLength(10_391)
  expect(listings.slice(0, 2).map(({ code, position }) => [code, position])).toEqual([
    ['NVDA', 1],
    ['GOOGL', 2],
  ])
  expect(listings.filter(({ company }) => company === 'us:0001652044').map(({ code }) => code)).toContain('GOOG')
})
