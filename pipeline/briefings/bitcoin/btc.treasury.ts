import { metricRows } from '../../../data/metrics.ts'
import { filedSeries } from '../../../data/series.ts'
import { type UpstreamId, upstreams } from '../../../data/upstreams.ts'
import { upstreamOf } from '../../analysis/series-source.ts'
import { type Day, type FiledCompany, unknown } from '../../days/day.ts'
import type { Charts } from '../../documents/charts.ts'
import type { TreasuryList } from '../../documents/treasury-list.ts'
import type { QualityGrade } from '../../freshness.ts'
import { isoDay } from '../../time/day.ts'
import { amount, dayInWords, figure, inWords } from '../../values/amounts.ts'
import type { FiledTotal } from '../../warehouse/companies/filings.ts'
import type { BriefingDefinition, FiledChange } from '../briefer.ts'
import { filingNames } from '../charts.ts'
import { customState } from '../states/rule.ts'
import { fitsHeadline } from '../story/headline.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, signOfChange, subjectFact } from '../story/ranking.ts'
import { filedTotalsSection, sumReportedAmount, treasuryMarketSection, treasuryRosterSections } from './treasury-tables.ts'
import {
  companiesWithCurrentCount,
  countComparisonDays,
  currentCountDays,
  fourWeekHoldingChange,
  type HoldingStep,
  holdingSteps,
  type WeeklyHoldingStep,
  weeklyHoldingSteps,
} from './treasury-totals.ts'

/** Companies with current counts that a state follows from. */
const fewest = 2
/** Percent by which their bitcoins rise or fall in four weeks before the state says so. */
const steadyPercent = 0.25

/** Companies without whose counts there is no total to sell. */
const leastCompanies = 2

/** Bitcoins of listed companies: their sum, who bought or sold, what they are valued at and what they owe. */
export const btcTreasury: BriefingDefinition = {
  id: 'btc.treasury',
  state: customState({
    labels: ['accumulating', 'steady', 'distributing'],
    words: `by the bitcoins together that companies state in current reports for days of the last ${currentCountDays}, against those they stated ${countComparisonDays} days and more before: \`accumulating\` from ${steadyPercent}% more on, \`distributing\` from ${steadyPercent}% fewer on, else \`steady\`; \`unknown\` with fewer than ${inWords(fewest)} such companies`,
    inputs: [],
    reads: filedSeries.map(({ id }) => id),
    label: (day) => {
      const compared = fourWeekHoldingChange(day.companies(), day.asOf)
      if (compared === null || compared.companies < fewest) return unknown
      if (Math.abs(compared.percent) < steadyPercent) return 'steady'
      return compared.percent > 0 ? 'accumulating' : 'distributing'
    },
    why: (day) => {
      const read = day.companies().filter(({ totals }) => totals.length > 0)
      if (read.length < fewest) return 'no_source'
      return companiesWithCurrentCount(read, day.asOf).length < fewest ? 'stale' : 'too_little_history'
    },
    noLevels: 'Which total the next one is compared with depends on the day the company files.',
  }),
  // a total of one company is that company
  lacks: (day) => {
    const filed = day.companies().filter(({ totals }) => totals.length > 0).length
    return filed >= leastCompanies
      ? null
      : `counts filed by ${inWords(leastCompanies)} companies are needed, and ${inWords(filed)} ${filed === 1 ? 'is' : 'are'} on record`
  },
  charts: holdersOf,
  tell: (day) => {
    const { list } = day.treasuries()
    const companies = day.companies()
    const compared = fourWeekHoldingChange(companies, day.asOf)
    const week = weeklyHoldingSteps(companies, day.asOf)
    const steps = holdingSteps(companies)
    const leading = week[0] ?? steps.find(({ change }) => (change ?? 0) > 0)
    return {
      nothing: 'No filed bitcoin total is on record for this day.',
      ranked: list.holdings.length === 0 ? [] : ['bitcoin-price'],
      facts: [...totalFacts(list, week, day), ...(leading === undefined ? [] : [changeFact(leading, week, day)])],
      also: [
        ...comparedSentences(compared),
        ...ratioSentences(list, 'in house', day),
        ...debtSentences(list),
        ...ratioSentences(list, 'third party', day),
        ...disputes(list),
      ],
      filed: (days) => weeklyHoldingSteps(companies, day.asOf, days).flatMap((step) => filedChange(step, isoDay(day.asOf))),
      sections: [
        ...treasuryMarketSection(list, compared, week),
        ...treasuryRosterSections(list, day),
        ...filedTotalsSection(steps, day),
      ],
      rests: restsOf(list, steps, day),
      quality: qualityOf(list),
      notes: [
        'Holdings are those of a curated roster: the total understates the market. Rows do not sum to it because estimates are rounded and not included.',
        'Totals are the companies’ own words in their filings; weeks without a statement are left out, not filled in.',
      ],
    }
  },
}

