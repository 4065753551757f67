import { describe, expect, test } from 'vitest'
import { readBalanceDay } from '../../../pipeline/companies/balance-day.ts'
import { secMarket } from '../../../pipeline/companies/markets/sec.ts'
import { sheetLines } from '../../../pipeline/companies/markets/sec-sheet.ts'
import { recordedReport } from './recorded.ts'

describe('recorded balance sheets', () => {
  test.each([
    ['clsk_10q_10Q-2025-06-30', [10, 11]],
    ['clsk_10q_10Q-2024-12-31', [10, 11]],
    ['naka_10q_10Q-2025-09-30', [10]],
    ['fld_10q_10Q-2025-06-30', [7]],
    ['mstr_10q_10-Q-2024-05-01', [6]],
    // tables 37 and 39 are notes by segments that repeat total assets
    ['xom_10q_2025-08-04', [12]],
  ])('%s: %j', (name, tables) => {
    const balance = readBalanceDay(recordedReport(`sec/filings/${name}.html`), '10-Q', secMarket)
    expect(typeof balance === 'string' ? balance : [...new Set(sheetLines(balance).map(({ place }) => place.table))]).toEqual(
      tables,
    )
  })
})
