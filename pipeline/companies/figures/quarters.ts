import { type CompanyLine, lines } from '../../../data/companies/lines.ts'
import { isoDay } from '../../time/day.ts'
import { groupedBy } from '../../values/grouped.ts'
import type { AsKnown } from './as-known.ts'
import { isFinerRounded, isSameRounded, roundingOf } from './rounding.ts'
import type { Figure, OmittedFigure, Span, Version } from './version.ts'

const spans = ['quarter', 'half', 'nine_months', 'year'] as const
const inWords = { quarter: 'first quarter', half: 'half-year', nine_months: 'nine months', year: 'year', instant: '' } as const

/** Lines whose spans may be subtracted: amounts, not averages and not per share. */
const flows = lines.filter(({ statement, unit }) => (statement === 'income' || statement === 'cash_flow') && unit === undefined)

/**
 * Whether the other amounts of its year confirm an amount: a quarter is the difference of two cumulative ones, and what three other quarters
 * leave of the year.
 */
export function isConfirmed({ line, span, from, to, value }: Omit<Version, 'fiscalYear'>, known: AsKnown): boolean {
  const all = known.ofLine(line).filter((figure) => figure.from !== null)
  const sums =
    span === 'quarter'
      ? all.flatMap((longer) => {
          if (longer.span === 'quarter' || longer.from! > from! || longer.to < to) return []
          const rest = all.find(
            (each) =>
              (longer.to === to && each.from === longer.from && each.to + 1 === from) ||
              (longer.from === from && each.from === to + 1 && each.to === longer.to),
          )
          if (rest !== undefined) return [longer.value - rest.value]
          const others = all.filter(
            (each) => each.span === 'quarter' && each.to !== to && each.from! >= longer.from! && each.to <= longer.to,
          )
          const isWhole = longer.span === 'year' && others.length === 3
          return isWhole ? [others.reduce((left, each) => left - each.value, longer.value)] : []
        })
      : all.flatMap((quarter) => {
          const shorter = all.find((each) => each.from === from && each.to + 1 === quarter.from)
          return quarter.to === to && quarter.span === 'quarter' && shorter !== undefined ? [shorter.value + quarter.value] : []
        })
  return sums.some((sum) => Math.abs(sum - value) <= 2 * roundingOf([sum, value]))
}

/**
 * Derives the quarters that filings do not state: each span of a fiscal year less the next shorter one, both under one concept and restated
 * together or not at all. A stated quarter wins. A difference below zero, or far from the other quarters, is left out.
 *
 * @param begins first days of fiscal years
 */
export function subtractedQuarters(
  known: AsKnown,
  begins: readonly number[],
): { figures: Figure[]; withdrawn: Figure[]; leftOut: OmittedFigure[] } {
  const byStart = groupedBy(
    known.figures().filter(({ from }) => from !== null),
    ({ line, from }) => `${line} ${from}`,
  )
  const figures: Figure[] = []
  const withdrawn: Figure[] = []
  const leftOut: OmittedFigure[] = []
  for (const begin of begins)
    for (const row of flows) {
      const cycle = byStart.get(`${row.line} ${begin}`) ?? []
      const { all, derived, refused, withdrawn: wrong } = quartersOf(row, cycle, known)
      for (const [figure, why] of wrong) {
        withdrawn.push(figure)
        leftOut.push({ lines: [row.line], to: figure.to, what: `${row.line}, quarter to ${isoDay(figure.to)}`, why })
      }
      const year = cycle.find(({ span }) => span === 'year') ?? null
      for (const figure of derived) {
        const why =
          refused.get(figure) ?? (figure.to === year?.to ? whyNotItsYear(all, year) : null) ?? whyUnlikely(row, figure, all)
        if (why === null) figures.push(figure)
        else leftOut.push({ lines: [row.line], to: figure.to, what: `${row.line}, quarter to ${isoDay(figure.to)}`, why })
      }
    }
  return { figures, withdrawn, leftOut }
}

interface Quarters {
  /** Those of the year in order, null where neither a filing nor a difference gives one. */
  readonly all: readonly (Figure | null)[]
  readonly derived: readonly Figure[]
  /** Why a difference is not served. */
  readonly refused: ReadonlyMap<Figure, string>
  /** Why a quarter that a report states is not served. */
  readonly withdrawn: ReadonlyMap<Figure, string>
}

