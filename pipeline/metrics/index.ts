import type { FormulaName } from '../../data/metrics.ts'
import { change24h } from './change-24h.ts'
import { difference } from './difference.ts'
import { epochPace } from './epoch-pace.ts'
import { firstOf } from './first-of.ts'
import { fiveYearGap } from './five-year-gap.ts'
import type { Formula } from './formula.ts'
import { hashRate } from './hash-rate.ts'
import { hashRibbon } from './hash-ribbon.ts'
import { hashprice } from './hashprice.ts'
import { mean200d } from './mean-200d.ts'
import { netLiquidity } from './net-liquidity.ts'
import { ratio } from './ratio.ts'
import { realisedVolatility } from './realised-volatility.ts'
import { series } from './series.ts'
import { splitAdjusted } from './split-adjusted.ts'
import { sum } from './sum.ts'
import { tga } from './tga.ts'
import { millionth, quintillionth, thousandth } from './thousandth.ts'

/**
 * The formulas by the names the rows of `data/metrics.ts` use. `looksBack`: how many entries before its own a value looks back to in what
 * it reads. A formula without it looks anywhere: its metric is worked out anew whenever what it reads has changed.
 */
export const formulas: Readonly<Record<FormulaName, { readonly calculate: Formula; readonly looksBack?: number }>> = {
  series: { calculate: series },
  thousandth: { calculate: thousandth, looksBack: 0 },
  millionth: { calculate: millionth, looksBack: 0 },
  quintillionth: { calculate: quintillionth, looksBack: 0 },
  'first-of': { calculate: firstOf },
  'epoch-pace': { calculate: epochPace, looksBack: 0 },
  difference: { calculate: difference, looksBack: 0 },
  sum: { calculate: sum, looksBack: 0 },
  // five years of weeks, one of them a 53rd
  'five-year-gap': { calculate: fiveYearGap, looksBack: 263 },
  'realised-volatility': { calculate: realisedVolatility, looksBack: 30 },
  ratio: { calculate: ratio, looksBack: 0 },
  tga: { calculate: tga, looksBack: 0 },
  'change-24h': { calculate: change24h, looksBack: 1 },
  'mean-200d': { calculate: mean200d, looksBack: 200 },
  'hash-rate': { calculate: hashRate, looksBack: 0 },
  'hash-ribbon': { calculate: hashRibbon, looksBack: 60 },
  hashprice: { calculate: hashprice, looksBack: 0 },
  'net-liquidity': { calculate: netLiquidity, looksBack: 0 },
  'split-adjusted': { calculate: splitAdjusted },
}
