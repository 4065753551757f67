import type { Formulation } from '../../../data/metrics.ts'
import { weekday } from '../../time/day.ts'
import { above200d } from './above-200d.ts'
import { annualised3m, change, percentChange } from './change.ts'
import { drawdown } from './drawdown.ts'
import { firstOf, tga } from './first-of.ts'
import { fiveYearGap, sameWeeksBefore } from './five-year-gap.ts'
import { type Calculation, samePeriodAlone } from './formula.ts'
import { coinFlow, shareFlow } from './fund-flow.ts'
import { fundTotal } from './fund-total.ts'
import { breakEvenPower, gasPower, hashRate, miningCost, networkPower } from './mining.ts'
import { sameDay, scale } from './same-day.ts'
import { splitAdjusted } from './split-adjusted.ts'
import { hashRibbon, meanGap200d, trailing, volatility } from './trailing.ts'
import { witnessedFlow } from './witnessed-flow.ts'

/** Percent that a part is of a whole; none of nothing. */
const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole)
const perPositive = (value: number, by: number): number | null => (by > 0 ? value / by : null)
const perAny = (value: number, by: number): number | null => (by === 0 ? null : value / by)

const petahashesPerExahash = 1e3
const terahashesPerExahash = 1e6
const satoshis = 1e8

/** The formulas without parameters, by the names the rows of `data/metrics/` use. */
export const plainFormulas: Readonly<Record<Extract<Formulation, string>, Calculation>> = {
  series: { calculate: ([of]) => of ?? null, steady: true, needs: samePeriodAlone },
  'first-of': {
    calculate: firstOf,
    columnLooksBack: 0,
    needs: 'any',
  },
  sum: sameDay((values) => values.reduce((total, value) => total + value, 0)),
  difference: sameDay(([first, second]) => first! - second!),
  // how far the middle of a curve is above its two wings
  butterfly: sameDay(([belly, short, long]) => 2 * belly! - short! - long!),
  'net-liquidity': sameDay(([balance, account, repo], period) => (weekday(period) === 3 ? balance! - account! - repo! : null)),
  tga: {
    calculate: tga,
    looksBack: 0,
    needs: 'any',
  },
  ratio: sameDay(([first, second]) => perPositive(first!, second!)),
  'share-of': sameDay(([part, whole]) => perPositive(100 * part!, whole!)),
  'annualised-3m': annualised3m,
  // five years of weeks, one of them a 53rd
  'five-year-gap': {
    calculate: fiveYearGap,
    looksBack: 263,
    steady: true,
    needs: ({ period }, i) => sameWeeksBefore(period[i]!),
  },
  'mean-gap-200d': meanGap200d,
  drawdown,
  'split-adjusted': { calculate: splitAdjusted },
  'above-200d': {
    calculate: above200d,
    looksBack: 200,
  },
  'coin-flow': coinFlow,
  'fund-total': fundTotal,
  // percent a year, from what a position paid on one day: a day's payments are added up, however many there were
  'annual-funding': sameDay(([paid]) => 100 * 365 * paid!),
  // blocks come ten minutes apart on schedule
  'epoch-pace': sameDay(([seconds]) => 100 * (600 / seconds! - 1)),
  'hash-rate': {
    calculate: hashRate,
    looksBack: 0,
  },
  'hash-ribbon': hashRibbon,
  // a day's blocks and the hash rate estimated from them are high or low together, so that luck cancels out
  hashprice: sameDay(([issued, fees, price, rate]) => perAny((issued! + fees!) * price!, rate! * petahashesPerExahash)),
  // in satoshis, which no price of bitcoin moves
  hashvalue: sameDay(([issued, fees, rate]) => perAny((issued! + fees!) * satoshis, rate! * terahashesPerExahash)),
  'miner-revenue': sameDay(([issued, fees, price]) => (issued! + fees!) * price!),
  'fee-share': sameDay(([fees, issued]) => percentOf(fees!, issued! + fees!)),
  'share-of-reward': sameDay(([fees, reward]) => percentOf(fees!, reward!)),
  'fee-per-transaction': sameDay(([fees, price, count]) => perAny(fees! * price!, count!)),
  'break-even-power': breakEvenPower,
  'network-power': networkPower,
  'gas-power': gasPower,
}

/** How a metric with this formula is worked out. */
export function calculationOf(formula: Formulation): Calculation {
  if (typeof formula === 'string') return plainFormulas[formula]
  switch (formula.name) {
    case 'scale':
      return scale(formula.by)
    case 'mean':
      return trailing('mean', formula.over)
    case 'trailing-sum':
      return trailing('sum', formula.over, formula.by)
    case 'change':
      return change(formula.over)
    case 'percent-change':
      return percentChange(formula.over)
    case 'volatility':
      return volatility(formula.year)
    case 'share-flow':
      return shareFlow(formula.dated)
    case 'witnessed-flow':
      return witnessedFlow(formula.own)
    case 'mining-cost':
      return miningCost(formula.fleet)
  }
}
