import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentState } from '../../../server/state/schema.ts'
import { closedAfter } from '../../closed-after.ts'
import type { Answer } from '../fixture.ts'
import { openShop } from './shop.ts'
import {
  type Authorization,
  challengeIn,
  type MppCredential,
  mppCredential,
  mppHeader,
  payer,
  quoteIn,
  type X402Payload,
  x402Header,
  x402Payload,
} from './signing.ts'
import { cost } from './terms.ts'

const path = '/api/btc?format=json'

const shop = closedAfter(await openShop())
let buyer = 100
beforeEach(() => {
  buyer++
  Object.assign(shop.facilitator.calls, { verify: 0, settle: 0 })
})

/** A payment of this test, signed for what the path is sold for. */
const signed = async (change: Partial<Authorization> = {}, by = buyer) =>
  x402Payload(payer(by), quoteIn((await shop.get(path)).headers), change)
const pay = (payment: unknown, to = path) => shop.get(to, { headers: x402Header(payment) })
/** The status of a good payment that is sent again. */
const again = { unknown: 200, settled: 200, served: 402, closed: 402 } as const

const problemIn = ({ status, text }: Answer) => [status, JSON.parse(text).type?.split('/').pop() ?? JSON.parse(text).error]
const table = () => shop.holders.state.db

/** What the newest row of the ledger is left in by a server that died, or a buyer who left, at each step. */
async function leaveIn(state: PaymentState): Promise<void> {
  const newest = () => table().selectFrom('payment').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()
  await expect.poll(async () => (await newest()).state).toBe('served')
  const { id, payer: from } = await newest()
  await table().updateTable('payment').set({ state, lease_until: 0 }).where('id', '=', id).execute()
  // of a reserved one nothing was settled
  if (state === 'reserved') await table().deleteFrom('play_transfer').where('payer', '=', from.toLowerCase()).execute()
}

const rowNow = () =>
  table()
    .selectFrom('payment')
    .select(['state', 'lease_until', 'deliveries', 'holder'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

async function boughtAndLeftIn(state: PaymentState): Promise<X402Payload> {
  const payment = await signed()
  expect((await pay(payment)).status).toBe(200)
  await leaveIn(state)
  return payment
}

describe.each(Object.entries(again))('in the state %s', (named, status) => {
  const state = named as keyof typeof again
  const forged = (payment: X402Payload, authorization: Partial<Authorization>, signature = payment.payload.signature) => ({
    ...payment,
    payload: { signature, authorization: { ...payment.payload.authorization, ...authorization } },
  })
  const otherSignature = async ({ payload: { authorization } }: X402Payload) =>
    (await signed(authorization, buyer + 5_000)).payload.signature

  test.each<[string, (payment: X402Payload) => Promise<unknown> | unknown]>([
    ['a signature of one byte and an end long past', (of) => forged(of, { validBefore: '1' }, '0x00')],
    ['a signature of one byte', (of) => forged(of, {}, '0x00')],
    ['a signature of 65 zeros', (of) => forged(of, {}, `0x${'0'.repeat(130)}`)],
    ['a signature by somebody else', async (of) => forged(of, {}, await otherSignature(of))],
    ['a later end', (of) => forged(of, { validBefore: '4000000000' })],
    ['another begin', (of) => forged(of, { validAfter: '1' })],
    ['no signature', ({ payload: { authorization }, ...of }) => ({ ...of, payload: { authorization } })],
    ['no authorization', ({ payload: { signature }, ...of }) => ({ ...of, payload: { signature } })],
    ['an authorization of another kind beside it', (of) => ({ ...of, payload: { ...of.payload, permit2Authorization: {} } })],
  ])('an x402 payment with %s is refused, and changes nothing', async (_, alter) => {
    const payment = await boughtAndLeftIn(state)
    const before = await rowNow()
    const { settle, verify } = shop.facilitator.calls
    expect((await pay(await alter(payment))).status).toBe(402)
    expect(await rowNow()).toEqual(before)
    expect(shop.facilitator.calls).toEqual({ settle, verify })
    // who paid still has it
    expect((await pay(payment)).status).toBe(status)
  })

  test('a payment that names no resource buys no other one of the same price, and changes nothing', async () => {
    const { resource: _, ...unnamed } = await boughtAndLeftIn(state)
    const before = await rowNow()
    expect(problemIn(await pay(unnamed, '/api/macro?format=json'))).toEqual([402, 'invalid-challenge'])
    expect(await rowNow()).toEqual(before)
  })

  test('the same fields written otherwise are the same payment', async () => {
    const payment = await boughtAndLeftIn(state)
    const { from, to, nonce } = payment.payload.authorization
    const written = { from: from.toLowerCase(), to: to.toLowerCase(), nonce: `0x${nonce.slice(2).toUpperCase()}` }
    expect((await pay(forged(payment, written))).status).toBe(status)
  })

  test('an MPP credential that was altered, or comes as an x402 payment, is refused', async () => {
    const quoted = await shop.get(path)
    const credential = await mppCredential(payer(buyer), challengeIn(quoted.headers))
    expect((await shop.get(path, { headers: mppHeader(credential) })).status).toBe(200)
    await leaveIn(state)
    const { type: _, signature, ...authorization } = credential.payload
    const { resource, accepts } = quoteIn(quoted.headers)
    const asX402 = { x402Version: 2, resource, accepted: accepts[0], payload: { signature, authorization } }
    const altered: MppCredential[] = [
      { ...credential, payload: { ...credential.payload, signature: '0x00' } },
      { ...credential, payload: { ...credential.payload, validBefore: '4000000000' } },
      { ...credential, challenge: { ...credential.challenge, expires: '2099-01-01T00:00:00.000Z' } },
    ]
    const before = await rowNow()
    for (const headers of [x402Header(asX402), ...altered.map(mppHeader)])
      expect((await shop.get(path, { headers })).status).toBe(402)
    expect(await rowNow()).toEqual(before)
    expect((await shop.get(path, { headers: mppHeader(credential) })).status).toBe(status)
  })
})

const withoutSignature = (of: X402Payload) => ({ ...of, payload: { ...of.payload, signature: '0x00' } })

test('reserved by a credential that is bad, a nonce is free for the good one', async () => {
  const payment = await boughtAndLeftIn('reserved')
  expect(problemIn(await pay(withoutSignature(payment)))).toEqual([402, 'verification-failed'])
  expect(await table().selectFrom('payment').select('id').where('state', '=', 'reserved').execute()).toEqual([])
  expect((await pay(payment)).status).toBe(200)
})

test('rows older than the columns of what was signed go to a good signature only', async () => {
  const payment = await boughtAndLeftIn('settled')
  await table()
    .updateTable('payment')
    .set({ signed: null, signature_hash: null, asset: null, pay_to: null })
    .where('state', '=', 'settled')
    .execute()
  expect(problemIn(await pay(withoutSignature(payment)))).toEqual([402, 'verification-failed'])
  expect((await pay(payment)).status).toBe(200)
})

describe('what is settled', () => {
  test('is what was read, by the terms that were quoted, and nothing else of what was sent', async () => {
    const quote = quoteIn((await shop.get(path)).headers)
    const payment = await x402Payload(payer(buyer), quote)
    const seen: unknown[] = []
    const { verify, settle } = shop.facilitator
    Object.assign(shop.facilitator, {
      verify(...asked: Parameters<typeof verify>) {
        seen.push(asked)
        return verify(...asked)
      },
      settle(...asked: Parameters<typeof settle>) {
        seen.push(asked)
        return settle(...asked)
      },
    })
    const sent = {
      ...payment,
      extensions: { a: 1 },
      accepted: { ...payment.accepted, extra: { ...payment.accepted.extra, assetTransferMethod: 'permit2' } },
    }
    expect((await pay(sent)).status).toBe(200)
    Object.assign(shop.facilitator, { verify, settle })
    const [accepted] = quote.accepts
    const forwarded = { x402Version: 2, resource: quote.resource, accepted, payload: payment.payload }
    expect(seen).toEqual([
      [forwarded, accepted],
      [forwarded, accepted],
    ])
  })

  test.each<[string, (of: X402Payload) => unknown]>([
    ['a Permit2 authorization', (of) => ({ ...of.payload, permit2Authorization: { from: of.payload.authorization.from } })],
    ['any other member', (of) => ({ ...of.payload, type: 'permit2' })],
    [
      'another member of the authorization',
      (of) => ({ ...of.payload, authorization: { ...of.payload.authorization, spender: '0x1' } }),
    ],
  ])('%s beside what is read is refused, and nobody is asked', async (_, payload) => {
    const payment = await signed()
    expect(problemIn(await pay({ ...payment, payload: payload(payment) }))).toEqual([402, 'malformed-credential'])
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 })
  })
})

