import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../errors.ts'
import { Ledger } from '../state/ledger.ts'
import type { State } from '../state/open.ts'
import type { PaymentTelemetry } from '../telemetry/telemetry.ts'
import { scopeOf } from './challenge.ts'
import { BadCredential, type Claim } from './claim.ts'
import type { Credential } from './credential.ts'
import type { Facilitator } from './facilitator.ts'
import type { LookUp } from './look-up.ts'
import type { Offer, Paid } from './payments.ts'
import { Quotes } from './quotes.ts'
import { readMpp } from './read-mpp.ts'
import { readX402 } from './read-x402.ts'
import { examine, pending, type Receipt, redeem } from './redeem.ts'
import { mppNetwork, type Terms } from './terms.ts'

/** What takes payments, in this thread or in one of its own. */
export interface Till {
  /**
   * Takes what a credential pays for an offer. Throws `BadCredential` where it does not pay for it, and a 503 `Refusal` where it should be
   * sent again.
   */
  take(credential: Credential, offer: Offer): Promise<Paid>
  /** Whether a credential would pay for an offer: throws as `take` does where it would not, and charges nothing. */
  examine(credential: Credential, offer: Offer): Promise<void>
  close(): Promise<void>
}

export interface TillOptions {
  readonly state: State
  readonly terms: Terms
  readonly facilitator: Facilitator
  readonly lookUp: LookUp
  /** Counts payments; left out, none. */
  readonly telemetry?: PaymentTelemetry | null
  /** Milliseconds since 1970. */
  now(): number
  warn(message: string, facts: Readonly<Record<string, unknown>>): void
}

/** A till over one ledger for both protocols. */
export function openTill({ state, terms, facilitator, lookUp, telemetry = null, now, warn }: TillOptions): Till {
  const quotes = new Quotes(terms, now)
  const underWay = new Set<() => void>()
  const parts = {
    openLedger: () => new Ledger(state, randomUUID()),
    facilitator,
    lookUp,
    telemetry,
    underWay,
    now,
    wait: (ms: number) => wait(ms, undefined, { ref: false }),
    warn,
  }

  async function claimOf({ protocol, text }: Credential, offer: Offer): Promise<Claim> {
    if (protocol === 'x402') {
      const networks = terms.networks.map(({ network }) => network)
      return readX402(text, { accepts: quotes.accepts(offer), networks, resource: quotes.resourceOf(offer), now: now() })
    }
    const taken = mppNetwork(terms)
    const requirements = quotes.accepts(offer).find(({ network }) => network === taken?.network.id)
    if (taken === null || requirements === undefined)
      throw new BadCredential('invalid-challenge', 'This server takes no MPP payments. Pay with x402.')
    const resource = quotes.resourceOf(offer)
    return readMpp(text, { challenges: quotes.challenges, offer, network: taken.network, requirements, resource, now: now() })
  }

  async function counted<T>({ protocol }: Credential, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof BadCredential) telemetry?.payment(protocol, 'refused')
      if (error instanceof BadCredential || error instanceof Refusal) throw error
      // the ledger failed, and settlement may have been asked for
      telemetry?.payment(protocol, 'unknown')
      throw pending(error)
    }
  }

  return {
    take: (credential, offer) =>
      counted(credential, async () => {
        const claim = await claimOf(credential, offer)
        const { receipt, delivered, lost } = await redeem(parts, claim, scopeOf(offer))
        return { headers: receiptHeaders(claim, receipt), delivered, lost }
      }),
    examine: (credential, offer) =>
      counted(credential, async () => examine(parts, await claimOf(credential, offer), scopeOf(offer))),
    async close() {
      for (const end of underWay) end()
    },
  }
}

/** PAYMENT-RESPONSE of x402 (base64 JSON), or Payment-Receipt of MPP (base64url JSON). */
function receiptHeaders({ protocol, network, amount, challengeId }: Claim, { reference, payer, settledAt }: Receipt): string[] {
  if (protocol === 'x402') {
    const said = { success: true, transaction: reference, network, payer, amount }
    return ['PAYMENT-RESPONSE', Buffer.from(JSON.stringify(said)).toString('base64')]
  }
  const chainId = Number(network.slice('eip155:'.length))
  const said = { status: 'success', method: 'evm', timestamp: new Date(settledAt).toISOString(), reference, challengeId, chainId }
  return ['Payment-Receipt', Buffer.from(JSON.stringify(said)).toString('base64url')]
}
