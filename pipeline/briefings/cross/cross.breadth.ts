import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Briefer, Day } from '../day.ts'
import { level } from '../states/level.ts'
import { dayInWords } from '../story/amounts.ts'
import type { Fact } from '../story/ranking.ts'
import { figure } from '../words.ts'

/** How many carry the market. */
export const breadth: Briefer = {
  id: 'cross.breadth',
  state: level('equal-weight-gap', { enter: 1.5, leave: 0.5, labels: ['narrow', 'mixed', 'broad'] }),
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
  { fund: 'SPY', holds: '500 large companies, by market value', id: 'spy' },
  { fund: 'RSP', holds: 'the same, in equal weights', id: 'rsp' },
  { fund: 'QQQ', holds: '100 large companies of Nasdaq', id: 'qqq' },
  { fund: 'IWM', holds: '2,000 small companies', id: 'iwm' },
] as const

/** Sessions of a year, among which the highest close is looked for. */
const yearSessions = 252

/** The four funds side by side: where each stands to its average and to its high, and how it did against SPY. */
function fundSection(day: Day): Section[] {
  const spy = day.reading('spy-share')?.trend['90d']?.change ?? null
  const rows = funds.flatMap(({ fund, holds, id }) => {
    const share = day.reading(`${id}-share`)
    const column = day.column(`${id}-share`)
    if (!share || !column || share.freshness.status === 'stale') return []
    const distance = day.reading(`${id}-gap-200d`)
    const change = share.trend['90d']?.change ?? null
    const high = Math.max(...column.value.subarray(-yearSessions))
    return [
      {
        fund,
        holds,
        distance: distance && distance.period === share.period ? rounded(distance.value, 1) : null,
        high: column.value.length < yearSessions ? null : rounded(100 * (share.value / high - 1), 1),
        lead: id === 'spy' || change === null || spy === null ? null : rounded(100 * ((100 + change) / (100 + spy) - 1), 1),
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'funds',
      title: 'The funds side by side',
      note: null,
      columns: [
        { key: 'fund', label: 'Fund', unit: null },
        { key: 'holds', label: 'Holds', unit: null },
        { key: 'distance', label: 'From 200-day average', unit: 'percent' },
        { key: 'high', label: 'From the highest close of a year', unit: 'percent' },
        { key: 'lead', label: '3 months against SPY', unit: 'percent' },
      ],
      rows,
    },
  ]
}

const groups = [
  { group: 'All covered', metric: 'producers-above-200d' },
  { group: 'Oil and gas', metric: 'energy-producers-above-200d' },
  { group: 'Farming', metric: 'farm-producers-above-200d' },
] as const

/** Sessions of a month. */
const monthSessions = 21

/** Producers above their own averages, now and a month of sessions ago. */
function producerSection(day: Day): Section[] {
  const rows = groups.flatMap(({ group, metric }) => {
    const reading = day.reading(metric)
    const column = day.column(metric)
    if (!reading || !column || reading.freshness.status === 'stale') return []
    const before = column.value.at(-1 - monthSessions)
    return [{ metric, group, above: rounded(reading.value, 1), before: before === undefined ? null : rounded(before, 1) }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'producers',
      title: 'Producers above their 200-day average',
      note: 'Of 21 covered companies: eleven in oil and gas, seven in farming, three in metals.',
      columns: [
        { key: 'group', label: 'Group', unit: null },
        { key: 'above', label: 'Above', unit: 'percent' },
        { key: 'before', label: 'A month of sessions ago', unit: 'percent' },
      ],
      rows,
    },
  ]
}

/** How equal weight did against cap weight in three months, and where it stands to its average: what breadth is. */
function weightFacts(day: Day): Fact[] {
  const ratio = day.reading('equal-weight-ratio')
  const distance = day.reading('equal-weight-gap')
  const change = ratio?.trend['90d']?.change ?? null
  if (!ratio || !distance || change === null || ratio.freshness.status === 'stale') return []
  const way = Math.sign(rounded(change, 1)) as -1 | 0 | 1
  const size = `${figure(Math.abs(change), 1)}%`
  const moved = way === 0 ? 'kept pace with' : way < 0 ? `lost ${size} against` : `gained ${size} against`
  const stands = `${figure(Math.abs(distance.value), 1)}% ${distance.value < 0 ? 'below' : 'above'} its 200-day average`
  const joint = way === Math.sign(distance.value) ? 'and' : 'but'
  return [
    {
      metric: ratio.metric,
      about: 'equal weight',
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: 0,
      way,
      meaning: way,
      text: `Equal weight ${moved} cap weight in the three months to ${dayInWords(ratio.period, isoDay(day.asOf))} (RSP against SPY) ${joint} is ${stands}.`,
      clauses: [
        [
          `Equal weight ${moved} cap weight in three months ${joint} is ${stands}`,
          `Equal weight ${moved} cap weight in three months`,
        ],
        [`Against cap weight, equal weight is ${stands}`],
      ],
      asides: [],
      isSplit: true,
    },
  ]
}
