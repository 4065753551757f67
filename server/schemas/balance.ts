import { z } from 'zod'
import { component, instantSchema } from './base.ts'

const usd = z.string().regex(/^\d+\.\d{2}$/)

export const balanceSchema = component(
  'Balance',
  'Money paid in advance. Each priced call with its key takes the price of the call from it, without another payment; the header Briefing-Balance has what is left. A call with a new Idempotency-Key is charged once however often it is sent.',
  {
    key: z
      .string()
      .nullable()
      .describe('Send it as "Authorization: Bearer KEY" with priced calls; null where the balance is asked about by its key.'),
    scope: z.literal('read'),
    bought_usd: usd,
    left_usd: usd,
    ends_at: instantSchema.describe('From then on the key pays for nothing, and what is left is gone.'),
    ended: z
      .boolean()
      .describe('Whether that time has come. A payment opens one balance: this one, even when it is sent again later.'),
  },
)
export type Balance = z.infer<typeof balanceSchema>
