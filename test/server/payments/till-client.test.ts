import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '../../../server/errors.ts'
import type { TillSettings } from '../../../server/payments/attend-till.ts'
import { BadCredential } from '../../../server/payments/claim.ts'
import type { Credential } from '../../../server/payments/credential.ts'
import type { Offer } from '../../../server/payments/payments.ts'
import { Quotes } from '../../../server/payments/quotes.ts'
import type { Till } from '../../../server/payments/till.ts'
import { tillInThread } from '../../../server/payments/till-client.ts'
import { ledgerTotals } from '../../../server/state/ledger.ts'
import { type KeyHolders, keyHolders } from '../key-holders.ts'
import { payer, type X402Payload, x402Header, x402Payload } from './signing.ts'
import { terms } from './terms.ts'

const offer: Offer = { target: '/api/btc', description: 'btc.quick-check', mimeType: 'text/markdown', units: '20000' }
const other: Offer = { ...offer, target: '/api/eth' }

let holders: KeyHolders
let till: Till
let heard: unknown[]
beforeEach(async () => {
  holders = await keyHolders()
  heard = []
  till = opened()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await till.close()
  await holders.close()
})

function opened(change: Partial<TillSettings> = {}): Till {
  return tillInThread({
    settings: { place: holders.place, terms, outside: null, ...change },
    telemetry: {
      payment: (...said) => heard.push(said),
      received: (...said) => heard.push(said),
      facilitatorReached: (...said) => heard.push(said),
    },
    warn: (...said) => heard.push(said),
  })
}

async function paymentOf(buyer: number, change: Parameters<typeof x402Payload>[2] = {}): Promise<X402Payload> {
  const quotes = new Quotes(terms, Date.now)
  return x402Payload(payer(buyer), { x402Version: 2, resource: quotes.resourceOf(offer), accepts: quotes.accepts(offer) }, change)
}
const credentialOf = (payment: X402Payload): Credential => ({ protocol: 'x402', text: x402Header(payment)['payment-signature']! })
const states = async () => (await ledgerTotals(holders.state)).states

test('takes a payment once, and tells what it counts', async () => {
  const credential = credentialOf(await paymentOf(1))
  const paid = await till.take(credential, offer)
  expect(JSON.parse(Buffer.from(paid.headers[1]!, 'base64').toString())).toMatchObject({ success: true, amount: '20000' })
  expect([paid.headers[0], await states()]).toEqual(['PAYMENT-RESPONSE', { settled: 1 }])
  await paid.delivered()
  expect(await states()).toEqual({ served: 1 })
  await expect(till.take(credential, offer)).rejects.toThrow('The payment was used already')
  expect(heard).toEqual([
    ['x402', 'settled'],
    ['eip155:84532', '20000'],
    ['x402', 'refused'],
  ])
})

test('delivers again what was lost', async () => {
  const credential = credentialOf(await paymentOf(2))
  const first = await till.take(credential, offer)
  await expect(till.take(credential, offer)).rejects.toMatchObject({ code: 'PAYMENT_PENDING', facts: { retryAfter: 1 } })
  await first.lost()
  const again = await till.take(credential, offer)
  expect(again.headers).toEqual(first.headers)
  await again.delivered()
  expect(await states()).toEqual({ served: 1 })
  expect(heard.at(-1)).toEqual(['x402', 'redelivered'])
})

test('says as which kind of problem a credential does not pay', async () => {
  const payment = await paymentOf(3)
  const signature = `0x${'1'.repeat(130)}`
  const cases = [
    [{ protocol: 'x402', text: 'e30=' }, offer, 'malformed-credential'],
    [credentialOf(payment), other, 'invalid-challenge'],
    [credentialOf({ ...payment, payload: { ...payment.payload, signature } }), offer, 'verification-failed'],
    [credentialOf(await paymentOf(3, { validBefore: '1' })), offer, 'payment-expired'],
    [{ protocol: 'mpp', text: 'e30=' }, offer, 'malformed-credential'],
  ] as const
  for (const [credential, wanted, problem] of cases) {
    const error = await till.take(credential, wanted).then(
      () => null,
      (refused: unknown) => refused,
    )
    expect(error).toBeInstanceOf(BadCredential)
    expect((error as BadCredential).problem).toBe(problem)
  }
  expect(await states()).toEqual({})
})

test('tells why it cannot say: nobody answers at the facilitator', async () => {
  const outside = { facilitatorUrl: 'http://127.0.0.1:9', facilitatorToken: 'a secret', rpcUrls: new Map<string, string>() }
  const real = opened({ outside })
  const error = await real.take(credentialOf(await paymentOf(4)), offer).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ code: 'PAYMENT_UNAVAILABLE', status: 503, facts: { retryAfter: 5 } })
  expect(heard).toEqual([['a payment cannot be verified', { network: 'eip155:84532', error: 'TypeError' }]])
  expect(await states()).toEqual({})
  await real.close()
})

test('when its thread ends the outcome is unknown, and the next payment begins another', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const before = await till.take(credentialOf(await paymentOf(5)), offer)
  const asked = posted.mock.calls.findIndex(([all]) => JSON.stringify(all).includes(offer.target))
  const thread = posted.mock.contexts[asked] as Worker
  const taking = till.take(credentialOf(await paymentOf(6)), offer)
  void thread.terminate()
  const error = (await taking.catch((refused: unknown) => refused)) as Refusal
  expect([error.code, error.facts.retryAfter, (error.cause as Error).message]).toEqual([
    'PAYMENT_PENDING',
    5,
    'till-thread ended',
  ])
  expect(heard.at(-1)).toEqual(['x402', 'unknown'])
  await expect(before.delivered()).rejects.toThrow('till-thread ended')
  const after = await till.take(credentialOf(await paymentOf(7)), offer)
  await after.delivered()
  expect((await states()).served).toBe(1)
})

test('a store it cannot open is a 503 with the reason in the log', async () => {
  const shut = opened({ place: '/dev/null/state.sqlite' })
  const error = (await shut.take(credentialOf(await paymentOf(8)), offer).catch((refused: unknown) => refused)) as Refusal
  expect([error.code, (error.cause as { code?: string }).code]).toEqual(['PAYMENT_PENDING', 'EEXIST'])
  await shut.close()
})
