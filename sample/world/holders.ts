import { filingsOf } from './filings.ts'
import { issuers } from './issuers.ts'

/** Bitcoins by a third party; `as filed`: what the company's newest current report said. */
type Count = number | 'as filed'

/** What the third parties publish of a company. */
interface Holder {
  readonly name: string
  /** As CoinGecko writes it: `HRBX.US`, empty for a private company. */
  readonly symbol: string
  readonly entity: string
  readonly coingecko: Count
  /** It lists fewer. */
  readonly strategytracker: Count | null
  readonly mnav: number | null
  /** Share of bitcoin in the value of its coins. */
  readonly share: number
}

const row = (
  name: string,
  symbol: string,
  entity: string,
  counts: [Count, Count | null],
  mnav: number | null,
  share = 1,
): Holder => ({
  ...{ name, symbol, entity, coingecko: counts[0], strategytracker: counts[1], mnav, share },
})

export const holders: readonly Holder[] = [
  row('Harbour Example', 'HRBX.US', 'harbour-example', ['as filed', 'as filed'], 1.31),
  row('Lantern Specimen', 'LNTX.US', 'lantern-specimen', ['as filed', null], 1.12, 0.66),
  // Files 3,120.
  row('Sable Sample Mining', 'SBLX.US', 'sable-sample-mining', [4_815, 4_815], null),
  // Files 12,480.
  row('Driftwood Fictional', 'DRFT.US', 'driftwood-fictional-group', [12_480, 12_292], 0.21),
  row('Quartz Placeholder', 'QRTZ.US', 'quartz-placeholder', [1_875, null], 0.8, 0.997),
  // Files 2,150.
  row('Kumo Mihon', '9901.T', 'kumo-mihon', [2_150, 2_150], 1.94),
  row('Unlisted Mockup', '', 'unlisted-mockup', [940, null], null),
]

/** Bitcoins the newest current report filed before `day` says a company holds; null before its first. */
function filedBy(symbol: string, day: number): number | null {
  const { cik } = issuers.find(({ ticker }) => symbol === `${ticker}.US`)!
  const { updates = [] } = filingsOf(cik, day).find((filing) => filing.updates.length > 0) ?? {}
  return updates.length === 0 ? null : Math.round(updates.at(-1)!.heldHundredths / 100)
}

/** What one third party says on `day` of each company it lists, the largest holder first. */
export function holdersBy(provider: 'coingecko' | 'strategytracker', day: number): { row: Holder; coins: number }[] {
  return holders
    .flatMap((row) => {
      const coins = row[provider] === 'as filed' ? filedBy(row.symbol, day) : row[provider]
      return coins === null ? [] : [{ row, coins }]
    })
    .sort((a, b) => b.coins - a.coins)
}
