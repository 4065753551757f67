import {
  type Address,
  address,
  createSolanaRpc,
  generateKeyPairSigner,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
  lamports,
  type Transaction,
} from '@solana/kit'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import type { Network } from '../../data/networks.ts'
import type { PaymentChain } from './facilitator.ts'
import { listen } from './listen.ts'

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const accountProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const decimals = 6
/** More slots than a block hash lives. */
const lifetime = 400

/** A Solana network of ours: the real token and memo programs, the mint of USDC at its address, behind a node's JSON-RPC. */
export interface SvmChain extends PaymentChain {
  /** Lets so many slots pass, and the block hash of before be none that is known: too old, or too new. */
  expire(slots?: number): void
  /** Answers the next calls of a method with status 500, after the node has done what was asked. */
  readonly lost: string[]
  /** Lets the next searches find nothing, as at a node that is behind. */
  hide(searches: number): void
}

interface Landed {
  readonly signature: string
  readonly slot: bigint
  readonly err: string | null
  readonly wire: string
  readonly message: string
  readonly accounts: readonly Address[]
  readonly before: readonly TokenBalance[]
  readonly after: readonly TokenBalance[]
}

interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number }
}

const key = getAddressEncoder()
const keyOf = getAddressDecoder()
const messages = getCompiledTransactionMessageDecoder()

