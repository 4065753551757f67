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

/** The formulas by the names the rows of `data/metrics.ts` use. */
export const formulas: Readonly<Record<string, Formula>> = {
  series,
  thousandth,
  millionth,
  quintillionth,
  'first-of': firstOf,
  'epoch-pace': epochPace,
  difference,
  tga,
  'change-24h': change24h,
  'mean-200d': mean200d,
  'hash-rate': hashRate,
  'hash-ribbon': hashRibbon,
  hashprice,
  'net-liquidity': netLiquidity,
}
