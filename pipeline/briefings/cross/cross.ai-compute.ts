import { financingItems } from '../../../data/financing-filings.ts'
import { agreementItem } from '../../../data/mining.ts'
import { rounded } from '../../analysis/rounding.ts'
import { dayNumber, isoDay } from '../../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Briefer, Day } from '../day.ts'
import { level } from '../states/level.ts'
import { dayInWords, inWords } from '../story/amounts.ts'
import type { Fact } from '../story/ranking.ts'
import { figure } from '../words.ts'

/** Percent of demand that weighs as much as one unit of strength. */
const usualChange = 2

/** Items of an 8-K that make it one on financing. */
const financing = new Set<string>(financingItems.map(({ item }) => item))

/** Days for which a filed agreement is shown, and how many at most. */
const agreementDays = 180
const agreementsShown = 12

/** The load that computers add to the grid. */
export const aiCompute: Briefer = {
  id: 'cross.ai-compute',
  state: level('grid-demand-change', {
    // a month of ordinary weather moves demand by about as much
    enter: 2,
    leave: 1,
    labels: ['demand below a year ago', 'demand level', 'demand above a year ago'],
  }),
  tell: (day) => {
    const agreements = recentAgreements(day)
    const newest = agreements[0]
    return {
      nothing: 'Too little electricity demand is on record for this day: four weeks and the same four a year before are needed.',
      facts: demandFacts(day),
      ranked: ['corz-share', 'iren-share', 'hut-share', 'henry-hub-spot'],
      also: agreementSentences(agreements, day),
      sections: [...demandSections(day), ...agreementSections(agreements)],
      rests: newest ? [{ upstream: 'sec', period: newest.filing.filed }] : [],
      notes: [
        'Demand is that of balancing authorities of the lower 48 states by UTC day; the last two days are left out, for their hours are estimates. Weather moves a month more than data centres do.',
        agreements.length === 0
          ? `No miner has filed an agreement (8-K item ${agreementItem}) in the last ${agreementDays} days, as far as filings have been read.`
          : `A filing of item ${agreementItem} can be about any agreement, hosting or not: the filing says what. One with an item on financing is about a loan or shares.`,
        'Hosting against mining revenue for each megawatt is left out: no filing read here states revenue of both and the megawatts billed. Gross, contracted, energised and billing megawatts are different figures.',
      ],
    }
  },
}

function demandFacts(day: Day): Fact[] {
  const change = day.reading('grid-demand-change')
  const demand = day.reading('grid-demand-28d')
  if (!change || !demand || change.freshness.status === 'stale') return []
  const size = `${figure(Math.abs(change.value), 1)}%`
  const way = change.value > 0 ? 1 : change.value < 0 ? -1 : 0
  const side = way < 0 ? 'below' : 'above'
  const on = dayInWords(change.period, isoDay(day.asOf))
  const load = `${figure(demand.value, 0)} TWh`
  return [
    {
      metric: change.metric,
      about: 'electricity demand',
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: Math.abs(change.value) / usualChange,
      way,
      meaning: 0,
      text: `US electricity demand of the 28 days to ${on} was ${load}, ${size} ${side} that of the same weekdays a year before.`,
      clauses: [
        [`US electricity demand is ${size} ${side} that of a year before`],
        [`At ${load} in four weeks, US electricity demand is ${size} ${side} a year before`],
      ],
      asides: [`electricity demand is ${size} ${side} a year before`],
    },
  ]
}

const yearOfWeeks = 364

/** Demand of spans of whole weeks against the same weekdays a year before; a span with a missing day is left out. */
function demandSections(day: Day): Section[] {
  const column = day.series('eia.grid.US48')
  if (!column) return []
  const last = column.period.at(-1)!
  const rows = [7, 28, 91, 364].flatMap((days) => {
    const now = sumTo(column, last, days)
    const before = sumTo(column, last - yearOfWeeks, days)
    return now === null || before === null
      ? []
      : [
          {
            span: `${days} days`,
            to: isoDay(last),
            demand: tera(now),
            before: tera(before),
            change: rounded(100 * (now / before - 1), 2),
          },
        ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'demand',
      title: 'US electricity demand against the same weekdays a year before',
      note: null,
      columns: [
        { key: 'span', label: 'Span', unit: null },
        { key: 'to', label: 'To', unit: null },
        { key: 'demand', label: 'Demand', unit: 'TWh' },
        { key: 'before', label: 'A year before', unit: 'TWh' },
        { key: 'change', label: 'Change', unit: 'percent' },
      ],
      rows,
    },
  ]
}

const tera = (megawattHours: number): number => rounded(megawattHours / 1e6, 3)

/** Sum of `days` daily values up to and with day number `last`; null where one of them is missing. */
function sumTo({ period, value }: Column, last: number, days: number): number | null {
  const at = indexAtOrBefore({ period } as Column, last)
  if (at < days - 1 || period[at] !== last || period[at - days + 1] !== last - days + 1) return null
  return value.subarray(at - days + 1, at + 1).reduce((sum, each) => sum + each, 0)
}

const recentAgreements = (day: Day) =>
  day.agreements().filter(({ filing }) => day.asOf - dayNumber(filing.filed)! < agreementDays)

function agreementSentences(agreements: ReturnType<typeof recentAgreements>, day: Day): string[] {
  const newest = agreements[0]
  if (!newest) return []
  const on = dayInWords(newest.filing.filed, isoDay(day.asOf))
  return agreements.length === 1
    ? [`${newest.name} filed an agreement on ${on}, the only one of a miner in ${agreementDays} days.`]
    : [`Miners filed ${inWords(agreements.length)} agreements in ${agreementDays} days, the newest by ${newest.name} on ${on}.`]
}

function agreementSections(agreements: ReturnType<typeof recentAgreements>): Section[] {
  if (agreements.length === 0) return []
  return [
    {
      id: 'agreements',
      title: `Agreements filed by miners (8-K item ${agreementItem}), newest first`,
      note:
        agreements.length > agreementsShown
          ? `The newest ${agreementsShown} of ${agreements.length} in ${agreementDays} days.`
          : null,
      columns: [
        { key: 'company', label: 'Company', unit: null },
        { key: 'filed', label: 'Filed', unit: null },
        { key: 'form', label: 'Form', unit: null },
        { key: 'items', label: 'Items', unit: null },
        { key: 'financing', label: 'Financing', unit: null },
        { key: 'filing_url', label: 'Filing', unit: null },
      ],
      rows: agreements.slice(0, agreementsShown).map(({ ticker, name, filing, items }) => ({
        ticker,
        company: name,
        filed: filing.filed,
        form: filing.form,
        items: items.join(', '),
        financing: items.some((item) => financing.has(item)) ? 'yes' : 'no',
        accession: filing.accession,
        filing_url: filing.url,
      })),
    },
  ]
}
