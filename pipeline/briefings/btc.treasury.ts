import { filedSeries } from '../../data/companies.ts'
import { type UpstreamId, upstreams } from '../../data/upstreams.ts'
import { counted } from '../calendar/counted.ts'
import { dayNumber, isoDay } from '../calendar/day.ts'
import type { Section } from '../documents/briefing.ts'
import type { TreasuryList } from '../documents/treasury-list.ts'
import type { FiledTotal } from '../warehouse/filings.ts'
import { type Briefer, type Day, type FiledCompany, unknown } from './day.ts'
import { figure } from './words.ts'

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

/**
 * The bitcoin totals one company has filed, each step with its filing. State from the newest total against the one 30 days earlier:
 * `accumulating`, `holding`, `reducing`; `silent` when nothing was filed for 100 days.
 */
export const treasury: Briefer = {
  id: 'btc.treasury',
  deciders: [],
  reads: filedSeries,
  state: (day) => {
    const found = company(day)
    const newest = found?.totals.at(-1)
    if (!found || !newest) return unknown
    if (day.asOf - dayOf(newest) > silentDays) return 'silent'
    const before = earlier(found, spanDays)
    if (!before) return unknown
    if (newest.value > before.value) return 'accumulating'
    return newest.value < before.value ? 'reducing' : 'holding'
  },
  tell: (day) => {
    const found = company(day)
    const newest = found?.totals.at(-1)
    const { list } = day.treasuries()
    const roster = rosterSections(list)
    if (!found || !newest)
      return { summary: 'No filed bitcoin total is on record for this day.', sections: roster, notes: [...rosterNotes] }
    const before = earlier(found, spanDays)
    const step = before
      ? ` ${figure(newest.value - before.value, 0)} BTC more than on ${before.asOf}.`.replace(' -', ' minus ')
      : ''
    const steps = found.totals
      .map((total, i) => ({ total, change: i > 0 ? total.value - found.totals[i - 1]!.value : null }))
      .slice(-shown)
      .reverse()
    return {
      summary: `${rosterSummary(list)}${found.name} (${found.ticker}) stated ${figure(newest.value, 0)} BTC as of ${newest.asOf}, in the filing accepted ${newest.knownAt.slice(0, 10)}.${step}`,
      sections: [
        ...roster,
        {
          id: 'filed-totals',
          title: `${found.name}: filed bitcoin totals, newest first`,
          note: found.totals.length > shown ? `The newest ${shown} of ${found.totals.length} filed totals.` : null,
          columns: [
            { key: 'as_of', label: 'As of', unit: null },
            { key: 'btc', label: 'Total', unit: 'BTC' },
            { key: 'change', label: 'Step', unit: 'BTC' },
            { key: 'known_at', label: 'Accepted', unit: null },
            { key: 'known_basis', label: 'Basis', unit: null },
            { key: 'form', label: 'Form', unit: null },
            { key: 'filing_url', label: 'Filing', unit: null },
          ],
          rows: steps.map(({ total, change }) => ({
            as_of: total.asOf,
            btc: total.value,
            change,
            known_at: total.knownAt,
            known_basis: total.knownBasis,
            form: total.form,
            accession: total.accession,
            filing_url: total.url,
          })),
        },
      ],
      rests: [{ upstream: 'sec', period: newest.asOf }, ...othersOf(list)],
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

const rosterNotes = [
  'Holdings are those of a curated roster: the total understates the market. Rows do not sum to it, for estimates are rounded and left out.',
]

function rosterSummary({ holdings, total_btc_exact }: TreasuryList): string {
  const exact = holdings.filter(({ precision }) => precision === 'exact').length
  return exact < 2 ? '' : `${exact} companies of the roster have filed ${figure(total_btc_exact, 0)} BTC together. `
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
    note: 'An estimate is what a third party says, or a filed count more than 240 days old, rounded.',
    columns: [
      { key: 'ticker', label: 'Ticker', unit: null },
      { key: 'company_name', label: 'Company', unit: null },
      { key: 'btc', label: 'Held', unit: 'BTC' },
      { key: 'precision', label: 'Precision', unit: null },
      { key: 'stated_for', label: 'As of', unit: null },
      { key: 'mnav', label: 'mNAV', unit: null },
      { key: 'senior_claims_usd', label: 'Senior claims', unit: 'USD' },
      { key: 'filing_url', label: 'Filing', unit: null },
    ],
    rows: holdings.map((row) => ({
      ticker: row.ticker,
      company_name: row.company_name,
      btc: row.btc_exact ?? row.btc_display,
      precision: row.precision,
      stated_for: row.as_of,
      mnav: row.mnav_summary?.value ?? null,
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
