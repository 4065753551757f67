import { dirname } from 'node:path'
import { type Hex, maxUint256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LedgerOptions, command as ledger } from '../../cli/commands/ledger.ts'
import { exits } from '../../cli/exit.ts'
import { readSettings } from '../../cli/settings.ts'
import { networks } from '../../data/networks.ts'
import { chainTransfers } from '../../server/payments/chain-transfers.ts'
import { paymentById } from '../../server/state/payment-rows.ts'
import { run, runOf } from '../cli/command.ts'
import { quoteIn, x402Header, x402Payload } from '../server/payments/signing.ts'
import { cost } from '../server/payments/terms.ts'
import { abi, type Chain, startChain, withoutChain } from './chain.ts'
import { listen } from './listen.ts'
import { openShop, path, type Shop } from './shop.ts'
import { spend } from './spend.ts'

const payTo = '0x000000000000000000000000000000000000dEaD'
const base = networks.find(({ name }) => name === 'base')!

interface Printed {
  unknown: object[]
  compared: [{ ledger: object; recorded: object; difference: string; mismatches: object[]; other_transfers: object }]
}

describe.skipIf(withoutChain)('briefing payments reconcile, on a chain', () => {
  let chain: Chain
  let shop: Shop
  let account: ReturnType<typeof privateKeyToAccount>
  beforeAll(async () => {
    chain = await startChain(base)
    shop = await openShop(chain, payTo)
  })
  afterAll(async () => {
    await shop.close()
    await chain.stop()
  })
  let from: string
  beforeEach(async () => {
    await shop.holders.state.db.deleteFrom('payment').execute()
    account = privateKeyToAccount(generatePrivateKey())
    await chain.mint(account.address, 10_000_000n)
    // blocks of the tests before are behind this one
    await chain.client.increaseTime({ seconds: 7_200 })
    await chain.client.mine({ blocks: 1 })
    from = new Date(1_000 * Number((await chain.client.getBlock()).timestamp)).toISOString()
  })

  const settings = (env: object = {}) =>
    readSettings({ PAY_TO_EVM: payTo, FACILITATOR_URL: shop.facilitator.url, RPC_BASE: chain.url, ...env })
  const reconcile = (options: LedgerOptions = {}, env: object = {}) =>
    run<Printed>((global) =>
      ledger.action(
        runOf(settings(env), global),
        { home: dirname(shop.holders.place), from, to: '2100-01-01', ...options },
        'reconcile',
        undefined,
      ),
    )
  const payload = async (change: object = {}) =>
    x402Payload(account, quoteIn((await shop.get(path)).headers), {
      validBefore: String(Math.floor(Date.now() / 1_000) + 10_000_000),
      ...change,
    })
  const ids = () => shop.holders.state.db.selectFrom('payment').select('id').execute()
  async function bought() {
    const before = new Set((await ids()).map(({ id }) => id))
    const headers = x402Header(await payload())
    expect((await shop.get(path, { headers })).status).toBe(200)
    const { id } = (await ids()).find((each) => !before.has(each.id))!
    await expect.poll(() => paymentById(shop.holders.state, id)).toMatchObject({ state: 'served' })
    // as if its settlement had been learned when its block was made
    const row = (await paymentById(shop.holders.state, id))!
    await set(id, {
      updated_at: Date.parse(from) + 1,
      receipt: JSON.stringify({ ...JSON.parse(row.receipt!), settledAt: Date.parse(from) + 1 }),
    })
    return { id, headers, reference: row.reference! }
  }
  const set = (id: string, change: object) =>
    shop.holders.state.db
      .updateTable('payment')
      .set({ lease_until: 0, ...change })
      .where('id', '=', id)
      .execute()
  const unknown = { state: 'unknown', reference: null, receipt: null }

  test('what was sold is what came in, payment by payment; transfers made otherwise are told apart', async () => {
    await bought()
    await bought()
    await chain.mint(payTo, 5n)
    const { printed, code } = await reconcile()
    expect(printed.compared).toMatchObject([
      {
        network: base.id,
        pay_to: payTo,
        not_compared: null,
        ledger: { count: 2, units: String(2n * cost) },
        recorded: { count: 2, units: String(2n * cost) },
        difference: '0',
        mismatches: [],
        other_transfers: { count: 1, units: '5' },
      },
    ])
    expect(code).toBe(exits.fine)
  })

  test('a lost outcome is found on chain; the same credential then gets its answer, charged once', async () => {
    const { id, headers, reference } = await bought()
    await set(id, unknown)
    const before = await chain.balance(payTo)
    const { printed, code } = await reconcile()
    expect([printed.unknown, code]).toEqual([[{ kind: 'settled', id, transaction: reference }], exits.fine])
    expect(printed.compared[0]).toMatchObject({ difference: '0', mismatches: [], ledger: { count: 1 } })
    expect((await shop.get(path, { headers })).status).toBe(200)
    expect((await shop.get(path, { headers })).status).toBe(402)
    expect((await chain.balance(payTo)) - before).toBe(0n)
  })

  test('one that never settled is removed once the chain has passed its end, not when the clock alone has', async () => {
    const end = Number((await chain.client.getBlock()).timestamp) + 300
    shop.facilitator.faults.settle.push('drop', 'drop')
    const headers = x402Header(await payload({ validBefore: String(end) }))
    expect((await shop.get(path, { headers })).status).toBe(503)
    const [{ id }] = (await ids()) as [{ id: string }]
    await set(id, { valid_before: end })
    // an end by the clock that the chain has not reached
    const left = await reconcile()
    expect(left.printed.unknown).toMatchObject([{ kind: 'left', id, why: 'it has not settled, but still may' }])
    expect(left.code).toBe(exits.dataTrouble)
    await set(id, { valid_before: 1_700_000_000 })
    await chain.client.increaseTime({ seconds: 400 })
    await chain.client.mine({ blocks: 1 })
    const removed = await reconcile()
    expect(removed.printed.unknown).toEqual([
      { kind: 'removed', id, why: 'it is not on chain, and its authorization has expired' },
    ])
    expect([await ids(), removed.code]).toEqual([[], exits.fine])
  })

  test('one whose authorization was spent on something else is removed; a row that names no payee is left', async () => {
    const other = await payload({ to: `0x${'7'.repeat(40)}` })
    await spend(chain, other.payload)
    const nonce = other.payload.authorization.nonce
    const id = await pendingWith(nonce)
    await set(id, { pay_to: null, from_block: '0' })
    expect((await reconcile()).printed.unknown).toMatchObject([
      { kind: 'left', why: expect.stringContaining('does not record the payee') },
    ])
    await set(id, { pay_to: payTo, from_block: '0' })
    expect((await reconcile()).printed.unknown).toMatchObject([
      { kind: 'removed', why: expect.stringContaining('something else') },
    ])
  })

  /** A row as a server leaves it whose facilitator never answered. */
  async function pendingWith(nonce: string): Promise<string> {
    const { id } = await bought()
    const renamed = `${id.split('/').slice(0, 3).join('/')}/${nonce}`.toLowerCase()
    // the nonce looked for is that of the id
    await set(id, { ...unknown, id: renamed, signed: null })
    return renamed
  }

  test('a payment that settled behind the ledger, one that never was, and one closed as unpaid are each named', async () => {
    const { id, reference } = await bought()
    await spend(chain, (await payload()).payload)
    const invented = await bought()
    await set(invented.id, { reference: `0x${'1'.repeat(64)}` })
    const one = await reconcile()
    expect(one.printed.compared[0].mismatches).toEqual([
      {
        id: invented.id,
        transaction: `0x${'1'.repeat(64)}`,
        units: String(cost),
        why: 'in the ledger, but no such transaction exists',
      },
      {
        id: null,
        transaction: expect.any(String),
        units: String(cost),
        why: 'paid by an authorization that is not in the ledger',
      },
      {
        id: invented.id,
        transaction: invented.reference,
        units: String(cost),
        why: 'paid, but the ledger records another transaction, payer or amount',
      },
    ])
    expect([one.printed.compared[0].difference, one.code]).toEqual([String(cost), exits.dataTrouble])
    await set(id, { state: 'closed', note: JSON.stringify([{ verdict: 'unpaid' }]) })
    const { mismatches } = (await reconcile()).printed.compared[0]
    expect(mismatches).toContainEqual({
      id,
      transaction: reference,
      units: String(cost),
      why: 'paid, but closed as unpaid in the ledger',
    })
  })

  test('what settled before the span, or was entered after it, is neither missing nor counted twice', async () => {
    await bought()
    await chain.client.increaseTime({ seconds: 60 })
    await chain.client.mine({ blocks: 1 })
    const middle = new Date(1_000 * Number((await chain.client.getBlock()).timestamp)).toISOString()
    await bought()
    for (const options of [{ to: middle }, { from: middle }])
      expect((await reconcile(options)).printed.compared).toMatchObject([
        { ledger: { count: 1 }, recorded: { count: 1 }, difference: '0', mismatches: [] },
      ])
  })

  test('a payment underway in a server is no difference', async () => {
    const { id } = await bought()
    await set(id, { ...unknown, lease_until: Date.now() + 60_000 })
    const { printed, code } = await reconcile()
    expect(printed.unknown).toEqual([{ kind: 'busy', id }])
    expect(printed.compared).toMatchObject([{ ledger: { count: 0 }, difference: '0', underway: 1 }])
    expect(code).toBe(exits.fine)
  })

  test('a node that does not answer is said so, with its own exit code; without a node nothing is claimed', async () => {
    const { id } = await bought()
    const down = await reconcile({}, { RPC_BASE: 'http://127.0.0.1:9' })
    expect(down.printed.compared).toMatchObject([{ not_compared: expect.stringContaining('does not answer') }])
    expect(down.printed.compared[0]).not.toHaveProperty('difference')
    expect(down.code).toBe(exits.unreachable)
    expect(JSON.stringify(down.printed)).not.toContain('127.0.0.1:9')
    const none = await reconcile({}, { RPC_BASE: '' })
    expect(none.printed.compared).toMatchObject([{ not_compared: 'no RPC node is configured for it (RPC_BASE)' }])
    await set(id, unknown)
    const untold = await reconcile({}, { RPC_BASE: '' })
    expect(untold.printed.unknown).toMatchObject([{ kind: 'left', why: 'no RPC node is configured for its network' }])
    expect(untold.code).toBe(exits.dataTrouble)
  })

  test('a node that gives few blocks at once is asked in smaller pieces, and none is left out', async () => {
    await bought()
    await chain.client.mine({ blocks: 700 })
    await bought()
    let most = 0
    const narrow = await listen(async (body, res) => {
      const { id, method, params } = JSON.parse(body)
      const span = method === 'eth_getLogs' ? Number(BigInt(params[0].toBlock) - BigInt(params[0].fromBlock)) + 1 : 0
      if (span > 250)
        return void res.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_602, message: 'too many blocks' } }))
      most = Math.max(most, span)
      const answer = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      res.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text())
    })
    const { printed, code } = await reconcile({}, { RPC_BASE: narrow.url })
    await narrow.stop()
    expect(most).toBeGreaterThan(100)
    expect(printed.compared).toMatchObject([{ ledger: { count: 2 }, recorded: { count: 2 }, difference: '0', mismatches: [] }])
    expect(code).toBe(exits.fine)
  })

  test('the books of a chain begin and end with the blocks of a span, and know no transaction that failed', async () => {
    const { timestamp, number } = await chain.client.getBlock()
    const at = 1_000 * Number(timestamp)
    const books = (begin: number, end: number) =>
      chainTransfers({ url: chain.url, asset: base.asset, payTo, from: begin, to: end })
    expect((await books(at, at + 1)).span).toBe(`blocks ${number} to ${number}`)
    expect((await books(at + 1, at + 1e9)).span).toBe('no block')
    const failed = await chain.client
      .writeContract({ address: base.asset as Hex, abi, functionName: 'mint', args: [payTo, maxUint256], gas: 100_000n })
      .catch(() => null)
    if (failed !== null) expect(await (await books(0, at + 1e9)).transaction(failed)).toBeNull()
    expect(await (await books(0, at)).transaction('no hash')).toBeNull()
  })
})
