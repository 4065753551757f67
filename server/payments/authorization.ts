import { hash } from 'node:crypto'
import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const whole = z.string().regex(/^\d{1,30}$/)

/**
 * An authorization of EIP-3009 as both protocols send it; numbers are decimal texts, times seconds since 1970. Other members are refused:
 * whoever settles might follow them.
 */
export const authorizationSchema = z.strictObject({
  from: address,
  to: address,
  value: whole,
  validAfter: whole,
  validBefore: whole,
  nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
})
export const signatureSchema = z.string().regex(/^0x([0-9a-fA-F]{2})+$/)

export type Authorization = z.infer<typeof authorizationSchema>

/** What was signed, as the ledger keeps it: the same text for the same payment, however its hex and numbers were written. */
export function ledgerText({ from, to, value, validAfter, validBefore, nonce }: Authorization): string {
  const [amount, begin, end] = [value, validAfter, validBefore].map((each) => String(BigInt(each)))
  return JSON.stringify({
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    value: amount,
    validAfter: begin,
    validBefore: end,
    nonce: nonce.toLowerCase(),
  })
}

/** SHA-256 in hex of a signature's bytes, given in hex after 0x. */
export function signatureHash(hex: string): string {
  return hash('sha256', Buffer.from(hex.slice(2), 'hex'))
}
