import { z } from 'zod'

/** Times are RFC 3339 UTC, days YYYY-MM-DD. */
export const daySchema = z.iso.date()
export const instantSchema = z.iso.datetime()

/** The schema of an object that has its own name in the description of the server, and what that says of it; null for nothing. */
export const component = <Shape extends z.ZodRawShape>(id: string, description: string | null, shape: Shape) =>
  z.object(shape).meta(description === null ? { id } : { id, description })

export const priceSchema = component('Price', 'The price of one call.', {
  usd: z.string().describe('US dollars as a decimal string.'),
  base_units: z.string().regex(/^\d+$/).describe('The same price in base units of USDC (millionths of a dollar).'),
})
