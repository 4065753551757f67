import { validatePaymentRequired } from '@x402/core/schemas'
import { keccak256, stringToBytes } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { briefingRows } from '../../../data/briefings.ts'
import { metricRows } from '../../../data/metrics.ts'
import { playMoneyBalance } from '../../../server/state/play.ts'
import { closedAfter } from '../../closed-after.ts'
import type { Answer } from '../fixture.ts'
import { openShop, type Shop } from './shop.ts'
import {
  challengeIn,
  mppCredential,
  mppHeader,
  type Protocol,
  payer,
  protocols,
  quoteIn,
  x402Header,
  x402Payload,
} from './signing.ts'
import { cost, units } from './terms.ts'

const shop = closedAfter(await openShop())
let buyer = 0
let before: Awaited<ReturnType<Shop['takings']>>
beforeEach(async () => {
  buyer++
  before = await shop.takings()
  Object.assign(shop.facilitator.calls, { verify: 0, settle: 0 })
  shop.facilitator.verifyFaults.length = 0
  shop.facilitator.settleFaults.length = 0
})

const path = '/api/btc?format=json'

const credentialFor = (protocol: Protocol, of = path) => shop.credential(of, buyer, protocol)

const errorIn = ({ status, text }: Answer) => [status, JSON.parse(text).type?.split('/').pop() ?? JSON.parse(text).error]
/** What moved since the test began, in base units: at the payee and in the ledger. */
async function moved(): Promise<bigint[]> {
  const { paid, ledger } = await shop.takings()
  return [paid - before.paid, ledger - before.ledger]
}

describe('a quote', () => {
  test('is in the headers, in both protocols and twice for x402, and in the body', async () => {
    const { status, headers, text } = await shop.get(path)
    const body = JSON.parse(text)
    expect(status).toBe(402)
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
    const quote = quoteIn(headers)
    const older = JSON.parse(Buffer.from(headers['x-payment-requirements'] as string, 'base64').toString())
    expect(older).toEqual({ x402Version: 2, resource: { url: `https://briefings.example${path}` }, accepts: quote.accepts })
    expect(validatePaymentRequired(older)).toMatchObject(older)
    expect(quote).toMatchObject({
      x402Version: 2,
      resource: {
        url: `https://briefings.example${path}`,
        description: expect.stringMatching(/^btc\.quick-check: Bitcoin Quick Check\. /),
        mimeType: 'application/json',
      },
      accepts: [{ scheme: 'exact', network: 'eip155:84532', amount: String(cost), maxTimeoutSeconds: 300 }],
    })
    expect(body).toMatchObject({
      error: 'PAYMENT_REQUIRED',
      status: 402,
      type: 'https://paymentauth.org/problems/payment-required',
      x402Version: 2,
      accepts: quote.accepts,
      challengeId: challengeIn(headers)['id'],
    })
    expect(challengeIn(headers)).toMatchObject({ realm: 'briefings.example', method: 'evm', intent: 'charge' })
  })

  test('has a challenge of its own each time', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, async () => challengeIn((await shop.get(path)).headers)['id']))
    expect(new Set(ids).size).toBe(50)
  })

  test('of every briefing and metric is its price, in both protocols', async () => {
    for (const [of, price] of [
      ...briefingRows.map(({ path: each, tier }) => [each, units[tier]] as const),
      ...metricRows.map(({ metric }) => [`/api/metrics/${metric}`, units.metric] as const),
    ]) {
      const { headers } = await shop.get(of)
      const { amount: challenged } = JSON.parse(Buffer.from(challengeIn(headers)['request']!, 'base64url').toString())
      const amounts = [challenged, ...quoteIn(headers).accepts.map((each) => each.amount)]
      expect([of, ...amounts.map(BigInt)]).toEqual([of, price, price])
    }
  })
})

