import { type Block, partHeading, tableOf } from '../blocks.ts'
import { type MembersType, part } from '../schema.ts'
import { amountText } from './figure.ts'
import { balanceDay, inputPlacesSchema, ratios, ratiosBlocks, titleWithBalanceDay } from './ratios.ts'

export const profitability = part((z) => ({
  ...ratios(z),
  per_share: z
    .array(
      z.object({
        line: z.enum(['eps_diluted', 'revenue', 'free_cash_flow', 'dividends', 'book_value']),
        title: z.string(),
        value: z.number().nullable(),
        unit: z.string(),
        why: z.string().nullable(),
        formula: z.string(),
        inputs: inputPlacesSchema(z),
        balance_day: balanceDay(z),
      }),
    )
    .describe('Amounts per share of the twelve months.'),
}))
export type Profitability = MembersType<typeof profitability>

export const profitabilityBlocks = (members: Profitability): Block[] => [
  ...ratiosBlocks(members),
  partHeading('Amounts per share'),
  tableOf(
    members.per_share.filter(({ line, value }) => line !== 'dividends' || value !== 0),
    [
      ['Line', titleWithBalanceDay],
      [['Value'], ({ value, unit }) => (value === null ? '' : amountText({ value, unit }))],
      ['Why not', ({ why }) => why ?? ''],
      ['Formula', ({ formula }) => formula],
    ],
  ),
]
