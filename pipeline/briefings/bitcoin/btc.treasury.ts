import { metricRows } from '../../../data/metrics.ts'
import { filedSeries } from '../../../data/series.ts'
import { type UpstreamId, upstreams } from '../../../data/upstreams.ts'
import { dayInWords, inWords } from '../../analysis/amounts.ts'
import { figure } from '../../analysis/words.ts'
import { counted } from '../../calendar/counted.ts'
import { dayNumber, isoDay } from '../../calendar/day.ts'
import { type Day, type FiledCompany, unknown } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Charts } from '../../documents/charts.ts'
import type { TreasuryList } from '../../documents/treasury-list.ts'
import type { FiledTotal } from '../../warehouse/filings.ts'
import type { Briefer } from '../briefer.ts'
import { filingNames } from '../charts.ts'
import { custom } from '../states/rule.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, subjectFact, wayOf } from '../story/ranking.ts'
import { listing } from '../table.ts'
import { rosterSections } from './treasury-tables.ts'

/** Days without a filed total after which the company's doing is not known. */
const silentDays = 100
/** Span over which the newest total is compared. */
const spanDays = 30
/** Steps shown. */
const shown = 12

const dayOf = (total: FiledTotal): number => dayNumber(total.asOf)!

/** The total that stood `days` days before the newest one, or null. */
function earlier(company: FiledCompany, days: number): FiledTotal | null {
  const newest = company.totals.at(-1)
  if (!newest) return null
  return company.totals.findLast((total) => dayOf(total) <= dayOf(newest) - days) ?? null
}

const company = (day: Day): FiledCompany | null => day.companies().find(({ totals }) => totals.length > 0) ?? null

/** The bitcoin totals one company has filed, each step with its filing. */
export const treasury: Briefer = {
  id: 'btc.treasury',
  state: custom({
    labels: ['accumulating', 'holding', 'reducing', 'silent'],
    words: `by the newest filed total against the one ${spanDays} days earlier: \`accumulating\`, \`holding\` or \`reducing\`; \`silent\` once ${silentDays} days have passed without a filed total`,
    inputs: [],
    reads: filedSeries.map(({ id }) => id),
    label: (day) => {
      const filer = company(day)
      const newest = filer?.totals.at(-1)
      if (!filer || !newest) return unknown
      if (day.asOf - dayOf(newest) > silentDays) return 'silent'
      const before = earlier(filer, spanDays)
      if (!before) return unknown
      if (newest.value > before.value) return 'accumulating'
      return newest.value < before.value ? 'reducing' : 'holding'
    },
    why: (day) => (company(day) === null ? 'no_source' : 'too_little_history'),
    noLevels: 'Which total the next one is compared with depends on the day the company files.',
  }),
  charts: holdersOf,
  tell: (day) => {
    const filer = company(day)
    const newest = filer?.totals.at(-1)
    const { list } = day.treasuries()
    const roster = rosterSections(list, day)
    const rests = othersOf(list)
    const nothing = 'No filed bitcoin total is on record for this day.'
    if (!filer || !newest) return { nothing, ranked: [], also: disputes(list), sections: roster, rests, notes: [...rosterNotes] }
    return {
      nothing,
      ranked: ['bitcoin-price'],
      facts: [filedFact(filer, newest, day)],
      also: [...disputes(list), ...rosterSentences(list)],
      sections: [...roster, ...filedSection(filer, day)],
      rests: [{ upstream: 'sec', period: newest.asOf }, ...rests],
      notes: [
        ...rosterNotes,
        'Totals are the company’s own words in its filings; weeks without a statement are left out, not filled in.',
        ...(day.asOf - dayOf(newest) > silentDays
          ? [`The newest filed total on record is ${counted(day.asOf - dayOf(newest), 'day')} old on ${isoDay(day.asOf)}.`]
          : []),
      ],
    }
  },
}

/** What the newest filed total says. It is what the briefing is about, so it comes first whatever else moves. */
function filedFact(filer: FiledCompany, newest: FiledTotal, day: Day): Fact {
  const { name, series } = filer
  const before = earlier(filer, spanDays)
  const step = before ? newest.value - before.value : 0
  const way = wayOf(step)
  const today = isoDay(day.asOf)
  const on = dayInWords(newest.asOf, today)
  const total = `${figure(newest.value, 0)} BTC`
  const size = `${figure(Math.abs(step), 0)} BTC`
  const age = day.asOf - dayOf(newest)
  const compared = before && step !== 0 ? `, ${size} ${step > 0 ? 'more' : 'less'} than on ${dayInWords(before.asOf, today)}` : ''
  const since = age > silentDays ? ` No newer filing has been read in ${counted(age, 'day')}.` : ''
  const stood: Fact['clauses'] = [
    [`${name} last filed ${total}, as of ${on}`, `The last filed total of ${name} is ${total}, of ${on}`],
    [
      `No filing newer than that of ${on} has been read for ${name}`,
      `As of ${on}, ${name} held ${total}; nothing newer is filed`,
    ],
  ]
  const moved: Fact['clauses'] = [
    [`${name} ${way > 0 ? 'added' : 'shed'} ${size}, to ${total} on ${on}`],
    [`${name} held ${total} on ${on}${compared}`],
  ]
  return subjectFact({
    // a company without a metric is named by its series, which is the reading of nobody else
    metric: metricRows.find(({ of }) => of[0] === series)?.metric ?? series,
    about: name,
    way,
    text: `${name} stated ${total} as of ${on}${compared}.${since}`,
    clauses: age > silentDays || way === 0 ? stood : moved,
    asides: [`${name} holds ${total}`],
  })
}

