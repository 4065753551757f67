import { getAddress, recoverTypedDataAddress } from 'viem'
import { z } from 'zod'
import type { Network } from '../../data/networks.ts'
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

/** Whether the payer signed the authorization for the USDC of a network (EIP-712). */
export async function isSigned(network: Network, authorized: Authorization, signed: string): Promise<boolean> {
  const { from, to, value, validAfter, validBefore, nonce } = authorized
  const signer = await recoverTypedDataAddress({
    domain: { ...network.domain!, chainId: chainIdOf(network), verifyingContract: getAddress(network.asset) },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: getAddress(from),
      to: getAddress(to),
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce: nonce as `0x${string}`,
    },
    signature: signed as `0x${string}`,
  }).catch(() => null)
  return signer?.toLowerCase() === from.toLowerCase()
}
