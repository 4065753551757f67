import { type Block, joined, list, number, partHeading, sentence, type Text, tableOf } from '../blocks.ts'
import { day, type MembersType, part, untrusted } from '../schema.ts'
import { filings } from './figure.ts'

export const insiders = part((z) => ({
  from: day(z),
  to: day(z),
  read: z.number().int().describe('Reports about the company that were read, filed from one day to the other.'),
  unread: z
    .number()
    .int()
    .describe('Reports that the list of its filings names and that were not read yet: nothing of them is counted.'),
  trades: z
    .array(
      z.object({
        side: z.enum(['bought', 'sold']),
        plan: z
          .boolean()
          .nullable()
          .describe(
            'Whether the reports tick the box for a plan under rule 10b5-1, which is of a whole report; null without a box.',
          ),
        security: untrusted(z.string()),
        people: z.number().int().describe('Those who report; who report together are one.'),
        shares: z.number(),
        value_usd: z.number().nullable().describe('Of the shares with a price in US dollars; null if none has.'),
        priced_shares: z.number(),
        first: day(z).describe('Day of the first trade.'),
        last: day(z),
        filings: z.array(z.string()),
      }),
    )
    .describe(
      'Sums of purchases and sales on forms 3, 4 and 5 with codes P and S: in the market or by private agreement. Grants, taxes, exercises, gifts, derivatives and swaps are not in them.',
    ),
  holders: z
    .array(
      z.object({
        holder: untrusted(z.string()),
        others: z.number().int().describe('How many report with it.'),
        passive: z.boolean().describe('True for Schedule 13G, false for 13D, which is for influence on the company.'),
        percent: z.number().nullable(),
        shares: z.number().nullable(),
        security: untrusted(z.string()),
        event: day(z).nullable(),
        purpose: untrusted(z.string().nullable(), 'Beginning of item 4 of a Schedule 13D.'),
        filing: z.string(),
      }),
    )
    .describe('Reports of holders of over 5%, newest first; each the holder with the largest share on its report.'),
  not_counted: z.array(z.object({ filing: z.string(), why: z.string() })),
  reports: filings(z),
}))
export type InsidersPart = MembersType<typeof insiders>

const planText = (plan: boolean | null): string => (plan === null ? 'Not stated' : plan ? 'Stated' : 'No')

export function insidersBlocks(part: InsidersPart): Block[] {
  const { reports } = part
  const cite = (accession: string): Text => {
    const report = reports[accession]
    if (report === undefined) return accession
    const { form, filed, url } = report
    return { name: [/^[345]/.test(form) ? `Form ${form}, ` : `${form}, `, { day: filed, year: true }], url }
  }
  const unread =
    part.unread === 0
      ? ''
      : ` ${part.unread} more that the list of its filings names ${part.unread === 1 ? 'is' : 'are'} not read yet and not counted.`
  const trades =
    part.read === 0
      ? ''
      : part.trades.length === 0
        ? 'None of them states a purchase or sale of shares in the market or by private agreement.'
        : 'Purchases and sales are those in the market or by private agreement (codes P and S).'
  return [
    partHeading('Insiders and large holders in the last 90 days'),
    sentence(
      'Reports filed from ',
      { day: part.from, year: true },
      ' to ',
      { day: part.to, year: true },
      `: ${part.read} read.${trades === '' ? '' : ` ${trades}`}${unread}`,
    ),
    tableOf(part.trades, [
      ['Side', ({ side }) => (side === 'bought' ? 'Bought' : 'Sold')],
      ['Security', ({ security }) => security],
      ['10b5-1 plan', ({ plan }) => planText(plan)],
      [['People'], ({ people }) => [number(people, undefined, 0)]],
      [['Shares'], ({ shares }) => [number(shares, undefined, Number.isInteger(shares) ? 0 : 2)]],
      [['Value'], valueText],
      ['From', ({ first }) => [{ day: first, year: true }]],
      ['To', ({ last }) => [{ day: last, year: true }]],
      ['Filings', ({ filings: all }) => joined(all.map(cite), '; ')],
    ]),
    tableOf(part.holders, [
      ['Holder', ({ holder, others }) => (others === 0 ? holder : `${holder} and ${others} more`)],
      ['Purpose', ({ passive }) => (passive ? 'Passive (13G)' : 'Influence (13D)')],
      [['Percent of class'], ({ percent }) => (percent === null ? '' : [number(percent, 'percent', 2)])],
      [['Shares'], ({ shares }) => (shares === null ? '' : [number(shares, undefined, 0)])],
      ['Security', ({ security }) => security],
      ['Event', ({ event }) => (event === null ? '' : [{ day: event, year: true }])],
      ['Filing', ({ filing }) => cite(filing)],
    ]),
    list(part.not_counted.map(({ filing, why }) => joined(['Not counted: ', cite(filing), `: ${why}`], ''))),
  ]
}

function valueText({ value_usd: value, shares, priced_shares: priced }: InsidersPart['trades'][number]): Text {
  if (value === null) return 'No price stated'
  const some: Text = priced === shares ? [] : [' for ', number(priced, undefined, 0), ' of them']
  return ['USD ', number(value, undefined, 0), ...(some as readonly [])]
}
