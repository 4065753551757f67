import { type CouponMaturity, couponMaturities, shortMaturity } from '../../../data/auctions.ts'
import { type HysteresisLevels, type HysteresisSide, nextHysteresisSide } from '../../analysis/hysteresis.ts'
import type { Day, MeasureDefinition } from '../../days/day.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import { inWords } from '../../values/amounts.ts'
import { type Column, indexAtOrBefore } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import { levelState, meanWithQuorum, measureOf, type StateIndicator } from '../states/level.ts'
import { upcomingAuctions } from './auction-plans.ts'

/** Auctions of the same maturity that an auction is compared with, and the fewest that make a comparison. */
export const comparisonLimits = { most: 12, fewest: 3 } as const
/** A score beyond this many standard deviations counts as this many: one odd auction does not decide. */
const furthest = 2
/** Newest auctions of a maturity whose mean score speaks for it. */
const together = 2
/** Maturities that must have a score. */
export const minScoredMaturities = 5
/** Mean scores at which a state is entered and left: over the 59 auctions of June 2025 to February 2026 two changes. */
const levels: HysteresisLevels = { enter: 0.4, leave: 0.15 }

const labels: Readonly<Record<HysteresisSide, string>> = { [-1]: 'demand weak', 0: 'demand steady', 1: 'demand strong' }

export const auctionMetricNames = (maturity: CouponMaturity) =>
  ({
    cover: `auction-${shortMaturity(maturity)}-bid-to-cover`,
    dealers: `auction-${shortMaturity(maturity)}-dealer-share`,
    indirect: `auction-${shortMaturity(maturity)}-indirect-share`,
  }) as const

/** Mean and standard deviation of the values before index `i`, at most twelve of them; null where they are too few or all the same. */
function usual({ value }: Pick<Column, 'value'>, i: number): { mean: number; deviation: number } | null {
  const others = value.subarray(Math.max(0, i - comparisonLimits.most), i)
  if (others.length < comparisonLimits.fewest) return null
  const mean = others.reduce((sum, each) => sum + each, 0) / others.length
  const deviation = Math.sqrt(others.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (others.length - 1))
  return deviation > 0 ? { mean, deviation } : null
}

/**
 * How one auction was bid against those before: half of how many standard deviations bid to cover is above its mean, half of how many the
 * share of dealers stands below. NaN where either cannot be compared.
 */
function scoreAt(cover: Column, dealers: Column, i: number): number {
  const at = i < 0 ? -1 : indexAtOrBefore(dealers, cover.period[i]!)
  const [usualCover, usualDealers] = [usual(cover, i), usual(dealers, at)]
  if (!usualCover || !usualDealers || dealers.period[at] !== cover.period[i]) return Number.NaN
  const bids = (cover.value[i]! - usualCover.mean) / usualCover.deviation
  const left = (dealers.value[at]! - usualDealers.mean) / usualDealers.deviation
  return Math.max(-furthest, Math.min(furthest, (bids - left) / 2))
}

/** Mean score of the auctions up to index `i`, so many as speak together. */
function meanAt([cover, dealers]: readonly Column[], i: number): number {
  const scores = Array.from({ length: together }, (_, back) => scoreAt(cover!, dealers!, i - back))
  return Number.isNaN(scores[0]!) ? Number.NaN : meanWithQuorum(scores, 1)
}

const measured: readonly MeasureDefinition[] = couponMaturities.map((maturity) => {
  const { cover, dealers } = auctionMetricNames(maturity)
  return measureOf([cover, dealers], meanAt)
})

/** Mean over the maturities that have a score; NaN where they are too few. */
const overall = (figures: ArrayLike<number>): number => meanWithQuorum(figures, minScoredMaturities)

const sideAfter = (standing: HysteresisSide, figures: ArrayLike<number>): HysteresisSide | null => {
  const mean = overall(figures)
  return Number.isNaN(mean) ? null : nextHysteresisSide(standing, mean, levels)
}

/** The newest figure of each maturity on the day; NaN where it has none or a stale one. */
function newestFigures(day: Day): number[] {
  return measured.map((each) => {
    const dated = day.figures(each)
    if (dated === null) return Number.NaN
    const i = dated.from.findLastIndex((from) => from <= day.asOf)
    return i < 0 || dated.until[i]! < day.asOf ? Number.NaN : dated.figure[i]!
  })
}

/** Bid to cover is stated to the hundredth. */
const hundredth = (value: number, way: -1 | 1): number => (way > 0 ? Math.ceil(value * 100) : Math.floor(value * 100)) / 100

/**
 * What bid to cover at the next auction of a maturity would change the state, with the dealers' share of its newest auction and all else as it
 * is. Empty where no bid to cover would, or the state cannot be judged.
 */
function demandTurns(day: Day, standing: string, maturity: CouponMaturity, dueAt: string): StateTurn[] {
  const side = ([-1, 0, 1] as const).find((each) => labels[each] === standing)
  const { cover: coverName, dealers: dealersName } = auctionMetricNames(maturity)
  const [cover, dealers] = [day.column(coverName), day.column(dealersName)]
  const figures = newestFigures(day)
  if (side === undefined || !cover || !dealers || Number.isNaN(overall(figures))) return []
  const [usualCover, usualDealers] = [usual(cover, cover.value.length), usual(dealers, dealers.value.length)]
  if (!usualCover || !usualDealers) return []
  const k = couponMaturities.indexOf(maturity)
  const last = scoreAt(cover, dealers, cover.value.length - 1)
  const left = (dealers.value.at(-1)! - usualDealers.mean) / usualDealers.deviation
  const afterBids = (bidToCover: number): HysteresisSide | null => {
    const score = Math.max(-furthest, Math.min(furthest, ((bidToCover - usualCover.mean) / usualCover.deviation - left) / 2))
    return sideAfter(side, figures.with(k, Number.isNaN(last) ? score : (score + last) / together))
  }
  const metric = coverName
  return ([1, -1] as const).flatMap((way): StateTurn[] => {
    // hundredths a bid to cover may be away from its mean before the score counts no further
    const steps = Math.ceil((2 * furthest + Math.abs(left)) * usualCover.deviation * 100) + 1
    const start = hundredth(usualCover.mean, way)
    const turned = Array.from({ length: steps }, (_, n) => rounded(start + (way * n) / 100, 2)).find(
      (value) => value >= 1 && (afterBids(value) ?? side) !== side && Math.sign(afterBids(value)! - side) === way,
    )
    if (turned === undefined) return []
    return [
      {
        to: labels[afterBids(turned)!],
        needs: [{ metric, side: way > 0 ? 'above' : 'below', value: turned, held: 'next_release' }],
        by: { series: `auction.${shortMaturity(maturity)}.bid-to-cover`, due_at: dueAt },
      },
    ]
  })
}

const demand: StateIndicator = {
  inputs: measured.flatMap(({ metrics }) => [...metrics]),
  measures: measured as [MeasureDefinition, ...MeasureDefinition[]],
  read: (figures) => [overall(figures), overall(figures)],
  called: `the mean score of the maturities, of ${inWords(minScoredMaturities)} at least`,
  turns: (day, standing) => {
    const next = upcomingAuctions(day).find(({ maturity }) => couponMaturities.some((each) => each === maturity))
    return next === undefined ? [] : demandTurns(day, standing, next.maturity as CouponMaturity, next.due_at)
  },
}

/** The state of demand: a mean of scores in standard deviations. */
export const demandState = levelState(demand, { ...levels, labels: [labels[-1], labels[0], labels[1]] })
