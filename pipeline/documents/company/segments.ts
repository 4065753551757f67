import { type Block, facts, list, number, partHeading, type TableColumnHead, type Text, tableOf } from '../blocks.ts'
import { day, type MembersType, part, untrusted } from '../schema.ts'
import { amountText, filings, titleOfName } from './figure.ts'

/** What a table divides, in words. */
const inWords = {
  business: ['segment'],
  arm: ['arm'],
  product: ['product'],
  geography: ['region'],
  customer: ['customer'],
  channel: ['sales channel'],
  'business x subsegment': ['segment', 'subsegment'],
  'business x product': ['segment', 'product'],
  'business x geography': ['segment', 'region'],
  'business x customer': ['segment', 'customer'],
  'business x channel': ['segment', 'sales channel'],
  'geography x product': ['region', 'product'],
} as const
const axes = Object.keys(inWords) as (keyof typeof inWords)[]

export const segments = part((z) => ({
  reports: z
    .array(
      z.object({
        filing: z.string(),
        tables: z
          .array(
            z.object({
              axis: z
                .enum(axes)
                .describe(
                  'What the company is divided by; arm: two parts such as finance and the rest, beside the segments. Of two, rows name the segment or region they are a part of.',
                ),
              measure: z
                .enum(['revenue', 'external_revenue', 'premiums_earned', 'result', 'assets'])
                .describe(
                  'revenue: with that between segments, where the report states it, and then external_revenue is without it.',
                ),
              label: untrusted(z.string(), 'Name of the measure as filed.'),
              unit: z.string(),
              period: z.object({ label: z.string().nullable(), start: day(z).nullable(), end: day(z) }),
              rows: z.array(
                z.object({
                  segment: untrusted(
                    z.string(),
                    'The name of its row in the report; the name of its member in words where no row has one, as in reports to EDINET.',
                  ),
                  within: untrusted(z.string(), 'The segment or region it is a part of.').nullable(),
                  value: z.number(),
                  before: z.number().nullable().describe('A year before, as the same report states it.'),
                  change_percent: z
                    .number()
                    .nullable()
                    .describe('Null without a positive value and one before, and above 1,000.'),
                }),
              ),
              sum: z.object({
                segments: z.number(),
                reconciling: z.array(z.object({ label: untrusted(z.string()), value: z.number() })),
                total: z.number(),
                of: z
                  .enum(['company', 'segments'])
                  .describe('What the total is of: segments alone where the report reconciles the measure in words only.'),
                difference: z.number().describe('Of rounding: at most one unit of the stated rounding a row.'),
              }),
            }),
          )
          .describe('Each adds up to its total, by one way of tagging.'),
      }),
    )
    .describe('The newest report, and after a quarterly one the newest annual one.'),
  not_served: z.array(z.string()).describe('Why revenue of segments is not served.'),
  filings: filings(z),
}))
export type Segments = MembersType<typeof segments>

type Table = Segments['reports'][number]['tables'][number]
type Row = Pick<Table['rows'][number], 'segment' | 'within' | 'value'> & Partial<Table['rows'][number]>

export function segmentsBlocks({ reports, not_served, filings: named }: Segments): Block[] {
  return [
    ...reports.flatMap(({ filing, tables }) => [
      facts(['Report', [{ name: named[filing]!.title, url: named[filing]!.url }]]),
      ...tables.flatMap(tableBlocks),
    ]),
    partHeading('Segments: not served'),
    list(not_served),
  ]
}

function tableBlocks({ axis, label, measure, unit, period, rows, sum }: Table): Block[] {
  const money = (value: number) => amountText({ value, unit })
  const words = inWords[axis]
  const [outer, inner] = words.map(titleOfName) as [string, string?]
  const all: Row[] = [
    ...rows,
    ...sum.reconciling.map((row) => ({ segment: row.label, within: null, value: row.value })),
    { segment: sum.of === 'company' ? 'Company' : 'All segments', within: null, value: sum.total },
  ]
  const names: readonly (readonly [TableColumnHead, (row: Row) => Text])[] =
    inner === undefined
      ? [[outer, ({ segment }) => segment]]
      : [
          [outer, ({ within, segment }) => within ?? segment],
          [inner, ({ within, segment }) => (within === null ? '' : segment)],
        ]
  return [
    partHeading(
      `Segments: ${titleOfName(measure).toLowerCase()} by ${words.join(' and ')}, ${period.label ?? `to ${period.end}`}`,
    ),
    facts(['As filed', label], ['To', [{ day: period.end, year: true }]]),
    tableOf(all, [
      ...names,
      [['Value'], ({ value }) => money(value)],
      [['A year before'], ({ before = null }) => (before === null ? '' : money(before))],
      [['Change'], changeText],
    ]),
  ]
}

/** A change in percent, or why there is none: over a base that is small next to the value it is a multiple. */
function changeText({ value, before = null, change_percent = null }: Row): Text {
  if (change_percent !== null) return [number(change_percent, 'percent', 1)]
  if (before === null || (before < 0 && value < 0)) return ''
  if (before === 0) return 'from zero'
  if (before < 0) return 'was negative'
  return value < 0 ? 'now negative' : [number(value / before, undefined, 0), ' times']
}
