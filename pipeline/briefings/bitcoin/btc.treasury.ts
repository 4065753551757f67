import { filedSeries } from '../../../data/companies.ts'
import { metricRows } from '../../../data/metrics.ts'
import { type UpstreamId, upstreams } from '../../../data/upstreams.ts'
import { counted } from '../../calendar/counted.ts'
import { dayNumber, isoDay } from '../../calendar/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { TreasuryList } from '../../documents/treasury-list.ts'
import type { FiledTotal } from '../../warehouse/filings.ts'
import { type Briefer, type Day, type FiledCompany, unknown } from '../day.ts'
import { custom } from '../states/rule.ts'
import { dayInWords, inWords } from '../story/amounts.ts'
import { capitalised } from '../story/names.ts'
import type { Fact } from '../story/ranking.ts'
import { figure } from '../words.ts'

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
    reads: filedSeries,
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
    noLevels: 'Which total the next one is compared with depends on the day the company files.',
  }),
  tell: (day) => {
    const filer = company(day)
    const newest = filer?.totals.at(-1)
    const { list } = day.treasuries()
    const roster = [...rosterSections(list), ...listSections(list, day)]
    const rests = othersOf(list)
    const nothing = 'No filed bitcoin total is on record for this day.'
    if (!filer || !newest) return { nothing, ranked: [], also: disputes(list), sections: roster, rests, notes: [...rosterNotes] }
    return {
      nothing,
      ranked: ['bitcoin-price'],
      facts: [filedFact(filer, newest, day)],
      also: [...disputes(list), ...rosterSentences(list)],
      sections: [...roster, filedSection(filer, day)],
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
  const before = earlier(filer, spanDays)
  const step = before ? newest.value - before.value : 0
  const way = step > 0 ? 1 : step < 0 ? -1 : 0
  const today = isoDay(day.asOf)
  const on = dayInWords(newest.asOf, today)
  const total = `${figure(newest.value, 0)} BTC`
  const size = `${figure(Math.abs(step), 0)} BTC`
  const age = day.asOf - dayOf(newest)
  const compared = before && step !== 0 ? `, ${size} ${step > 0 ? 'more' : 'less'} than on ${dayInWords(before.asOf, today)}` : ''
  const since = age > silentDays ? ` No newer filing has been read in ${counted(age, 'day')}.` : ''
  const stood: Fact['clauses'] = [
    [`${filer.name} last filed ${total}, as of ${on}`, `The last filed total of ${filer.name} is ${total}, of ${on}`],
    [
      `No filing newer than that of ${on} has been read for ${filer.name}`,
      `As of ${on}, ${filer.name} held ${total}; nothing newer is filed`,
    ],
  ]
  const moved: Fact['clauses'] = [
    [`${filer.name} ${way > 0 ? 'added' : 'shed'} ${size}, to ${total} on ${on}`],
    [`${filer.name} held ${total} on ${on}${compared}`],
  ]
  return {
    // a company without a metric is named by its series, which is the reading of nobody else
    metric: metricRows.find(({ of }) => of[0] === filer.series)?.metric ?? filer.series,
    about: filer.name,
    kind: 'subject',
    isNews: true,
    weight: 0,
    strength: 0,
    way,
    meaning: way,
    text: `${filer.name} stated ${total} as of ${on}${compared}.${since}`,
    clauses: age > silentDays || way === 0 ? stood : moved,
    asides: [`${filer.name} holds ${total}`],
  }
}

/** Each step of the filed totals with its filing, newest first. */
function filedSection(filer: FiledCompany, day: Day): Section {
  const { name, totals } = filer
  const before = earlier(filer, spanDays)
  const steps = totals.map((total, i) => ({ total, change: i > 0 ? total.value - totals[i - 1]!.value : null }))
  return {
    id: 'filed-totals',
    title: `${name}: filed bitcoin totals, newest first`,
    note: totals.length > shown ? `The newest ${shown} of ${totals.length} filed totals.` : null,
    columns: [
      { key: 'as_of', label: 'As of', unit: null },
      { key: 'btc', label: 'Total', unit: 'BTC' },
      { key: 'change', label: 'Step', unit: 'BTC' },
      { key: 'known_at', label: 'Accepted', unit: null },
      { key: 'known_basis', label: 'Basis', unit: null },
      { key: 'form', label: 'Form', unit: null },
      { key: 'filing_url', label: 'Filing', unit: null },
    ],
    rows: steps
      .slice(-shown)
      .reverse()
      .map(({ total, change }) => ({
        as_of: total.asOf,
        btc: total.value,
        change,
        over_30_days: before && total === totals.at(-1) ? total.value - before.value : null,
        age_days: day.asOf - dayOf(total),
        known_at: total.knownAt,
        known_basis: total.knownBasis,
        form: total.form,
        accession: total.accession,
        filing_url: total.url,
      })),
  }
}

/** Where a filing and a third party disagree, the largest holding first. */
function disputes({ holdings, withheld }: TreasuryList): string[] {
  const disputed = holdings.filter(({ adjudication }) => adjudication !== null)
  const first = disputed[0]
  const more = disputed.length > 1 ? `, the largest of ${inWords(disputed.length)} such disputes` : ''
  return [
    ...(first
      ? [
          `Sources disagree on ${first.company_name}${more}: ${first.adjudication!.verdict === 'filing_stands' ? 'its filing stands' : 'the lower count stands'}.`,
        ]
      : []),
    ...(withheld.length > 0
      ? [`${capitalised(inWords(withheld.length))} ${withheld.length === 1 ? 'company is' : 'companies are'} withheld.`]
      : []),
  ]
}

/** Decisions between sources, and what was last read of each list. */
function listSections({ holdings, total_btc_exact }: TreasuryList, day: Day): Section[] {
  const decided = holdings.flatMap(({ ticker, company_name, adjudication }) => {
    if (adjudication === null) return []
    const [stands, other] = adjudication.evidence
    return [
      {
        ticker,
        company_name,
        stands: stands!.btc,
        stands_as_of: stands!.as_of,
        stands_source: stands!.source,
        other: other!.btc,
        other_as_of: other!.as_of,
        other_source: other!.source,
        difference: adjudication.difference_percent,
        rule: adjudication.rule,
        decided_on: adjudication.decided_on,
      },
    ]
  })
  const decisions: Section = {
    id: 'adjudications',
    title: 'Where sources disagree',
    note: 'The first count is the one in the table of holdings.',
    columns: [
      { key: 'company_name', label: 'Company', unit: null },
      { key: 'stands', label: 'Stands', unit: 'BTC' },
      { key: 'stands_as_of', label: 'As of', unit: null },
      { key: 'other', label: 'Other', unit: 'BTC' },
      { key: 'other_as_of', label: 'As of', unit: null },
      { key: 'difference', label: 'Difference', unit: 'percent' },
      { key: 'rule', label: 'Ruling', unit: null },
    ],
    rows: decided,
  }
  const newest = (rows: readonly TreasuryList['holdings'][number][]) =>
    rows
      .map(({ known_at }) => known_at)
      .sort()
      .at(-1)
  const sources = [
    ['Filings', newest(holdings.filter(({ precision }) => precision === 'exact'))],
    ['Lists of third parties', newest(holdings.filter(({ filing }) => filing === null))],
  ] as const
  const lists: Section = {
    id: 'lists',
    title: 'When each source was last read',
    note: null,
    columns: [
      { key: 'source', label: 'Source', unit: null },
      { key: 'newest', label: 'Newest count known since', unit: null },
      { key: 'age_days', label: 'Age', unit: 'days' },
      { key: 'btc', label: 'Exact counts together', unit: 'BTC' },
    ],
    rows: sources.flatMap(([source, at], i) =>
      at === undefined
        ? []
        : [{ source, newest: at, age_days: day.asOf - dayNumber(at.slice(0, 10))!, btc: i === 0 ? total_btc_exact : null }],
    ),
  }
  return [decisions, lists].filter(({ rows }) => rows.length > 0)
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

/** The rows of the treasuries as tables; a table of nobody is left out. */
function rosterSections({ holdings, withheld }: TreasuryList): Section[] {
  const held: Section = {
    id: 'holdings',
    title: 'Holdings of listed companies, largest first',
    note: 'An estimate is what a third party says, or a filed count more than 240 days old, rounded. mNAV in house divides market value, from the shares outstanding on the cover of the latest report (not diluted) and the close of the session, by the value of the bitcoins held; that of a third party is its own figure. The two are not comparable to the hundredth.',
    columns: [
      { key: 'ticker', label: 'Ticker', unit: null },
      { key: 'company_name', label: 'Company', unit: null },
      { key: 'btc', label: 'Held', unit: 'BTC' },
      { key: 'precision', label: 'Precision', unit: null },
      { key: 'stated_for', label: 'As of', unit: null },
      { key: 'mnav_in_house', label: 'mNAV in house', unit: null },
      { key: 'mnav_in_house_as_of', label: 'Session', unit: null },
      { key: 'mnav_third_party', label: 'mNAV of a third party', unit: null },
      { key: 'mnav_third_party_as_of', label: 'Read on', unit: null },
      { key: 'senior_claims_usd', label: 'Senior claims', unit: 'USD' },
      { key: 'filing_url', label: 'Filing', unit: null },
    ],
    rows: holdings.map(({ mnav_summary: mnav, ...row }) => ({
      ticker: row.ticker,
      company_name: row.company_name,
      btc: row.btc_exact ?? row.btc_display,
      precision: row.precision,
      stated_for: row.as_of,
      mnav_in_house: mnav?.basis === 'in house' ? mnav.value : null,
      mnav_in_house_as_of: mnav?.basis === 'in house' ? mnav.as_of : null,
      mnav_third_party: mnav?.basis === 'third party' ? mnav.value : null,
      mnav_third_party_as_of: mnav?.basis === 'third party' ? mnav.as_of : null,
      senior_claims_usd: row.financing_summary?.senior_claims_usd ?? null,
      filing_url: row.filing_url,
    })),
  }
  const aside: Section = {
    id: 'withheld',
    title: 'Withheld: no count is shown',
    note: null,
    columns: [
      { key: 'ticker', label: 'Ticker', unit: null },
      { key: 'company_name', label: 'Company', unit: null },
      { key: 'reason', label: 'Why', unit: null },
      { key: 'filing_url', label: 'Filing', unit: null },
    ],
    rows: withheld.map(({ ticker, company_name, reason, evidence_filing }) => ({
      ticker,
      company_name,
      reason,
      filing_url: evidence_filing.url,
    })),
  }
  return [held, aside].filter(({ rows }) => rows.length > 0)
}