describe.each(protocols)('%s', (protocol) => {
  test('buys one answer: the whole document, a receipt, the price and no more', async () => {
    const answer = await shop.get(path, { headers: await credentialFor(protocol) })
    expect([answer.status, JSON.parse(answer.text).about]).toEqual([200, 'briefing btc.quick-check of e1'])
    expect(answer.headers).toMatchObject({ 'cache-control': 'private', 'x-service-tier': 'paid' })
    const receipt = answer.headers[protocol === 'x402' ? 'payment-response' : 'payment-receipt'] as string
    expect(JSON.parse(Buffer.from(receipt, 'base64').toString())).toMatchObject(
      protocol === 'x402'
        ? { success: true, network: 'eip155:84532', payer: payer(buyer).address, amount: String(cost) }
        : { status: 'success', method: 'evm', chainId: 84532, reference: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    )
    expect(await moved()).toEqual([cost, cost])
    expect(await playMoneyBalance(shop.holders.state, payer(buyer).address)).toBe(10_000_000n - cost)
  })

  test('buys a past day, a briefing of another tier and a metric', async () => {
    for (const each of ['/api/btc?date=2026-07-20', '/api/btc/treasury?format=json', '/api/metrics/vix'])
      expect((await shop.get(each, { headers: await credentialFor(protocol, each) })).status).toBe(200)
    const sum = cost + units.pro + units.metric
    expect(await moved()).toEqual([sum, sum])
  })

  test('a page of sample data is open: what is paid with it is left alone', async () => {
    const answer = await shop.get('/api/btc?format=html', { headers: await credentialFor(protocol) })
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, no-cache'])
    expect(await moved()).toEqual([0n, 0n])
  })

  test('a credential sent again is refused from the ledger, and nobody is asked', async () => {
    const headers = await credentialFor(protocol)
    expect((await shop.get(path, { headers })).status).toBe(200)
    const { verify, settle } = shop.facilitator.calls
    const again = await shop.get(path, { headers })
    expect(errorIn(again)).toEqual([402, 'invalid-challenge'])
    expect(again.headers['payment-required']).toBeDefined()
    const { message, hint } = JSON.parse(again.text)
    expect([message, hint]).toEqual([expect.stringContaining('charged before'), expect.stringContaining('ask the operator')])
    expect(JSON.parse(again.text).accepts).toBeUndefined()
    expect(shop.facilitator.calls).toEqual({ verify, settle })
    expect(await moved()).toEqual([cost, cost])
  })

  test('sent 40 times at once it buys one answer and settles once', async () => {
    const headers = await credentialFor(protocol)
    const answers = await Promise.all(Array.from({ length: 40 }, () => shop.get(path, { headers })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toEqual([200])
    expect(statuses.filter((status) => status !== 200 && status !== 503 && status !== 402)).toEqual([])
    expect(shop.facilitator.calls.settle).toBe(1)
    expect(await moved()).toEqual([cost, cost])
  })

  test.each(['/api/btc', '/api/macro?format=json', '/api/btc/treasury'])(
    'is good for its own address alone, not for %s',
    async (of) => {
      expect(errorIn(await shop.get(of, { headers: await credentialFor(protocol) }))).toEqual([402, 'invalid-challenge'])
      expect(await moved()).toEqual([0n, 0n])
    },
  )

  test('the order of parameters is no other address', async () => {
    const headers = await credentialFor(protocol, '/api/context?briefing=btc.quick-check&format=json')
    expect((await shop.get('/api/context?format=json&briefing=btc.quick-check', { headers })).status).toBe(200)
  })

  test.each([
    ['verify does not answer', 'verifyFaults', 'unreachable', [503, 'PAYMENT_UNAVAILABLE']],
    ['verify says no', 'verifyFaults', 'refuses', [402, 'verification-failed']],
    ['settle says no', 'settleFaults', 'refuses', [402, 'verification-failed']],
  ] as const)('%s: nothing is charged, and the same credential then buys', async (_, which, fault, refusal) => {
    const headers = await credentialFor(protocol)
    shop.facilitator[which].push(fault)
    const answer = await shop.get(path, { headers })
    expect(errorIn(answer)).toEqual(refusal)
    expect(answer.text).not.toContain('secret-host')
    expect(answer.headers['retry-after'] !== undefined).toBe(answer.status === 503)
    expect(await moved()).toEqual([0n, 0n])
    expect((await shop.get(path, { headers })).status).toBe(200)
    expect(await moved()).toEqual([cost, cost])
  })

  test.each([
    ['settle does not answer once', ['unreachable']],
    ['settle runs and its answer is lost', ['settles and is cut off']],
    ['settle runs and says another paid', ['another payer']],
  ] as const)('%s: the call is served, charged once', async (_, faults) => {
    const headers = await credentialFor(protocol)
    shop.facilitator.settleFaults.push(...faults)
    expect((await shop.get(path, { headers })).status).toBe(200)
    expect(await moved()).toEqual([cost, cost])
    expect((await shop.get(path, { headers })).status).toBe(402)
  })

  test('what was paid in time is delivered after its end, and what may have been paid is not called unpaid', async () => {
    const headers = await credentialFor(protocol)
    shop.facilitator.settleFaults.push('settles and is cut off')
    expect((await shop.get(path, { headers })).status).toBe(200)
    const { db } = shop.holders.state
    const newest = () =>
      db.selectFrom('payment').select(['id', 'state']).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
    for (const state of ['settled', 'unknown'] as const) {
      // written when the answer has arrived
      await expect.poll(async () => (await newest())?.state).toBe('served')
      const { id } = (await newest())!
      await db.updateTable('payment').set({ state, lease_until: 0 }).where('id', '=', id).execute()
      shop.skip(400_000)
      expect([state, (await shop.get(path, { headers })).status]).toEqual([state, 200])
      shop.skip(-400_000)
    }
    expect(await moved()).toEqual([cost, cost])
  })

  test('a ledger that fails is 503, never a fault, and the same credential then buys, charged once', async () => {
    const headers = await credentialFor(protocol)
    const { db } = shop.holders.state
    await db.schema.alterTable('payment').renameTo('payment_away').execute()
    const answer = await shop.get(path, { headers })
    await db.schema.alterTable('payment_away').renameTo('payment').execute()
    expect(errorIn(answer)).toEqual([503, 'PAYMENT_PENDING'])
    expect((await shop.get(path, { headers })).status).toBe(200)
    expect(await moved()).toEqual([cost, cost])
  })

  test('HEAD and a document the client holds settle nothing', async () => {
    const headers = await credentialFor(protocol)
    const { headers: held } = await shop.get(path, { headers: await credentialFor(protocol) })
    before = await shop.takings()
    const { settle } = shop.facilitator.calls
    expect((await shop.get(path, { method: 'HEAD', headers })).status).toBe(402)
    expect((await shop.get(path, { headers: { ...headers, 'if-none-match': held.etag! } })).status).toBe(304)
    expect(shop.facilitator.calls.settle).toBe(settle)
    expect(await moved()).toEqual([0n, 0n])
    expect((await shop.get(path, { headers })).status).toBe(200)
  })

  test.each([
    ['a misspelt parameter', '/api/btc?fromat=json', 400],
    ['no such briefing', '/api/context?briefing=none', 404],
    ['no such day', '/api/btc?date=2026-07-19', 404],
    ['no such path', '/api/none', 404],
  ])('%s is refused before a price is quoted, and nobody is asked', async (_, of, status) => {
    const answer = await shop.get(of, { headers: await credentialFor(protocol) })
    expect(answer.status).toBe(status)
    expect(answer.headers['payment-required']).toBeUndefined()
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 })
  })

  test('beside a key it is not looked at, and beside a bad key neither', async () => {
    const credential = await credentialFor(protocol)
    for (const [key, status] of [
      [shop.holders.keys.pro, 200],
      [shop.holders.keys.revoked, 401],
      ['mb_live_none', 401],
    ] as const)
      expect((await shop.get(path, { headers: { ...credential, 'x-api-key': key } })).status).toBe(status)
    expect(
      (await shop.get('/api/btc/treasury', { headers: { ...credential, 'x-api-key': shop.holders.keys.free } })).status,
    ).toBe(403)
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 })
  })

  test.each(['x', 'e30', Buffer.from('[]').toString('base64'), 'a'.repeat(9_000)])('%s is malformed', async (text) => {
    const headers = protocol === 'x402' ? { 'x-payment': text } : { authorization: `Payment ${text}` }
    expect(errorIn(await shop.get(path, { headers }))).toEqual([402, 'malformed-credential'])
  })

  test('more than the payer has', async () => {
    const account = payer(buyer)
    await shop.holders.state.db
      .insertInto('play_account')
      .values({ address: account.address.toLowerCase(), balance: String(cost - 1n) })
      .execute()
    expect(errorIn(await shop.get(path, { headers: await credentialFor(protocol) }))).toEqual([402, 'payment-insufficient'])
    expect(await moved()).toEqual([0n, 0n])
  })

  test('is not delivered again to others when the connection ended early, but to who sends it again', async () => {
    const headers = await credentialFor(protocol)
    await shop.holders.state.db.deleteFrom('payment').execute()
    const row = async () => (await shop.holders.state.db.selectFrom('payment').select(['id', 'state']).execute()).at(-1)!
    // written once the answer is out: whoever has it may look sooner
    const isServed = () => expect.poll(async () => (await row()).state).toBe('served')
    expect((await shop.get(path, { headers })).status).toBe(200)
    await isServed()
    const { id } = await row()
    // as `lost` leaves it
    await shop.holders.state.db.updateTable('payment').set({ state: 'settled', lease_until: 0 }).where('id', '=', id).execute()
    const { settle } = shop.facilitator.calls
    expect(errorIn(await shop.get('/api/btc', { headers }))).toEqual([402, 'invalid-challenge'])
    expect((await shop.get(path, { headers })).status).toBe(200)
    await isServed()
    expect((await shop.get(path, { headers })).status).toBe(402)
    expect(shop.facilitator.calls.settle).toBe(settle)
  })
})

