import { describe, expect, test } from 'vitest'
import { rosterFindings } from '../../cli/check/outside.ts'
import { companies } from '../../data/companies.ts'
import type { ListedCode } from '../../pipeline/warehouse/companies/listings.ts'

const strategy = companies.filter(({ ticker }) => ticker === 'MSTR')
const row = (code: string, cik: string, name: string): ListedCode => ({ code, company: `us:${cik}`, name })

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