/** By the share of the bitcoins counted in filings whose count is fresh. */
function qualityOf({ holdings }: TreasuryList): QualityGrade {
  const counted = holdings.filter(({ precision }) => precision === 'exact')
  const sum = (some: typeof counted) => some.reduce((total, { btc_exact: btc }) => total + (btc ?? 0), 0)
  const share = sum(counted.filter(({ freshness }) => freshness.status === 'fresh')) / sum(counted)
  return share >= goodShare ? 'good' : share >= partialShare ? 'partial' : 'poor'
}
const goodShare = 0.9
const partialShare = 0.5

const coins = (value: number): string => `${figure(value, 0)} BTC`
const possessive = (name: string): string => `${name}’${name.endsWith('s') ? '' : 's'}`
const companiesInWords = (count: number): string => `${inWords(count)} ${count === 1 ? 'company' : 'companies'}`

/** `30 June to 15 November`, one day where both are the same. */
const daysInWords = (from: string, to: string, today: string): string =>
  from === to ? dayInWords(to, today) : `${dayInWords(from, today)} to ${dayInWords(to, today)}`

/** `added 18 BTC`. */
const movedBy = (change: number): string => `${change < 0 ? 'shed' : 'added'} ${coins(Math.abs(change))}`

/** What the filings of all companies add up to: what the briefing is about, so it comes first whatever else moves. */
function totalFacts({ holdings, total_btc_exact: total }: TreasuryList, week: readonly HoldingStep[], day: Day): Fact[] {
  const exact = holdings.filter(({ precision }) => precision === 'exact').sort((a, b) => (a.as_of < b.as_of ? -1 : 1))
  const [oldest, newest] = [exact[0], exact.at(-1)]
  if (oldest === undefined || newest === undefined) return []
  const today = isoDay(day.asOf)
  const days = daysInWords(oldest.as_of, newest.as_of, today)
  const many = companiesInWords(exact.length)
  const [largest] = week
  const moved = largest?.change ? `; ${largest.company.name} ${movedBy(largest.change)} in the week` : ''
  const filed = dayInWords(newest.filing?.filed ?? newest.as_of, today)
  const alone = `The only filing read is ${possessive(newest.company_name)} of ${filed}: ${coins(total)}`
  const age = `now ${newest.age_days === 1 ? 'a day' : `${newest.age_days} days`} old`
  const news = largest?.change ? `${largest.company.name} ${movedBy(largest.change)}, to ${figure(total, 0)} on ${days}` : null
  const either = (base: string, rest: string) => (moved !== '' && fitsHeadline(base + moved) ? base + moved : base + rest)
  const text = `${capitalised(many)} count ${coins(total)} in their filings, as of ${days}.`
  return [
    subjectFact({
      metric: 'treasuries',
      about: 'total',
      weight: 1,
      text: exact.length > 1 ? text : `${alone}, ${age}.`,
      clauses:
        exact.length > 1
          ? [
              [either(`${capitalised(many)} count ${coins(total)}`, ` in filings as of ${days}`)],
              [either(`Filings of ${many} add up to ${coins(total)}`, `, as of ${days}`)],
            ]
          : [
              news === null ? [`${alone}, ${age}`, alone] : [`${news}; no other filing was read`, news],
              [`Only one filing was read, ${possessive(newest.company_name)} of ${filed}: ${coins(total)}`],
            ],
    }),
  ]
}

/** A company without a metric is named by its series, which is the reading of nobody else. */
const nameOfTotal = ({ series }: FiledCompany): string => metricRows.find(({ of }) => of[0] === series)?.metric ?? series

