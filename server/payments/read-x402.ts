import { isDeepStrictEqual } from 'node:util'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'
import { authorization, signature } from './authorization.ts'
import { BadCredential, type Claim } from './claim.ts'
import type { SolanaTransaction } from './solana-transaction.ts'
import { isX402Payload } from './x402-payload.ts'

const evmPayload = z.object({ signature, authorization })
const solanaPayload = z.object({ transaction: z.string().min(1).max(4_096) })
const solanaExtra = z.object({ feePayer: z.string().min(1).max(64) })

/**
 * A Solana transaction can land for 150 blocks from that of its block hash, a minute or two, whatever the quote says. How long that is
 * the chain alone knows: see `lookUpOnChain`.
 */
const solanaSeconds = 120

export interface X402Terms {
  readonly accepts: readonly PaymentRequirements[]
  /** Address of the resource. A credential that names one must name this. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads an x402 v2 PaymentPayload (base64 JSON) and matches it with what was quoted; its end is looked at later. Throws `BadCredential`. */
export async function readX402(text: string, { accepts, url, now }: X402Terms): Promise<Claim> {
  const payload = decoded(text)
  if (payload.resource?.url !== undefined && payload.resource.url !== url)
    throw new BadCredential('invalid-challenge', 'The payment was made for another resource. Ask this one for its own quote.')
  const requirements = accepts.find((each) => matches(payload.accepted, each))
  if (requirements === undefined)
    throw new BadCredential(
      'invalid-challenge',
      'The payment accepts terms that are not quoted here. Ask again and pay by one of accepts.',
    )
  return requirements.network.startsWith('eip155:')
    ? evmClaim(payload, requirements, now)
    : solanaClaim(payload, requirements, now)
}

function decoded(text: string): PaymentPayload {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString())
    if (isX402Payload(value)) return value
  } catch {
    // told below
  }
  throw new BadCredential('malformed-credential', 'The payment is not base64 JSON of an x402 version 2 PaymentPayload.')
}

/** Equal in all that is quoted; the client may have added to `extra`. */
function matches(accepted: PaymentRequirements, quoted: PaymentRequirements): boolean {
  const { extra, ...terms } = quoted
  const { extra: theirs, ...others } = accepted
  if (!isDeepStrictEqual({ ...others }, { ...terms })) return false
  return Object.entries(extra ?? {}).every(([name, value]) => isDeepStrictEqual((theirs as typeof extra)?.[name], value))
}

function evmClaim(payload: PaymentPayload, requirements: PaymentRequirements, now: number): Claim {
  const read = evmPayload.safeParse(payload.payload)
  if (!read.success) throw new BadCredential('malformed-credential', 'The payment holds no signed EIP-3009 authorization.')
  const { from, to, value, validAfter, validBefore, nonce } = read.data.authorization
  const seconds = Math.floor(now / 1_000)
  if (to.toLowerCase() !== requirements.payTo.toLowerCase())
    throw new BadCredential('verification-failed', 'The authorization pays another address than was quoted.')
  if (value !== requirements.amount)
    throw new BadCredential('payment-insufficient', 'The authorization is over another amount than was quoted.')
  if (Number(validAfter) > seconds) throw new BadCredential('verification-failed', 'The authorization is not valid yet.')
  return {
    id: evmId(requirements.network, requirements.asset, from, nonce),
    protocol: 'x402',
    network: requirements.network,
    payer: from,
    amount: value,
    payTo: requirements.payTo,
    asset: requirements.asset,
    nonce,
    validBefore: Number(validBefore),
    payload,
    requirements,
    challengeId: null,
  }
}

export function evmId(network: string, asset: string, from: string, nonce: string): string {
  return `${network}/${asset}/${from}/${nonce}`.toLowerCase()
}

/**
 * By the hash of the message, not the bytes: the fee payer's place among the signatures can be changed by anybody, and the chain takes a
 * message once. What the transaction moves, of what and to whom is read from it by the facilitator's verify, which comes before every
 * settlement: a wallet that is a program may pay in ways only a simulation shows. Who pays the fee is for the facilitator too; it may name
 * another with each quote.
 */
async function solanaClaim(payload: PaymentPayload, quoted: PaymentRequirements, now: number): Promise<Claim> {
  const read = solanaPayload.safeParse(payload.payload)
  const extra = solanaExtra.safeParse(payload.accepted.extra)
  if (!read.success || !extra.success)
    throw new BadCredential('malformed-credential', 'The payment holds no transaction, or names no fee payer.')
  const { readTransaction } = await import('./solana-transaction.ts')
  let transaction: SolanaTransaction
  try {
    transaction = readTransaction(read.data.transaction)
  } catch {
    throw new BadCredential('malformed-credential', 'The payment holds no Solana transaction that can be read.')
  }
  const requirements = { ...quoted, extra: extra.data }
  return {
    id: `${requirements.network}/${transaction.messageHash}`,
    protocol: 'x402',
    network: requirements.network,
    payer: transaction.payer,
    amount: requirements.amount,
    payTo: requirements.payTo,
    asset: requirements.asset,
    nonce: '',
    validBefore: Math.floor(now / 1_000) + solanaSeconds,
    payload,
    requirements,
    challengeId: null,
  }
}
