import { type LineId, lines, type StatementShape } from '../../../data/companies/lines.ts'
import type { AbsentLine } from '../../../data/companies/shapes.ts'
import { conceptTermOf } from '../../../data/companies/witnesses.ts'
import type { FiledRows } from '../../tables/company-document.ts'
import { isoDay } from '../../time/day.ts'
import { AsKnown, type DoubtfulRevision } from './as-known.ts'
import {
  type BegunYear,
  begunFiscalYear,
  type FiscalYear,
  firstHalfOf,
  fiscalQuarterOf,
  fiscalYears,
  mayBeFiscalYear,
  type Period,
  transitionForms,
} from './fiscal.ts'
import { brokenIdentities, equityOfSheetVintage, isConfirmedByIdentity, unconfirmedIncomeLines } from './identities.ts'
import { missingLines } from './missing-lines.ts'
import { isConfirmed, subtractedQuarters } from './quarters.ts'
import { type Split, splitsOf } from './splits.ts'
import { type Figure, keyOf, type OmittedFigure, type Version } from './version.ts'

const mostYears = 5
/** Lines one of which each period has. */
const named = ['net_income', 'revenue', 'net_income_with_minorities'] as const
const mostQuarters = 12
/** Periods that may tell something of those served: nine years. */
const daysLookedAt = 3_300

