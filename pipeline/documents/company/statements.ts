import { day, type MembersType, part, type SchemaType, untrusted, type Zod } from '../schema.ts'
import type { CompanyFigure } from './figure.ts'

const knownBasis = (z: Zod) => z.enum(['filed', 'reported', 'deadline'])

/** A column of all statements, with what most of its figures have in common. */
const column = part((z) =>
  z.object({
    id: z.string(),
    label: z.string(),
    span: z.enum(['year', 'half', 'quarter']),
    start: day(z),
    end: day(z),
    weeks: z.int().nullable().describe('Weeks of a fiscal year or quarter that is counted in weeks.'),
    filing: z
      .string()
      .nullable()
      .describe('The filing that states most figures of the period, a key of filings; null where it has none.'),
    knownSince: day(z).nullable().describe('Day on which that became known, in the time zone of the market.'),
    knownBasis: knownBasis(z).nullable(),
  }),
)
export type Column = SchemaType<typeof column>

const named = part((z) => ({
  unit: z.string().describe('ISO code of the currency, with /shares for an amount per share; or shares.'),
  concept: untrusted(z.string(), 'Concept under which it is filed.'),
  label: untrusted(z.string(), 'The concept in words.'),
}))

/** What is otherwise for some figures of a line. */
const apart = part((z) =>
  z
    .object({
      periods: z.array(z.string()).describe('Ids of the periods it holds for.'),
      ...z
        .object({
          ...named(z),
          start: day(z).nullable(),
          end: day(z),
          filing: z.string(),
          knownSince: day(z),
          knownBasis: knownBasis(z),
          derived: z.string().describe('How it follows from filed figures.'),
          restated: z.object({ was: z.number(), since: day(z) }).describe('What was stated before, and since when this is.'),
          before_split: z.string().describe('Split (new shares to old) since which shares are counted otherwise.'),
        })
        .partial().shape,
    })
    .meta({
      id: 'CompanyFiguresApart',
      description: 'What differs for some figures of a line from the line and the columns; a period may be in several of these.',
    }),
)
export type FigureOverride = SchemaType<typeof apart>

const line = part((z) =>
  z.object({
    line: z.string(),
    title: z.string(),
    sign: z.enum(['+', '-']).describe('- for a line that lowers income or cash and is filed positive.'),
    ...named(z),
    instant: z.literal(true).optional().describe('Its figures are of the last day of each period.'),
    values: z.array(z.number().nullable()).describe('One for each of periods, in their order; null where none is served.'),
    apart: z.array(apart(z)).optional().describe('Left out where nothing differs.'),
  }),
)
export type StatementLine = SchemaType<typeof line>

/** Statements with what their figures share written once: `statementFigure` gives a figure back whole. */
export const statements = part((z) => ({
  periods: z
    .array(column(z))
    .describe('Columns of every statement, newest first: five years, half-years without quarters, twelve quarters.'),
  statements: z.array(z.object({ statement: z.enum(['income', 'balance', 'cash_flow', 'shares']), lines: z.array(line(z)) })),
}))
export type Statements = MembersType<typeof statements>

/** A figure of the statements with its unit, days, filing and concept, by the line and the id of the period; null where none is served. */
export function statementFigure({ periods, statements: all }: Statements, name: string, period: string): CompanyFigure | null {
  const at = periods.findIndex(({ id }) => id === period)
  const row = all.flatMap(({ lines }) => lines).find((each) => each.line === name)
  const value = row?.values[at] ?? null
  return row === undefined || value === null ? null : figureFromCell(row, periods[at]!, value)
}

/** A figure from what its line and its column share, and what differs for it. */
export function figureFromCell(row: Omit<StatementLine, 'values'>, of: Column, value: number): CompanyFigure {
  const { unit, concept, label } = row
  const shared = {
    ...{ unit, concept, label, start: row.instant ? null : of.start, end: of.end, derived: null, restated: null },
    ...{ filing: of.filing!, knownSince: of.knownSince!, knownBasis: of.knownBasis! },
  }
  const { periods: _, ...whole } = Object.assign(
    { periods: [], ...shared },
    ...(row.apart ?? []).filter(({ periods }) => periods.includes(of.id)),
  ) as typeof shared & { periods: readonly string[] }
  const { start, end, knownSince, knownBasis, ...rest } = whole
  const span = start === null ? ('instant' as const) : of.span
  return { value, ...rest, period: { label: of.label, span, start, end }, knownSince, knownBasis }
}
