import { type Network, networks } from '../../data/networks.ts'
import type { Facilitator } from './facilitator.ts'

/** Where the sandbox sells: no real money is there. */
export const sandboxNetwork: Network = networks.find(({ name }) => name === 'base-sepolia')!
/** Who is paid there: nobody holds a key to it. */
export const sandboxPayTo = '0x000000000000000000000000000000000000bEEF'

/** What payments the sandbox takes. */
export const sandboxSupport: Pick<Facilitator, 'getSupported'> = {
  getSupported: async () => ({ kinds: [{ x402Version: 2, scheme: 'exact', network: sandboxNetwork.id }] }),
}
