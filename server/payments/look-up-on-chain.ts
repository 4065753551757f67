import type { Signature, TokenBalance } from '@solana/kit'
import type { Hex } from 'viem'
import type { Authorization } from './authorization.ts'
import { clockSlackSeconds, type LookUp, type LookUpOutcome, type PaymentQuery, tokenEvents } from './look-up.ts'
import type { SolanaTransaction } from './solana-transaction.ts'

/** Blocks before the one noted that are searched too: nodes behind one address may differ by a few. */
const slackBlocks = 20n
const rpcMs = 5_000

/**
 * Looks payments up on chain. EVM: the token's event AuthorizationUsed(authorizer, nonce) of EIP-3009, and in the same transaction a
 * Transfer from payer to payee over the amount; that the authorization is used alone proves nothing. Not used, it is over once the newest
 * block is later than its end. Solana: the transaction by the hash
 * of its message, and that it left the payee richer by the amount.
 */
export function lookUpOnChain(rpcUrls: ReadonlyMap<string, string>): LookUp {
  return {
    async begin(network) {
      const url = rpcUrls.get(network)
      if (url === undefined) return null
      return String(network.startsWith('eip155:') ? await (await evmClient(url)).getBlockNumber() : await solanaSlot(url))
    },
    async find(payment, from) {
      const url = rpcUrls.get(payment.network)
      if (url === undefined) return { kind: 'untold' }
      return payment.network.startsWith('eip155:') ? findEvm(url, payment, from) : findSolana(url, payment, from)
    },
  }
}

async function evmClient(url: string) {
  const { createPublicClient, http } = await import('viem')
  return createPublicClient({ transport: http(url, { timeout: rpcMs, retryCount: 1 }) })
}

async function findEvm(
  url: string,
  { asset, payer, payTo, amount, signed }: PaymentQuery,
  from: string | null,
): Promise<LookUpOutcome> {
  const { nonce, validBefore } = JSON.parse(signed) as Authorization
  const { parseAbi, parseEventLogs } = await import('viem')
  const abi = parseAbi(tokenEvents)
  const client = await evmClient(url)
  const begin = from === null ? 0n : BigInt(from) > slackBlocks ? BigInt(from) - slackBlocks : 0n
  // asked before the search, which then sees all that block has
  const { timestamp } = await client.getBlock()
  const used = await client.getContractEvents({
    abi,
    address: asset as Hex,
    eventName: 'AuthorizationUsed',
    args: { authorizer: payer as Hex, nonce: nonce as Hex },
    fromBlock: begin,
    toBlock: 'latest',
  })
  const [authorizationUsed] = used
  if (authorizationUsed === undefined)
    return { kind: timestamp >= BigInt(validBefore) + BigInt(clockSlackSeconds) ? 'over' : 'open' }
  const receipt = await client.getTransactionReceipt({ hash: authorizationUsed.transactionHash })
  const transfers = parseEventLogs({ abi, eventName: 'Transfer', logs: receipt.logs })
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const paid = transfers.some(
    ({ address, args }) =>
      same(address, asset) && same(args.from, payer) && same(args.to, payTo) && args.value === BigInt(amount),
  )
  return paid ? { kind: 'paid', reference: authorizationUsed.transactionHash } : { kind: 'elsewhere' }
}

/** Slots before and after the one noted in which nodes behind one address may differ, as block hashes they know may. */
const slackSlots = 150n
/** Transactions of the payer requested per call. */
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
async function findSolana(url: string, payment: PaymentQuery, from: string | null): Promise<LookUpOutcome> {
  const [kit, { messageHashOf }] = await Promise.all([import('@solana/kit'), import('./solana-transaction.ts')])
  const rpc = kit.createSolanaRpc(url)
  const { blockHash, signer } = JSON.parse(payment.signed) as Pick<SolanaTransaction, 'blockHash' | 'signer'>
  const begin = BigInt(from ?? 0)
  const { context, value: valid } = await asked(rpc.isBlockhashValid(kit.blockhash(blockHash), { commitment: 'finalized' }))
  const over = !valid && context.slot >= begin + slackSlots
  // any account leads to it, and this one has the fewest other transactions
  const account = kit.address(signer)
  for (let before: Signature | undefined; ; ) {
    const options = { limit: page, minContextSlot: context.slot, ...(before === undefined ? {} : { before }) }
    const signatures = await asked(rpc.getSignaturesForAddress(account, options))
    const recent = signatures.filter(({ slot }) => slot + slackSlots >= begin)
    for (const { signature } of recent.filter(({ err }) => err === null)) {
      const transaction = await asked(rpc.getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 }))
      // listed and not to be had yet
      if (transaction?.meta == null) return { kind: 'open' }
      if (`${payment.network}/${messageHashOf(transaction.transaction[0])}` !== payment.id) continue
      const { preTokenBalances = [], postTokenBalances = [] } = transaction.meta
      const gained = balanceOf(postTokenBalances, payment) - balanceOf(preTokenBalances, payment)
      return gained >= BigInt(payment.amount) ? { kind: 'paid', reference: signature } : { kind: 'elsewhere' }
    }
    if (recent.length < page) return { kind: over ? 'over' : 'open' }
    before = recent.at(-1)!.signature
  }
}

/** What the payee holds of the asset among the token accounts of a transaction, in base units. */
function balanceOf(balances: readonly TokenBalance[], { payTo, asset }: PaymentQuery): bigint {
  return balances
    .filter(({ mint, owner }) => mint === asset && owner === payTo)
    .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
}