export async function startSvmChain(network: Network): Promise<SvmChain> {
  const svm = new LiteSVM()
  const mint = address(network.asset)
  const landed: Landed[] = []
  const lost: string[] = []
  let slot = 1_000n
  let hidden = 0

  const feePayer = await generateKeyPairSigner()
  svm.airdrop(feePayer.address, lamports(1_000_000_000_000n))
  write(mint, mintData())

  function write(at: Address, data: Uint8Array): void {
    const space = BigInt(data.length)
    const rent = lamports(svm.minimumBalanceForRentExemption(space))
    svm.setAccount({ address: at, data, executable: false, lamports: rent, programAddress: tokenProgram, space })
  }

  async function tokenAccount(owner: string): Promise<Address> {
    const seeds = [address(owner), tokenProgram, mint].map((each) => key.encode(each))
    return (await getProgramDerivedAddress({ programAddress: accountProgram, seeds }))[0]
  }

  function tokenBalances(accounts: readonly Address[]): TokenBalance[] {
    return accounts.flatMap((each, accountIndex) => {
      const account = svm.getAccount(each)
      if (!account.exists || account.programAddress !== tokenProgram || account.data.length !== 165) return []
      const [of, owner] = [keyOf.decode(account.data.slice(0, 32)), keyOf.decode(account.data.slice(32, 64))]
      return [{ accountIndex, mint: of, owner, uiTokenAmount: { amount: String(amountIn(account.data)), decimals } }]
    })
  }

  /** What a node does that is told to skip the rehearsal: signatures are checked, and what cannot land is dropped without a word. */
  function send(wire: string): string {
    const { transaction, message, accounts, blockhash } = read(wire)
    const signature = getBase58Decoder().decode(transaction.signatures[accounts[0]!] ?? new Uint8Array(64))
    if (Object.values(transaction.signatures).includes(null))
      throw new RpcError(-32_003, 'Transaction signature verification failure')
    if (landed.some((each) => each.message === message) || blockhash !== svm.latestBlockhash()) return signature
    const before = tokenBalances(accounts)
    const outcome = svm.withSigverify(true).sendTransaction(transaction)
    const err = errorOf(outcome)
    if (err === 'SignatureFailure') throw new RpcError(-32_003, 'Transaction signature verification failure')
    slot++
    landed.unshift({ signature, slot, err, wire, message, accounts, before, after: tokenBalances(accounts) })
    return signature
  }

  /** A rehearsal without signatures, at the block hash the transaction names. */
  function simulate(wire: string): string | null {
    const { transaction, message } = read(wire)
    if (landed.some((each) => each.message === message)) return 'AlreadyProcessed'
    return errorOf(svm.withSigverify(false).simulateTransaction(transaction))
  }

  const at = <T>(value: T) => ({ context: { slot }, value })
  const methods: Record<string, (params: never) => unknown> = {
    getSlot: () => slot,
    getLatestBlockhash: () => at({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: slot + 150n }),
    isBlockhashValid: ([blockhash]: [string]) => at(blockhash === svm.latestBlockhash()),
    getAccountInfo([of]: [Address]) {
      const account = svm.getAccount(of)
      if (!account.exists) return at(null)
      const { data, executable, programAddress: owner, space } = account
      return at({ data: [Buffer.from(data).toString('base64'), 'base64'], executable, lamports: account.lamports, owner, space })
    },
    simulateTransaction: ([wire]: [string]) => at({ err: simulate(wire), logs: [] }),
    sendTransaction: ([wire]: [string]) => send(wire),
    getSignatureStatuses([signatures]: [string[]]) {
      const found = signatures.map((signature) => landed.find((each) => each.signature === signature))
      return at(
        found.map((each) =>
          each ? { slot: each.slot, confirmations: null, err: each.err, confirmationStatus: 'confirmed' } : null,
        ),
      )
    },
    getSignaturesForAddress([of, { limit = 1_000, before }]: [Address, { limit?: number; before?: string }]) {
      if (hidden > 0) {
        hidden--
        return []
      }
      const older = before === undefined ? landed : landed.slice(landed.findIndex(({ signature }) => signature === before) + 1)
      return older
        .filter(({ accounts }) => accounts.includes(of))
        .slice(0, limit)
        .map(({ signature, slot: at, err }) => ({ signature, slot: at, err, memo: null, blockTime: null }))
    },
    getTransaction([signature]: [string]) {
      const found = landed.find((each) => each.signature === signature)
      if (found === undefined) return null
      const meta = { err: found.err, fee: 10_000, preTokenBalances: found.before, postTokenBalances: found.after }
      return { slot: found.slot, transaction: [found.wire, 'base64'], version: 0, meta }
    },
  }

  const { url, stop } = await listen(async (body, res) => {
    const { id, method, params } = JSON.parse(body) as { id: string; method: string; params: never }
    let said: object
    try {
      const act = methods[method]
      if (act === undefined) throw new RpcError(-32_601, `Method not found: ${method}`)
      said = { result: act((params ?? []) as never) }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      said = { error: { code: error.code, message: error.message } }
    }
    const gone = lost.indexOf(method)
    if (gone !== -1) {
      lost.splice(gone, 1)
      res.writeHead(500).end()
      return
    }
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...said }, (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    res.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  return {
    network,
    url,
    scheme: new ExactSvmScheme(toFacilitatorSvmSigner(feePayer, { [network.id]: createSolanaRpc(url) })),
    lost,
    hide(searches) {
      hidden = searches
    },
    async mint(to, value) {
      write(await tokenAccount(to), tokenData(mint, address(to), value))
    },
    async balance(of) {
      const account = svm.getAccount(await tokenAccount(of))
      return account.exists ? amountIn(account.data) : 0n
    },
    expire(slots = lifetime) {
      svm.expireBlockhash()
      slot += BigInt(slots)
    },
    stop,
  }
}

class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A transaction in base64: what it holds, and its message by which the network knows it, whatever its signatures are. */
function read(wire: string) {
  const transaction: Transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire))
  const { staticAccounts, lifetimeToken } = messages.decode(transaction.messageBytes)
  const message = Buffer.from(transaction.messageBytes).toString('base64')
  return { transaction, message, accounts: staticAccounts, blockhash: lifetimeToken }
}

/** Name of what went wrong, or null. */
function errorOf(outcome: object): string | null {
  return outcome instanceof FailedTransactionMetadata ? /err: (\w+)/.exec(outcome.toString())![1]! : null
}

/** Layout of a mint: authority (option), supply, decimals, whether set up, freeze authority (option). */
function mintData(): Uint8Array {
  const data = Buffer.alloc(82)
  data[44] = decimals
  data[45] = 1
  return data
}

/** Layout of a token account: mint, owner, amount, then options that are not taken, and at 108 that it is set up. */
function tokenData(mint: Address, owner: Address, amount: bigint): Uint8Array {
  const data = Buffer.alloc(165)
  data.set(key.encode(mint), 0)
  data.set(key.encode(owner), 32)
  data.writeBigUInt64LE(amount, 64)
  data[108] = 1
  return data
}

function amountIn(data: Uint8Array): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
}
