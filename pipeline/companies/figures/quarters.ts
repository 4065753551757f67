import { type Line, lines } from '../../../data/companies/lines.ts'
import { isoDay } from '../../time/day.ts'
import { type AsKnown, roundingOf } from './as-known.ts'
import { type Figure, grouped, type LeftOut, type Span, type Version } from './version.ts'

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
 * The quarters that filings do not state: each span of a fiscal year less the next shorter one, both of one cycle, so the shorter one as it was
 * known when the longer one was filed. A stated quarter wins. The four of a year are served only while they add up to the year as it is
 * known: what was recast since belongs to another year.
 *
 * @param begins first days of fiscal years
 */
export function subtractedQuarters(known: AsKnown, begins: readonly number[]): { figures: Figure[]; leftOut: LeftOut[] } {
  const byStart = grouped(
    known.figures().filter(({ from }) => from !== null),
    ({ line, from }) => `${line} ${from}`,
  )
  const figures: Figure[] = []
  const leftOut: LeftOut[] = []
  for (const begin of begins)
    for (const row of flows) {
      const cycle = byStart.get(`${row.line} ${begin}`) ?? []
      const made = quartersOf(row, cycle, known)
      const year = cycle.find(({ span }) => span === 'year')
      const whole = [cycle.find(({ span }) => span === 'quarter') ?? null, ...made.all]
      if (year !== undefined && made.derived.length > 0 && !addUp(whole, year)) {
        const last = made.derived.filter(({ to }) => to === year.to)
        if (last.length > 0)
          leftOut.push({
            lines: [row.line],
            to: year.to,
            what: `${row.line}, fourth quarter to ${isoDay(year.to)}`,
            why: whole.some((quarter) => quarter === null)
              ? 'Another quarter of the year is missing or held for review.'
              : 'The quarters do not add up to the year: some were recast since.',
          })
        figures.push(...made.derived.filter(({ to }) => to !== year.to))
      } else figures.push(...made.derived)
    }
  return { figures, leftOut }
}

function quartersOf({ line }: Line, cycle: readonly Figure[], known: AsKnown): { all: (Figure | null)[]; derived: Figure[] } {
  const of = (span: Span) => cycle.find((figure) => figure.span === span) ?? null
  const derived: Figure[] = []
  const all = spans.slice(1).map((span, at) => {
    const longer = of(span)
    if (longer === null) return null
    const filed = known.get(line, 'quarter', longer.to)
    const shorter = of(spans[at]!)
    if (filed !== null) return filed
    const before = shorter && known.until(line, shorter.span, shorter.to, longer.known)
    if (before === null || before.unit !== longer.unit) return null
    const figure: Figure = {
      ...longer,
      span: 'quarter',
      from: shorter!.to + 1,
      value: longer.value - before.value,
      restated: null,
      derived: `${inWords[span]} less ${inWords[spans[at]!]}`,
    }
    derived.push(figure)
    return figure
  })
  return { all, derived }
}

/** Four quarters that are the year, but for the rounding of each. */
function addUp(quarters: readonly (Figure | null)[], year: Figure): boolean {
  if (quarters.some((quarter) => quarter === null)) return false
  const sum = quarters.reduce((total, quarter) => total + quarter!.value, 0)
  return Math.abs(sum - year.value) <= 2 * roundingOf([year.value, ...quarters.map((quarter) => quarter!.value)])
}
