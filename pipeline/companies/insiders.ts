import { marketCodes, ownershipDays } from '../../data/ownership-codes.ts'
import type { WithFiledDay } from '../tables/company-document.ts'
import type { OwnershipFilingRow, OwnershipLineRow, OwnershipReportRow } from '../tables/ownership.ts'
import { isoDay } from '../time/day.ts'
import { groupedBy } from '../values/grouped.ts'

type Report = WithFiledDay<OwnershipReportRow>
type Line = WithFiledDay<OwnershipLineRow>

/** Rows of a company that were known by a day. */
export interface OwnershipRows {
  readonly ownership_filing: readonly WithFiledDay<OwnershipFilingRow>[]
  readonly ownership_report: readonly Report[]
  readonly ownership_line: readonly Line[]
}

/** A purchase or sale that counts. */
export interface InsiderTrade {
  readonly side: 'bought' | 'sold'
  readonly security: string
  readonly plan: boolean | null
  readonly shares: number
  /** US dollars; null where no price is stated. */
  readonly value: number | null
  readonly report: Report
  /** YYYY-MM-DD */
  readonly day: string
}

/** What insiders bought and sold in the 90 days up to a day, and what of it does not count. */
export interface Insiders {
  readonly trades: readonly InsiderTrade[]
  readonly notCounted: readonly { readonly report: Report; readonly why: string }[]
  /** Reports about the company since that day, the newest first. */
  readonly reports: readonly Report[]
  /** How many more the list of its filings names. */
  readonly unread: number
}

/** Forms 3, 4 and 5. */
export const isInsiderForm = (form: string): boolean => /^[345](?:\/A)?$/u.test(form)

/**
 * Purchases and sales of shares in the market or by private agreement (codes P and S) as known at the end of a day (day number): of derivatives none,
 * and of swaps none. An amendment takes the place of the report it amends where it states every trade of it again; otherwise neither
 * counts, because an amendment may state the changed lines alone. A trade that several reports state for indirect holders counts once.
 */
export function insiderTradesOf(rows: OwnershipRows, day: number): Insiders {
  const since = day - ownershipDays
  const recent = rows.ownership_report.filter(({ known }) => known > since && known <= day)
  const reports = recent.filter(({ role }) => role === 'issuer').toSorted(newestFirst)
  const read = new Set(rows.ownership_report.map(({ filing }) => filing))
  const listed = rows.ownership_filing.filter(({ known }) => known > since && known <= day)
  const unread = new Set(listed.flatMap(({ filing }) => (read.has(filing) ? [] : filing))).size
  const linesOf = groupedBy(rows.ownership_line, ({ filing }) => filing)
  const market = (report: Report) => (linesOf.get(report.filing) ?? []).filter(isOpen)
  const ofInsiders = reports.filter(({ form }) => isInsiderForm(form))
  const { standing, notCounted } = amended(ofInsiders, market)
  const seen = new Map<string, string>()
  const trades = standing.flatMap((report) =>
    market(report).flatMap((line): InsiderTrade[] => {
      const flaw = flawOf(line, report)
      if (flaw !== null) notCounted.push({ report, why: flaw })
      if (flaw !== null || line.day! <= isoDay(since)) return []
      const key = JSON.stringify([line.day, line.code, line.security, line.shares, line.price, line.following])
      if (line.ownership === 'indirect') {
        const first = seen.get(key) ?? report.filing
        seen.set(key, first)
        if (first !== report.filing) return []
      }
      const { shares, price } = line
      const value = price === null ? null : Number(shares) * Number(price)
      const side = marketCodes[line.code as keyof typeof marketCodes]
      return [{ side, security: line.security, plan: report.plan, shares: Number(shares), value, report, day: line.day! }]
    }),
  )
  return { trades, notCounted, reports, unread }
}

const newestFirst = (a: Report, b: Report): number => b.known - a.known || (a.filing < b.filing ? 1 : -1)

const isOpen = ({ code, derivative, swap }: Line): boolean => (code === 'P' || code === 'S') && !derivative && !swap

/** Why a purchase or sale does not count; null where it does. */
function flawOf({ code, direction, day, shares }: Line, { known }: Report): string | null {
  if (direction !== (code === 'P' ? 'acquired' : 'disposed')) return 'its code and whether it acquires or disposes disagree'
  if (day === null || day > isoDay(known)) return 'the day of a transaction is missing, or after the report was filed'
  if (shares === null || Number(shares) === 0) return 'the number of shares of a transaction is missing'
  return null
}

/** The reports that count, and those that do not because of an amendment. */
function amended(reports: readonly Report[], market: (report: Report) => readonly Line[]) {
  const standing = new Set<Report>()
  const notCounted: { readonly report: Report; readonly why: string }[] = []
  // the oldest first: an amendment may be amended
  for (const report of reports.toReversed()) {
    if (!report.form.endsWith('/A')) {
      standing.add(report)
      continue
    }
    const before = [...standing].filter((each) => isAmendedBy(each, report))
    const stated = market(report).map(keyOf)
    const whole = before.filter((each) => containsAll(stated, market(each).map(keyOf)))
    if (stated.length === 0 && before.every((each) => market(each).length === 0)) continue
    const [original] = before
    if (before.length === 1 && original !== undefined && whole.length === 1) {
      standing.delete(original)
      standing.add(report)
      continue
    }
    const why =
      before.length === 0
        ? 'it amends a report that was not read'
        : 'it amends a report and does not state all of its trades again'
    for (const each of before) {
      standing.delete(each)
      notCounted.push({ report: each, why: `${report.filing} amends it, and does not state all of its trades again` })
    }
    notCounted.push({ report, why })
  }
  return { standing: [...standing].sort(newestFirst), notCounted }
}

/** Whether an amendment is of a report: of the same form, owners and period, and of the day that it names. */
function isAmendedBy(report: Report, amendment: Report): boolean {
  const owners = ({ owners: all }: Report) =>
    all
      .map(({ cik }) => cik)
      .sort()
      .join()
  return (
    report.form.split('/')[0] === amendment.form.split('/')[0] &&
    owners(report) === owners(amendment) &&
    report.period === amendment.period &&
    (amendment.original === null || report.form.endsWith('/A') || amendment.original === isoDay(report.known))
  )
}

const keyOf = ({ day, code, security, ownership }: Line): string => JSON.stringify([day, code, security, ownership])

function containsAll(all: readonly string[], some: readonly string[]): boolean {
  const left = [...all]
  return some.every((each) => {
    const at = left.indexOf(each)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