/** The statements of a company as known at the end of a day: what every block reads. */
export interface View {
  readonly day: number
  /** ISO code; null without statements. */
  readonly currency: string | null
  readonly shape: StatementShape
  /** Newest first. */
  readonly years: readonly Period[]
  readonly quarters: readonly Period[]
  /** Years, half-years of which no quarters are stated, and quarters, each newest first. */
  readonly periods: readonly Period[]
  readonly leftOut: readonly OmittedFigure[]
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
export function viewOf(
  versions: readonly Version[],
  shape: StatementShape,
  day: number,
  absent: readonly AbsentLine[] = [],
): View {
  const byThen = versions.filter((version) => version.known <= day)
  const newest = byThen.reduce((last, { to }) => Math.max(last, to), 0)
  const known = new AsKnown(byThen.filter(({ to }) => to > newest - daysLookedAt))
  known.decide((candidate) => isConfirmed(candidate, known) || isConfirmedByIdentity(candidate, known))
  known.holdContradicted((candidate) => isConfirmed(candidate, known))
  const labels = new Map(
    byThen.flatMap(({ span, to, fiscalYear }) => (span === 'year' && fiscalYear !== null ? [[to, fiscalYear] as const] : [])),
  )
  const years = fiscalYears(known, labels)
  const begun = begunFiscalYear(known, years)
  const begins = [...years, ...(begun === null ? [] : [begun])].map(({ from }) => from)
  const subtracted = subtractedQuarters(known, begins)
  const figures = new Map<number, Figure>()
  const put = (figure: Figure) => figures.set(keyOf(figure), figure)
  for (const figure of [...known.figures(), ...subtracted.figures]) put(figure)
  for (const figure of subtracted.withdrawn) figures.delete(keyOf(figure))

  const ends = new Map<number, Figure>()
  for (const figure of figures.values()) {
    const { line, span, to, known: since } = figure
    if (span === 'quarter' && named.some((each) => each === line) && since >= (ends.get(to)?.known ?? since)) ends.set(to, figure)
  }
  const sorted = [...ends.values()]
    .sort((a, b) => b.to - a.to)
    .map(({ from, to, known: since }) => ({ to, since, quarter: fiscalQuarterOf(from!, to, years, begun) }))
  // a quarter recast with other days, by a day or two, counts as its newest statement has it
  const isNewest = (one: (typeof sorted)[number]) =>
    sorted.every(
      (other) =>
        other.quarter?.id !== one.quarter?.id || other.since < one.since || (other.since === one.since && other.to >= one.to),
    )
  const quarters = sorted.flatMap((each) => (each.quarter !== null && isNewest(each) ? each.quarter : [])).slice(0, mostQuarters)
  const newestYears = years.toReversed().slice(0, mostYears)
  const halves = halvesOf([...figures.values()], years, begun).filter((half) => sorted.every(({ to }) => to !== half.to))
  const periods = [...newestYears, ...halves, ...quarters]
  const inShape = (line: LineId) => statementOf.get(line)!.shapes?.includes(shape) ?? true
  const served = new Map(lines.flatMap((row) => (inShape(row.line) ? [[row.line, row.statement === 'balance'] as const] : [])))
  for (const { line } of absent) served.delete(line)
  const at = (line: LineId, { span, to }: Pick<Period, 'span' | 'to'>) => {
    const isBalance = served.get(line)
    if (isBalance === undefined) return null
    return figures.get(keyOf({ line, span: isBalance ? 'instant' : span, to })) ?? null
  }
  const shown = new Set(periods.map(({ to }) => to))
  const isColumn = ({ span, to }: Pick<Figure, 'span' | 'to'>) =>
    periods.some((period) => period.to === to && (span === 'instant' || span === period.span))
  const leftOut: OmittedFigure[] = [
    ...absent.map(({ line, why }) => ({ lines: [line], to: null, what: line, why })),
    ...subtracted.leftOut.filter(({ to }) => to !== null && shown.has(to)),
    ...sorted
      .filter(({ to, quarter }) => quarter === null && to > (quarters.at(-1)?.to ?? to))
      .map(({ to }) => ({ lines: [], to, what: `quarter to ${isoDay(to)}`, why: 'No fiscal year contains it.' })),
    ...known.held
      .filter(({ standing }) => isColumn(standing))
      .map(({ standing, doubtful }) => omitted(standing, whyHeld(standing, doubtful))),
    ...known.refused.filter(({ version }) => isColumn(version)).map(({ version, why }) => omitted(version, why)),
    ...known.figures().flatMap((figure) => leftOutSpan(figure, years) ?? []),
  ]
  for (const period of periods) {
    const inPeriod = (line: LineId) => at(line, period)
    missingLines(inPeriod).forEach(put)
    equityOfSheetVintage(period.to, known, inPeriod).forEach(put)
    for (const { name, lines: without, why } of [...brokenIdentities(inPeriod), ...unconfirmedIncomeLines(inPeriod)]) {
      const present = without.flatMap((line) => inPeriod(line) ?? [])
      for (const figure of present) figures.delete(keyOf(figure))
      const withheld = present.map(({ line }) => line)
      if (withheld.length > 0)
        leftOut.push({ lines: withheld, to: period.to, what: `${name ?? withheld.join(', ')}, ${period.label}`, why })
    }
  }
  for (const { figure, why } of ofOtherConcepts(periods, at)) {
    figures.delete(keyOf(figure))
    leftOut.push(omitted(figure, why))
  }
  const covers = known.ofLine('shares_outstanding').sort((a, b) => b.to - a.to)
  const wrong = new Set<unknown>(known.refused.map(({ version }) => version))
  const splits = splitsOf(byThen.filter((version) => !wrong.has(version)))
  return {
    day,
    currency: known.currency,
    shape,
    years: newestYears,
    quarters,
    periods,
    leftOut: leftOut.filter(({ lines: some }) => some.length === 0 || some.some(inShape)),
    splits,
    covers,
    classes: [],
    figure: at,
  }
}

/** What is not served, by its name: `revenue, year to 2025-12-31`, `cash on 2025-12-31`. */
function omitted({ line, span, to }: Pick<Figure, 'line' | 'span' | 'to'>, why: string): OmittedFigure {
  return { lines: [line], to, what: span === 'instant' ? `${line} on ${isoDay(to)}` : `${line}, ${span} to ${isoDay(to)}`, why }
}

/** Why neither of two amounts is served. */
function whyHeld(standing: DoubtfulRevision['standing'], doubtful: DoubtfulRevision['doubtful']): string {
  const [one, other] = [standing.value, doubtful.value]
  if (standing.filing !== doubtful.filing) return `Stated as ${one} and then as ${other}, and nothing says which is right.`
  return statementOf.get(standing.line)!.remainders === undefined
    ? `One report states it as ${one} and as ${other}.`
    : `Its parts make ${one}, and the whole of the debt leaves ${other} for it.`
}

/** First halves of fiscal years that have income, newest first. */
function halvesOf(figures: readonly Figure[], years: readonly FiscalYear[], begun: BegunYear | null): Period[] {
  const own = figures.filter(({ line, span }) => span === 'half' && named.some((each) => each === line))
  const halves = own.flatMap(({ from, to }) => firstHalfOf(from!, to, years, begun) ?? [])
  return [...new Map(halves.map((half) => [half.to, half])).values()].sort((a, b) => b.to - a.to).slice(0, mostYears)
}

/** Periods of a report that no column has: those of a changed fiscal year. */
function leftOutSpan({ line, span, from, to, form }: Figure, years: readonly Period[]): OmittedFigure | null {
  const isColumn = span === 'quarter' || span === 'year' || (span !== 'other' && !transitionForms.test(form))
  if (line !== 'net_income' || from === null || isColumn || to < (years[0]?.from ?? to)) return null
  const why = `The ${to - from + 1} days are neither a fiscal year nor a quarter: what the report states of them is not served.`
  return { lines: [], to, what: `${isoDay(from)} to ${isoDay(to)}`, why }
}

/** Figures under concepts that hold more or less than their line, beside columns that have the line itself. */
function ofOtherConcepts(
  periods: readonly Period[],
  at: (line: LineId, period: Period) => Figure | null,
): { readonly figure: Figure; readonly why: string }[] {
  return lines.flatMap(({ line, others = {} }) => {
    if (Object.keys(others).length === 0) return []
    const figures = periods.flatMap((period) => at(line, period) ?? [])
    const apart = figures.filter(({ concept }) => conceptTermOf(others, concept) !== null)
    if (apart.length === figures.length) return []
    return apart.map((figure) => ({
      figure,
      why: `Stated as ${conceptTermOf(others, figure.concept)!.toLowerCase()}, ${figure.value}: other periods state the line itself.`,
    }))
  })
}

/** The first day (YYYY-MM-DD) at whose end statements of a company were known; null where none are. */
export function firstDayOf(versions: readonly Version[], shape: StatementShape): string | null {
  // without a fiscal year no quarter has a name
  const annual = versions.filter(mayBeFiscalYear).reduce((least, { known }) => Math.min(least, known), Infinity)
  const days = [...new Set(versions.map(({ known }) => known))].filter((day) => day >= annual).sort((a, b) => a - b)
  const first = days.find((day) => viewOf(versions, shape, day).periods.length > 0)
  return first === undefined ? null : isoDay(first)
}
