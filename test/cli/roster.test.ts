import { describe, expect, test } from 'vitest'
import { rosterFindings } from '../../cli/check/outside.ts'
import { companies, rosterOf } from '../../data/companies.ts'
import { secTickers } from '../../pipeline/source/feeds/sec-tickers.ts'
import type { Listed } from '../../pipeline/warehouse/companies/listings.ts'
import { recordedBody, recordedRows, recordingOf, withoutRecorded } from '../recorded.ts'
import { flattened } from '../rows.ts'

const url = 'https://www.sec.gov/files/company_tickers.json'
const strategy = companies.filter(({ ticker }) => ticker === 'MSTR')
const row = (code: string, cik: string, name: string): Listed => ({ code, company: `us:${cik}`, name })

describe('the roster against the list of tickers', () => {
  test('nothing is said of a company with its ticker, whatever else it has listed', () => {
    expect(
      rosterFindings(strategy, [row('STRK', '0001050446', 'Strategy Inc'), row('MSTR', '0001050446', 'Strategy Inc')]),
    ).toEqual([])
  })
  test('a company that is listed under other tickers by now', () => {
    expect(
      rosterFindings(strategy, [row('STRK', '0001050446', 'Strategy Inc'), row('SYM', '0001050446', 'Strategy Inc')]),
    ).toEqual([
      {
        check: 'roster MSTR',
        level: 'WARN',
        detail: 'no company is listed as MSTR; Strategy (CIK 0001050446), Strategy Inc, is listed as STRK, SYM',
        next: 'correct its ticker in data/companies.ts',
      },
    ])
  })
  test('a ticker that another company has taken, its own company gone', () => {
    expect(rosterFindings(strategy, [row('MSTR', '0000320193', 'Apple Inc.')])).toMatchObject([
      {
        detail: 'MSTR is the ticker of Apple Inc. (CIK 0000320193); Strategy (CIK 0001050446) is not listed',
        next: 'find out what happened to it and correct its row in data/companies.ts',
      },
    ])
  })
})

test.skipIf(withoutRecorded)('every company of the roster that files with the SEC had its ticker in April 2026', () => {
  const recorded = recordedRows().find((each) => each.url === url)!
  const body = recordedBody(recorded)
  const { listing: listings } = flattened(secTickers.parse(body, recordingOf(url, body, '2026-04-17T23:59:59Z')))
  const real = rosterOf(false).filter(({ market }) => market === 'us')
  expect(real.length).toBeGreaterThan(50)
  expect(rosterFindings(real, listings)).toEqual([])
  expect(
    rosterFindings(
      real,
      listings.filter(({ code }) => code !== 'MARA'),
    ),
  ).toMatchObject([{ check: 'roster MARA' }])
})
