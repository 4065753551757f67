import { type LineId, type LineRow, lines, type StatementShape } from '../../../data/companies/lines.ts'
import { absentLines } from '../../../data/companies/shapes.ts'
import type { Period } from './fiscal.ts'
import type { Figure, Version } from './version.ts'
import { viewOf } from './view.ts'

/** A figure of a company as known on a day, with every value filed for its period until then: none where it is derived. */
export interface ExplainedFigure {
  readonly period: Period
  readonly figure: Figure
  readonly versions: readonly Version[]
}

/** Why there is no such figure: the company has other `periods`, or in words why the figure of the period is not served. */
export type FigureUnavailable = { readonly periods: readonly string[] } | { readonly why: string; readonly period: Period }

export interface FigureQuery {
  /** Issuer id. */
  readonly company: string
  readonly shape: StatementShape
  readonly line: LineId
  /** `FY2025`, `FY2025 Q4`. */
  readonly period: string
  /** Day number, in the time zone of the market. */
  readonly day: number
}

/** @param versions all values the lines of the company have had, in the order in which they became known */
export function explainedFigure(
  versions: readonly Version[],
  { company, shape, line, period, day }: FigureQuery,
): ExplainedFigure | FigureUnavailable {
  const view = viewOf(versions, shape, day, absentLines(company, shape))
  const periods = view.periods
  const asked = periods.find(({ id }) => id === period.replace(/\s/g, '').toUpperCase())
  if (asked === undefined) return { periods: periods.map(({ id }) => id) }
  const figure = view.figure(line, asked)
  if (figure !== null) {
    const isSame = (each: Version) =>
      each.line === line && each.span === figure.span && each.to === figure.to && each.known <= day
    return { period: asked, figure, versions: versions.filter(isSame) }
  }
  const leftOut = view.leftOut.find(({ lines: withheld, to }) => withheld.includes(line) && (to ?? asked.to) === asked.to)
  const { shapes = [shape] }: Pick<LineRow, 'shapes'> = lines.find((row) => row.line === line)!
  const unstated = shapes.includes(shape) ? 'no report states it' : `statements of the form ${shape} have no such line`
  return { period: asked, why: leftOut === undefined ? unstated : `${leftOut.what}: ${leftOut.why}` }
}
