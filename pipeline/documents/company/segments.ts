import { type Block, facts, heading, list, number, tableOf } from '../blocks.ts'
import { day, type OfMembers, part, untrusted } from '../schema.ts'
import { amountText, filings, titled } from './figure.ts'

export const segments = part((z) => ({
  reports: z
    .array(
      z.object({
        filing: z.string(),
        tables: z
          .array(
            z.object({
              axis: z.enum(['business', 'arm', 'product', 'geography']).meta({
                description: 'What the company is divided by; arm: two parts such as finance and the rest, beside the segments.',
              }),
              measure: z.enum(['revenue', 'external_revenue', 'premiums_earned', 'result', 'assets']).meta({
                description:
                  'revenue: with that between segments, where the report states it, and then external_revenue is without it.',
              }),
              label: untrusted(z.string(), 'Name of the measure as filed.'),
              unit: z.string(),
              period: z.object({ label: z.string().nullable(), start: day(z).nullable(), end: day(z) }),
              rows: z.array(
                z.object({
                  segment: untrusted(z.string(), 'As filed; of reports to EDINET the name of its member in words.'),
                  value: z.number(),
                  before: z.number().nullable().meta({ description: 'A year before, as the same report states it.' }),
                  change_percent: z.number().nullable(),
                }),
              ),
              sum: z.object({
                segments: z.number(),
                reconciling: z.array(z.object({ label: untrusted(z.string()), value: z.number() })),
                total: z.number(),
                of: z.enum(['company', 'segments']).meta({
                  description: 'What the total is of: segments alone where the report reconciles the measure in words only.',
                }),
                difference: z.number().meta({ description: 'Of rounding: at most one unit of the stated rounding a row.' }),
              }),
            }),
          )
          .meta({ description: 'Each adds up to its total, by one way of tagging.' }),
      }),
    )
    .meta({ description: 'The newest report, and after a quarterly one the newest annual one.' }),
  not_served: z.array(z.string()).meta({ description: 'Why revenue of segments is not served.' }),
  filings: filings(z),
}))
export type Segments = OfMembers<typeof segments>

export function segmentsBlocks({ reports, not_served, filings: named }: Segments): Block[] {
  return [
    ...reports.flatMap(({ filing, tables }) => [
      facts(['Report', [{ name: named[filing]!.title, url: named[filing]!.url }]]),
      ...tables.flatMap(({ axis, label, measure, unit, period, rows, sum }) => {
        const money = (value: number) => amountText({ value, unit })
        return [
          heading(`${titled(measure)} by ${axis}`),
          facts(
            ['As filed', label],
            ['Period', [period.label === null ? 'To ' : `${period.label}, to `, { day: period.end, year: true }]],
          ),
          tableOf(
            [
              ...rows,
              ...sum.reconciling.map((row) => ({ segment: row.label, value: row.value, before: null, change_percent: null })),
              {
                segment: sum.of === 'company' ? 'Company' : 'All segments',
                value: sum.total,
                before: null,
                change_percent: null,
              },
            ],
            [
              ['Name', ({ segment }) => segment],
              [['Value'], ({ value }) => money(value)],
              [['A year before'], ({ before }) => (before === null ? '' : money(before))],
              [['Change'], ({ change_percent }) => (change_percent === null ? '' : [number(change_percent, 'percent', 1)])],
            ],
          ),
        ]
      }),
    ]),
    heading('Not served'),
    list(not_served),
  ]
}
