import type { Filer } from '../../data/filers.ts'
import { dayNumber } from '../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import type { FiledReport } from '../warehouse/read.ts'
import type { FiledCount, Filing, PeriodicReport } from './known.ts'
import { type PeriodicReading, readPeriodicReport } from './periodic/report.ts'

/** What the periodic reports of one filer say, as known on a day. */
export interface PeriodicReadings {
  /** The newest one that could be read; null where none could. */
  readonly report: PeriodicReport | null
  /** The newest one, where it is held for review. */
  readonly held: Filing | null
  /** The totals they state for their balance sheet days, held ones too. */
  readonly counts: readonly FiledCount[]
}

/** Readings that were made, by report: one does not change but by the price it was checked with. */
const made = new WeakMap<FiledReport, { readonly price: number | null; readonly reading: PeriodicReading }>()

/**
 * @param reports of one filer, oldest first
 * @param price dollars per bitcoin by day, as known on the day asked about
 */
export function periodicReadings(
  reports: readonly FiledReport[],
  { cik, classes }: Pick<Filer, 'cik' | 'classes'>,
  price: Column | null,
): PeriodicReadings {
  const priceAt = (day: string): number | null => {
    const at = price === null ? -1 : indexAtOrBefore(price, dayNumber(day)!)
    return price !== null && at >= 0 && price.period[at] === dayNumber(day) ? price.value[at]! : null
  }
  const readings = reports.map((report) => {
    const standing = made.get(report)
    let asked: number | null = null
    const told = (day: string) => {
      asked = priceAt(day)
      return asked
    }
    const end = report.facts.find(({ concept }) => concept === 'dei:DocumentPeriodEndDate')?.value ?? null
    if (standing !== undefined && end !== null && standing.price === priceAt(end)) return standing.reading
    const reading = readPeriodicReport({ ...report, unread: [] }, report.spans, report.filing, { priceAt: told, classes })
    made.set(report, { price: asked, reading })
    return reading
  })
  const newest = readings.at(-1)
  return {
    report: readings.findLast(({ report }) => report !== null)?.report ?? null,
    held: newest?.held == null ? null : reports.at(-1)!.filing,
    counts: readings.flatMap(({ count }, i) => {
      if (count === null || count.status === 'rejected' || count.cik !== cik) return []
      const { value, asOf, how, place, check } = count
      const { filing } = reports[i]!
      return [{ filing, btc: Number(value), asOf, how, place, status: count.status, checks: check }]
    }),
  }
}
