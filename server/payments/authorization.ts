import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const whole = z.string().regex(/^\d{1,30}$/)

/** An authorization of EIP-3009 as both protocols send it; numbers are decimal texts, times seconds since 1970. */
export const authorization = z.object({
  from: address,
  to: address,
  value: whole,
  validAfter: whole,
  validBefore: whole,
  nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
})
export const signature = z.string().regex(/^0x([0-9a-fA-F]{2})+$/)

export type Authorization = z.infer<typeof authorization>
