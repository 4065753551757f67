import { recover } from 'tiny-secp256k1'
import { domainSeparator, type Hex, keccak256, stringToBytes } from 'viem'
import type { Network } from '../../data/networks.ts'
import type { Authorization } from './authorization.ts'
import { chainIdOf } from './terms.ts'

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

const transferType = keccak256(
  stringToBytes(
    'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  ),
)
/** By id of the network. */
const domains = new Map<string, Hex>()

/**
 * The 32 bytes the payer of an authorization signs for the USDC of an EVM network: EIP-712 over the TransferWithAuthorization of EIP-3009.
 * All its fields are words of 32 bytes, so nothing needs an encoder, and the domain of a network is hashed once.
 */
export function authorizationHash(network: Network, authorization: Authorization): Uint8Array {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const words = [transferType, from, to, ...[value, validAfter, validBefore].map((each) => BigInt(each).toString(16)), nonce]
  const message = keccak256(ofWords(words), 'bytes')
  return keccak256(Buffer.concat([Buffer.from([0x19, 0x01]), ofWords([domainOf(network)]), message]), 'bytes')
}

function ofWords(words: readonly string[]): Buffer {
  return Buffer.from(words.map((each) => each.replace(/^0x/, '').padStart(64, '0')).join(''), 'hex')
}

function domainOf(network: Network): Hex {
  const kept = domains.get(network.id)
  if (kept !== undefined) return kept
  const { name, version } = network.domain!
  const verifyingContract = network.asset.toLowerCase() as Hex
  const made = domainSeparator({ domain: { name, version, chainId: chainIdOf(network), verifyingContract } })
  domains.set(network.id, made)
  return made
}
