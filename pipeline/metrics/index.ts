import type { FormulaName } from '../../data/metrics.ts'
import { change24h } from './change-24h.ts'
import { difference } from './difference.ts'
import { epochPace } from './epoch-pace.ts'
import { firstOf } from './first-of.ts'
import type { Formula } from './formula.ts'
import { hashRate } from './hash-rate.ts'
import { hashRibbon } from './hash-ribbon.ts'
import { hashprice } from './hashprice.ts'
import { netLiquidity } from './net-liquidity.ts'
import { annualised3m, change13w, monthChange, monthStep, yearChange } from './period-change.ts'
import { series } from './series.ts'
import { butterfly, sum } from './sum.ts'
import { tga } from './tga.ts'
import { billionth, millionth, quintillionth, thousandth } from './thousandth.ts'
import { mean3m, mean4w, mean200d } from './trailing-mean.ts'

/**
 * The formulas by the names the rows of `data/metrics.ts` use. `looksBack`: how many entries before its own a value looks back to in what
 * it reads; so many days hold at most as many entries. A formula without it looks anywhere: its metric is worked out anew whenever what it
 * reads has changed.
 */
export const formulas: Readonly<Record<FormulaName, { readonly calculate: Formula; readonly looksBack?: number }>> = {
  series: { calculate: series },
  thousandth: { calculate: thousandth, looksBack: 0 },
  millionth: { calculate: millionth, looksBack: 0 },
  billionth: { calculate: billionth, looksBack: 0 },
  quintillionth: { calculate: quintillionth, looksBack: 0 },
  'first-of': { calculate: firstOf },
  'epoch-pace': { calculate: epochPace, looksBack: 0 },
  difference: { calculate: difference, looksBack: 0 },
  tga: { calculate: tga, looksBack: 0 },
  'change-24h': { calculate: change24h, looksBack: 1 },
  'mean-200d': { calculate: mean200d, looksBack: 200 },
  'mean-4w': { calculate: mean4w, looksBack: 4 },
  'mean-3m': { calculate: mean3m, looksBack: 3 },
  'year-change': { calculate: yearChange, looksBack: 366 },
  'month-change': { calculate: monthChange, looksBack: 31 },
  'month-step': { calculate: monthStep, looksBack: 31 },
  'annualised-3m': { calculate: annualised3m, looksBack: 92 },
  'change-13w': { calculate: change13w, looksBack: 91 },
  sum: { calculate: sum, looksBack: 0 },
  butterfly: { calculate: butterfly, looksBack: 0 },
  'hash-rate': { calculate: hashRate, looksBack: 0 },
  'hash-ribbon': { calculate: hashRibbon, looksBack: 60 },
  hashprice: { calculate: hashprice, looksBack: 0 },
  'net-liquidity': { calculate: netLiquidity, looksBack: 0 },
}
