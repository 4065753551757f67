import { recover } from 'tiny-secp256k1'
import { type Hex, hashTypedData, keccak256, toBytes } from 'viem'
import type { Network } from '../../data/networks.ts'
import type { Authorization } from './authorization.ts'
import { chainIdOf } from './terms.ts'

/** Signatures that were found good, so each is checked a single time: by who reads it, verifies it, and settles it. */
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

/**
 * Address whose key signed a hash (secp256k1), in lower case, or null where none can be recovered. libsecp256k1 as WebAssembly does it in an
 * eighth of the time it takes with big integers.
 *
 * @param hash 32 bytes
 * @param signature 65 bytes in hex: r, s, and the parity as 0, 1, 27 or 28
 */
export function signerOf(hash: Uint8Array, signature: string): string | null {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const parity = ([0, 1] as const).find((bit) => bytes[64] === bit || bytes[64] === 27 + bit)
  if (bytes.length !== 65 || parity === undefined) return null
  try {
    const key = recover(hash, bytes.subarray(0, 64), parity, false)
    return key && `0x${keccak256(key.subarray(1)).slice(-40)}`
  } catch {
    return null
  }
}

const transferFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

/** The 32 bytes the payer of an authorization signs for the USDC of an EVM network: EIP-712 over the TransferWithAuthorization of EIP-3009. */
function authorizationHash(network: Network, { from, to, value, validAfter, validBefore, nonce }: Authorization): Uint8Array {
  const { name, version } = network.domain!
  // in lower case: viem takes letters of both cases for a checksum
  const [verifyingContract, payer, payee] = [network.asset, from, to].map((each) => each.toLowerCase() as Hex)
  return toBytes(
    hashTypedData({
      domain: { name, version, chainId: chainIdOf(network), verifyingContract: verifyingContract! },
      types: { TransferWithAuthorization: transferFields },
      primaryType: 'TransferWithAuthorization',
      message: {
        from: payer,
        to: payee,
        value: BigInt(value),
        validAfter: BigInt(validAfter),
        validBefore: BigInt(validBefore),
        nonce,
      },
    }),
  )
}
