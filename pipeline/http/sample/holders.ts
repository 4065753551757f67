import { rosterOf } from '../../../data/companies.ts'
import { type SampleTreasury, sampleTreasuries } from '../../../data/sample-treasuries.ts'
import { filingsOf } from './sec-filings.ts'

/** Bitcoins the newest current report filed before `day` says a company holds; null before its first. */
function filedBy(ticker: string, day: number): number | null {
  const { code } = rosterOf(true).find((company) => company.ticker === ticker)!
  const update = filingsOf(code, day)
    .find(({ updates }) => updates.length > 0)
    ?.updates.at(-1)
  return update === undefined ? null : Math.round(update.heldHundredths / 100)
}

/** What one third party says on `day` of each company it lists, the largest holder first. */
export function holdersBy(provider: 'coingecko' | 'strategytracker', day: number): { row: SampleTreasury; held: number }[] {
  return sampleTreasuries
    .flatMap((row: SampleTreasury) => {
      const count = row[provider]
      const held = count === 'as filed' ? filedBy(row.ticker, day) : count
      return held === null ? [] : [{ row, held }]
    })
    .sort((a, b) => b.held - a.held)
}
