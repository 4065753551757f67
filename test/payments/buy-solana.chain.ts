import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { networks } from '../../data/networks.ts'
import { lookUpOnChain } from '../../server/payments/look-up-on-chain.ts'
import { readX402 } from '../../server/payments/read-x402.ts'
import { ledgerTotals } from '../server/payments/ledger-totals.ts'
import { quoteIn, x402Header } from '../server/payments/signing.ts'
import { cost } from '../server/payments/terms.ts'
import { faultRows, openShop, path, priced, type Shop } from './shop.ts'
import { type SvmChain, startSvmChain } from './svm.ts'

const solanaNetworks = networks.filter(({ kind }) => kind === 'solana')
/** Longer than a credential is held open by the clock. */
const longMs = 200_000

describe.each(solanaNetworks.map((network) => [network.title, network] as const))('on %s', (_, network) => {
  let chain: SvmChain
  let shop: Shop
  let payTo: string
  let account: KeyPairSigner
  let before: { balance: bigint; settle: number }
  beforeAll(async () => {
    payTo = (await generateKeyPairSigner()).address
    chain = await startSvmChain(network)
    await chain.mint(payTo, 0n)
    shop = await openShop(chain, payTo)
  })
  afterAll(async () => {
    await shop.close()
    await chain.stop()
  })
  beforeEach(async () => {
    account = await generateKeyPairSigner()
    await chain.mint(account.address, 10_000_000n)
    before = { balance: await chain.balance(payTo), settle: shop.facilitator.calls.settle }
  })

  const client = ({ url } = chain) => new x402Client().register('solana:*', new ExactSvmScheme(account, { rpcUrl: url }))
  const charged = async () => (await chain.balance(payTo)) - before.balance

  /** A payment of a quote by the official client; `change` is done to the terms before signing, and is not told. */
  async function payment(change: Partial<PaymentRequirements> = {}, at = shop, on = chain): Promise<PaymentPayload> {
    const { accepts, ...quote } = quoteIn((await at.get(path)).headers)
    const signed = await client(on).createPaymentPayload({ ...quote, accepts: [{ ...accepts[0]!, ...change }] })
    return { ...signed, accepted: accepts[0]! }
  }
  const credential = async () => x402Header(await payment())

  test('an official client buys every price, and balances move by exactly that', async () => {
    const pay = wrapFetchWithPayment(fetch, client())
    for (const [of, price] of priced) {
      const balance = await chain.balance(payTo)
      const answer = await pay(shop.at(of))
      expect([of, answer.status]).toEqual([of, 200])
      expect((await chain.balance(payTo)) - balance).toBe(price)
      const said = JSON.parse(Buffer.from(answer.headers.get('payment-response')!, 'base64').toString())
      expect(said).toMatchObject({ success: true, network: network.id, payer: account.address, amount: String(price) })
      expect(said.transaction).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    }
    expect(await chain.balance(account.address)).toBe(10_000_000n - (await charged()))
  })

  // what goes wrong is the same on every network
  describe.each(network.test ? [] : ['where something goes wrong'])('%s', () => {
    // it takes as long as the server waits for a settlement, so the others are done meanwhile
    let slowChain: SvmChain
    let slowShop: Shop
    let slow: ReturnType<Shop['get']>
    beforeAll(async () => {
      account = await generateKeyPairSigner()
      slowChain = await startSvmChain(network)
      await slowChain.mint(payTo, 0n)
      await slowChain.mint(account.address, cost)
      slowShop = await openShop(slowChain, payTo)
      slowShop.facilitator.faults.settle.push('act, then hang')
      slow = slowShop.get(path, { headers: x402Header(await payment({}, slowShop, slowChain)) })
    })
    afterAll(async () => {
      await slowShop.close()
      await slowChain.stop()
    })

    test.each(faultRows)(
      '%s: %s, %d times: charged once or not at all, and had in the end',
      async (endpoint, fault, times, outcome) => {
        expect(await shop.twice(await credential(), fault, endpoint, times)).toEqual(outcome)
      },
    )

    test('a facilitator that says the transaction failed, because its node did not answer, is not believed', async () => {
      const told = vi.spyOn(console, 'error').mockImplementation(() => {})
      const headers = await credential()
      chain.lost.push('sendTransaction')
      expect((await shop.get(path, { headers })).status).toBe(200)
      expect(told).toHaveBeenCalledWith('Failed to send transaction:', expect.anything())
      told.mockRestore()
      expect((await shop.get(path, { headers })).status).toBe(402)
      expect(await charged()).toBe(cost)
    })

    test('a node that does not answer leaves the outcome open; then the same credential is found paid', async () => {
      const headers = await credential()
      shop.facilitator.faults.settle.push('act, then drop', 'drop')
      chain.lost.push('isBlockhashValid')
      expect((await shop.get(path, { headers })).status).toBe(503)
      expect((await shop.get(path, { headers })).status).toBe(200)
      expect(await charged()).toBe(cost)
    })

    test('a payment that a node shows late is waited for', async () => {
      shop.facilitator.faults.settle.push('act, then drop')
      chain.hide(2)
      expect((await shop.get(path, { headers: await credential() })).status).toBe(200)
      expect(await charged()).toBe(cost)
    })

    test('6 at once: one served, one settled', async () => {
      const headers = await credential()
      const answers = await Promise.all(Array.from({ length: 6 }, () => shop.get(path, { headers })))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      expect(statuses.slice(1).filter((status) => status !== 503 && status !== 402)).toEqual([])
      expect([shop.facilitator.calls.settle - before.settle, await charged()]).toEqual([1, cost])
    })

    test.each([
      ['first', [true, false]],
      ['afterwards', [false, true]],
    ] as const)('another signature in the place of the fee payer, %s: one payment, served once', async (_when, order) => {
      const paid = await payment()
      for (const [index, altered] of order.entries()) {
        const headers = x402Header(altered ? withByte(paid, 10) : paid)
        expect([index, (await shop.get(path, { headers })).status]).toEqual([index, index === 0 ? 200 : 402])
      }
      expect([shop.facilitator.calls.settle - before.settle, await charged()]).toEqual([1, cost])
    })

    test.each<[string, () => Promise<PaymentPayload>, string]>([
      ['over less', () => payment({ amount: String(cost - 1n) }), 'payment-insufficient'],
      ['over more', () => payment({ amount: '20001' }), 'payment-insufficient'],
      ['to somebody else', async () => payment({ payTo: (await generateKeyPairSigner()).address }), 'verification-failed'],
      ['with another fee payer', async () => payment({ extra: { feePayer: account.address } }), 'verification-failed'],
      ['by another hand', async () => withByte(await payment(), 70), 'verification-failed'],
    ])('signed %s: 402, nothing charged', async (_what, made, problem) => {
      const answer = await shop.get(path, { headers: x402Header(await made()) })
      expect([answer.status, JSON.parse(answer.text).type.split('/').pop()]).toEqual([402, problem])
      expect([shop.facilitator.calls.settle - before.settle, await charged()]).toEqual([0, 0n])
    })

    test('signed at a block hash that is too old: 402, nothing charged', async () => {
      const headers = await credential()
      chain.expire()
      expect((await shop.get(path, { headers })).status).toBe(402)
      expect([shop.facilitator.calls.settle - before.settle, await charged()]).toEqual([0, 0n])
    })

    test('nothing to pay with: 402, nothing charged', async () => {
      await chain.mint(account.address, cost - 1n)
      expect((await shop.get(path, { headers: await credential() })).status).toBe(402)
      expect(await charged()).toBe(0n)
    })

    test.each(['', 'AAAA', 'no base64', 'A'.repeat(2_000)])(
      '%j is no transaction: 402, and nobody is asked',
      async (transaction) => {
        const { verify } = shop.facilitator.calls
        const answer = await shop.get(path, { headers: x402Header({ ...(await payment()), payload: { transaction } }) })
        expect([answer.status, JSON.parse(answer.text).title]).toEqual([402, 'Malformed Credential'])
        expect(shop.facilitator.calls.verify).toBe(verify)
      },
    )

    test.each([
      ['as it is', (of: PaymentPayload) => of],
      ['without its resource', ({ resource: _resource, ...of }: PaymentPayload) => of],
      [
        'with the dearer terms written in',
        ({ resource: _resource, ...of }: PaymentPayload, accepted: PaymentRequirements) => ({ ...of, accepted }),
      ],
    ] as const)('on a dearer address, %s: 402, nothing charged', async (_how, changed) => {
      const dear = '/api/btc/treasury'
      const [accepted] = quoteIn((await shop.get(dear)).headers).accepts
      const answer = await shop.get(dear, { headers: x402Header(changed(await payment(), accepted!)) })
      expect([answer.status, await charged()]).toEqual([402, 0n])
    })

    test('an outcome nobody knows stays open for as long as the block hash is good, whatever the clock says', async () => {
      const headers = await credential()
      shop.facilitator.faults.settle.push('drop', 'drop')
      expect((await shop.get(path, { headers })).status).toBe(503)
      shop.skip(longMs)
      expect((await shop.get(path, { headers })).status).toBe(200)
      shop.skip(-longMs)
      expect(await charged()).toBe(cost)
    })

    test('it is refused once the block hash is too old for the chain to take it', async () => {
      const headers = await credential()
      shop.facilitator.faults.settle.push('drop', 'drop')
      expect((await shop.get(path, { headers })).status).toBe(503)
      chain.expire()
      const answer = await shop.get(path, { headers })
      expect([answer.status, JSON.parse(answer.text).title]).toEqual([402, 'Payment Expired'])
      expect(await charged()).toBe(0n)
    })

    test('after a restart without the facilitator nothing is quoted, and what was quoted before is still taken', async () => {
      const headers = await credential()
      const restarted = await openShop(chain, payTo, ['500'])
      const unpaid = await restarted.get(path)
      expect([unpaid.status, unpaid.headers['payment-required']]).toEqual([503, undefined])
      expect((await restarted.get(path, { headers })).status).toBe(200)
      expect((await ledgerTotals(restarted.holders.state)).settled).toBe(cost)
      expect(await charged()).toBe(cost)
      await restarted.close()
      // that sale stands in the other ledger
      await chain.mint(payTo, before.balance)
    })

    test('a payee whose token account nobody has opened: 402, nothing charged', async () => {
      const nowhere = (await generateKeyPairSigner()).address
      const other = await openShop(chain, nowhere)
      expect((await other.get(path, { headers: x402Header(await payment({}, other)) })).status).toBe(402)
      await other.close()
      expect([await chain.balance(nowhere), await chain.balance(account.address)]).toEqual([0n, 10_000_000n])
    })

    const claimOf = async (paid: PaymentPayload) => {
      const { accepts, resource } = quoteIn((await shop.get(path)).headers)
      return readX402(x402Header(paid)['payment-signature']!, { accepts, networks, resource, echo: () => ({}), now: Date.now() })
    }

    test('the look-up reads from the chain what was paid', async () => {
      const { begin, find } = lookUpOnChain(new Map([[network.id, chain.url]]))
      const paid = await payment()
      const claim = await claimOf(paid)
      const from = await begin(network.id)
      expect(await find(claim, from)).toEqual({ kind: 'open' })
      const answer = await shop.get(path, { headers: x402Header(paid) })
      const { transaction: reference } = JSON.parse(Buffer.from(String(answer.headers['payment-response']), 'base64').toString())
      expect(await find(claim, from)).toEqual({ kind: 'paid', reference })
      expect(await find(claim, null)).toEqual({ kind: 'paid', reference })
      expect(await find({ ...claim, amount: '20001' }, from)).toEqual({ kind: 'elsewhere' })
      expect(await find({ ...claim, payTo: account.address }, from)).toEqual({ kind: 'elsewhere' })
      const other = { ...claim, id: `${network.id}/other` }
      expect(await find(other, from)).toEqual({ kind: 'open' })
      chain.expire(1)
      expect(await find(other, from)).toEqual({ kind: 'open' })
      chain.expire()
      expect(await find(other, from)).toEqual({ kind: 'over' })
      expect(await find(claim, from)).toEqual({ kind: 'paid', reference })
      expect(await lookUpOnChain(new Map()).find(claim, from)).toEqual({ kind: 'untold' })
    })

    test('the look-up finds a payment behind many others of the payer', async () => {
      const { begin, find } = lookUpOnChain(new Map([[network.id, chain.url]]))
      const from = await begin(network.id)
      const paid = await payment()
      expect((await shop.get(path, { headers: x402Header(paid) })).status).toBe(200)
      const other = (await generateKeyPairSigner()).address
      await chain.mint(other, 0n)
      const { accepts, ...quote } = quoteIn((await shop.get(path)).headers)
      const terms = { ...accepts[0]!, payTo: other, amount: '1' }
      for (let count = 0; count < 101; count++) {
        const made = await client().createPaymentPayload({ ...quote, accepts: [terms] })
        expect((await chain.scheme.settle(made, terms)).success).toBe(true)
      }
      expect(await find(await claimOf(paid), from)).toMatchObject({ kind: 'paid' })
    })

    test('settle: act, then hang is found on chain and served, charged once', async () => {
      expect((await slow).status).toBe(200)
      expect(await slowChain.balance(payTo)).toBe(cost)
    })
  })

  test('the ledger says what the chain says', async () => {
    expect((await ledgerTotals(shop.holders.state)).settled).toBe(await chain.balance(payTo))
  })
})

/** The payment with one byte of its transaction changed: 1 to 64 are the fee payer's signature, 65 to 128 the payer's. */
function withByte(payment: PaymentPayload, at: number): PaymentPayload {
  const bytes = Buffer.from(String(payment.payload['transaction']), 'base64')
  bytes[at]! ^= 1
  return { ...payment, payload: { transaction: bytes.toString('base64') } }
}
