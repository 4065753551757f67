import { getAddress, isAddress } from 'viem'
import { InputError } from '../../pipeline/errors.ts'

/** An EVM address with its checksum (ERC-55). Throws where letters of both cases make another checksum: then one was mistyped. */
export function checksummed(address: string): string {
  const plain = address === address.toLowerCase()
  if (plain || isAddress(address)) return getAddress(address.toLowerCase())
  throw new InputError('PAY_TO', 'PAY_TO_EVM has an invalid checksum: a character is mistyped. Copy the address again.')
}
