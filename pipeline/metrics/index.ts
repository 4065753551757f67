import type { FormulaName } from '../../data/metrics.ts'
import { change24h } from './change-24h.ts'
import { difference } from './difference.ts'
import { epochPace } from './epoch-pace.ts'
import { firstOf } from './first-of.ts'
import type { Formula } from './formula.ts'
import { hashRate } from './hash-rate.ts'
import { hashRibbon } from './hash-ribbon.ts'
import { hashprice } from './hashprice.ts'
import { mean200d } from './mean-200d.ts'
import { netLiquidity } from './net-liquidity.ts'
import { series } from './series.ts'
import { tga } from './tga.ts'
import { millionth, quintillionth, thousandth } from './thousandth.ts'

/**
 * The formulas by the names the rows of `data/metrics.ts` use. `looksBack`: how many entries before its own a value looks back to in what
 * it reads. A formula without it looks anywhere: its metric is worked out anew whenever what it reads has changed. `columnLooksBack`: the
 * same where only values are asked for, not what they rest on. `steady`: while what it reads only gains entries, an entry that has a value
 * keeps it, known when the last of what it is made of was.
 */
export const formulas: Readonly<
  Record<
    FormulaName,
    { readonly calculate: Formula; readonly looksBack?: number; readonly columnLooksBack?: number; readonly steady?: true }
  >
> = {
  series: { calculate: series, steady: true },
  thousandth: { calculate: thousandth, looksBack: 0, steady: true },
  millionth: { calculate: millionth, looksBack: 0, steady: true },
  quintillionth: { calculate: quintillionth, looksBack: 0, steady: true },
  'first-of': { calculate: firstOf, columnLooksBack: 0 },
  'epoch-pace': { calculate: epochPace, looksBack: 0 },
  difference: { calculate: difference, looksBack: 0, steady: true },
  tga: { calculate: tga, looksBack: 0 },
  'change-24h': { calculate: change24h, looksBack: 1, steady: true },
  'mean-200d': { calculate: mean200d, looksBack: 200, steady: true },
  'hash-rate': { calculate: hashRate, looksBack: 0 },
  'hash-ribbon': { calculate: hashRibbon, looksBack: 60 },
  hashprice: { calculate: hashprice, looksBack: 0, steady: true },
  'net-liquidity': { calculate: netLiquidity, looksBack: 0 },
}