// each waits seconds for its settlement: in a shop of its own, so that they wait at the same time
test('where settling does not answer, is pending or failed on the chain: 503, and the same credential then buys, charged once', async () => {
  const faults = [['unreachable', 'unreachable'], ['pending'], ['failed']] as const
  const kinds = protocols.flatMap((protocol) => faults.map((each) => [protocol, each] as const))
  await Promise.all(
    kinds.map(async ([protocol, settleFaults]) => {
      const own = await openShop()
      const headers = await own.credential(path, buyer, protocol)
      own.facilitator.settleFaults.push(...settleFaults)
      const answer = await own.get(path, { headers })
      expect([protocol, settleFaults, ...errorIn(answer)]).toEqual([protocol, settleFaults, 503, 'PAYMENT_PENDING'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect((await own.get(path, { headers })).status).toBe(200)
      expect(await own.takings()).toEqual({ paid: cost, ledger: cost })
      await own.close()
    }),
  )
})

describe('an x402 payment that was altered', () => {
  type Altered = (payload: Awaited<ReturnType<typeof x402Payload>>) => unknown
  const accepting =
    (change: object): Altered =>
    (of) => ({ ...of, accepted: { ...of.accepted, ...change } })
  const authorizing =
    (change: object): Altered =>
    (of) => ({
      ...of,
      payload: { ...of.payload, authorization: { ...of.payload.authorization, ...change } },
    })
  const somebody = `0x${'1'.repeat(40)}`
  test.each<[string, Altered, string]>([
    ['accepts one unit', accepting({ amount: '1' }), 'invalid-challenge'],
    ['pays somebody else', accepting({ payTo: somebody }), 'invalid-challenge'],
    ['is on another network', accepting({ network: 'eip155:8453' }), 'invalid-challenge'],
    ['is over another asset', accepting({ asset: somebody }), 'invalid-challenge'],
    ['names another domain', accepting({ extra: { name: 'USD Coin', version: '2' } }), 'invalid-challenge'],
    ['is of version 1', (of) => ({ ...of, x402Version: 1 }), 'malformed-credential'],
    ['accepts nothing', ({ accepted: _, ...of }) => of, 'malformed-credential'],
    ['has no authorization', (of) => ({ ...of, payload: { signature: of.payload.signature } }), 'malformed-credential'],
    ['has its value rewritten', authorizing({ value: '1' }), 'payment-insufficient'],
    ['has its window rewritten', authorizing({ validBefore: '9999999999' }), 'verification-failed'],
    ['has its nonce rewritten', authorizing({ nonce: `0x${'1'.repeat(64)}` }), 'verification-failed'],
    ['has its payer rewritten', authorizing({ from: somebody }), 'verification-failed'],
  ])('%s', async (_, alter, problem) => {
    const payload = await x402Payload(payer(buyer), quoteIn((await shop.get(path)).headers))
    expect(errorIn(await shop.get(path, { headers: x402Header(alter(payload)) }))).toEqual([402, problem])
    expect(shop.facilitator.calls.settle).toBe(0)
    expect(await moved()).toEqual([0n, 0n])
  })

  test.each([
    ['ended', { validBefore: '1000' }, 'payment-expired'],
    ['not begun', { validAfter: '9999999998', validBefore: '9999999999' }, 'verification-failed'],
    ['over less', { value: String(cost - 1n) }, 'payment-insufficient'],
    ['to somebody else', { to: `0x${'2'.repeat(40)}` }, 'verification-failed'],
  ] as const)('was signed %s', async (_, change, problem) => {
    const payload = await x402Payload(payer(buyer), quoteIn((await shop.get(path)).headers), change)
    expect(errorIn(await shop.get(path, { headers: x402Header(payload) }))).toEqual([402, problem])
    expect(shop.facilitator.calls.settle).toBe(0)
  })

  test('without its unsigned resource it buys one answer wherever the price is the same, and only one', async () => {
    const { resource: _, ...payload } = await x402Payload(payer(buyer), quoteIn((await shop.get(path)).headers))
    const headers = x402Header(payload)
    expect((await shop.get('/api/macro', { headers })).status).toBe(200)
    expect(errorIn(await shop.get(path, { headers }))).toEqual([402, 'invalid-challenge'])
    expect(await moved()).toEqual([cost, cost])
  })

  test('in X-PAYMENT it is taken too, and beside PAYMENT-SIGNATURE it is one too many', async () => {
    const { 'payment-signature': text } = await credentialFor('x402')
    expect((await shop.get(path, { headers: { 'x-payment': text! } })).status).toBe(200)
    const { 'payment-signature': next } = await credentialFor('x402')
    for (const other of ['nothing', next!]) {
      const both = await shop.get(path, { headers: { 'payment-signature': next!, 'x-payment': other } })
      expect(errorIn(both)).toEqual([400, 'SEVERAL_CREDENTIALS'])
    }
    expect(await moved()).toEqual([cost, cost])
  })
})

test('an MPP credential whose nonce hashes a JSON array, as pympp makes it, buys', async () => {
  const challenge = challengeIn((await shop.get(path)).headers)
  const nonce = keccak256(stringToBytes(JSON.stringify([challenge['id'], challenge['realm']])))
  const headers = mppHeader(await mppCredential(payer(buyer), challenge, { nonce }))
  expect((await shop.get(path, { headers })).status).toBe(200)
  expect(shop.facilitator.calls.settle).toBe(1)
})

describe('an MPP credential that was altered', () => {
  type Altered = (credential: Awaited<ReturnType<typeof mppCredential>>) => unknown
  const challenged =
    (change: Record<string, string>): Altered =>
    (of) => ({ ...of, challenge: { ...of.challenge, ...change } })
  const paying =
    (change: object): Altered =>
    (of) => ({ ...of, payload: { ...of.payload, ...change } })
  const base64 = (text: string) => Buffer.from(text).toString('base64url')
  test.each<[string, Altered, string]>([
    ['another amount in the challenge', challenged({ request: base64('{"amount":"1"}') }), 'invalid-challenge'],
    ['a later end of the challenge', challenged({ expires: '2099-01-01T00:00:00.000Z' }), 'invalid-challenge'],
    ['another scope', challenged({ opaque: base64('{"_mppx_scope":"GET /api/btc"}') }), 'invalid-challenge'],
    ['another realm', challenged({ realm: 'other.example' }), 'invalid-challenge'],
    ['another id', challenged({ id: 'x' }), 'invalid-challenge'],
    ['another source', (of) => ({ ...of, source: `did:pkh:eip155:84532:0x${'1'.repeat(40)}` }), 'verification-failed'],
    ['another type', paying({ type: 'hash' }), 'malformed-credential'],
    ['another value', paying({ value: '1' }), 'verification-failed'],
    ['another nonce', paying({ nonce: `0x${'1'.repeat(64)}` }), 'verification-failed'],
    ['another signature', paying({ signature: `0x${'1'.repeat(130)}` }), 'verification-failed'],
    ['another window', paying({ validBefore: '9999999999' }), 'verification-failed'],
  ])('%s', async (_, alter, problem) => {
    const credential = await mppCredential(payer(buyer), challengeIn((await shop.get(path)).headers))
    expect(errorIn(await shop.get(path, { headers: mppHeader(alter(credential)) }))).toEqual([402, problem])
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 })
    expect(await moved()).toEqual([0n, 0n])
  })

  test('a nonce that is not that of the challenge, though the payer signed it', async () => {
    const challenge = challengeIn((await shop.get(path)).headers)
    const credential = await mppCredential(payer(buyer), challenge, { nonce: `0x${'1'.repeat(64)}` })
    expect(errorIn(await shop.get(path, { headers: mppHeader(credential) }))).toEqual([402, 'verification-failed'])
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 })
  })

  test('two credentials are told apart from one', async () => {
    const both = { ...(await credentialFor('x402')), ...(await credentialFor('mpp')) }
    expect(errorIn(await shop.get(path, { headers: both }))).toEqual([400, 'SEVERAL_CREDENTIALS'])
    expect(shop.facilitator.calls).toEqual({ verify: 0, settle: 0 })
  })
})

test('unpaid with a matching If-None-Match is 402, never 304', async () => {
  const { headers } = await shop.get(path, { headers: { 'x-api-key': shop.holders.keys.pro } })
  expect((await shop.get(path, { headers: { 'if-none-match': headers.etag! } })).status).toBe(402)
})

test('what is taken is told at /api/x402/status', async () => {
  expect(JSON.parse((await shop.get('/api/x402/status')).text)).toMatchObject({
    enabled: true,
    sandbox: true,
    x402: { version: 2, networks: [{ network: 'eip155:84532', test: true, ready: true }] },
    mpp: { version: '1.0', intent: 'charge', method: 'evm', network: 'eip155:84532', realm: 'briefings.example' },
    facilitator: { reachable: true },
  })
})
