import { financingItems } from '../../../data/financing-filings.ts'
import { agreementItem } from '../../../data/mining.ts'
import type { Day, FiledAgreement } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { dayInWords, figure, gapInWords, inWords } from '../../values/amounts.ts'
import { type Column, columnDaysUpTo } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { filingNames } from '../charts.ts'
import { currentReading } from '../readings.ts'
import { levelState } from '../states/level.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { listing, table } from '../table.ts'

/** Percent of demand that weighs as much as one unit of strength. */
const usualChange = 2

/** Items of an 8-K that make it one on financing. */
const financing = new Set<string>(financingItems.map(({ item }) => item))

/** Days for which a filed agreement is shown, and how many at most. */
const agreementDays = 180
const agreementsShown = 12

/** The load that computers add to the grid. */
export const crossAiCompute: BriefingDefinition = {
  id: 'cross.ai-compute',
  state: levelState('grid-demand-change', {
    // a month of ordinary weather moves demand by about as much
    enter: 2,
    leave: 1,
    labels: ['demand below a year ago', 'demand level', 'demand above a year ago'],
  }),
  charts: (day) => ({ filings: filingNames(day.agreements().map(({ filing }) => filing)) }),
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
  const change = currentReading(day, 'grid-demand-change')
  const demand = day.reading('grid-demand-28d')
  if (!change || !demand) return []
  const gap = gapInWords(change.value)
  const load = `${figure(demand.value, 0)} TWh`
  return [
    subjectFact({
      metric: change.metric,
      about: 'electricity demand',
      strength: Math.abs(change.value) / usualChange,
      way: Math.sign(change.value) as -1 | 0 | 1,
      meaning: 0,
      text: `US electricity demand of the 28 days to ${dayInWords(change.period, isoDay(day.asOf))} was ${load}, ${gap} that of the same weekdays a year before.`,
      clauses: [
        [`US electricity demand is ${gap} that of a year before`],
        [`At ${load} in four weeks, US electricity demand is ${gap} a year before`],
      ],
      asides: [`electricity demand is ${gap} a year before`],
    }),
  ]
}

const yearOfWeeks = 364

/** Demand of spans of whole weeks against the same weekdays a year before; a span with a missing day is left out. */
function demandSections(day: Day): Section[] {
  const column = day.series('eia.grid.US48')
  if (!column) return []
  const last = column.period.at(-1)!
  return table('demand', 'US electricity demand against the same weekdays a year before', {
    columns: { span: 'Span', to: 'To', demand: 'Demand | TWh', before: 'A year before | TWh', change: 'Change | percent' },
    rows: [7, 28, 91, 364].flatMap((days) => {
      const now = sumTo(column, last, days)
      const before = sumTo(column, last - yearOfWeeks, days)
      if (now === null || before === null) return []
      const change = rounded(100 * (now / before - 1), 2)
      return [{ span: `${days} days`, to: isoDay(last), demand: tera(now), before: tera(before), change }]
    }),
  })
}

const tera = (megawattHours: number): number => rounded(megawattHours / 1e6, 3)

/** Sum of `days` daily values up to and with day number `last`; null where one of them is missing. */
function sumTo(column: Column, last: number, days: number): number | null {
  const { value } = columnDaysUpTo(column, last, days)
  return value.length < days ? null : value.reduce((sum, each) => sum + each, 0)
}

const recentAgreements = (day: Day) =>
  day.agreements().filter(({ filing }) => day.asOf - dayNumber(filing.filed)! < agreementDays)

function agreementSentences(agreements: readonly FiledAgreement[], day: Day): string[] {
  const newest = agreements[0]
  if (!newest) return []
  const on = dayInWords(newest.filing.filed, isoDay(day.asOf))
  return agreements.length === 1
    ? [`${newest.name} filed an agreement on ${on}, the only one of a miner in ${agreementDays} days.`]
    : [`Miners filed ${inWords(agreements.length)} agreements in ${agreementDays} days, the newest by ${newest.name} on ${on}.`]
}

const agreementSections = (agreements: readonly FiledAgreement[]): Section[] =>
  listing('agreements', `Agreements filed by miners (8-K item ${agreementItem}), newest first`, {
    note:
      agreements.length > agreementsShown
        ? `The newest ${agreementsShown} of ${agreements.length} in ${agreementDays} days.`
        : null,
    things: agreements.slice(0, agreementsShown),
    columns: {
      ticker: [null, ({ ticker }) => ticker],
      company: ['Company', ({ name }) => name],
      filed: ['Filed', ({ filing }) => filing.filed],
      form: ['Form', ({ filing }) => filing.form],
      items: ['Items', ({ items }) => items.join(', ')],
      financing: ['Financing', ({ items }) => (items.some((item) => financing.has(item)) ? 'yes' : 'no')],
      accession: [null, ({ filing }) => filing.accession],
      filing_url: ['Filing', ({ filing }) => filing.url],
    },
  })
