import type { Network } from '../../data/networks.ts'
import type { Authorization } from './authorization.ts'
import { authorizationHash } from './authorization-hash.ts'
import { signerOf } from './signer.ts'

/** Signatures that were found good, so that one is looked at once: by who reads it, verifies it, and settles it. */
const good = new Set<string>()
const mostGood = 1_000

/** Whether the payer signed the authorization for the USDC of an EVM network. */
export function isSigned(network: Network, authorized: Authorization, signed: string): boolean {
  const { from, to, value, validAfter, validBefore, nonce } = authorized
  const key = [network.id, from, to, value, validAfter, validBefore, nonce, signed].join(' ')
  if (good.has(key)) return true
  if (signerOf(authorizationHash(network, authorized), signed) !== from.toLowerCase()) return false
  if (good.size >= mostGood) good.clear()
  good.add(key)
  return true
}
