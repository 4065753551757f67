import type { BriefingId } from '../../../data/briefings.ts'
import { type MetricName, metricByName } from '../../../data/metrics.ts'
import type { SeriesName } from '../../../data/series.ts'
import { changeBetween } from '../../analysis/changes.ts'
import { twelveDigits } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import { splitAdjusted } from '../../metrics/split-adjusted.ts'
import type { Briefer, Day } from '../day.ts'
import { signalOf } from '../states/signals.ts'
import { dayInWords, inWords } from '../story/amounts.ts'
import { capitalised, nameOf } from '../story/names.ts'
import type { Fact } from '../story/ranking.ts'
import { figure } from '../words.ts'
import { linkCells, linkColumns, linkedChanges, linkTo } from './measured-links.ts'
import { monthSection } from './month-prices.ts'

/** A listed company beside what it sells or buys. */
interface CoveredCompany {
  readonly series: SeriesName
  readonly name: string
  /** The daily price its changes are correlated with. */
  readonly beside: MetricName
}

/** What a briefing on producers has. */
interface ProducerGroup {
  readonly briefing: BriefingId
  /** `oil companies`. */
  readonly name: string
  /** What the states call the commodity: `oil rising`. */
  readonly subject: string
  /** The daily price the group is set against, and how a sentence calls it. */
  readonly commodity: MetricName
  readonly called: string
  /** Prices of the month of what the companies sell and buy. */
  readonly months: readonly MetricName[]
  readonly companies: readonly CoveredCompany[]
  readonly notes: readonly string[]
}

/** The states of a group: `oil rising`, `oil falling`, `oil steady`. */
const labelsOf = ({ subject }: ProducerGroup) =>
  ({ bullish: `${subject} rising`, bearish: `${subject} falling`, neutral: `${subject} steady` }) as const
/** Days back that shares and their commodity are compared over: the windows of the readings, and a year. */
const spans = [30, 90, 365] as const
const spanWords: Readonly<Record<(typeof spans)[number], string>> = { 30: '30 days', 90: '90 days', 365: 'a year' }
/** A close older than so many days is left out, and a day both have is looked for so many days back. */
const oldestDays = 10

/** The closes of a company in the shares of its newest close, with the price next to it; null where none is recent. */
function closesOf({ series }: CoveredCompany, day: Day): Column | null {
  const column = day.series(series)
  if (column === null || day.asOf - column.period.at(-1)! > oldestDays) return null
  const read = { column, words: null, rests: [series], parts: () => [], notes: () => [] }
  return splitAdjusted([read], { name: series, unit: column.unit })?.column ?? null
}

/** Indices in both of the newest day at or before `day` that both have, when it is near; null where there is none. */
function commonBefore(a: Column, b: Column, day: number): readonly [inA: number, inB: number] | null {
  for (let i = indexAtOrBefore(a, day); i >= 0 && day - a.period[i]! <= oldestDays; i--) {
    const j = indexAtOrBefore(b, a.period[i]!)
    if (j >= 0 && b.period[j] === a.period[i]) return [i, j]
  }
  return null
}

/** Percent of a price from the newest value at or before a day, when it is near, to index `end`; null where there is none. */
function changeTo(column: Column, end: number, from: number): number | null {
  const start = commonBefore(column, column, from)
  return start && twelveDigits(changeBetween(column.value[start[0]]!, column.value[end]!, 'percent'))
}

/** Percent of both over the days to the newest day both have, from one day that both have, where `b` goes back so far. */
function changesOver(a: Column, b: Column, days: number): Compared | null {
  const end = commonBefore(a, b, Math.min(a.period.at(-1)!, b.period.at(-1)!))
  if (end === null) return null
  const to = a.period[end[0]]!
  const from = to - days
  const start = commonBefore(a, b, from)
  if (start === null) return { to, own: changeTo(a, end[0], from), beside: null }
  return { to, own: changeTo(a, end[0], a.period[start[0]]!), beside: changeTo(b, end[1], b.period[start[1]]!) }
}

/** Percent of a share, and of the price next to it, to a day (day number) both have. */
interface Compared {
  readonly to: number
  readonly own: number | null
  readonly beside: number | null
}

interface Standing {
  readonly company: CoveredCompany
  readonly column: Column
  /** The day changes end on: the newest that the share and the price next to it both have. */
  readonly to: number | null
  /** Percent of the share and of the price next to it over each span, on the same days; null where the past is too short. */
  readonly spans: readonly (readonly [own: number | null, beside: number | null])[]
}

function standingsOf({ companies }: ProducerGroup, day: Day): Standing[] {
  return companies.flatMap((company) => {
    const column = closesOf(company, day)
    if (column === null) return []
    const price = day.column(company.beside)
    const over = spans.map((days) => changesOver(column, price ?? column, days))
    const to = over.find((each) => each !== null)?.to ?? null
    return [{ company, column, to, spans: over.map((each) => [each?.own ?? null, price && (each?.beside ?? null)]) }]
  })
}

