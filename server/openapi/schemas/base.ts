import { z } from 'zod'

/** Schemas that the documents share. Times are RFC 3339 UTC, days YYYY-MM-DD. */
export const day = z.iso.date()
export const instant = z.iso.datetime()
export const address = z.string().nullable()
export const fingerprint = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of the RFC 8785 canonical JSON of the document without this member.' })
export const sample = z.boolean().meta({ description: 'True on everything that rests on sample feeds: invented values.' })
export const notices = z.array(z.string()).meta({ description: 'Notices that sources ask for.' })

export const price = z
  .object({
    usd: z.string().meta({ description: 'US dollars as a decimal text.' }),
    base_units: z.string().regex(/^\d+$/).meta({ description: 'The same in base units of USDC, millionths of a dollar.' }),
  })
  .meta({ id: 'Price', description: 'What one call costs.' })