/** The largest change of the week; where nothing was filed in it, the newest purchase. */
function changeFact({ company, total, change }: HoldingStep, week: readonly HoldingStep[], day: Day): Fact {
  const today = isoDay(day.asOf)
  const filed = dayInWords(total.knownAt.slice(0, 10), today)
  const to = `${figure(total.value, 0)} as of ${dayInWords(total.asOf, today)} (filed on ${filed})`
  const stated = change ? `${movedBy(change)}, to ${to}` : `filed a total of ${to}`
  const among = `the largest change of ${companiesInWords(week.length)} that filed in the week`
  const text =
    week.length === 0
      ? `No filing this week. Last purchase: ${company.name}, ${coins(change ?? 0)} by ${dayInWords(total.asOf, today)}.`
      : week.length > 1
        ? `${company.name} ${stated}, ${among}.`
        : `In the week ${company.name} ${stated}.`
  return subjectFact({
    metric: nameOfTotal(company),
    about: company.name,
    way: signOfChange(change ?? 0),
    text,
    clauses: [[`${company.name} ${stated}`], [`${company.name}: ${coins(total.value)} as of ${dayInWords(total.asOf, today)}`]],
  })
}

/** A total that differs, as it is printed, from the one filed before. */
function filedChange({ company, total, before }: WeeklyHoldingStep, today: string): FiledChange[] {
  const dated = ({ value, asOf }: FiledTotal) => `${coins(value)} (${dayInWords(asOf, today)})`
  if (before !== null && coins(before.value) === coins(total.value)) return []
  const filed = `, filed on ${dayInWords(total.knownAt.slice(0, 10), today)}`
  const text = before === null ? `first total, ${dated(total)}` : `${figure(before.value, 0)} to ${dated(total)}`
  return [{ what: nameOfTotal(company), from: before?.value ?? null, to: total.value, text: `${company.name}: ${text}${filed}.` }]
}

function comparedSentences(compared: ReturnType<typeof fourWeekHoldingChange>): string[] {
  if (compared === null || compared.companies < fewest) return []
  const { companies, change, percent } = compared
  const size = `${coins(Math.abs(change))} (${figure(Math.abs(percent), 1)}%)`
  return [
    change === 0
      ? `The current counts of ${companiesInWords(companies)} are those of four weeks before.`
      : `The current counts of ${companiesInWords(companies)} are ${size} ${change > 0 ? 'above' : 'below'} those of four weeks or more before.`,
  ]
}

/** `mNAV in house runs from 1.2 (LNTX) to 3.85 (DRFT), on 19 November.` */
function ratioSentences({ holdings }: TreasuryList, basis: 'in house' | 'third party', day: Day): string[] {
  const rows = holdings
    .flatMap(({ ticker, mnav_summary: mnav }) => (mnav?.basis === basis ? [{ ticker, ...mnav }] : []))
    .sort((a, b) => a.value - b.value)
  const [low, high] = [rows[0], rows.at(-1)]
  if (low === undefined || high === undefined) return []
  const days = rows.map(({ as_of }) => as_of).sort()
  const [from, to] = [days[0]!, days.at(-1)!]
  const named = ({ value, ticker }: typeof low) => `${figure(value, 2)} (${ticker})`
  const range = low === high ? `is ${named(low)}` : `runs from ${named(low)} to ${named(high)}`
  const name = basis === 'in house' ? 'mNAV in house' : 'mNAV of third parties'
  return [`${name} ${range}, ${from === to ? 'on' : 'of'} ${daysInWords(from, to, isoDay(day.asOf))}.`]
}

function debtSentences({ holdings }: TreasuryList): string[] {
  const due = sumReportedAmount(holdings, 'due_within_24_months_usd')
  const claims = sumReportedAmount(holdings, 'senior_claims_usd')
  if (claims.count === 0) return []
  const soon =
    due.count === 0 ? '' : `; ${due.sum === 0 ? 'nothing' : amount(due.sum, 'USD')} falls due within 24 months of the reports`
  return [`Senior claims on ${companiesInWords(claims.count)} are ${amount(claims.sum, 'USD')}${soon}.`]
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

/** Upstreams whose counts, closes and ratios are among the rows, each with the newest day. */
function restsOf(
  { holdings }: TreasuryList,
  steps: readonly HoldingStep[],
  day: Day,
): { upstream: UpstreamId; period: string }[] {
  const days = new Map<UpstreamId, string>()
  const rest = (upstream: UpstreamId | undefined, period: string) => {
    if (upstream !== undefined && period > (days.get(upstream) ?? '')) days.set(upstream, period)
  }
  for (const { total } of steps) rest('sec', total.asOf)
  const closedBy = (ticker: string) => upstreamOf(`${ticker}.close`, day.series(`${ticker}.close`))
  for (const { ticker, source, as_of, mnav_summary } of holdings) {
    rest(upstreams.find(({ id }) => id === source.id)?.id, as_of)
    if (mnav_summary !== null) rest(mnav_summary.basis === 'in house' ? closedBy(ticker) : 'coingecko', mnav_summary.as_of)
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
