import { z } from 'zod'

/** Times are RFC 3339 UTC, days YYYY-MM-DD. */
export const day = z.iso.date()
export const instant = z.iso.datetime()

export const price = z
  .object({
    usd: z.string().describe('US dollars as a decimal string.'),
    base_units: z.string().regex(/^\d+$/).describe('The same price in base units of USDC (millionths of a dollar).'),
  })
  .meta({ id: 'Price', description: 'The price of one call.' })
