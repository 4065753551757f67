import { type Block, facts, list, number, partHeading, type Text, tableOf } from '../blocks.ts'
import { day, type MembersType, part, untrusted } from '../schema.ts'
import { amountText, companyFilingSchema, filings, titleOfName } from './figure.ts'
import { filingText } from './header.ts'

const listedFiling = part((z) =>
  z.object({
    form: untrusted(z.string().nullable()),
    filed: z.string(),
    url: z.string(),
    title: untrusted(z.string()),
    kinds: z.array(z.string()).describe('Kinds of news; empty where it is not news.'),
    text: untrusted(z.string(), 'What it is, in plain English.'),
  }),
)

export const whatChanged = part((z) => ({
  latest: companyFilingSchema(z).describe('The newest report with statements.'),
  since: companyFilingSchema(z).nullable().describe('The report with statements before it.'),
  figures: z
    .array(
      z.object({
        line: z.string(),
        period: z.string(),
        value: z.number(),
        unit: z.string(),
        before: z.number().nullable().describe('The same line in the period before.'),
        same_period_last_year: z.number().nullable(),
        change_percent: z
          .number()
          .nullable()
          .describe('Over the same period of the year before; null where that was not above zero.'),
        why: z.string().nullable().describe('Why an earlier value is not set against it: a split.'),
        filing: z.string(),
      }),
    )
    .describe('Lines of the period of the newest report.'),
  restated: z
    .array(
      z.object({
        line: z.string(),
        period: z.string(),
        unit: z.string(),
        was: z.number(),
        is: z.number(),
        change_percent: z.number().nullable(),
        since: day(z),
        filing: z.string(),
      }),
    )
    .describe('Figures of earlier periods that the newest report states otherwise than the reports before it.'),
  situations: z
    .array(z.object({ situation: z.string(), title: z.string(), change: z.enum(['began', 'ended']), on: day(z) }))
    .describe('Situations that began or ended since the previous report, newest first.'),
  filings: z.array(listedFiling(z)).describe('Filings of 90 days, newest first.'),
  reports: filings(z),
}))
export type WhatChanged = MembersType<typeof whatChanged>

const percentText = (value: number | null): Text => (value === null ? '' : [number(value, 'percent', 1)])

/** In millions, as a restatement may be smaller than what is left of a rounded amount. */
const millionsText = (value: number, unit: string): Text => [
  `${unit} `,
  number(value / 1e6, undefined, Math.abs(value) < 1e8 ? 2 : 0),
  'm',
]

/** The value of the period before, unless that is the period of a year before: a fiscal year has one column for both. */
const beforeText = ({ before, same_period_last_year: then, period, unit }: WhatChanged['figures'][number]): Text =>
  before === null || (before === then && !period.includes(' ')) ? '' : amountText({ value: before, unit })

export function whatChangedBlocks({ latest, since, figures, restated, situations }: WhatChanged): Block[] {
  return [
    facts(['Newest report', filingText(latest)], ['Report before it', since === null ? null : filingText(since)]),
    partHeading('Figures of the newest report against a year before'),
    tableOf(figures, [
      ['Line', ({ line }) => titleOfName(line)],
      ['Period', ({ period }) => period],
      [['Value'], amountText],
      [['A year before'], ({ same_period_last_year: value, unit }) => (value === null ? '' : amountText({ value, unit }))],
      [['Change'], ({ change_percent }) => percentText(change_percent)],
      [['Period before'], beforeText],
    ]),
    list(figures.flatMap(({ line, why }) => (why === null ? [] : `${titleOfName(line)}: ${why}`))),
    partHeading('Earlier figures restated by the newest report'),
    tableOf(restated, [
      ['Line', ({ line }) => titleOfName(line)],
      ['Period', ({ period }) => period],
      [['Was'], ({ was: value, unit }) => millionsText(value, unit)],
      [['Is'], ({ is: value, unit }) => millionsText(value, unit)],
      [['Change'], ({ change_percent }) => percentText(change_percent)],
    ]),
    partHeading('Situations since the previous report'),
    tableOf(situations, [
      ['Situation', ({ title }) => title],
      ['Change', ({ change }) => change],
      ['Day', ({ on }) => [{ day: on, year: true }]],
    ]),
  ]
}
