import type { Company } from '../../data/companies.ts'
import { dayNumber } from '../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import type { FiledReport } from '../warehouse/read.ts'
import { type Extraction, figureId } from './extraction.ts'
import { yenRate } from './financing.ts'
import type { FiledCount, Filing, PeriodicReport } from './known.ts'
import { readCompanyFacts } from './periodic/company-facts.ts'
import { type PeriodicReading, readPeriodicReport } from './periodic/report.ts'
import { readYenReport } from './periodic/yen-report.ts'

/** A count a report states, or a report that could not be read: it has no value. */
export interface ReportFigure extends Omit<Extraction, 'what' | 'value' | 'unit'> {
  readonly what: Extraction['what'] | 'periodic-report'
  readonly value: string | null
  readonly unit: Extraction['unit'] | ''
}

/** What the periodic reports of one filer say, as known on a day. */
export interface PeriodicReadings {
  /** The newest one that could be read; null where none could. */
  readonly report: PeriodicReport | null
  /** The newest one, where it is held for review. */
  readonly held: Filing | null
  /** The totals they state for their balance sheet days, held ones too. */
  readonly counts: readonly FiledCount[]
  /** What an operator may look at: each count, and each report that could not be read. */
  readonly figures: readonly ReportFigure[]
}

/** Dollars for a bitcoin and yen for a dollar at a day; null where none is held. */
interface Rates {
  readonly priceAt: (day: string) => number | null
  readonly yenAt: (day: string) => number | null
}

/** Readings that were made, by report: one does not change but by the price and the rate it was checked with. */
const made = new WeakMap<
  FiledReport,
  { readonly price: number | null; readonly yen: number | null; readonly reading: PeriodicReading }
>()

/**
 * @param reports of one filer, oldest first
 * @param price dollars per bitcoin by day, as known on the day asked about
 * @param yen yen per dollar, likewise
 */
export function periodicReadings(
  reports: readonly FiledReport[],
  { code, classes }: Pick<Company, 'code' | 'classes'>,
  price: Column | null,
  yen: Column | null,
): PeriodicReadings {
  const priceAt = (day: string): number | null => {
    const at = price === null ? -1 : indexAtOrBefore(price, dayNumber(day)!)
    return price !== null && at >= 0 && price.period[at] === dayNumber(day) ? price.value[at]! : null
  }
  const yenAt = (day: string): number | null => (yen === null ? null : (yenRate(yen, day)?.value ?? null))
  const readings = reports.map((filed) => {
    const { reading } = readingOf(filed, { priceAt, yenAt }, classes)
    const count = reading.count?.cik === code ? reading.count : null
    return { filing: filed.filing, report: reading.report, count, unread: unreadOf(filed, reading.held, code) }
  })
  const newest = readings.at(-1)
  return {
    report: newestOf(readings.flatMap(({ report }) => report ?? [])),
    held: newest?.unread?.status === 'held' ? newest.filing : null,
    counts: readings.flatMap(({ filing, count }) => {
      if (count === null || count.status === 'rejected') return []
      const { value, asOf, how, place, check } = count
      return [{ filing, btc: Number(value), asOf, how, place, status: count.status, checks: check }]
    }),
    figures: readings.flatMap(({ count, unread }) => count ?? unread ?? []),
  }
}

function readingOf(filed: FiledReport, { priceAt, yenAt }: Rates, classes: Company['classes']) {
  if (filed.companyFacts !== null)
    return { reading: { count: null, report: readCompanyFacts(filed.companyFacts, filed.filing), held: null } }
  const end = filed.facts.find(({ concept }) => ends.includes(concept))?.value ?? null
  const inYen = filed.facts.some(({ concept }) => concept.startsWith('jpdei_cor:'))
  const standing = made.get(filed)
  if (standing !== undefined && end !== null && standing.price === priceAt(end) && standing.yen === (inYen ? yenAt(end) : null))
    return standing
  let price: number | null = null
  let yen: number | null = null
  const told = (day: string) => {
    price = priceAt(day)
    return price
  }
  const toldYen = (day: string) => {
    yen = yenAt(day)
    return yen
  }
  const { facts, texts, spans, filing, said } = filed
  const tagged = { facts, texts, unread: [] }
  const reading = inYen
    ? readYenReport(tagged, filing, { priceAt: told, yenAt: toldYen, said })
    : readPeriodicReport(tagged, spans, filing, { priceAt: told, classes, said })
  const read = { price, yen, reading }
  made.set(filed, read)
  return read
}

/** The report of the newest balance sheet day; of an original and its amendment the one filed last. */
function newestOf(reports: readonly PeriodicReport[]): PeriodicReport | null {
  // an amendment without a balance sheet, such as one of the directors' pay, takes no report's place
  const whole = reports.filter(({ filing, totalAssets }) => totalAssets !== null || !filing.form.endsWith('/A'))
  return whole.toSorted((a, b) => (a.periodEnd < b.periodEnd ? -1 : a.periodEnd > b.periodEnd ? 1 : 0)).at(-1) ?? null
}

/** The balance sheet day as a report names it. */
const ends = ['dei:DocumentPeriodEndDate', 'jpdei_cor:CurrentPeriodEndDateDEI']
/** What of a report its reading begins with. */
const covers = ['dei:DocumentType', 'jpdei_cor:DocumentTypeDEI', ...ends]

/** A report that could not be read, as a figure without a value: nobody can accept it, and rejected it waits for nobody. */
function unreadOf({ filing, facts, said }: FiledReport, held: PeriodicReading['held'], cik: string): ReportFigure | null {
  if (held === null) return null
  const name = { accession: filing.accession, what: 'periodic-report' as const, asOf: filing.filed, value: null }
  const decided = said.get(figureId(name))
  const rejected = decided?.verdict === 'reject'
  const cover = facts.filter(({ concept }) => covers.includes(concept))
  return {
    ...name,
    cik,
    unit: '',
    how: 'tag',
    place: 'the tags of the cover',
    quote: cover.map(({ concept, value }) => `${concept} ${value}`).join('; '),
    check: [{ name: 'report', passed: false, detail: held.reason }],
    status: rejected ? 'rejected' : 'held',
    reason: rejected ? `rejected by ${decided.who} at ${decided.when}: ${decided.why}` : `report: ${held.reason}`,
  }
}
