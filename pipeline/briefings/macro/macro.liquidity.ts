import { briefingById } from '../../../data/briefings.ts'
import { type MetricName, metricByName } from '../../../data/metrics.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { TrendWindow } from '../../documents/reading.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { amount, dayInWords } from '../../values/amounts.ts'
import { indexAtOrBefore } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading } from '../readings.ts'
import { metricSignalState } from '../states/signals.ts'
import { fitsHeadline } from '../story/headline.ts'
import { type Fact, signOfChange, subjectFact } from '../story/ranking.ts'
import { listing } from '../table.ts'
import { withoutDuplicateMetrics } from '../tell.ts'

/** Where dollars are. */
export const macroLiquidity: BriefingDefinition = {
  id: 'macro.liquidity',
  state: metricSignalState('net-liquidity', { bullish: 'expanding', bearish: 'draining', neutral: 'flat' }),
  tell: (day) => ({
    nothing: 'No liquidity data is on record for this day.',
    facts: netFacts(day),
    // net liquidity is in the fact
    ranked: withoutDuplicateMetrics(briefingById.get('macro.liquidity')!.metrics).filter((metric) => metric !== 'net-liquidity'),
    sections: flowSection(day),
    notes: [],
  }),
}

const parts = [
  { metric: 'fed-balance', name: 'the Fed’s balance sheet', sign: 1 },
  { metric: 'tga', name: 'the Treasury account', sign: -1 },
  { metric: 'rrp', name: 'reverse repo', sign: -1 },
] as const

/** `Net liquidity rose $138bn in the four weeks to 15 July, to $5,987bn; the Treasury account fell $125bn.` The part that moved it most follows. */
const netFacts = (day: Day): Fact[] =>
  currentOf(day, ['net-liquidity'], ({ metric, reading: { value, unit, period, trend } }) => {
    const month = trend['30d']
    if (!month) return null
    const change = changeOver(day, metric, month)
    const way = signOfChange(change)
    const largest = parts
      .map(({ metric: part, name, sign }) => {
        const moved = changeOver(day, part, month)
        return { name, moved, adds: sign * moved }
      })
      .sort((a, b) => way * (b.adds - a.adds))[0]!
    const verb = (moved: number) => (moved < 0 ? 'fell' : 'rose')
    const size = (moved: number) => amount(Math.abs(moved), unit)
    const part = largest.adds * way <= 0 ? '' : `; ${largest.name} ${verb(largest.moved)} ${size(largest.moved)}`
    const moved = way === 0 ? 'did not change' : `${verb(change)} ${size(change)}`
    const to = amount(value, unit)
    const week = trend['7d'] ? changeOver(day, metric, trend['7d']) : 0
    const lately = week * change < 0 ? `, but ${verb(week)} ${size(week)} in the last week` : ''
    return subjectFact({
      ...{ metric, about: 'net liquidity', way, strength: Math.abs(month.strength ?? 0) },
      text: `Net liquidity ${moved} in the four weeks to ${dayInWords(period, isoDay(day.asOf))}, to ${to}${lately}${part}.`,
      clauses: [
        [`Net liquidity ${moved} in four weeks, to ${to}${lately}`, `Net liquidity ${moved} in four weeks, to ${to}`],
        [`At ${to}, net liquidity ${moved} in four weeks${lately}`, `At ${to}, net liquidity ${moved} in four weeks`],
      ].map((clauses) => clauses.filter(fitsHeadline).slice(0, 1)) as [string[], string[]],
      asides: [
        lately === '' ? `net liquidity ${moved} in four weeks` : `net liquidity ${verb(week)} ${size(week)} in the last week`,
      ],
    })
  })

/** The newest value of a metric up to a day of net liquidity: the one that net liquidity is made of. */
function levelOn(day: Day, metric: MetricName, period: string): number {
  const column = day.column(metric)!
  return column.value[indexAtOrBefore(column, dayNumber(period)!)]!
}

const changeOver = (day: Day, metric: MetricName, { from, to }: TrendWindow): number =>
  rounded(levelOn(day, metric, to.period) - levelOn(day, metric, from.period), 3)

/**
 * Where the last change of net liquidity came from: each part on the days of net liquidity's own last week and four weeks, in billions of
 * dollars, so that the parts add up to it. Empty where net liquidity is stale.
 */
function flowSection(day: Day): Section[] {
  const net = currentReading(day, 'net-liquidity')
  if (net === null) return []
  const { '7d': week, '30d': month } = net.trend
  return listing('flows', 'Where the change came from', {
    note: 'Net liquidity is the balance sheet less the Treasury account less reverse repo, of the same Wednesday: a rise of the last two takes from it. On a holiday reverse repo is that of the business day before.',
    things: ['net-liquidity' as const, ...parts.map(({ metric }) => metric)],
    columns: {
      metric: [null, (metric) => metric],
      part: ['Part', (metric) => metricByName.get(metric)!.title],
      value: ['Value | USD bn', (metric) => levelOn(day, metric, net.period)],
      week: ['Change in a week | USD bn', (metric) => week && changeOver(day, metric, week)],
      from: [null, () => week?.from.period],
      month: ['Change in four weeks | USD bn', (metric) => month && changeOver(day, metric, month)],
    },
  })
}