/** Each step of the filed totals with its filing, newest first. */
function filedSection(filer: FiledCompany, day: Day): Section[] {
  const { name, totals } = filer
  const before = earlier(filer, spanDays)
  const steps = totals.map((total, i) => ({ ...total, change: i > 0 ? total.value - totals[i - 1]!.value : null }))
  const newest = steps.at(-1)
  return listing('filed-totals', `${name}: filed bitcoin totals, newest first`, {
    note: totals.length > shown ? `The newest ${shown} of ${totals.length} filed totals.` : null,
    things: steps.slice(-shown).reverse(),
    columns: {
      as_of: ['As of', ({ asOf }) => asOf],
      btc: ['Total | BTC', ({ value }) => value],
      change: ['Step | BTC', ({ change }) => change],
      over_30_days: [null, (step) => (before && step === newest ? step.value - before.value : null)],
      age_days: [null, (step) => day.asOf - dayOf(step)],
      known_at: ['Accepted', ({ knownAt }) => knownAt],
      known_basis: ['Basis', ({ knownBasis }) => knownBasis],
      form: ['Form', ({ form }) => form],
      accession: [null, ({ accession }) => accession],
      filing_url: ['Filing', ({ url }) => url],
    },
  })
}

/** Where a filing and a third party disagree, the largest holding first. */
function disputes({ holdings, withheld }: TreasuryList): string[] {
  const [first, ...others] = holdings.filter(({ adjudication }) => adjudication !== null)
  const more = others.length > 0 ? `, the largest of ${inWords(others.length + 1)} such disputes` : ''
  const stands = first?.adjudication?.verdict === 'filing_stands' ? 'its filing' : 'the lower count'
  return [
    ...(first ? [`Sources disagree on ${first.company_name}${more}: ${stands} stands.`] : []),
    ...(withheld.length > 0
      ? [`${capitalised(inWords(withheld.length))} ${withheld.length === 1 ? 'company is' : 'companies are'} withheld.`]
      : []),
  ]
}

const rosterNotes = [
  'Holdings are those of a curated roster: the total understates the market. Rows do not sum to it, for estimates are rounded and left out.',
]

function rosterSentences({ holdings, total_btc_exact }: TreasuryList): string[] {
  const exact = holdings.filter(({ precision }) => precision === 'exact').length
  return exact < 2 ? [] : [`Filed counts on the list add up to ${figure(total_btc_exact, 0)} BTC.`]
}

/** Upstreams beside the SEC whose counts, closes and ratios stand among the rows, each with the newest day. */
function othersOf({ holdings }: TreasuryList): { upstream: UpstreamId; period: string }[] {
  const days = new Map<UpstreamId, string>()
  const rest = (upstream: UpstreamId | undefined, day: string) => {
    if (upstream !== undefined && upstream !== 'sec' && day > (days.get(upstream) ?? '')) days.set(upstream, day)
  }
  for (const { source, as_of, mnav_summary } of holdings) {
    rest(upstreams.find(({ id }) => id === source.id)?.id, as_of)
    if (mnav_summary !== null) rest(mnav_summary.basis === 'in house' ? 'stooq' : 'coingecko', mnav_summary.as_of)
  }
  return [...days].map(([upstream, period]) => ({ upstream, period }))
}

/** The holders of the day, and the names of all filings that tables of treasuries lead to. */
function holdersOf(day: Day): Pick<Charts, 'holders' | 'filings'> {
  const { list } = day.treasuries()
  const { holdings, withheld } = list
  const filings = [
    ...holdings.flatMap(({ filing }) => filing ?? []),
    ...withheld.map(({ evidence_filing }) => evidence_filing),
    ...day
      .companies()
      .flatMap(({ totals }) => totals.map(({ form, knownAt, url }) => ({ form, filed: knownAt.slice(0, 10), url }))),
  ]
  return {
    ...(holdings.length === 0 ? {} : { holders: holdings }),
    filings: filingNames(filings),
  }
}
