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
  billionth: '$1 / 1,000,000,000',
  quintillionth: '$1 / 1,000,000,000,000,000,000',
  'epoch-pace': '100 x (600 / $1 - 1)',
  difference: '$1 - $2, same day',
  tga: '$1 / 1,000; as long as there is no value of it, $2 / 1,000 (weekly average)',
  'change-24h': '100 x ($1 / $1 of the previous day - 1)',
  'mean-200d': 'mean of the last 200 daily values of $1',
  'mean-4w': 'mean of the last 4 weekly values of $1',
  'mean-3m': 'mean of the last 3 monthly values of $1',
  'year-change': '100 x ($1 / $1 of the same period a year before - 1); of weekly series 52 weeks before',
  'month-change': '100 x ($1 / $1 of the previous month - 1)',
  'month-step': '$1 - $1 of the previous month',
  'annualised-3m': '100 x (($1 / $1 three months before)^4 - 1)',
  'change-13w': '$1 - $1 of 13 weeks before',
  sum: 'sum of $all, same day',
  butterfly: '2 x $1 - $2 - $3, same day',
  'hash-rate': '$1 / 1,000,000; if missing, difficulty x 2^32 x blocks / 86,400',
  'hash-ribbon': 'mean of $1 over 30 days / mean over 60 days',
  hashprice: '($1 + $2) x $3 / ($4 in TH/s)',
  'net-liquidity': '$1 - $2 - $3, all on Wednesdays',
}
