import type { State } from '../state/open.ts'
import type { Facilitator } from './facilitator.ts'
import type { LookUp } from './look-up.ts'

/** Where payments are settled for real. */
export interface Outside {
  readonly facilitatorUrl: string
  /** Sent as a bearer token. */
  readonly facilitatorToken: string | null
  /** Nodes to look payments up at, by the id of their network. */
  readonly rpcUrls: ReadonlyMap<string, string>
}

export interface Settlement {
  readonly facilitator: Facilitator
  readonly lookUp: LookUp
}

/** Who settles payments, and where they are looked up. @param outside null: the sandbox, with its books in the state store */
export async function openSettlement(state: State, outside: Outside | null, now: () => number): Promise<Settlement> {
  if (outside === null) {
    const { sandboxFacilitator, sandboxLookUp } = await import('./sandbox.ts')
    return { facilitator: sandboxFacilitator(state, now), lookUp: sandboxLookUp(state) }
  }
  const [{ httpFacilitator }, { lookUpOnChain }] = await Promise.all([
    import('./facilitator.ts'),
    import('./look-up-on-chain.ts'),
  ])
  return {
    facilitator: httpFacilitator({ url: outside.facilitatorUrl, token: outside.facilitatorToken }),
    lookUp: lookUpOnChain(outside.rpcUrls),
  }
}
