import type { Signature, TokenBalance } from '@solana/kit'
import type { Hex } from 'viem'
import type { Found, LookUp, Sought } from './look-up.ts'

/** Blocks before the one noted that are searched too: nodes behind one address may differ by a few. */
const slackBlocks = 20n
const rpcMs = 5_000
/** The newest blocks may yet be replaced by others of an earlier time. */
const reorganizedSeconds = 60

/**
 * Looks payments up on chain. EVM: the token's event AuthorizationUsed(authorizer, nonce) of EIP-3009, and in the same transaction a
 * Transfer from payer to payee over the amount; that the authorization is used alone proves nothing. Solana: the transaction by the hash
 * of its message, and that it left the payee richer by the amount.
 */
export function lookUpOnChain(rpcUrls: ReadonlyMap<string, string>): LookUp {
  return {
    async begin(network) {
      const url = rpcUrls.get(network)
      if (url === undefined) return null
      return String(network.startsWith('eip155:') ? await (await evmClient(url)).getBlockNumber() : await solanaSlot(url))
    },
    async find(sought, from) {
      const url = rpcUrls.get(sought.network)
      if (url === undefined) return { kind: 'untold' }
      return sought.network.startsWith('eip155:') ? findEvm(url, sought, from) : findSolana(url, sought, from)
    },
  }
}

async function evmClient(url: string) {
  const { createPublicClient, http } = await import('viem')
  return createPublicClient({ transport: http(url, { timeout: rpcMs, retryCount: 1 }) })
}

/**
 * Not found it is `open` until the chain has passed its end: the contract takes an authorization by the time of the block, and a node may be
 * behind. The newest block is asked for before the search.
 */
async function findEvm(
  url: string,
  { asset, payer, payTo, nonce, amount, validBefore }: Sought,
  from: string | null,
): Promise<Found> {
  const { parseAbi, parseEventLogs } = await import('viem')
  const abi = parseAbi([
    'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  ])
  const client = await evmClient(url)
  const { timestamp } = await client.getBlock()
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
  if (found === undefined) return { kind: Number(timestamp) > validBefore + reorganizedSeconds ? 'unspent' : 'open' }
  const receipt = await client.getTransactionReceipt({ hash: found.transactionHash })
  const transfers = parseEventLogs({ abi, eventName: 'Transfer', logs: receipt.logs })
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const paid = transfers.some(
    ({ address, args }) =>
      same(address, asset) && same(args.from, payer) && same(args.to, payTo) && args.value === BigInt(amount),
  )
  return paid ? { kind: 'paid', reference: found.transactionHash } : { kind: 'elsewhere' }
}

/** Slots before and after the one noted in which nodes behind one address may differ, as block hashes they know may. */
const slackSlots = 150n
/** Transactions of the payer asked for at once. */
const page = 100

/** A call of a node, not longer than `rpcMs`. */
function asked<T>(call: { send(options: { abortSignal: AbortSignal }): Promise<T> }): Promise<T> {
  return call.send({ abortSignal: AbortSignal.timeout(rpcMs) })
}

async function solanaSlot(url: string): Promise<bigint> {
  const { createSolanaRpc } = await import('@solana/kit')
  return asked(createSolanaRpc(url).getSlot())
}

/**
 * Not found it is `open` for as long as the chain may still take it: by the clock nobody can tell, as blocks may be slow. It cannot once
 * its block hash is too old in a finalized block, which is asked before the search, by a node that has seen at least as much. One that
 * landed and failed moved nothing, and is left to that rule too.
 */
async function findSolana(url: string, sought: Sought, from: string | null): Promise<Found> {
  const [kit, { readTransaction, messageHashOf }] = await Promise.all([import('@solana/kit'), import('./solana-transaction.ts')])
  const rpc = kit.createSolanaRpc(url)
  const { blockHash, signer } = sought.lifetime ?? readTransaction(String(sought.payload?.payload['transaction']))
  const begin = BigInt(from ?? 0)
  const { context, value: valid } = await asked(rpc.isBlockhashValid(kit.blockhash(blockHash), { commitment: 'finalized' }))
  const over = !valid && context.slot >= begin + slackSlots
  // any account leads to it, and this one has the fewest other transactions
  const account = kit.address(signer)
  for (let before: Signature | undefined; ; ) {
    const options = { limit: page, minContextSlot: context.slot, ...(before === undefined ? {} : { before }) }
    const told = await asked(rpc.getSignaturesForAddress(account, options))
    const recent = told.filter(({ slot }) => slot + slackSlots >= begin)
    for (const { signature } of recent.filter(({ err }) => err === null)) {
      const found = await asked(rpc.getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 }))
      // listed and not to be had yet
      if (found?.meta == null) return { kind: 'open' }
      if (`${sought.network}/${messageHashOf(found.transaction[0])}` !== sought.id) continue
      const { preTokenBalances = [], postTokenBalances = [] } = found.meta
      const gained = held(postTokenBalances, sought) - held(preTokenBalances, sought)
      return gained >= BigInt(sought.amount) ? { kind: 'paid', reference: signature } : { kind: 'elsewhere' }
    }
    if (recent.length < page) return { kind: over ? 'unspent' : 'open' }
    before = recent.at(-1)!.signature
  }
}

/** What the payee holds of the asset among the token accounts of a transaction, in base units. */
function held(balances: readonly TokenBalance[], { payTo, asset }: Sought): bigint {
  return balances
    .filter(({ mint, owner }) => mint === asset && owner === payTo)
    .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
}
