import { type Block, facts, heading, joined, number, sentence, type Text, table } from '../blocks.ts'
import { day, type OfMembers, part } from '../schema.ts'
import { figure, filings, titled } from './figure.ts'

const statementPeriod = part((z) =>
  z.object({
    id: z.string(),
    label: z.string(),
    span: z.enum(['year', 'half', 'quarter']),
    start: day(z),
    end: day(z),
    weeks: z.int().nullable().meta({ description: 'Weeks of a fiscal year or quarter that is counted in weeks.' }),
  }),
)

export const numbers = part((z) => ({
  currency: z.string().nullable().meta({ description: 'Null where no statement was known by the day asked for.' }),
  accounting_standard: z.string().nullable(),
  shape: z.enum(['general', 'bank', 'insurer', 'reit', 'broker']),
  consolidated: z.boolean(),
  statements: z.array(
    z.object({
      statement: z.enum(['income', 'balance', 'cash_flow', 'shares']),
      periods: z.array(statementPeriod(z)).meta({ description: 'Newest first: five years, then twelve quarters.' }),
      lines: z.array(
        z.object({
          line: z.string(),
          title: z.string(),
          sign: z.enum(['+', '-']).meta({ description: '- for a line that lowers income or cash and is filed positive.' }),
          values: z
            .record(z.string(), figure(z).nullable())
            .meta({ description: 'By the id of the period; null where none is served.' }),
        }),
      ),
    }),
  ),
  growth: z
    .array(
      z.object({
        line: z.string(),
        span: z.enum(['year', 'half', 'quarter']),
        percent: z.number().nullable(),
        why: z.string().nullable(),
        against: z.string().meta({ description: 'Id of the period it is measured against: the same one of the year before.' }),
      }),
    )
    .meta({ description: 'Change of the newest year and quarter over the year before.' }),
  splits: z
    .array(z.object({ ratio: z.string().meta({ description: 'New shares to old ones.' }), known: day(z), filing: z.string() }))
    .meta({ description: 'Splits and mergers of shares, each with the first filing that counts earlier periods in new shares.' }),
  own_history: z
    .array(z.object({ line: z.string(), percentile: z.number(), n: z.int(), from: day(z) }))
    .meta({ description: 'Share of the other quarters on record whose value was lower than the newest.' }),
  as_known: z
    .object({ date: day(z), time_zone: z.string() })
    .nullable()
    .meta({ description: 'The day at whose end the figures were known so, where one was asked for.' }),
  filings: filings(z),
}))
export type Numbers = OfMembers<typeof numbers>

const titles = {
  income: 'Income statement',
  balance: 'Balance sheet',
  cash_flow: 'Cash flow statement',
  shares: 'Shares',
} as const
/** Quarters that Markdown and page show beside the years; the JSON has them all. */
const quartersShown = 5

/** The statements as tables, amounts in millions. */
export function numbersBlocks({ statements, growth, splits, currency, accounting_standard, shape }: Numbers): Block[] {
  const lastSplit = splits.at(-1)?.known ?? ''
  const grown = growth.flatMap(({ line, percent, against }): Text[] =>
    percent === null ? [] : [[`${titled(line)}: `, number(percent, 'percent', 1), ` over ${against.replace(/[HQ]/, ' $&')}`]],
  )
  return [
    facts(
      ['Currency', `${currency}; amounts in millions but for those per share`],
      ['Accounting standard', accounting_standard],
      ['Form of statements', shape],
      [
        'Splits',
        splits.length === 0
          ? null
          : joined(
              splits.map(({ ratio, known }) => [`${ratio} known since `, { day: known, year: true }]),
              ', ',
            ),
      ],
    ),
    ...(grown.length === 0 ? [] : [heading('Growth'), { kind: 'list' as const, items: grown }]),
    { kind: 'columns', look: 'two', columns: pictures.map((picture) => pictureOf(picture, statements, `${currency} mn`)) },
    ...statements.flatMap(({ statement, periods, lines }) =>
      (['year', 'half', 'quarter'] as const).flatMap((span) => {
        const shown = periods.filter((each) => each.span === span).slice(0, span === 'quarter' ? quartersShown : undefined)
        const rows = lines.flatMap(({ title, values }) => {
          const cells = shown.map(({ id }) => values[id] ?? null)
          return cells.every((cell) => cell === null) ? [] : [[title, ...cells.map((cell) => amount(cell, lastSplit))]]
        })
        const head = `${titles[statement]}, ${{ year: 'years', half: 'half-years', quarter: 'quarters' }[span]}`
        return rows.length === 0 ? [] : [heading(head), table(['Line', ...shown.map(({ label }): [string] => [label])], rows)]
      }),
    ),
    sentence(
      '* follows from filed figures, ! was restated, † is in shares before a split; each figure’s filing, day and concept are in the JSON.',
    ),
  ]
}

/** Lines drawn by quarter on a page, the first that is stated with the newest value of the second. */
const pictures = [
  { title: 'Revenue by quarter', lines: ['revenue', 'net_interest_income', 'premiums_earned'], beside: null },
  {
    title: 'Net income by quarter',
    lines: ['net_income'],
    beside: { title: 'Operating cash flow', line: 'operating_cash_flow' },
  },
] as const
const leastPoints = 4

function pictureOf(
  { title, lines, beside }: (typeof pictures)[number],
  statements: Numbers['statements'],
  unit: string,
): Block[] {
  const pointsOf = (name: string) =>
    statements.flatMap(({ periods, lines: all }) => {
      const values = all.find(({ line }) => line === name)?.values ?? {}
      return periods
        .filter(({ span, id }) => span === 'quarter' && values[id])
        .map(({ id, end }) => [Date.parse(end) / 86_400_000, values[id]!.value / 1e6] as const)
        .reverse()
    })
  const points = lines.map(pointsOf).find(({ length }) => length >= leastPoints)
  if (points === undefined) return []
  const second = beside === null ? [] : pointsOf(beside.line)
  const line = {
    metric: lines[0],
    title,
    unit,
    points,
    beside: second.length < leastPoints ? null : { metric: beside!.line, title: beside!.title, points: second },
  }
  return [{ kind: 'chart', line, turns: [], runs: [], notes: [] }]
}

function amount(cell: Numbers['statements'][number]['lines'][number]['values'][string], lastSplit: string): Text {
  if (cell === null || cell === undefined) return ''
  const marks = `${cell.derived === null ? '' : '*'}${cell.restated === null ? '' : '!'}`
  const perShare = cell.unit.includes('/')
  const old = cell.unit.endsWith('shares') && cell.knownSince < lastSplit ? '†' : ''
  return [number(perShare ? cell.value : cell.value / 1e6, undefined, perShare ? 2 : 1), `${marks}${old}`]
}
