import { z } from 'zod'
import type { Network } from '../../data/networks.ts'
import { signerOf } from './signer.ts'
import { chainIdOf } from './terms.ts'

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

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Signatures that were found good, so that one is looked at once: by who reads it, verifies it, and settles it. */
const good = new Set<string>()
const mostGood = 1_000

/** Whether the payer signed the authorization for the USDC of a network (EIP-712). */
export function isSigned(network: Network, authorized: Authorization, signed: string): boolean {
  const { from, to, value, validAfter, validBefore, nonce } = authorized
  const payer = from.toLowerCase()
  const message = {
    from: payer,
    to: to.toLowerCase(),
    value: BigInt(value),
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
    nonce,
  }
  const key = [network.id, ...Object.values(message), signed].join(' ')
  if (good.has(key)) return true
  const domain = {
    ...network.domain!,
    chainId: chainIdOf(network),
    verifyingContract: network.asset.toLowerCase() as `0x${string}`,
  }
  if (signerOf({ domain, types, primaryType: 'TransferWithAuthorization', message, signature: signed }) !== payer) return false
  if (good.size >= mostGood) good.clear()
  good.add(key)
  return true
}
