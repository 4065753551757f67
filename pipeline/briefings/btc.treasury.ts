import { dayNumber, isoDay } from '../calendar/day.ts'
import type { FiledTotal } from '../warehouse/read.ts'
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
    if (!found || !newest) return { summary: 'No filed bitcoin total is on record for this day.', sections: [], notes: [] }
    const before = earlier(found, spanDays)
    const step = before
      ? ` ${figure(newest.value - before.value, 0)} BTC more than on ${before.asOf}.`.replace(' -', ' minus ')
      : ''
    const steps = found.totals
      .map((total, i) => ({ total, change: i > 0 ? total.value - found.totals[i - 1]!.value : null }))
      .slice(-shown)
      .reverse()
    return {
      summary: `${found.name} (${found.ticker}) stated ${figure(newest.value, 0)} BTC as of ${newest.asOf}, in the filing accepted ${newest.knownAt.slice(0, 10)}.${step}`,
      sections: [
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
      rests: [{ upstream: 'sec', period: newest.asOf }],
      notes: [
        'Totals are the company’s own words in its filings; weeks without a statement are left out, not filled in.',
        ...(day.asOf - dayOf(newest) > silentDays
          ? [`The newest filed total on record is ${day.asOf - dayOf(newest)} days old on ${isoDay(day.asOf)}.`]
          : []),
      ],
    }
  },
}
