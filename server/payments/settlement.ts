import type { State } from '../state/open.ts'
import type { Facilitator } from './facilitator.ts'
import type { CdpKey } from './facilitator-credential.ts'
import type { FacilitatorStanding } from './facilitator-standing.ts'
import type { PaymentProcessor, ProcessorOptions } from './payment-processor.ts'

/** Where payments are settled for real. */
export interface RealSettlement {
  readonly facilitatorUrl: string
  /** Sent as a bearer token. */
  readonly facilitatorToken: string | null
  /** Signs a token for each request, instead of the bearer token. */
  readonly cdpKey?: CdpKey | null
  /** Keeps what becomes of calls of the facilitator. */
  readonly standing?: FacilitatorStanding
  /** Nodes to look payments up at, by the id of their network. */
  readonly rpcUrls: ReadonlyMap<string, string>
}

/** Who settles payments, and where they are looked up. @param outside null: the sandbox, with its books in the state store */
export async function openSettlement(state: State, outside: RealSettlement | null, now: () => number) {
  if (outside === null) {
    const { sandboxFacilitator, sandboxLookUp } = await import('./sandbox.ts')
    return { facilitator: sandboxFacilitator(state, now), lookUp: sandboxLookUp(state, now) }
  }
  const { standing } = outside
  const [facilitator, { lookUpOnChain }, { withStandingRecord }] = await Promise.all([
    overHttp(outside),
    import('./look-up-on-chain.ts'),
    import('./facilitator-standing.ts'),
  ])
  const lookUp = lookUpOnChain(outside.rpcUrls)
  return { facilitator: standing === undefined ? facilitator : withStandingRecord(facilitator, standing), lookUp }
}

export interface SettledProcessor extends Pick<ProcessorOptions, 'state' | 'terms' | 'signer' | 'now' | 'wall' | 'warn'> {
  readonly outside: RealSettlement | null
}

/** A payment processor that settles there. What checks and settles is loaded with the first payment: it takes 40 MB. */
export function lazyPaymentProcessor({ outside, ...parts }: SettledProcessor): PaymentProcessor {
  let opening: Promise<PaymentProcessor> | null = null
  async function open(): Promise<PaymentProcessor> {
    const [{ openProcessor }, settlement] = await Promise.all([
      import('./payment-processor.ts'),
      openSettlement(parts.state, outside, parts.wall),
    ])
    return openProcessor({ ...parts, ...settlement })
  }
  // what failed once, such as a file that could not be opened, is tried again with the next payment
  const opened = () =>
    (opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    }))
  return {
    take: async (credential, offer) => (await opened()).take(credential, offer),
    examine: async (credential, offer) => (await opened()).examine(credential, offer),
    verifyOnly: async (credential, offer) => (await opened()).verifyOnly(credential, offer),
    close: async () => (await opening)?.close(),
  }
}

/** Who tells what payments are settled there, and outside the sandbox whether one would be, without what checks and settles them. Not kept in the standing. */
export async function openSupport(
  outside: RealSettlement | null,
): Promise<Pick<Facilitator, 'getSupported'> & Partial<Facilitator>> {
  return outside === null ? (await import('./sandbox-terms.ts')).sandboxSupport : overHttp(outside)
}

async function overHttp({ facilitatorUrl, facilitatorToken, cdpKey = null }: RealSettlement): Promise<Facilitator> {
  const { httpFacilitator } = await import('./facilitator.ts')
  return httpFacilitator({ url: facilitatorUrl, token: facilitatorToken, cdpKey })
}
