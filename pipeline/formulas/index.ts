import type { Formulation } from '../../data/metrics.ts'
import { weekday } from '../time/day.ts'
import { businessDayUpTo } from '../time/holiday.ts'
import { above200d } from './above-200d.ts'
import { annualised3m, differenceFormula, percentChange } from './change.ts'
import { drawdown } from './drawdown.ts'
import { firstAvailableSource, treasuryGeneralAccount } from './first-of.ts'
import { fiveYearGap, sameWeeksBefore } from './five-year-gap.ts'
import { type Calculation, readsSamePeriodOnly } from './formula.ts'
import { coinFlow, shareFlow } from './fund-flow.ts'
import { fundTotal } from './fund-total.ts'
import { breakEvenPower, gasPower, hashRate, miningCost, networkPower } from './mining.ts'
import { samePeriodFormula, scaleDownFormula } from './same-day.ts'
import { splitAdjusted } from './split-adjusted.ts'
import { hashRibbon, meanGap200d, trailingFormula, volatility } from './trailing.ts'
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
  series: { calculate: ([of]) => of ?? null, steady: true, needs: readsSamePeriodOnly },
  'first-of': {
    calculate: firstAvailableSource,
    columnLooksBack: 0,
    needs: 'any',
  },
  sum: samePeriodFormula((values) => values.reduce((total, value) => total + value, 0)),
  difference: samePeriodFormula(([first, second]) => first! - second!),
  // how far the middle of a curve is above its two wings
  butterfly: samePeriodFormula(([belly, short, long]) => 2 * belly! - short! - long!),
  // overnight reverse repo matures on the next business day: over a Wednesday without an operation that of the business day before is outstanding
  'net-liquidity': samePeriodFormula(
    ([balance, account, repo], period) => (weekday(period) === 3 ? balance! - account! - repo! : null),
    (k, period) => (k === 2 ? businessDayUpTo(period, 'us-money-market') : period),
    1,
  ),
  tga: {
    calculate: treasuryGeneralAccount,
    lookback: 0,
    needs: 'any',
  },
  ratio: samePeriodFormula(([first, second]) => perPositive(first!, second!)),
  'share-of': samePeriodFormula(([part, whole]) => perPositive(100 * part!, whole!)),
  'annualised-3m': annualised3m,
  // five years of weeks, one of them a 53rd
  'five-year-gap': {
    calculate: fiveYearGap,
    lookback: 263,
    steady: true,
    needs: ({ period }, i) => sameWeeksBefore(period[i]!),
  },
  'mean-gap-200d': meanGap200d,
  drawdown,
  'split-adjusted': { calculate: splitAdjusted },
  'above-200d': {
    calculate: above200d,
    lookback: 200,
  },
  'coin-flow': coinFlow,
  'fund-total': fundTotal,
  // percent a year, from what a position paid on one day: a day's payments are added up, however many there were
  'annual-funding': samePeriodFormula(([paid]) => 100 * 365 * paid!),
  // blocks come ten minutes apart on schedule
  'epoch-pace': samePeriodFormula(([seconds]) => 100 * (600 / seconds! - 1)),
  'hash-rate': {
    calculate: hashRate,
    lookback: 0,
  },
  'hash-ribbon': hashRibbon,
  // a day's blocks and the hash rate estimated from them are high or low together, so that luck cancels out
  hashprice: samePeriodFormula(([issued, fees, price, rate]) => perAny((issued! + fees!) * price!, rate! * petahashesPerExahash)),
  // in satoshis, which no price of bitcoin moves
  hashvalue: samePeriodFormula(([issued, fees, rate]) => perAny((issued! + fees!) * satoshis, rate! * terahashesPerExahash)),
  'miner-revenue': samePeriodFormula(([issued, fees, price]) => (issued! + fees!) * price!),
  'fee-share': samePeriodFormula(([fees, issued]) => percentOf(fees!, issued! + fees!)),
  'share-of-reward': samePeriodFormula(([fees, reward]) => percentOf(fees!, reward!)),
  'fee-per-transaction': samePeriodFormula(([fees, price, count]) => perAny(fees! * price!, count!)),
  'break-even-power': breakEvenPower,
  'network-power': networkPower,
  'gas-power': gasPower,
}

/** How a metric with this formula is worked out. */
export function calculationOf(formula: Formulation): Calculation {
  if (typeof formula === 'string') return plainFormulas[formula]
  switch (formula.name) {
    case 'scale':
      return scaleDownFormula(formula.by)
    case 'mean':
      return trailingFormula('mean', formula.over)
    case 'trailing-sum':
      return trailingFormula('sum', formula.over, formula.by)
    case 'change':
      return differenceFormula(formula.over)
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
