import type { FormulaName } from '../../data/metrics.ts'
import { above200d } from './above-200d.ts'
import { annualFunding } from './annual-funding.ts'
import { change24h } from './change-24h.ts'
import { change364d } from './change-364d.ts'
import { difference } from './difference.ts'
import { drawdown } from './drawdown.ts'
import { epochPace } from './epoch-pace.ts'
import { firstOf } from './first-of.ts'
import { fiveYearGap } from './five-year-gap.ts'
import type { Formula } from './formula.ts'
import { hashRate } from './hash-rate.ts'
import { hashRibbon } from './hash-ribbon.ts'
import { meanGap200d } from './mean-gap-200d.ts'
import { breakEvenPower, gasPower, miningCostHigh, miningCostLow, miningCostMiddle, networkPower } from './mining-cost.ts'
import { feePerTransaction, feeShare, hashprice, hashvalue, minerRevenue, shareOfReward } from './mining-revenue.ts'
import { netLiquidity } from './net-liquidity.ts'
import { annualised3m, change13w, monthChange, monthStep, yearChange } from './period-change.ts'
import { ratio } from './ratio.ts'
import { realisedVolatility, realisedVolatility365 } from './realised-volatility.ts'
import { series } from './series.ts'
import { shareFlow } from './share-flow.ts'
import { shareOf } from './share-of.ts'
import { splitAdjusted } from './split-adjusted.ts'
import { butterfly, sum } from './sum.ts'
import { tga } from './tga.ts'
import { billionth, millionth, quintillionth, thousandth } from './thousandth.ts'
import { mean7d, mean30d, mean200d, millionthSum28d, sum5d, sum20d } from './trailing-days.ts'
import { mean3m, mean4w } from './trailing-mean.ts'

/**
 * The formulas by the names the rows of `data/metrics.ts` use. `looksBack`: how many entries before its own a value looks back to in what
 * it reads; so many days hold at most as many entries. A formula without it looks anywhere: its metric is worked out anew whenever what it
 * reads has changed. `columnLooksBack`: the same where only values are asked for, not what they rest on. `steady`: while what it reads
 * only gains entries, an entry that has a value keeps it, known when the last of what it is made of was.
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
  billionth: { calculate: billionth, looksBack: 0, steady: true },
  quintillionth: { calculate: quintillionth, looksBack: 0, steady: true },
  'first-of': { calculate: firstOf, columnLooksBack: 0 },
  'epoch-pace': { calculate: epochPace, looksBack: 0 },
  difference: { calculate: difference, looksBack: 0, steady: true },
  // five years of weeks, one of them a 53rd
  'five-year-gap': { calculate: fiveYearGap, looksBack: 263, steady: true },
  'realised-volatility': { calculate: realisedVolatility, looksBack: 30, steady: true },
  'realised-volatility-365': { calculate: realisedVolatility365, looksBack: 30, steady: true },
  ratio: { calculate: ratio, looksBack: 0, steady: true },
  tga: { calculate: tga, looksBack: 0 },
  'change-24h': { calculate: change24h, looksBack: 1, steady: true },
  'mean-200d': { calculate: mean200d, looksBack: 200, steady: true },
  'mean-4w': { calculate: mean4w, looksBack: 4, steady: true },
  'mean-3m': { calculate: mean3m, looksBack: 3, steady: true },
  'year-change': { calculate: yearChange, looksBack: 366, steady: true },
  'month-change': { calculate: monthChange, looksBack: 31, steady: true },
  'month-step': { calculate: monthStep, looksBack: 31, steady: true },
  'annualised-3m': { calculate: annualised3m, looksBack: 92, steady: true },
  'change-13w': { calculate: change13w, looksBack: 91, steady: true },
  sum: { calculate: sum, looksBack: 0, steady: true },
  butterfly: { calculate: butterfly, looksBack: 0, steady: true },
  'hash-rate': { calculate: hashRate, looksBack: 0 },
  'hash-ribbon': { calculate: hashRibbon, looksBack: 60 },
  hashprice: { calculate: hashprice, looksBack: 0, steady: true },
  'net-liquidity': { calculate: netLiquidity, looksBack: 0 },
  'mean-7d': { calculate: mean7d, looksBack: 7, steady: true },
  'mean-30d': { calculate: mean30d, looksBack: 30, steady: true },
  'millionth-sum-28d': { calculate: millionthSum28d, looksBack: 28, steady: true },
  'change-364d': { calculate: change364d, steady: true },
  drawdown: { calculate: drawdown, steady: true },
  'annual-funding': { calculate: annualFunding, looksBack: 0, steady: true },
  hashvalue: { calculate: hashvalue, looksBack: 0, steady: true },
  'miner-revenue': { calculate: minerRevenue, looksBack: 0, steady: true },
  'fee-share': { calculate: feeShare, looksBack: 0, steady: true },
  'share-of-reward': { calculate: shareOfReward, looksBack: 0, steady: true },
  'fee-per-transaction': { calculate: feePerTransaction, looksBack: 0, steady: true },
  'mining-cost-low': { calculate: miningCostLow, looksBack: 0, steady: true },
  'mining-cost-middle': { calculate: miningCostMiddle, looksBack: 0, steady: true },
  'mining-cost-high': { calculate: miningCostHigh, looksBack: 0, steady: true },
  'break-even-power': { calculate: breakEvenPower, looksBack: 0, steady: true },
  'network-power': { calculate: networkPower, looksBack: 0, steady: true },
  'gas-power': { calculate: gasPower, looksBack: 0, steady: true },
  'mean-gap-200d': { calculate: meanGap200d, looksBack: 200, steady: true },
  'above-200d': { calculate: above200d, looksBack: 200 },
  'sum-5d': { calculate: sum5d, looksBack: 5, steady: true },
  'sum-20d': { calculate: sum20d, looksBack: 20, steady: true },
  'share-flow': { calculate: shareFlow, looksBack: 1, steady: true },
  'share-of': { calculate: shareOf, looksBack: 0, steady: true },
  'split-adjusted': { calculate: splitAdjusted },
}
