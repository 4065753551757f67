import { recover } from 'tiny-secp256k1'
import { type Hex, hashTypedData, keccak256 } from 'viem'

/** Typed data of EIP-712 with its signature. Addresses are in lower case. */
export interface SignedData {
  readonly domain: {
    readonly name?: string
    readonly version?: string
    readonly chainId?: number
    readonly verifyingContract?: Hex
  }
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, string | bigint>>
  readonly signature: string
}

/**
 * Address that signed typed data (EIP-712), in lower case, or null where none can be recovered. viem hashes; the point is recovered by
 * libsecp256k1 as WebAssembly, in an eighth of the time it takes with big integers.
 *
 * @param signature 65 bytes in hex: r, s, and the parity as 0, 1, 27 or 28
 */
export function signerOf({ signature, ...data }: SignedData): string | null {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const parity = ([0, 1] as const).find((bit) => bytes[64] === bit || bytes[64] === 27 + bit)
  if (bytes.length !== 65 || parity === undefined) return null
  try {
    const hash = Buffer.from(hashTypedData(data).slice(2), 'hex')
    const key = recover(hash, bytes.subarray(0, 64), parity, false)
    return key && `0x${keccak256(key.subarray(1)).slice(-40)}`
  } catch {
    return null
  }
}