/** The briefing that sets companies beside their commodity. */
export function producerBriefer(group: ProducerGroup): Briefer {
  const { briefing, commodity, months, notes } = group
  const [month] = months
  return {
    id: briefing,
    state: signalOf(commodity, labelsOf(group), month === undefined ? {} : { fallback: month }),
    about: group.companies.map(({ series }) => series),
    tell: (day) => {
      const standings = standingsOf(group, day)
      const newest = standings.map(({ column }) => column.period.at(-1)!).sort((a, b) => b - a)[0]
      return {
        nothing: 'No price of the commodity is on record for this day.',
        facts: groupFacts(group, standings, day),
        sections: [...companySection(standings, day), ...monthSection(day, months)],
        rests: newest === undefined ? [] : [{ upstream: 'stooq', period: isoDay(newest) }],
        notes: [...missingNotes(group, standings), ...notes, ...commonNotes],
      }
    },
  }
}

const commonNotes = [
  'Changes are of closes adjusted for splits, not for dividends: they are not total returns.',
  `Correlations are of the last ${linkedChanges} daily changes on days both have a price: they describe, and do not forecast.`,
]

function missingNotes({ companies }: ProducerGroup, standings: readonly Standing[]): string[] {
  const absent = companies.filter((company) => !standings.some((each) => each.company === company))
  return absent.length === 0 ? [] : [`No recent close on record of ${absent.map(({ name }) => name).join(', ')}.`]
}

function companySection(standings: readonly Standing[], day: Day): Section[] {
  const rows = standings.map(({ company, column, to, spans: changes }) => ({
    ticker: company.series.split('.')[0]!,
    company: company.name,
    period: isoDay(column.period.at(-1)!),
    close: column.value.at(-1)!,
    compared_to: to === null ? null : isoDay(to),
    beside: nameOf({ metric: company.beside, title: metricByName.get(company.beside)!.title }).name,
    ...Object.fromEntries(
      spans.flatMap((days, at) => [
        [`${days}d`, changes[at]![0]],
        [`beside_${days}d`, changes[at]![1]],
      ]),
    ),
    ...linkCells(linkTo(column, company.beside, day)),
  }))
  if (rows.length === 0) return []
  return [
    {
      id: 'companies',
      title: 'Companies beside the commodity',
      note: 'Percent over 30 days, 90 days and a year, of the share and of its commodity, both to the newest day that both have.',
      columns: [
        { key: 'company', label: 'Company', unit: null },
        { key: 'close', label: 'Close', unit: 'USD' },
        { key: 'period', label: 'Day', unit: null },
        { key: 'compared_to', label: 'Compared to', unit: null },
        ...spans.map((days) => ({ key: `${days}d`, label: spanWords[days], unit: 'percent' })),
        { key: 'beside', label: 'Beside', unit: null },
        ...spans.map((days) => ({ key: `beside_${days}d`, label: `its ${spanWords[days]}`, unit: 'percent' })),
        ...linkColumns,
      ],
      rows,
    },
  ]
}

/** How many of the companies did better than the commodity over 90 days. */
function groupFacts(group: ProducerGroup, standings: readonly Standing[], day: Day): Fact[] {
  const price = day.column(group.commodity)
  if (price === null) return []
  const compared = standings.flatMap(({ company, column }) => {
    const both = changesOver(column, price, 90)
    if (both === null || both.own === null || both.beside === null || day.asOf - both.to > oldestDays) return []
    return [{ company, to: both.to, own: both.own, beside: both.beside }]
  })
  const to = Math.max(...compared.map((each) => each.to))
  const alike = compared.filter((each) => each.to === to).sort((a, b) => b.own - a.own)
  const [best] = alike
  if (best === undefined) return []
  const worst = alike.at(-1)!
  const ahead = alike.filter(({ own, beside }) => own > beside).length
  const all = inWords(alike.length)
  const isAll = ahead === alike.length && ahead > 1
  const count = `${isAll ? 'all' : `${ahead === 0 ? 'none' : inWords(ahead)} of`} ${all} ${group.name}`
  const are = ahead < 2 ? 'is' : 'are'
  const signed = (change: number) => `${change > 0 ? '+' : ''}${figure(change, 1)}%`
  const way = Math.sign(ahead * 2 - alike.length) as -1 | 0 | 1
  return [
    {
      metric: group.commodity,
      about: group.called,
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: 0,
      way,
      meaning: way,
      text: `Over the 90 days to ${dayInWords(isoDay(to), isoDay(day.asOf))} ${count} did better than ${group.called} (${signed(best.beside)}): ${best.company.name} did best (${signed(best.own)}), ${worst.company.name} worst (${signed(worst.own)}).`,
      clauses: [
        [`${capitalised(count)} did better than ${group.called} over 90 days`],
        [`Over 90 days ${count} ${are} ahead of ${group.called}`],
      ],
      asides: [],
    },
  ]
}
