import type { FormulaName } from './row.ts'

/**
 * Each formula in words; `$1`, `$2` stand for what the metric reads, in its order. `pipeline/metrics/` computes it and says the same of a
 * value it has computed. `series` and `first-of` give values as their source does.
 */
export const formulaWords: Readonly<Record<FormulaName, string>> = {
  series: '$1, as its source gives it',
  'first-of': 'the first of $all that has a value for the period, as its source gives it',
  thousandth: '$1 / 1,000',
  millionth: '$1 / 1,000,000',
  quintillionth: '$1 / 1,000,000,000,000,000,000',
  'epoch-pace': '100 x (600 / $1 - 1)',
  difference: '$1 - $2, same day',
  tga: '$1 / 1,000; as long as there is no value of it, $2 / 1,000 (weekly average)',
  'change-24h': '100 x ($1 / $1 of the previous day - 1)',
  'mean-200d': 'mean of the last 200 daily values of $1',
  'hash-rate': '$1 / 1,000,000; if missing, difficulty x 2^32 x blocks / 86,400',
  'hash-ribbon': 'mean of $1 over 30 days / mean over 60 days',
  hashprice: '($1 + $2) x $3 / ($4 in PH/s)',
  'five-year-gap': '100 x ($1 / its mean in the same ISO week of the 5 years before - 1)',
  'realised-volatility': 'standard deviation of the last 30 simple daily changes of $1, annualised by the root of 252',
  'realised-volatility-365': 'standard deviation of the last 30 simple daily changes of $1, annualised by the root of 365',
  ratio: '$1 / $2, same period',
  'net-liquidity': '$1 - $2 - $3, all on Wednesdays',
  'mean-7d': 'mean of $1 over 7 days',
  'mean-30d': 'mean of $1 over 30 days',
  'millionth-sum-28d': 'sum of $1 over 28 days / 1,000,000',
  'change-364d': '100 x ($1 / $1 364 days earlier - 1)',
  drawdown: '100 x ($1 / highest $1 so far - 1)',
  'annual-funding': '100 x 365 x $1',
  hashvalue: '($1 + $2) x 100,000,000 / ($3 in TH/s)',
  'miner-revenue': '($1 + $2) x $3',
  'fee-share': '100 x $1 / ($2 + $1)',
  'share-of-reward': '100 x $1 / $2',
  'fee-per-transaction': '$1 x $2 / $3',
  'mining-cost-low': '$1 x break-even of the newest machines on the cheapest power / $2',
  'mining-cost-middle': '$1 x break-even of the middle fleet on the middle power price / $2',
  'mining-cost-high': '$1 x break-even of the oldest machines in use on the dearest power / $2',
  'break-even-power': '$1 / (24 x J/TH of the middle fleet)',
  'network-power': '$1 x J/TH of the middle fleet / 1,000',
  'gas-power': '$1 x 7,740 Btu/kWh / 10,000',
  'split-adjusted': '$1 in the shares of its newest close; dividends stay in it',
}
