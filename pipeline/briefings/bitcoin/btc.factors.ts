import type { MetricName } from '../../../data/metrics.ts'
import {
  type FactorChange,
  factorAttribution,
  fitFactorModel,
  modelWeeks,
  type WeeklyChanges,
  weeklyChanges,
} from '../../analysis/factor-model.ts'
import { neweyWestLags, type Regression } from '../../analysis/regression.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { dayInWords, figure } from '../../values/amounts.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { levelState, measureOf, type StateIndicator } from '../states/level.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { listing, table } from '../table.ts'

interface Factor {
  readonly metric: MetricName
  readonly name: string
  /** Within a sentence. */
  readonly spoken: string
  readonly kind: FactorChange
  /** What one unit of its change is. */
  readonly unit: string
}

const factors: readonly Factor[] = [
  { metric: 'dollar-index', name: 'Dollar index', spoken: 'the dollar', kind: 'log_percent', unit: '1%' },
  { metric: 'real-yield-10y', name: '10-year real yield', spoken: 'the real yield', kind: 'basis_points', unit: '1 bp' },
  { metric: 'vix', name: 'VIX', spoken: 'the VIX', kind: 'points', unit: '1 point' },
  { metric: 'net-liquidity', name: 'Net liquidity', spoken: 'net liquidity', kind: 'log_percent', unit: '1%' },
]
const kinds: readonly FactorChange[] = ['log_percent', ...factors.map(({ kind }) => kind)]

/** Net liquidity gives the weeks: its values are those of Wednesdays. */
const changesAt = (weekly: Parameters<typeof weeklyChanges>[0], at: number, columns: Parameters<typeof weeklyChanges>[2]) =>
  weeklyChanges(weekly, at, columns, kinds)

/** Adjusted share of the variance that the factors explain, at each week. */
const explainedShare = measureOf(
  ['net-liquidity', 'bitcoin-price', ...factors.map(({ metric }) => metric)],
  ([weekly, ...columns], i) => {
    const weeks = changesAt(weekly!, i, columns)
    return (weeks && fitFactorModel(weeks)?.adjusted) ?? Number.NaN
  },
)

const explained: StateIndicator = {
  inputs: ['bitcoin-price', ...factors.map(({ metric }) => metric)],
  measures: [explainedShare],
  called: `the adjusted share of the variance of bitcoin that the factors explain over ${modelWeeks} weeks`,
  noLevels: `The share follows from ${modelWeeks} weeks of five series: no next value of one of them turns it alone.`,
}

/** Weeks the attribution covers: about a month. */
const monthWeeks = 4

interface Fit {
  readonly weeks: WeeklyChanges
  readonly whole: Regression
  readonly halves: readonly [Regression | null, Regression | null]
  readonly month: ReturnType<typeof factorAttribution>
  /** What the factors account for in the month. */
  readonly together: number
  /** The day the weeks end, `YYYY-MM-DD`. */
  readonly end: string
}

function fitOf(day: Day): Fit | null {
  const [weekly, ...columns] = explainedShare.metrics.flatMap((metric) => day.column(metric) ?? [])
  if (!weekly || columns.length < factors.length + 1) return null
  const weeks = changesAt(weekly, weekly.period.length - 1, columns)
  const whole = weeks && fitFactorModel(weeks)
  if (!whole) return null
  const middle = Math.floor(whole.n / 2)
  const month = factorAttribution(weeks, whole, monthWeeks)
  return {
    ...{ weeks, whole, month },
    halves: [fitFactorModel(weeks, 0, middle), fitFactorModel(weeks, middle)],
    together: month.shares.reduce((all, share) => all + share, 0),
    end: isoDay(weeks.week.at(-1)!),
  }
}

/** What moves bitcoin: a regression of its weekly changes on those of the dollar, the real yield, the VIX and net liquidity. */
export const btcFactors: BriefingDefinition = {
  id: 'btc.factors',
  state: levelState(explained, {
    labels: ['own-driven', 'mixed', 'macro-driven'],
    // factors that have nothing to do with bitcoin explain none, give or take 0.05; on recorded days since 2015 the share was -0.03 to 0.23
    high: { enter: 0.2, leave: 0.16 },
    low: { enter: 0.08, leave: 0.11 },
  }),
  tell: (day) => {
    const fit = fitOf(day)
    const nothing = 'Too few weeks are on record for a regression of bitcoin.'
    if (!fit) return { nothing, ranked: [], sections: [], notes: [] }
    return {
      nothing,
      facts: fitFacts(fit, day),
      also: attributionSentences(fit, day),
      // what a factor did alone says nothing of bitcoin
      ranked: ['bitcoin-price'],
      sections: [...coefficientSection(fit), ...fitSection(fit), ...attributionSection(fit)],
      notes: [
        `Ordinary least squares of weekly changes, Wednesday to Wednesday, over at most ${modelWeeks} weeks; weeks without a value of each factor are left out. Changes in percent are differences of logarithms, so that weeks add up.`,
        'Standard errors are those of Newey and West. A coefficient says what went with what in these weeks; it neither proves a cause nor forecasts.',
        'Equities, gold and flows into funds are not among the factors.',
      ],
    }
  },
}

const percent = (share: number): string => `${figure(100 * Math.max(0, share), 0)}%`

/** Whether its 95% interval leaves zero out. */
const isClear = ({ coefficients, errors }: Regression, k: number): boolean => Math.abs(coefficients[k]!) > normal95 * errors[k]!

/** The 97.5% point of the normal distribution. */
const normal95 = 1.96

