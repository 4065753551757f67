import type { Block } from '../blocks.ts'
import type { Valuation } from './valuation.ts'

/** Values of a line by the end of their period (YYYY-MM-DD), in one unit and one count of shares. */
export interface LineSeries {
  readonly line: string
  readonly span: Span
  readonly values: readonly { readonly end: string; readonly value: number }[]
}

export type CompanyCharts = Extract<Block, { kind: 'columns' }>
type Line = Extract<Block, { kind: 'chart' }>['line']

const spans = { quarter: 'quarter', half: 'half-year', year: 'year' } as const
type Span = keyof typeof spans
type Points = readonly (readonly [day: number, value: number])[]

/** Fewer points than this make no picture. */
const leastPoints = 4

const incomes = { revenue: 'Revenue', net_interest_income: 'Net interest income', premiums_earned: 'Premiums earned' }
const profits = { operating_income: 'Operating margin', net_income: 'Net margin' }
const counts = { shares_diluted_average: 'Shares, diluted average', shares_basic_average: 'Shares, basic average' }

/**
 * Income with its margin, cash flow next to income, the count of shares, and equity with debt over time, each by the shortest period that has enough
 * of it. A picture without enough values is left out. Markdown has none: its tables say the same.
 */
export function companyCharts(series: readonly LineSeries[], currency: string): CompanyCharts {
  const of = (line: string, span: Span): Points => pointsOf(series.find((each) => each.line === line && each.span === span))
  const first = <Line extends string>(titles: Readonly<Record<Line, string>>) => {
    const lines = Object.keys(titles) as Line[]
    const every = (Object.keys(spans) as Span[]).flatMap((span) => lines.map((line) => ({ line, span, points: of(line, span) })))
    return every.find(({ points }) => points.length >= leastPoints)
  }
  const drawn = <Line extends string>(
    titles: Readonly<Record<Line, string>>,
    unit: string,
    second?: readonly [string, string],
  ) => {
    const main = first(titles)
    if (main === undefined) return []
    const points = second === undefined ? [] : of(second[0], main.span)
    const beside = points.length < leastPoints ? null : { metric: second![0], title: second![1], points }
    return [
      scaled({ metric: main.line, title: `${titles[main.line]} by ${spans[main.span]}`, unit, points: main.points, beside }),
    ]
  }
  const income = first(incomes)
  const margins = Object.entries(profits).map(([line, title]) => ({
    ...{ metric: line, title: `${title} by ${spans[income?.span ?? 'year']}`, unit: 'percent', beside: null },
    points: income?.line === 'revenue' ? sharesOf(of(line, income.span), income.points) : [],
  }))
  const margin = margins.find(({ points }) => points.length >= leastPoints)
  return {
    kind: 'columns',
    look: 'pictures',
    columns: [
      [...drawn(incomes, currency), ...(margin === undefined ? [] : [chart(margin)])],
      drawn({ net_income: 'Net income' }, currency, ['operating_cash_flow', 'Operating cash flow']),
      drawn(counts, 'shares'),
      drawn({ equity: 'Equity', long_term_debt: 'Long-term debt' }, currency, ['long_term_debt', 'Long-term debt']),
    ],
  }
}

/** Pictures at the top of a whole briefing: of the statements and, where multiples are known, these in their own range in place of equity. */
export function leadPictures(pictures: CompanyCharts, valuation: Valuation | undefined): CompanyCharts {
  const ranged = (valuation?.multiples ?? []).flatMap(({ title, value, unit, own_range: range }): Block[] => {
    if (value === null || range === null) return []
    const figure = unit === 'percent' ? `${shown(value, 1)}%` : `${shown(value, 2)}×`
    return [{ kind: 'ranges', value, unit, ranges: [{ name: `${title} ${figure}`, low: range.low, high: range.high }] }]
  })
  if (ranged.length === 0) return pictures
  const title: Block = { kind: 'sentence', text: { onPage: { strong: 'Multiples in their own range' } } }
  return { ...pictures, columns: [...pictures.columns.slice(0, -1), [title, ...ranged]] }
}

const shown = (value: number, digits: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: digits })

const pointsOf = (series: LineSeries | undefined): Points =>
  (series?.values ?? [])
    .map(({ end, value }) => [Date.parse(end) / 86_400_000, value] as const)
    .sort(([one], [other]) => one - other)

/** Each value as percent of the whole of its period; a whole of zero or less has no shares. */
const sharesOf = (values: Points, wholes: Points): Points =>
  values.flatMap(([day, value]) => {
    const whole = wholes.find(([each]) => each === day)?.[1] ?? 0
    return whole > 0 ? [[day, (100 * value) / whole] as const] : []
  })

const scales = [
  [1e13, 1e12, 'tn'],
  [1e10, 1e9, 'bn'],
  [0, 1e6, 'mn'],
] as const

/** Amounts in a scale that leaves few digits, which the unit names. */
function scaled({ unit, points, beside, ...line }: Line): Block {
  const most = Math.max(...[...points, ...(beside?.points ?? [])].map(([, value]) => Math.abs(value)))
  const [, divisor, name] = scales.find(([from]) => most >= from)!
  const divided = (all: Points) => all.map(([day, value]) => [day, value / divisor] as const)
  return chart({
    ...line,
    unit: unit === 'shares' ? `${name} shares` : `${unit} ${name}`,
    points: divided(points),
    beside: beside && { ...beside, points: divided(beside.points) },
  })
}

const chart = (line: Line): Block => ({ kind: 'chart', line, turns: [], runs: [], notes: [] })
