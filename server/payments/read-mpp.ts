import type { PaymentRequirements, ResourceInfo } from '@x402/core/types'
import { keccak256, stringToBytes } from 'viem'
import { z } from 'zod'
import type { Network } from '../../data/networks.ts'
import { authorizationSchema, signatureSchema } from './authorization.ts'
import { type ChallengeFields, type Challenges, isChallengeFor } from './challenge.ts'
import { type PaymentClaim, PaymentRejected } from './claim.ts'
import type { Offer } from './payments.ts'
import { authorizedClaim } from './read-x402.ts'
import { isSigned } from './signature.ts'

const credential = z.object({
  challenge: z.object({
    id: z.string().max(128),
    realm: z.string().max(256),
    method: z.string().max(64),
    intent: z.string().max(64),
    request: z.string().max(4_096),
    expires: z.string().max(64).optional(),
    digest: z.string().max(256).optional(),
    opaque: z.string().max(4_096).optional(),
  }),
  source: z.string().max(256).optional(),
  payload: authorizationSchema.extend({ type: z.literal('authorization'), signature: signatureSchema }),
})

export interface MppTerms {
  readonly challenges: Challenges
  readonly offer: Offer
  readonly network: Network
  /** The x402 terms of the same offer on that network, by which the facilitator settles. */
  readonly requirements: PaymentRequirements
  readonly resource: ResourceInfo
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads a credential of the Payment scheme, type authorization, and checks all of it but end and balance. Throws `PaymentRejected`. */
export async function readMpp(text: string, terms: MppTerms): Promise<PaymentClaim> {
  const { challenge, source, payload } = decoded(text)
  checkChallenge(challenge, terms)
  const { network, requirements, resource, now } = terms
  const { from, to, value, validAfter, validBefore, nonce } = payload
  const failed = (detail: string) => new PaymentRejected('verification-failed', detail)
  if (to.toLowerCase() !== requirements.payTo.toLowerCase())
    throw failed('The authorization pays a different address than the challenge requires.')
  if (value !== requirements.amount) throw failed('The authorization is for a different amount than the challenge requires.')
  if (!noncesOf(challenge).includes(nonce.toLowerCase()))
    throw failed('The nonce of the authorization does not match the challenge.')
  const seconds = Math.floor(now / 1_000)
  if (Number(validAfter) > seconds) throw failed('The authorization is not valid yet.')
  if (source !== undefined && source.toLowerCase() !== `did:pkh:${network.id}:${from}`.toLowerCase())
    throw failed('The source of the credential is not its signer.')
  if (!isSigned(network, payload, payload.signature)) throw failed('The signature is not by the payer.')
  return {
    ...authorizedClaim(payload, payload.signature, requirements, resource),
    protocol: 'mpp',
    isProven: true,
    validBefore: Math.min(Number(validBefore), Math.floor(Date.parse(challenge.expires ?? '') / 1_000)),
    challengeId: challenge.id,
  }
}

/** draft-evm-charge-00 and mppx up to 0.11 hash id and realm as one text, pympp 0.16 and the next mppx as a JSON array. */
function noncesOf({ id, realm }: { id: string; realm: string }): string[] {
  return [`${id}${realm}`, JSON.stringify([id, realm])].map((text) => keccak256(stringToBytes(text)))
}

function decoded(text: string): z.infer<typeof credential> {
  try {
    return credential.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new PaymentRejected('malformed-credential', 'The credential is not base64url JSON of a challenge and an authorization.')
  }
}

/** The challenge must be ours, and made for this very offer. */
function checkChallenge(challenge: ChallengeFields, { challenges, offer }: MppTerms): void {
  const invalid = (detail: string) => new PaymentRejected('invalid-challenge', detail)
  if (!challenges.isOurs(challenge))
    throw invalid('The challenge was not issued by this server, or was altered. Request a new one.')
  const { realm, method, intent, request, opaque = '' } = challenge
  if (realm !== challenges.realm || method !== 'evm' || intent !== 'charge' || request !== challenges.requestOf(offer))
    throw invalid('The challenge is for a different price than this call. Request a new one.')
  if (!isChallengeFor(opaque, offer))
    throw invalid('The challenge was issued for another resource. Request one for this resource.')
}