describe('a document the caller has already', () => {
  const credentials = async (): Promise<[string, Record<string, string>, number][]> => {
    const { headers } = await shop.get(path)
    const good = await x402Payload(payer(buyer), quoteIn(headers))
    const used = await x402Payload(payer(buyer + 1_000), quoteIn(headers))
    expect((await pay(used)).status).toBe(200)
    const poor = await x402Payload(payer(buyer + 2_000), quoteIn(headers))
    await table()
      .insertInto('play_account')
      .values({ address: payer(buyer + 2_000).address.toLowerCase(), balance: '1' })
      .execute()
    return [
      ['nothing', {}, 402],
      ['nonsense', { 'payment-signature': 'x' }, 402],
      ['nonsense of MPP', { authorization: 'Payment x' }, 402],
      ['a forged payment', x402Header({ ...good, payload: { ...good.payload, signature: `0x${'1'.repeat(130)}` } }), 402],
      ['a payment that was used', x402Header(used), 402],
      ['a payment of a payer without money', x402Header(poor), 402],
      ['a good payment', x402Header(good), 304],
      ['a good payment of MPP', mppHeader(await mppCredential(payer(buyer), challengeIn(headers))), 304],
    ]
  }

  test.each(['*', 'its tag'])('is said to be unchanged to who would pay for it alone, with If-None-Match %s', async (match) => {
    const { headers } = await shop.get(path, { headers: { 'x-api-key': shop.holders.keys.pro } })
    const tag = match === '*' ? '*' : headers.etag!
    const before = await shop.takings()
    for (const [what, credential, status] of await credentials()) {
      const answer = await shop.get(path, { headers: { ...credential, 'if-none-match': tag } })
      expect([what, answer.status]).toEqual([what, status])
      if (status === 402) expect(answer.headers.etag).toBeUndefined()
      else expect([what, (await shop.get(path, { headers: credential })).status]).toEqual([what, 200])
    }
    expect((await shop.takings()).paid - before.paid).toBe(3n * cost)
  })
})
