import { type LineId, lines, type Shape } from '../../../data/companies/lines.ts'
import type { Absent } from '../../../data/companies/shapes.ts'
import { isoDay } from '../../time/day.ts'
import type { FiledRows } from '../../warehouse/tables/company-document.ts'
import { AsKnown, keyOf } from './as-known.ts'
import { begunYear, fiscalYears, type Period, quarterOf } from './fiscal.ts'
import { brokenIdentities, ofOneVintage, unsupported } from './identities.ts'
import { missingLines } from './missing-lines.ts'
import { isConfirmed, subtractedQuarters } from './quarters.ts'
import { type Split, splitsOf } from './splits.ts'
import type { Figure, LeftOut, Version } from './version.ts'

const mostYears = 5
const mostQuarters = 12
/** Periods that may tell something of those served: nine years. */
const daysLookedAt = 3_300

/** The statements of a company as known at the end of a day: what every block reads. */
export interface View {
  readonly day: number
  /** ISO code; null without statements. */
  readonly currency: string | null
  readonly shape: Shape
  /** Newest first. */
  readonly years: readonly Period[]
  readonly quarters: readonly Period[]
  readonly leftOut: readonly LeftOut[]
  readonly splits: readonly Split[]
  /** Shares of all classes on covers that count them so, newest first. */
  readonly covers: readonly Figure[]
  /** The same by class, where documents were read, in the order in which they became known. */
  readonly classes: FiledRows['share_class']
  /** The figure of a period; for a balance sheet line that of its last day. */
  figure(line: LineId, period: Period): Figure | null
}

const statementOf = new Map(lines.map((row) => [row.line, row]))

/**
 * @param versions in the order in which they became known
 * @param day day number, in the time zone of the market
 * @param absent lines that its form does not have in its market
 */
export function viewOf(versions: readonly Version[], shape: Shape, day: number, absent: readonly Absent[] = []): View {
  const byThen = versions.filter((version) => version.known <= day)
  const newest = byThen.reduce((last, { to }) => Math.max(last, to), 0)
  const known = new AsKnown(byThen.filter(({ to }) => to > newest - daysLookedAt))
  known.decide((candidate) => isConfirmed(candidate, known))
  known.holdContradicted((candidate) => isConfirmed(candidate, known))
  const labels = new Map(
    byThen.flatMap(({ span, to, fiscalYear }) => (span === 'year' && fiscalYear !== null ? [[to, fiscalYear] as const] : [])),
  )
  const years = fiscalYears(known, labels)
  const begun = begunYear(known, years)
  const begins = [...years, ...(begun === null ? [] : [begun])].map(({ from }) => from)
  const subtracted = subtractedQuarters(known, begins)
  const figures = new Map<string, Figure>()
  const put = (figure: Figure) => figures.set(keyOf(figure), figure)
  for (const figure of [...known.figures(), ...subtracted.figures]) put(figure)

  const ends = new Map<number, Figure>()
  for (const figure of figures.values()) {
    const { line, span, to, known: since } = figure
    const named = line === 'net_income' || line === 'revenue' || line === 'net_income_with_minorities'
    if (span === 'quarter' && named && since >= (ends.get(to)?.known ?? since)) ends.set(to, figure)
  }
  const sorted = [...ends.values()]
    .sort((a, b) => b.to - a.to)
    .map(({ from, to, known: since }) => ({ to, since, quarter: quarterOf(from!, to, years, begun) }))
  // a quarter recast with other days, by a day or two, counts as its newest statement has it
  const isNewest = (one: (typeof sorted)[number]) =>
    sorted.every(
      (other) =>
        other.quarter?.id !== one.quarter?.id || other.since < one.since || (other.since === one.since && other.to >= one.to),
    )
  const quarters = sorted.flatMap((each) => (each.quarter !== null && isNewest(each) ? each.quarter : [])).slice(0, mostQuarters)
  const newestYears = years.toReversed().slice(0, mostYears)
  const at = (line: LineId, { span, to }: Pick<Period, 'span' | 'to'>) => {
    const row = statementOf.get(line)!
    if (row.shapes !== undefined && !row.shapes.includes(shape)) return null
    if (absent.some((each) => each.line === line)) return null
    return figures.get(keyOf({ line, span: row.statement === 'balance' ? 'instant' : span, to })) ?? null
  }
  const shown = new Set([...newestYears, ...quarters].map(({ to }) => to))
  const leftOut: LeftOut[] = [
    ...absent.map(({ line, why }) => ({ lines: [line], to: null, what: line, why })),
    ...subtracted.leftOut.filter(({ to }) => to !== null && shown.has(to)),
    ...sorted
      .filter(({ to, quarter }) => quarter === null && to > (quarters.at(-1)?.to ?? to))
      .map(({ to }) => ({ lines: [], to, what: `quarter to ${isoDay(to)}`, why: 'No fiscal year contains it.' })),
    ...known.held
      .filter(({ standing }) => shown.has(standing.to))
      .map(({ standing, doubtful }) => ({
        lines: [standing.line],
        to: standing.to,
        what: `${standing.line}, ${standing.span} to ${isoDay(standing.to)}`,
        why: `Stated as ${standing.value} and then as ${doubtful.value}: held for review.`,
      })),
  ]
  for (const period of [...newestYears, ...quarters]) {
    const inPeriod = (line: LineId) => at(line, period)
    missingLines(inPeriod).forEach(put)
    ofOneVintage(period.to, known, inPeriod).forEach(put)
    for (const { name, lines: without, why } of [...brokenIdentities(inPeriod), ...unsupported(inPeriod)]) {
      const present = without.flatMap((line) => inPeriod(line) ?? [])
      for (const figure of present) figures.delete(keyOf(figure))
      const withheld = present.map(({ line }) => line)
      if (withheld.length > 0)
        leftOut.push({ lines: withheld, to: period.to, what: `${name ?? withheld.join(', ')}, ${period.label}`, why })
    }
  }
  const covers = known.ofLine('shares_outstanding').sort((a, b) => b.to - a.to)
  const splits = splitsOf(byThen)
  return { day, currency: known.currency, shape, years: newestYears, quarters, leftOut, splits, covers, classes: [], figure: at }
}

/** The first day (YYYY-MM-DD) at whose end statements of a company were known; null where none are. */
export function firstDayOf(versions: readonly Version[], shape: Shape): string | null {
  const days = [...new Set(versions.map(({ known }) => known))].sort((a, b) => a - b)
  const first = days.find((day) => {
    const { years, quarters } = viewOf(versions, shape, day)
    return years.length + quarters.length > 0
  })
  return first === undefined ? null : isoDay(first)
}
