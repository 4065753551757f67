import { dirname } from 'node:path'
import { generateKeyPairSigner } from '@solana/kit'
import { x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command as ledger } from '../../cli/commands/ledger.ts'
import { exits } from '../../cli/exit.ts'
import { readSettings } from '../../cli/settings.ts'
import { networks } from '../../data/networks.ts'
import { readTransaction } from '../../server/payments/solana-transaction.ts'
import { paymentById } from '../../server/state/payment-rows.ts'
import { run, runOf } from '../cli/command.ts'
import { quoteIn, x402Header } from '../server/payments/signing.ts'
import { openShop, path, type Shop } from './shop.ts'
import { type SvmChain, startSvmChain } from './svm.ts'

const solana = networks.find(({ name }) => name === 'solana')!
let chain: SvmChain
let shop: Shop
let payTo: string
beforeAll(async () => {
  payTo = (await generateKeyPairSigner()).address
  chain = await startSvmChain(solana)
  await chain.mint(payTo, 0n)
  shop = await openShop(chain, payTo)
})
afterAll(async () => {
  await shop.close()
  await chain.stop()
})

async function reconcile() {
  const settings = readSettings({ PAY_TO_SOLANA: payTo, FACILITATOR_URL: shop.facilitator.url, RPC_SOLANA: chain.url })
  return run<{ unknown: object[]; compared: object[] }>((global) =>
    ledger.action(runOf(settings, global), { home: dirname(shop.holders.place) }, 'reconcile', undefined),
  )
}

/** A payment whose facilitator did not answer, before it settled or after; the row names what the payer signed, or is older. */
async function pending(settled: boolean, older = false) {
  const account = await generateKeyPairSigner()
  await chain.mint(account.address, 10_000_000n)
  const client = new x402Client().register('solana:*', new ExactSvmScheme(account, { rpcUrl: chain.url }))
  const payment = await client.createPaymentPayload(quoteIn((await shop.get(path)).headers))
  const headers = x402Header(payment)
  if (!settled) shop.facilitator.faults.settle.push('drop', 'drop')
  expect((await shop.get(path, { headers })).status).toBe(settled ? 200 : 503)
  const { messageHash, blockHash, signer } = readTransaction(String(payment.payload['transaction']))
  const id = `${solana.id}/${messageHash}`
  if (settled) await expect.poll(() => paymentById(shop.holders.state, id)).toMatchObject({ state: 'served' })
  const kept = { asset: solana.asset, pay_to: payTo, signed: JSON.stringify({ blockHash, signer }) }
  const unkept = { asset: null, pay_to: null, signed: null, signature_hash: null }
  const change = { state: 'unknown', reference: null, receipt: null, lease_until: 0, ...(older ? unkept : kept) } as const
  await shop.holders.state.db.updateTable('payment').set(change).where('id', '=', id).execute()
  return { id, headers }
}

test('on Solana an unknown outcome is found, or given up when its block hash is too old; totals are said not to be compared', async () => {
  const paid = await pending(true)
  const open = await pending(false)
  const older = await pending(false, true)
  const balance = await chain.balance(payTo)
  const one = await reconcile()
  expect(one.printed.unknown).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'settled', id: paid.id }),
      expect.objectContaining({ kind: 'left', id: open.id, why: 'it has not settled, but still may' }),
      expect.objectContaining({ kind: 'left', id: older.id, why: expect.stringContaining('written before the ledger stored') }),
    ]),
  )
  expect([one.printed.compared, one.code]).toMatchObject([
    [{ not_compared: expect.stringContaining('Solana is not compared') }],
    exits.dataTrouble,
  ])
  expect((await shop.get(path, { headers: paid.headers })).status).toBe(200)
  chain.expire()
  const end = { valid_before: 1_700_000_000 }
  await shop.holders.state.db.updateTable('payment').set(end).where('id', '=', open.id).execute()
  expect((await reconcile()).printed.unknown).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'removed', id: open.id, why: 'it is not on chain, and its authorization has expired' }),
    ]),
  )
  expect(await paymentById(shop.holders.state, open.id)).toBeUndefined()
  expect(await chain.balance(payTo)).toBe(balance)
})
