import type { Hex, Log } from 'viem'
import { UnavailableError } from '../../pipeline/errors.ts'
import { tokenEvents } from './look-up.ts'
import type { PayeeTransfer, RecordedTransaction, SettlementRecords } from './reconciliation.ts'

export interface ChainTransfersInput {
  /** RPC of an EVM network. */
  readonly url: string
  readonly asset: string
  readonly payTo: string
  /** Blocks of this time or later, and before `to`, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

const rpcMs = 15_000
/** Blocks requested per call: nodes limit it, and the limit is halved where one refuses. */
const mostBlocks = 2_000n
const fewestBlocks = 10n

/** The transfers of USDC to a payee in the blocks of a span of time. Throws an `UnavailableError` where the node does not answer. */
export async function chainTransfers({ url, asset, payTo, from, to }: ChainTransfersInput): Promise<SettlementRecords> {
  const { createPublicClient, getAddress, http, parseAbi, parseEventLogs } = await import('viem')
  const abi = parseAbi(tokenEvents)
  const client = createPublicClient({ transport: http(url, { timeout: rpcMs, retryCount: 3 }) })
  const token = getAddress(asset)
  const payee = getAddress(payTo)
  const newest = await reached(client.getBlockNumber())
  const timeOf = async (blockNumber: bigint) => 1_000 * Number((await reached(client.getBlock({ blockNumber }))).timestamp)
  const first = await firstBlock(timeOf, newest, from)
  const end = await firstBlock(timeOf, newest, to)

  const transfersIn = (logs: Log[]): PayeeTransfer[] =>
    parseEventLogs({ abi, eventName: 'Transfer', logs })
      .filter(({ address, args }) => getAddress(address) === token && getAddress(args.to) === payee)
      .map(({ args, transactionHash }) => ({ reference: transactionHash!, payer: args.from, units: args.value }))

  return {
    span: end === first ? 'no block' : `blocks ${first} to ${end - 1n}`,
    async transfers() {
      const transfers: PayeeTransfer[] = []
      let most = mostBlocks
      for (let begin = first; begin < end; ) {
        const last = begin + most > end ? end - 1n : begin + most - 1n
        const asked = {
          address: token,
          abi,
          eventName: 'Transfer',
          args: { to: payee },
          fromBlock: begin,
          toBlock: last,
        } as const
        const logs = await client.getContractEvents(asked).catch((error: unknown) => error)
        if (Array.isArray(logs)) {
          transfers.push(...transfersIn(logs))
          begin = last + 1n
        } else if (most > fewestBlocks) most /= 2n
        else throw unreachable(logs)
      }
      return transfers
    },
    async transaction(reference): Promise<RecordedTransaction | null> {
      if (!/^0x[0-9a-fA-F]{64}$/.test(reference)) return null
      const receipt = await client.getTransactionReceipt({ hash: reference as Hex }).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null
        throw unreachable(error)
      })
      if (receipt === null || receipt.status !== 'success') return null
      const used = parseEventLogs({ abi, eventName: 'AuthorizationUsed', logs: receipt.logs })
      return {
        inSpan: receipt.blockNumber >= first && receipt.blockNumber < end,
        transfers: transfersIn(receipt.logs),
        authorizations: used
          .filter(({ address }) => getAddress(address) === token)
          .map(({ args }) => ({ payer: args.authorizer, nonce: args.nonce })),
      }
    },
  }
}

/** The first block of a time or later; the one after the newest where there is none. */
async function firstBlock(timeOf: (block: bigint) => Promise<number>, newest: bigint, time: number): Promise<bigint> {
  let low = 0n
  let high = newest + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    if ((await timeOf(middle)) < time) low = middle + 1n
    else high = middle
  }
  return low
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw unreachable(error)
  })
}

/** Without what the node's library says: that names the address of the node, which may hold a key. */
function unreachable(error: unknown): UnavailableError {
  const name = error instanceof Error ? error.name : typeof error
  return new UnavailableError(
    'RPC',
    `an RPC node does not answer correctly (${name}); check the RPC settings with: briefing config`,
  )
}
