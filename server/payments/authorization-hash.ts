import { domainSeparator, type Hex, keccak256, stringToBytes } from 'viem'
import type { Network } from '../../data/networks.ts'
import type { Authorization } from './authorization.ts'
import { chainIdOf } from './terms.ts'

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
