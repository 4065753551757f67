import { isDeepStrictEqual } from 'node:util'
import { isPaymentPayloadV2 } from '@x402/core/schemas'
import type { PaymentPayload, PaymentRequirements, ResourceInfo } from '@x402/core/types'
import { z } from 'zod'
import type { Network } from '../../data/networks.ts'
import { type Authorization, authorizationSchema, ledgerText, signatureHash, signatureSchema } from './authorization.ts'
import { type PaymentClaim, PaymentRejected } from './claim.ts'
import { isSigned } from './signature.ts'
import type { SolanaTransaction } from './solana-transaction.ts'
import { urlWithoutLongQuery } from './terms.ts'

/** Nothing beside what is read: a facilitator that finds an authorization of another kind may follow. */
const evmPayload = z.strictObject({ signature: signatureSchema, authorization: authorizationSchema })
const solanaPayload = z.strictObject({ transaction: z.string().min(1).max(4_096) })
const solanaExtra = z.object({ feePayer: z.string().min(1).max(64) })

/** End of the year 9999: an authorization may name an end no column holds. */
const latestEnd = 253_402_300_799

/**
 * A Solana transaction can land for 150 blocks from that of its block hash, a minute or two, whatever the quote says. How long that is
 * the chain alone knows: see `lookUpOnChain`.
 */
const solanaSeconds = 120

export interface X402Terms {
  readonly accepts: readonly PaymentRequirements[]
  readonly networks: readonly Network[]
  /** The resource that is sold. A credential that names an address must name this one, whole or as a quote with little room has it. */
  readonly resource: ResourceInfo
  /** What a facilitator is given of the extensions that the buyer repeats, whatever they are. */
  echo(extensions: unknown): Pick<PaymentPayload, 'extensions'>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads an x402 v2 PaymentPayload (base64 JSON) and matches it with what was quoted; its end is looked at later. Throws `PaymentRejected`. */
export async function readX402(text: string, terms: X402Terms): Promise<PaymentClaim> {
  const { accepts, resource } = terms
  const { payload, extensions } = decoded(text)
  const named = payload.resource?.url
  if (named !== undefined && named !== resource.url && named !== urlWithoutLongQuery(resource.url))
    throw new PaymentRejected(
      'invalid-challenge',
      'The payment was made for another resource. Request a quote for this resource.',
    )
  const requirements = accepts.find((each) => matches(payload.accepted, each))
  if (requirements === undefined)
    throw new PaymentRejected(
      'invalid-challenge',
      'The payment accepts terms that were not quoted. Request a new quote and pay with one of accepts.',
    )
  const claim = requirements.network.startsWith('eip155:')
    ? evmClaim(payload, requirements, terms)
    : await solanaClaim(payload, requirements, terms)
  return { ...claim, payload: { ...claim.payload, ...terms.echo(extensions) } }
}

/** Extensions come apart: whatever they are, they change nothing of the payment. */
function decoded(text: string): { payload: PaymentPayload; extensions: unknown } {
  try {
    const { extensions, ...payload } = JSON.parse(Buffer.from(text, 'base64').toString()) as Record<string, unknown>
    if (isPaymentPayloadV2(payload)) return { payload: payload as PaymentPayload, extensions }
  } catch {
    // told below
  }
  throw new PaymentRejected('malformed-credential', 'The payment is not base64 JSON of an x402 version 2 PaymentPayload.')
}

/** Equal in all that is quoted; the client may have added to `extra`. */
function matches(accepted: PaymentRequirements, quoted: PaymentRequirements): boolean {
  const { extra, ...terms } = quoted
  const { extra: theirs, ...others } = accepted
  if (!isDeepStrictEqual({ ...others }, { ...terms })) return false
  return Object.entries(extra ?? {}).every(([name, value]) => isDeepStrictEqual((theirs as typeof extra)?.[name], value))
}

function evmClaim(
  payload: PaymentPayload,
  requirements: PaymentRequirements,
  { networks, resource, now }: X402Terms,
): PaymentClaim {
  const read = evmPayload.safeParse(payload.payload)
  if (!read.success)
    throw new PaymentRejected(
      'malformed-credential',
      'The payload must contain a signature and an EIP-3009 authorization, and nothing else.',
    )
  const { authorization: authorized, signature: signed } = read.data
  const { to, value, validAfter, validBefore } = authorized
  const seconds = Math.floor(now / 1_000)
  if (to.toLowerCase() !== requirements.payTo.toLowerCase())
    throw new PaymentRejected('verification-failed', 'The authorization pays a different address than the quote.')
  if (value !== requirements.amount)
    throw new PaymentRejected('payment-insufficient', 'The authorization is for a different amount than the quote.')
  if (Number(validAfter) > seconds) throw new PaymentRejected('verification-failed', 'The authorization is not valid yet.')
  const network = networks.find(({ id }) => id === requirements.network)!
  return {
    ...authorizedClaim(authorized, signed, requirements, resource),
    protocol: 'x402',
    validBefore: Math.min(Number(validBefore), latestEnd),
    isProven: isSigned(network, authorized, signed),
    challengeId: null,
  }
}

/** What an authorization promises by the terms that were quoted, the same in both protocols. */
export function authorizedClaim(
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  signed: string,
  requirements: PaymentRequirements,
  resource: ResourceInfo,
) {
  const { network, asset, payTo } = requirements
  const authorized = { from, to, value, validAfter, validBefore, nonce }
  return {
    id: evmId(network, asset, from, nonce),
    network,
    payer: from,
    amount: value,
    payTo,
    asset,
    nonce,
    signed: ledgerText(authorized),
    signatureHash: signatureHash(signed),
    payload: forwarded(requirements, resource, { signature: signed, authorization: authorized }),
    requirements,
  }
}

/** A payload of what was read, by the terms that were quoted. */
function forwarded(accepted: PaymentRequirements, resource: ResourceInfo, payload: PaymentPayload['payload']): PaymentPayload {
  return { x402Version: 2, resource, accepted, payload }
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
async function solanaClaim(
  payload: PaymentPayload,
  quoted: PaymentRequirements,
  { resource, now }: X402Terms,
): Promise<PaymentClaim> {
  const read = solanaPayload.safeParse(payload.payload)
  const extra = solanaExtra.safeParse(payload.accepted.extra)
  if (!read.success || !extra.success)
    throw new PaymentRejected(
      'malformed-credential',
      'The payload must contain a transaction and nothing else, and accepted.extra a fee payer.',
    )
  const { readTransaction } = await import('./solana-transaction.ts')
  let transaction: SolanaTransaction
  try {
    transaction = readTransaction(read.data.transaction)
  } catch {
    throw new PaymentRejected('malformed-credential', 'The payment contains no readable Solana transaction.')
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
    signed: JSON.stringify({ blockHash: transaction.blockHash, signer: transaction.signer }),
    signatureHash: transaction.signatureHash,
    isProven: transaction.isSigned,
    payload: forwarded(requirements, resource, { transaction: read.data.transaction }),
    requirements,
    challengeId: null,
  }
}