function fitFacts({ whole, end }: Fit, day: Day): Fact[] {
  const explained = percent(whole.explained)
  const own = percent(1 - whole.explained)
  const clear = factors.filter((_, k) => isClear(whole, k + 1)).map(({ spoken }) => spoken)
  const which = clear.length === factors.length ? 'all of them' : `only ${clear.join(' and ')}`
  const verb = clear.length === 1 ? 'is' : 'are'
  const names = clear.length === 0 ? 'none of the four is clear' : `${which} ${verb} statistically clear`
  return [
    subjectFact({
      metric: 'bitcoin-price',
      about: 'bitcoin',
      text: `Four macro factors explain ${explained} of bitcoin’s weekly moves over the ${whole.n} weeks to ${dayInWords(end, isoDay(day.asOf))}; ${names}. ${own} is unexplained.`,
      clauses: [
        [`Macro factors explain ${explained} of bitcoin’s weekly moves over ${whole.n} weeks`],
        [`Four macro factors leave ${own} of bitcoin’s moves over ${whole.n} weeks unexplained`],
      ],
      asides: [`macro factors explain ${explained} of bitcoin’s moves`],
      isSplit: true,
    }),
  ]
}

const points = (value: number): string => {
  const text = figure(value, 1)
  return value > 0 && text !== '0' ? `+${text}` : text
}

function attributionSentences({ month, together, end }: Fit, day: Day): string[] {
  const sizes = month.shares.map(Math.abs)
  const largest = sizes.indexOf(Math.max(...sizes))
  const [share, size, all] = [month.shares[largest]!, sizes[largest]!, Math.abs(together)]
  const isMost = share * together > 0 && size <= all && size > all / 2
  return [
    `Of bitcoin’s ${points(month.total)}% in the four weeks to ${dayInWords(end, isoDay(day.asOf))} the factors account for ${points(together)} points, ${isMost ? 'most of it' : 'the largest part'} ${factors[largest]!.spoken} (${points(share)}).`,
  ]
}

/** Three significant digits: what an estimate with such errors can bear. */
const threeDigits = (value: number): number => Number(value.toPrecision(3)) + 0

/** Percentage points of bitcoin for one unit of each factor, with the interval and the coefficient of either half. */
const coefficientSection = ({ whole, halves }: Fit): Section[] =>
  listing('coefficients', 'Bitcoin’s week for one unit of each factor', {
    note: 'Percentage points of bitcoin that went with one unit of a factor in the same week, the others unchanged. Clear: the 95% interval excludes zero. Stable: both halves of the weeks give the same sign.',
    things: factors.map((factor, k) => {
      const [first, second] = halves.map((half) => half && threeDigits(half.coefficients[k + 1]!))
      const isStable = first != null && second != null && Math.sign(first) === Math.sign(second)
      const verdict = `${isClear(whole, k + 1) ? 'clear' : 'not clear'}, ${isStable ? 'stable' : 'changes sign'}`
      return { ...factor, coefficient: whole.coefficients[k + 1]!, error: whole.errors[k + 1]!, first, second, verdict }
    }),
    columns: {
      metric: [null, ({ metric }) => metric],
      factor: ['Factor', ({ name }) => name],
      per: ['One unit', ({ unit }) => unit],
      coefficient: ['Coefficient | pp', ({ coefficient }) => threeDigits(coefficient)],
      error: ['Standard error | pp', ({ error }) => threeDigits(error)],
      low: ['95% from | pp', ({ coefficient, error }) => threeDigits(coefficient - normal95 * error)],
      high: ['95% to | pp', ({ coefficient, error }) => threeDigits(coefficient + normal95 * error)],
      first_half: ['First half | pp', ({ first }) => first],
      second_half: ['Second half | pp', ({ second }) => second],
      verdict: ['Verdict', ({ verdict }) => verdict],
    },
  })

/** How much is explained, over all weeks and over each half. */
function fitSection({ weeks: { week }, whole, halves }: Fit): Section[] {
  const middle = Math.floor(whole.n / 2)
  const spans = [
    { span: 'All weeks', model: whole, from: 0, to: whole.n },
    { span: 'First half', model: halves[0], from: 0, to: middle },
    { span: 'Second half', model: halves[1], from: middle, to: whole.n },
  ]
  return listing('fit', 'How much the factors explain', {
    note: `Adjusted for the number of factors: as many unrelated ones would explain about none. Standard errors allow for ${neweyWestLags(whole.n)} lags.`,
    things: spans.flatMap(({ model, ...span }) => (model === null ? [] : [{ ...span, ...model }])),
    columns: {
      span: ['Span', ({ span }) => span],
      from: ['First week ends', ({ from }) => isoDay(week[from]!)],
      to: ['Last week ends', ({ to }) => isoDay(week[to - 1]!)],
      weeks: ['Weeks', ({ n }) => n],
      explained: ['Explained | percent', ({ explained }) => rounded(100 * explained, 1)],
      adjusted: ['Adjusted | percent', ({ adjusted }) => rounded(100 * adjusted, 1)],
      unexplained: ['Unexplained | percent', ({ explained }) => rounded(100 * (1 - explained), 1)],
    },
  })
}

const signs = { log_percent: '%', basis_points: ' bp', points: ' points' } as const

/** What the last four weeks of bitcoin are put down to. */
function attributionSection({ month, together, end }: Fit): Section[] {
  const row = (part: string, change: string | null, share: number) => ({ part, change, share: rounded(share, 2) })
  return table('attribution', `The four weeks to ${end}`, {
    columns: { part: 'Part', change: 'Its change', share: 'Share of bitcoin’s change | percentage points' },
    rows: [
      ...factors.map(({ name, kind }, k) => row(name, `${points(month.changes[k]!)}${signs[kind]}`, month.shares[k]!)),
      row('The four together', null, together),
      row('Constant', null, month.constant),
      row('Unexplained', null, month.unexplained),
      row('Bitcoin', `${points(month.total)}%`, month.total),
    ],
  })
}
