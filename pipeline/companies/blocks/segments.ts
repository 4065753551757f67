import { companyMarketOf } from '../../../data/companies/markets.ts'
import type { Segments } from '../../documents/company/segments.ts'
import type { FiledRows } from '../../tables/company-document.ts'
import { dayNumber } from '../../time/day.ts'
import { groupedBy } from '../../values/grouped.ts'
import type { View } from '../figures/view.ts'
import type { FiledReports } from './filings.ts'

type Rows = FiledRows['segment_figure']
type Table = Segments['reports'][number]['tables'][number]

const isAnnual = (form: string) => /^(?:10-KT?|20-F|40-F|(?:amended )?annual )/.test(form)
const ofReport = /^(?:10-[KQ]T?|20-F|40-F)(?:\/A)?$/
/** A change over so much is one over a base that is next to nothing. */
const mostPercent = 1_000
/** Days by which years and quarters of whole weeks differ. */
const weekApart = 12

/** Segments as the newest annual and the newest quarterly report state them, each where they add up; or why none are served. */
export function segmentsOf(
  view: View,
  reports: FiledReports,
  rows: Rows,
  filings: readonly Pick<Rows[number], 'form'>[],
): Segments | string {
  const served = rows.filter(({ why }) => why === null)
  // a report on a past year may be amended after the newest one
  const byPeriod = rows.toSorted((a, b) => dayNumber(a.to_day)! - dayNumber(b.to_day)!)
  const newest = byPeriod.findLast(({ why }) => why === null)
  const last = byPeriod.at(-1)
  if (newest === undefined || last === undefined) return last?.why ?? whyNone(reports, filings)
  const other = byPeriod.findLast(({ form, why }) => why === null && isAnnual(form) !== isAnnual(newest.form))
  // a quarterly report from before the annual one has nothing that is new
  const shown = other !== undefined && isAnnual(other.form) ? [newest, other] : [newest]
  const unserved = rows.filter(({ why, filing }) => why !== null && shown.some((each) => each.filing === filing))
  return {
    reports: shown.map(({ filing, form }) => ({
      filing,
      tables: tablesOf(
        served.filter((row) => row.filing === filing),
        isAnnual(form),
        view,
      ),
    })),
    not_served: [...new Set(unserved.map(({ why }) => why!))],
    filings: reports.named(shown.map(({ filing }) => filing)),
  }
}

/** What a report divides that was read, or that none was. */
function whyNone(issuer: FiledReports, filings: readonly { readonly form: string }[]): string {
  if (companyMarketOf(issuer).segments !== undefined) return 'no report with tables of segments or regions that add up was read'
  if (!issuer.company.startsWith('us:')) return 'segments are not read in this market'
  return filings.some(({ form }) => ofReport.test(form))
    ? 'no report that was read tags revenue by segment, product, region or customer'
    : 'the text of no annual or quarterly report was read'
}

const daysOf = ({ from_day: from, to_day: to }: Rows[number]): number =>
  from === null ? 0 : dayNumber(to)! - dayNumber(from)! + 1

/** The tables of a report on its own period, a year for an annual one, each beside the same a year before where the report states it. */
function tablesOf(rows: Rows, annual: boolean, view: View): Table[] {
  const ends = rows.map(({ to_day: day }) => day).sort()
  const end = ends.at(-1)!
  // a table that adds up for years before alone is not of the period of the report
  const current = rows.filter(({ axis, measure }) =>
    rows.some((row) => row.to_day === end && row.axis === axis && row.measure === measure),
  )
  return [...groupedBy(current, ({ axis, measure }) => `${axis} ${measure}`).values()].map((own): Table => {
    const spans = own.flatMap((row) => (row.to_day === end ? [daysOf(row)] : []))
    const days = annual ? Math.max(...spans) : Math.min(...spans)
    const now = own.filter((row) => row.to_day === end && daysOf(row) === days)
    const isBefore = (row: Rows[number]) =>
      Math.abs(dayNumber(end)! - dayNumber(row.to_day)! - 365) <= weekApart && Math.abs(daysOf(row) - days) <= weekApart
    const before = own.filter(isBefore)
    const [first] = now as [Rows[number]]
    const thenOf = (row: Rows[number]) => {
      const same = before.find((each) => each.role === row.role && each.segment === row.segment && each.within === row.within)
      return same === undefined ? null : Number(same.value)
    }
    const named = now.filter(
      (row) => (row.role === 'segment' || row.role === 'reconciling') && (Number(row.value) !== 0 || (thenOf(row) ?? 0) !== 0),
    )
    const total = now.find(({ role }) => role === 'consolidated' || role === 'subtotal')!
    const sum = (role: string) => named.reduce((all, row) => all + (row.role === role ? Number(row.value) : 0), 0)
    const period = view.periods.find(({ to, from }) => to === dayNumber(end) && Math.abs(to - from + 1 - days) <= weekApart)
    return {
      axis: first.axis as Table['axis'],
      measure: first.measure,
      label: first.label,
      unit: first.unit,
      period: { label: period?.label ?? null, start: first.from_day, end },
      rows: named.flatMap((row) => {
        if (row.role !== 'segment') return []
        const [value, was] = [Number(row.value), thenOf(row)]
        const percent = was === null || was <= 0 || value < 0 ? null : (100 * (value - was)) / was
        const change_percent = percent === null || percent > mostPercent ? null : percent
        return [{ segment: row.segment, within: row.within, value, before: was, change_percent }]
      }),
      sum: {
        segments: sum('segment'),
        reconciling: named.flatMap(({ role, segment, value }) =>
          role === 'reconciling' ? [{ label: segment, value: Number(value) }] : [],
        ),
        total: Number(total.value),
        of: total.role === 'consolidated' ? 'company' : 'segments',
        difference: Number(total.value) - sum('segment') - sum('reconciling'),
      },
    }
  })
}
