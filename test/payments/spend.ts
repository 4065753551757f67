import type { Hex } from 'viem'
import type { x402Payload } from '../server/payments/signing.ts'
import type { Chain } from './chain.ts'

/** Settles an authorization on chain, behind the back of server and facilitator. */
export async function spend(
  { client, network }: Chain,
  { signature, authorization }: Awaited<ReturnType<typeof x402Payload>>['payload'],
): Promise<void> {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const hash = await client.writeContract({
    address: network.asset as Hex,
    abi: [
      {
        type: 'function',
        name: 'transferWithAuthorization',
        stateMutability: 'nonpayable',
        inputs: ['address', 'address', 'uint256', 'uint256', 'uint256', 'bytes32', 'bytes'].map((type) => ({ type, name: '' })),
        outputs: [],
      },
    ],
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
  })
  await client.waitForTransactionReceipt({ hash })
}
