import type { Company } from '../../data/companies.ts'
import { marketOf } from '../companies/markets/index.ts'
import { dayNumber } from '../time/day.ts'
import { type Column, valueOn } from '../values/column.ts'
import type { FiledReport } from '../warehouse/companies/reports.ts'
import { type Extraction, type UnreadFiling, unreadFiling } from './extraction.ts'
import { yenRate } from './financing.ts'
import type { FiledCount, PeriodicReport, TreasuryFiling } from './known.ts'
import { type Passage, type UnstatedPassage, unstatedPassage } from './passage.ts'
import { readCompanyFacts } from './periodic/company-facts.ts'
import { judgeReport, type PeriodicReading } from './periodic/report.ts'
import { reportFromRows } from './report-rows.ts'

/** A count a report states, or a report that could not be read: it has no value. */
export type ReportFigure = Extraction | UnreadFiling<'periodic-report' | UnstatedPassage['what']>

/** What the periodic reports of one filer say, as known on a day. */
export interface PeriodicReadings {
  /** The newest one that could be read; null where none could. */
  readonly report: PeriodicReport | null
  /** The newest one, where it is held for review. */
  readonly held: TreasuryFiling | null
  /** The totals they state for their balance sheet days, held ones too. */
  readonly counts: readonly FiledCount[]
  /** What an operator may look at: each count, and each report that could not be read. */
  readonly figures: readonly ReportFigure[]
}

/** Reports as they were judged: one is judged again only where the price of its day, or the rate, is another. */
const judged = new WeakMap<
  FiledReport,
  { readonly price: number | null; readonly rate: number | null; readonly reading: PeriodicReading }
>()

/**
 * @param reports of one company, oldest first
 * @param price dollars per bitcoin by day, as known on the day asked about
 * @param rate how much of the currency of its market a dollar is, likewise
 */
export function periodicReadings(
  reports: readonly FiledReport[],
  company: Pick<Company, 'id' | 'market' | 'classes' | 'reviewed'>,
  price: Column | null,
  rate: Column | null,
): PeriodicReadings {
  const market = marketOf(company)
  const priceAt = (day: string): number | null => valueOn(price, dayNumber(day)!)
  const rateAt = (day: string): number | null => (rate === null ? null : (yenRate(rate, day)?.value ?? null))
  const readings = reports.map((filed) => {
    const { filing, companyFacts, verdicts } = filed
    if (companyFacts !== null)
      return { filing, report: readCompanyFacts(companyFacts, filing), count: null, unread: null, passage: null }
    const { periodEnd } = filed
    const [priced, rated] = periodEnd === null ? [null, null] : [priceAt(periodEnd), rateAt(periodEnd)]
    let made = judged.get(filed)
    if (made?.price !== priced || made.rate !== rated) {
      const facts = { priceAt, company, verdicts, ...(market.rate === null ? {} : { rateAt }) }
      made = { price: priced, rate: rated, reading: judgeReport(reportFromRows(filed), filing, facts) }
      judged.set(filed, made)
    }
    const { report, count, held: refusal } = made.reading
    return { filing, report, count, unread: unreadOf(filed, refusal, company.id), passage: passageIn(filed, company.id) }
  })
  const newest = readings.at(-1)
  return {
    report: newestOf(readings.flatMap(({ report }) => report ?? [])),
    held: newest?.unread?.status === 'held' ? newest.filing : null,
    counts: readings.flatMap(({ filing, count }) => {
      if (count === null || count.status === 'rejected') return []
      const { value, asOf, how, place, check } = count
      return [{ filing, value: Number(value), asOf, how, place, status: count.status, checks: check }]
    }),
    figures: readings.flatMap(({ count, unread, passage }) => count ?? unread ?? passage ?? []),
  }
}

/** The report of the newest balance sheet day; of an original and its amendment the one filed last. */
function newestOf(reports: readonly PeriodicReport[]): PeriodicReport | null {
  // an amendment without a balance sheet, such as one of the directors' pay, takes no report's place
  const whole = reports.filter(({ filing, totalAssets }) => totalAssets !== null || !filing.form.endsWith('/A'))
  return whole.toSorted((a, b) => (a.periodEnd < b.periodEnd ? -1 : a.periodEnd > b.periodEnd ? 1 : 0)).at(-1) ?? null
}

/** Where a report counts or values bitcoins though no count was read. */
function passageIn({ filing, passage, verdicts }: FiledReport, company: string): ReportFigure | null {
  if (passage === null) return null
  const { accession, filed: asOf } = filing
  return unstatedPassage(passage as Passage, { accession, company, asOf, what: 'report-passage' }, verdicts)
}

/** A report that could not be read, as a figure without a value: nobody can accept it, and rejected it waits for nobody. */
function unreadOf(
  { filing, cover, verdicts }: FiledReport,
  refusal: PeriodicReading['held'],
  company: string,
): ReportFigure | null {
  if (refusal === null) return null
  const figure = { accession: filing.accession, company, what: 'periodic-report', asOf: filing.filed } as const
  const where = { how: 'tag', place: 'the tags of the cover', quote: cover } as const
  return unreadFiling({ ...figure, ...where }, { name: 'report', detail: refusal.reason, advice: '' }, verdicts)
}
