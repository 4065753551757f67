import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { dayInWords, figure, gapInWords } from '../../values/amounts.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentReading, mapCurrentRows } from '../readings.ts'
import { levelState } from '../states/level.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { table } from '../table.ts'

/** How many carry the market. */
export const crossBreadth: BriefingDefinition = {
  id: 'cross.breadth',
  state: levelState('equal-weight-gap', { enter: 1.5, leave: 0.5, labels: ['narrow', 'mixed', 'broad'] }),
  tell: (day) => ({
    nothing: 'No close of a share is on record for this day.',
    facts: weightFacts(day),
    ranked: ['producers-above-200d', 'small-cap-ratio', 'technology-ratio', 'credit-ratio', 'spy-share'],
    sections: [...fundSection(day), ...producerSection(day)],
    notes: [
      'SPY, QQQ, IWM and RSP are shares of funds, with their dividends in the price until they are paid; they are not the indices they follow.',
      'How many of the 500 companies rose, or are above their averages, is left out: the closes of all of them are not free.',
    ],
  }),
}

const funds = [
  { metric: 'spy-share', gap: 'spy-gap-200d', fund: 'SPY', holds: '500 large companies, by market value' },
  { metric: 'rsp-share', gap: 'rsp-gap-200d', fund: 'RSP', holds: 'the same, in equal weights' },
  { metric: 'qqq-share', gap: 'qqq-gap-200d', fund: 'QQQ', holds: '100 large companies of Nasdaq' },
  { metric: 'iwm-share', gap: 'iwm-gap-200d', fund: 'IWM', holds: '2,000 small companies' },
] as const

/** Sessions of a year, among which the highest close is looked for. */
const yearSessions = 252

/** Percent, to the tenth, by which a figure exceeds another. */
const above = (value: number, other: number): number => rounded(100 * (value / other - 1), 1)

/** The four funds side by side: where each stands to its average and to its high, and how it did against SPY. */
function fundSection(day: Day): Section[] {
  const spy = day.reading('spy-share')?.trend['90d']?.change ?? null
  return table('funds', 'The funds side by side', {
    columns: {
      fund: 'Fund',
      holds: 'Holds',
      distance: 'From 200-day average | percent',
      high: 'From the highest close of a year | percent',
      lead: '3 months against SPY | percent',
    },
    rows: mapCurrentRows(day, funds, ({ metric, gap, fund, holds, reading: { value, period, trend }, column }) => {
      const distance = day.reading(gap)
      const change = trend['90d']?.change ?? null
      return {
        fund,
        holds,
        distance: distance?.period === period ? rounded(distance.value, 1) : null,
        high: column.value.length < yearSessions ? null : above(value, Math.max(...column.value.subarray(-yearSessions))),
        lead: metric === 'spy-share' || change === null || spy === null ? null : above(100 + change, 100 + spy),
      }
    }),
  })
}

const groups = [
  { group: 'All covered', metric: 'producers-above-200d' },
  { group: 'Oil and gas', metric: 'energy-producers-above-200d' },
  { group: 'Farming', metric: 'farm-producers-above-200d' },
] as const

/** Sessions of a month. */
const monthSessions = 21

/** Producers above their own averages, now and a month of sessions ago. */
const producerSection = (day: Day): Section[] =>
  table('producers', 'Producers above their 200-day average', {
    note: 'Of 21 covered companies: eleven in oil and gas, seven in farming, three in metals.',
    columns: { group: 'Group', above: 'Above | percent', before: 'A month of sessions ago | percent' },
    rows: mapCurrentRows(day, groups, ({ metric, group, reading, column }) => {
      const before = column.value.at(-1 - monthSessions)
      return { metric, group, above: rounded(reading.value, 1), before: before === undefined ? null : rounded(before, 1) }
    }),
  })

/** How equal weight did against cap weight in three months, and where it stands to its average: what breadth is. */
function weightFacts(day: Day): Fact[] {
  const ratio = currentReading(day, 'equal-weight-ratio')
  const distance = day.reading('equal-weight-gap')
  const change = ratio?.trend['90d']?.change ?? null
  if (!ratio || !distance || change === null) return []
  const way = Math.sign(rounded(change, 1)) as -1 | 0 | 1
  const size = `${figure(Math.abs(change), 1)}%`
  const moved = way === 0 ? 'kept pace with' : way < 0 ? `lost ${size} against` : `gained ${size} against`
  const stands = `${gapInWords(distance.value)} its 200-day average`
  const joint = way === Math.sign(distance.value) ? 'and' : 'but'
  const gained = `Equal weight ${moved} cap weight in`
  return [
    subjectFact({
      metric: ratio.metric,
      about: 'equal weight',
      way,
      text: `${gained} the three months to ${dayInWords(ratio.period, isoDay(day.asOf))} (RSP against SPY) ${joint} is ${stands}.`,
      clauses: [
        [`${gained} three months ${joint} is ${stands}`, `${gained} three months`],
        [`Against cap weight, equal weight is ${stands}`],
      ],
      isSplit: true,
    }),
  ]
}
