import type { Hex } from 'viem'
import type { Claim } from './claim.ts'
import type { Found, LookUp } from './look-up.ts'

/** Blocks before the one noted that are searched too: nodes behind one address may differ by a few. */
const slackBlocks = 20n
const rpcMs = 5_000

/**
 * Looks payments up on chain. EVM: the token's event AuthorizationUsed(authorizer, nonce) of EIP-3009, and in the same transaction a
 * Transfer from payer to payee over the amount; that the authorization is used alone proves nothing. Solana: the transactions of the
 * payee's token account, by the hash of their message.
 */
export function lookUpOnChain(rpcUrls: ReadonlyMap<string, string>): LookUp {
  return {
    async begin(network) {
      const url = rpcUrls.get(network)
      if (url === undefined || !network.startsWith('eip155:')) return null
      const client = await evmClient(url)
      return String(await client.getBlockNumber())
    },
    async find(claim, from) {
      const url = rpcUrls.get(claim.network)
      if (url === undefined) return { kind: 'untold' }
      return claim.network.startsWith('eip155:') ? findEvm(url, claim, from) : findSolana(url, claim)
    },
  }
}

async function evmClient(url: string) {
  const { createPublicClient, http } = await import('viem')
  return createPublicClient({ transport: http(url, { timeout: rpcMs, retryCount: 1 }) })
}

async function findEvm(url: string, { asset, payer, payTo, nonce, amount }: Claim, from: string | null): Promise<Found> {
  const { parseAbi, parseEventLogs } = await import('viem')
  const abi = parseAbi([
    'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  ])
  const client = await evmClient(url)
  const begin = from === null ? 0n : BigInt(from) > slackBlocks ? BigInt(from) - slackBlocks : 0n
  const used = await client.getContractEvents({
    abi,
    address: asset as Hex,
    eventName: 'AuthorizationUsed',
    args: { authorizer: payer as Hex, nonce: nonce as Hex },
    fromBlock: begin,
    toBlock: 'latest',
  })
  const [found] = used
  if (found === undefined) return { kind: 'unspent' }
  const receipt = await client.getTransactionReceipt({ hash: found.transactionHash })
  const transfers = parseEventLogs({ abi, eventName: 'Transfer', logs: receipt.logs })
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const paid = transfers.some(
    ({ address, args }) =>
      same(address, asset) && same(args.from, payer) && same(args.to, payTo) && args.value === BigInt(amount),
  )
  return paid ? { kind: 'paid', reference: found.transactionHash } : { kind: 'elsewhere' }
}

/** The program whose addresses are an owner's accounts of each token (Associated Token Account program). */
const tokenAccounts = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
/** Transactions of the payee looked through at most. */
const mostSignatures = 200

async function findSolana(url: string, { id, network, payTo, asset }: Claim): Promise<Found> {
  const [kit, svm] = await Promise.all([import('@solana/kit'), import('@x402/svm')])
  const { address, getAddressEncoder, getBase64Encoder, getTransactionDecoder } = kit
  const rpc = kit.createSolanaRpc(url)
  const key = getAddressEncoder()
  const [account] = await kit.getProgramDerivedAddress({
    programAddress: address(tokenAccounts),
    seeds: [address(payTo), address(svm.TOKEN_PROGRAM_ADDRESS), address(asset)].map((each) => key.encode(each)),
  })
  const signatures = await rpc.getSignaturesForAddress(account, { limit: mostSignatures }).send()
  for (const { signature, err } of signatures) {
    if (err !== null) continue
    const found = await rpc.getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 }).send()
    if (found === null) continue
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(found.transaction[0]))
    if (`${network}/${svm.transactionMessageHash(transaction)}` === id) return { kind: 'paid', reference: signature }
  }
  return { kind: 'unspent' }
}