function quartersOf(
  { line, statement, cost, positive, eitherSign }: CompanyLine,
  cycle: readonly Figure[],
  known: AsKnown,
): Quarters {
  const of = (span: Span) => cycle.find((figure) => figure.span === span) ?? null
  const derived: Figure[] = []
  const refused = new Map<Figure, string>()
  const withdrawn = new Map<Figure, string>()
  const refuse = (figure: Figure | undefined, why: string) => {
    if (figure !== undefined && !refused.has(figure)) refused.set(figure, why)
  }
  // another name of a payment holds other payments too
  const isPayment = statement === 'cash_flow' && cost === true
  const all = spans.map((span, at) => {
    const longer = of(span)
    if (at === 0 || longer === null) return longer
    const filed = known.get(line, 'quarter', longer.to)
    const shorter = of(spans[at - 1]!)
    const before = shorter && known.until(line, shorter.span, shorter.to, longer.known)
    if (before === null || before.unit !== longer.unit) return filed
    const figure: Figure = {
      ...longer,
      span: 'quarter',
      from: shorter!.to + 1,
      value: longer.value - before.value,
      restated: null,
      derived: `${inWords[span]} less ${inWords[spans[at - 1]!]}`,
    }
    // the difference is exact where a note rounds the quarter
    const isRounded = filed !== null && isFinerRounded(figure.value, filed.value) && isSameRounded(figure.value, filed.value)
    // the amount of the longer span, tagged with the days of the quarter
    const isLonger = filed !== null && filed.value === longer.value && before.value !== 0 && before.value !== longer.value
    if (filed !== null && !isRounded && !isLonger) {
      if (filed.filing !== longer.filing || Math.abs(filed.value - figure.value) <= mostOff * Math.abs(longer.value)) return filed
      withdrawn.set(
        filed,
        `Stated as ${filed.value}, and the ${inWords[span]} less the ${inWords[spans[at - 1]!]} is ${figure.value}.`,
      )
      return null
    }
    const names = [inWords[span], inWords[spans[at - 1]!]] as const
    const first = known.first(longer)
    if (before.concept !== longer.concept && (isPayment || !known.areAlike(line, before.concept, longer.concept)))
      refuse(figure, `The ${names[0]} and the ${names[1]} are stated under different concepts.`)
    // the shorter one counts as told again only if that was after the longer one was first stated
    else if (
      !isSameRounded(first.value, longer.value) &&
      (before.known <= first.known || isSameRounded(known.first(shorter!).value, before.value))
    )
      refuse(figure, `The ${names[0]} was restated on ${isoDay(longer.known)} without its ${names[1]}.`)
    else if ((cost || positive) && !eitherSign && figure.value < 0 && longer.value >= 0) {
      const why = `Stated for the ${names[0]} as ${longer.value}, less than for the ${names[1]}: ${before.value}.`
      refuse(figure, why)
      refuse(
        derived.find(({ to }) => to === shorter!.to),
        why,
      )
    }
    derived.push(figure)
    return figure
  })
  return { all, derived, refused, withdrawn }
}

/** A quarter and the difference further apart than this, of the longer span, are not one amount recast. */
const mostOff = 0.5

/** Why a fourth quarter is left out beside the others: those that filings state may have been recast since the year was. */
function whyNotItsYear(all: readonly (Figure | null)[], year: Figure): string | null {
  if (all.includes(null)) return 'Another quarter of the year is missing or not served.'
  const values = all.map((quarter) => quarter!.value)
  const off = values.reduce((rest, value) => rest - value, year.value)
  const isYear = Math.abs(off) <= 2 * roundingOf([year.value, ...values])
  return isYear ? null : 'The quarters do not add up to the year.'
}

/** A quarter of a steady line is within this factor of the others of its year. */
const mostTimes = 3

/** Why the difference of two amounts is not served as a quarter of a steady line; null where it is. */
function whyUnlikely({ steady }: CompanyLine, figure: Figure, all: readonly (Figure | null)[]): string | null {
  const others = all.flatMap((each) =>
    each === null || each === figure || each.derived !== null ? [] : [each.value / daysOf(each)],
  )
  if (!steady || others.length < 2 || others.some((value) => value <= 0)) return null
  const rate = figure.value / daysOf(figure)
  const [least, most] = [Math.min(...others), Math.max(...others)]
  if (most > 2 * least || (rate >= least / mostTimes && rate <= most * mostTimes)) return null
  return `The difference, ${figure.value}, is far from the other quarters of its year.`
}

const daysOf = ({ from, to }: Figure): number => to - from! + 1
