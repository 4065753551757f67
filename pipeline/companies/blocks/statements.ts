import type { LineId } from '../../../data/companies/lines.ts'
import type { CompanyFigure } from '../../documents/company/figure.ts'
import {
  type Column,
  type FigureOverride,
  figureFromCell,
  type StatementLine,
  type Statements,
} from '../../documents/company/statements.ts'
import { groupedBy } from '../../values/grouped.ts'

export type PeriodDocument = Omit<Column, 'filing' | 'knownSince' | 'knownBasis'>

/** A line with its figures, one for each period; null where none is served. */
interface Row extends Pick<StatementLine, 'title' | 'sign'> {
  readonly line: LineId
  readonly statement: Statements['statements'][number]['statement']
  readonly figures: readonly (CompanyFigure | null)[]
}

const names = ['income', 'balance', 'cash_flow', 'shares'] as const

/** Statements with what their figures share written once, for columns and lines; a statement without lines is left out. */
export function statementsOf(periods: readonly PeriodDocument[], rows: readonly Row[]): Statements {
  const columns = periods.map((period, at): Column => {
    const figures = rows.flatMap(({ figures: all }) => all[at] ?? [])
    const shared = commonest(figures, ({ filing, knownSince, knownBasis }) => `${filing} ${knownSince} ${knownBasis}`)
    const { filing = null, knownSince = null, knownBasis = null } = shared ?? {}
    return { ...period, filing, knownSince, knownBasis }
  })
  const statements = names.map((statement) => ({
    statement,
    lines: rows.filter((row) => row.statement === statement).map((row) => lineOf(row, columns)),
  }))
  return { periods: columns, statements: statements.filter(({ lines }) => lines.length > 0) }
}

function lineOf({ line, title, sign, figures }: Row, columns: readonly Column[]): StatementLine {
  const stated = figures.flatMap((figure) => figure ?? [])
  const { unit, concept, label, period } = commonest(
    stated,
    (figure) => `${figure.unit} ${figure.concept} ${figure.label} ${figure.period.start === null}`,
  )!
  const head = { line, title, sign, unit, concept, label, ...(period.start === null && { instant: true as const }) }
  const apart = figures.flatMap((figure, at) => (figure === null ? [] : apartOf(figure, head, columns[at]!)))
  const merged = [...groupedBy(apart, ({ periods: _, ...rest }) => JSON.stringify(rest)).values()].map(
    (all): FigureOverride => ({ ...all[0]!, periods: all.flatMap(({ periods }) => periods) }),
  )
  const values = figures.map((figure) => figure?.value ?? null)
  return { ...head, values, ...(merged.length > 0 && { apart: merged }) }
}

/** What differs together is written together: a filing has its day, a concept its name. */
const together = [
  ['filing', 'knownSince', 'knownBasis'],
  ['unit', 'concept', 'label'],
  ['start', 'end'],
  ['derived'],
  ['restated'],
  ['before_split'],
] as const

function apartOf(figure: CompanyFigure, head: Omit<StatementLine, 'values'>, column: Column): FigureOverride[] {
  const [own, shared] = [membersOf(figure), membersOf(figureFromCell(head, column, figure.value))]
  return together.flatMap((names) => {
    const differing = names.filter((name) => JSON.stringify(own[name]) !== JSON.stringify(shared[name]))
    if (differing.length === 0) return []
    return [{ periods: [column.id], ...Object.fromEntries(differing.map((name) => [name, own[name]])) } as FigureOverride]
  })
}

const membersOf = ({ period: { start, end }, knownSince, knownBasis, ...rest }: CompanyFigure) => ({
  ...{ ...rest, before_split: rest.before_split, start, end, knownSince, knownBasis },
})

/** The first of those that share the most common key; undefined of none. */
function commonest<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item | undefined {
  return [...groupedBy(items, keyOf).values()].toSorted((a, b) => b.length - a.length)[0]?.[0]
}
