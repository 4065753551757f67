import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Credential } from '../../../server/payments/credential.ts'
import type { PaymentProcessor, TakenPayment } from '../../../server/payments/payment-processor.ts'
import type { Offer } from '../../../server/payments/payments.ts'
import { type ProcessorSettings, processorInThread } from '../../../server/payments/processor-in-thread.ts'
import { acceptedFor, resourceOf } from '../../../server/payments/terms.ts'
import { type KeyHolders, keyHolders } from '../key-holders.ts'
import { ledgerTotals } from './ledger-totals.ts'
import { payer, type X402Payload, x402Header, x402Payload } from './signing.ts'
import { terms } from './terms.ts'

const offer: Offer = { target: '/api/btc', description: 'btc.quick-check', mimeType: 'text/markdown', units: '20000' }
const other: Offer = { ...offer, target: '/api/eth' }

let holders: KeyHolders
let processor: PaymentProcessor
let heard: unknown[]
beforeEach(async () => {
  holders = await keyHolders()
  heard = []
  processor = opened()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await processor.close()
  await holders.close()
})

function opened(change: Partial<ProcessorSettings> = {}): PaymentProcessor {
  return processorInThread({ place: holders.place, terms, outside: null, ...change }, (...warning) => heard.push(warning))
}

async function paymentOf(buyer: number, change: Parameters<typeof x402Payload>[2] = {}): Promise<X402Payload> {
  const quote = { x402Version: 2, resource: resourceOf(terms, offer), accepts: acceptedFor(terms, offer) } as const
  return x402Payload(payer(buyer), quote, change)
}
const taken = async (credential: Credential): Promise<TakenPayment> => {
  const answer = await processor.take(credential, offer)
  expect(answer.kind).toBe('taken')
  return answer as TakenPayment
}
const credentialOf = (payment: X402Payload): Credential => ({ protocol: 'x402', text: x402Header(payment)['payment-signature']! })
const states = async () => (await ledgerTotals(holders.state)).states

test('takes a payment once, and says what there is to count', async () => {
  const credential = credentialOf(await paymentOf(1))
  const { payment, headers, ...counted } = await taken(credential)
  expect(JSON.parse(Buffer.from(headers[1]!, 'base64').toString())).toMatchObject({ success: true, amount: '20000' })
  expect([headers[0], await states()]).toEqual(['PAYMENT-RESPONSE', { settled: 1 }])
  expect(counted).toEqual({ kind: 'taken', outcome: 'settled', network: 'eip155:84532', amount: '20000' })
  await processor.end(payment, true)
  expect(await states()).toEqual({ served: 1 })
  expect(await processor.take(credential, offer)).toMatchObject({
    kind: 'unacceptable',
    detail: expect.stringContaining('The payment has already been used'),
    isSpent: true,
  })
})

test('delivers again what was lost', async () => {
  const credential = credentialOf(await paymentOf(2))
  const first = await taken(credential)
  expect(await processor.take(credential, offer)).toMatchObject({
    kind: 'undecided',
    code: 'PAYMENT_PENDING',
    retryAfter: 1,
    isUnknown: false,
  })
  await processor.end(first.payment, false)
  const again = await taken(credential)
  expect([again.headers, again.outcome]).toEqual([first.headers, 'redelivered'])
  await processor.end(again.payment, true)
  expect(await states()).toEqual({ served: 1 })
})

test('a reset after the delivery opens the payment again', async () => {
  const credential = credentialOf(await paymentOf(2))
  const { payment } = await taken(credential)
  await processor.end(payment, true)
  await processor.end(payment, false)
  expect(await states()).toEqual({ settled: 1 })
  expect((await taken(credential)).outcome).toBe('redelivered')
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
  for (const [credential, wanted, problem] of cases)
    expect(await processor.take(credential, wanted)).toMatchObject({ kind: 'unacceptable', problem, isSpent: false })
  expect(await states()).toEqual({})
})

test('tells why it cannot say: nobody answers at the facilitator', async () => {
  const outside = { facilitatorUrl: 'http://127.0.0.1:9', facilitatorToken: 'a secret', rpcUrls: new Map<string, string>() }
  const real = opened({ outside })
  expect(await real.take(credentialOf(await paymentOf(4)), offer)).toMatchObject({
    kind: 'undecided',
    code: 'PAYMENT_UNAVAILABLE',
    retryAfter: 5,
  })
  expect(heard).toEqual([['a payment cannot be verified', { network: 'eip155:84532', error: 'TypeError' }]])
  expect(await states()).toEqual({})
  await real.close()
})

test('when its thread ends what it was asked fails, and the next payment begins another', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const before = await taken(credentialOf(await paymentOf(5)))
  const asked = posted.mock.calls.findIndex(([calls]) => JSON.stringify(calls).includes(offer.target))
  const thread = posted.mock.contexts[asked] as Worker
  const taking = processor.take(credentialOf(await paymentOf(6)), offer)
  void thread.terminate()
  await expect(taking).rejects.toThrow('processor-thread ended')
  await expect(processor.end(before.payment, true)).rejects.toThrow('processor-thread ended')
  const after = await taken(credentialOf(await paymentOf(7)))
  // the new thread does not take the payment of the old one for one of its own
  await processor.end(before.payment, true)
  expect((await states()).settled).toBe(2)
  await processor.end(after.payment, true)
  expect((await states()).served).toBe(1)
})

test('a store it cannot open rejects with the reason', async () => {
  const shut = opened({ place: '/dev/null/state.sqlite' })
  await expect(shut.take(credentialOf(await paymentOf(8)), offer)).rejects.toMatchObject({ code: 'EEXIST' })
  await shut.close()
})
