import { type Block, facts, joined, number, partHeading, sentence, type Text, table } from '../blocks.ts'
import { day, type MembersType, part } from '../schema.ts'
import { type CompanyFigure, filings, titleOfName } from './figure.ts'
import { companyCharts, type LineSeries } from './pictures.ts'
import { type Statements, statementFigure, statements } from './statements.ts'

export const numbers = part((z) => ({
  currency: z.string().nullable().describe('Null where no statement was known by the day asked for.'),
  accounting_standard: z.string().nullable(),
  shape: z.enum(['general', 'bank', 'insurer', 'reit', 'broker']),
  consolidated: z.boolean(),
  ...statements(z),
  growth: z
    .array(
      z.object({
        line: z.string(),
        span: z.enum(['year', 'half', 'quarter']),
        percent: z.number().nullable(),
        why: z.string().nullable(),
        against: z.string().describe('Id of the period it is measured against: the same one of the year before.'),
      }),
    )
    .describe('Change of the newest year and quarter over the year before.'),
  splits: z
    .array(z.object({ ratio: z.string().describe('New shares to old ones.'), known: day(z), filing: z.string() }))
    .describe('Splits and mergers of shares, each with the first filing that counts earlier periods in new shares.'),
  own_history: z
    .array(z.object({ line: z.string(), percentile: z.number(), n: z.int(), from: day(z) }))
    .describe('Share of the other quarters on record whose value was lower than the newest.'),
  as_known: z
    .object({ date: day(z), time_zone: z.string() })
    .nullable()
    .describe('The day at whose end the figures were known so, where one was asked for.'),
  filings: filings(z),
}))
export type Numbers = MembersType<typeof numbers>

const titles = {
  income: 'Income statement',
  balance: 'Balance sheet',
  cash_flow: 'Cash flow statement',
  shares: 'Shares',
} as const
/** Quarters that Markdown and page show beside the years; the JSON has them all. */
const quartersShown = 5

/** The statements as tables, amounts in millions. */
export function numbersBlocks(numbers: Numbers): Block[] {
  const { periods, growth, splits, currency, accounting_standard, shape } = numbers
  const lastSplit = splits.at(-1)?.known ?? ''
  const grown = growth.flatMap(({ line, percent, against }): Text[] =>
    percent === null
      ? []
      : [[`${titleOfName(line)}: `, number(percent, 'percent', 1), ` over ${against.replace(/[HQ]/, ' $&')}`]],
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
    ...(grown.length === 0 ? [] : [partHeading('Growth over the year before'), { kind: 'list' as const, items: grown }]),
    companyCharts(seriesOf(numbers), `${currency}`),
    ...numbers.statements.flatMap(({ statement, lines }) =>
      (['year', 'half', 'quarter'] as const).flatMap((span) => {
        const shown = periods.filter((each) => each.span === span).slice(0, span === 'quarter' ? quartersShown : undefined)
        const rows = lines.flatMap(({ line, title }) => {
          const cells = shown.map(({ id }) => statementFigure(numbers, line, id))
          return cells.every((cell) => (cell?.value ?? 0) === 0) ? [] : [[title, ...cells.map((cell) => amount(cell, lastSplit))]]
        })
        const head = `${titles[statement]}, ${{ year: 'years', half: 'half-years', quarter: 'quarters' }[span]}`
        return rows.length === 0 ? [] : [partHeading(head), table(['Line', ...shown.map(({ label }): [string] => [label])], rows)]
      }),
    ),
    sentence(
      '* follows from filed figures, ! was restated, † is in shares before a split; each figure’s filing, day and concept are in the JSON.',
    ),
  ]
}

/** Values by line and span, without those in shares before a split. */
const seriesOf = (numbers: Statements): LineSeries[] =>
  numbers.statements.flatMap(({ lines }) =>
    lines.flatMap(({ line }) =>
      (['quarter', 'half', 'year'] as const).map((span) => ({
        ...{ line, span },
        values: numbers.periods.flatMap(({ id, end, span: own }) => {
          const figure = own === span ? statementFigure(numbers, line, id) : null
          return figure === null || figure.before_split !== undefined ? [] : [{ end, value: figure.value }]
        }),
      })),
    ),
  )

function amount(cell: CompanyFigure | null, lastSplit: string): Text {
  if (cell === null) return ''
  const marks = `${cell.derived === null ? '' : '*'}${cell.restated === null ? '' : '!'}`
  const perShare = cell.unit.includes('/')
  const old = cell.unit.endsWith('shares') && cell.knownSince < lastSplit ? '†' : ''
  return [number(perShare ? cell.value : cell.value / 1e6, undefined, perShare ? 2 : 1), `${marks}${old}`]
}
