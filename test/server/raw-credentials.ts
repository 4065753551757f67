import { type ErrorCode, errorCodes } from '../../server/http/errors.ts'
import { seeded } from '../feeds/mutate.ts'
import { type RawAnswer, raw } from './fixture.ts'
import { mutations } from './http/raw-corpus.ts'
import { openShop, type Shop } from './payments/shop.ts'
import { challengeIn, mppCredential, mppHeader, payer, quoteIn, x402Header, x402Payload } from './payments/signing.ts'

/** A shop that also tells how often settlement was asked for with each authorization. */
export interface RawShop extends Shop {
  readonly settles: ReadonlyMap<string, number>
}

export async function openRawShop(): Promise<RawShop> {
  const shop = await openShop()
  const settles = new Map<string, number>()
  const { settle } = shop.facilitator
  shop.facilitator.settle = (payload, requirements) => {
    const { from, nonce } = (payload.payload as { authorization: { from: string; nonce: string } }).authorization
    const id = `${from}/${nonce}`.toLowerCase()
    settles.set(id, (settles.get(id) ?? 0) + 1)
    return settle(payload, requirements)
  }
  return { ...shop, settles }
}

const path = '/api/btc'
const request = (target: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
  [`${method} ${target} HTTP/1.1`, 'Host: example.test', ...lines(headers), '', ''].join('\r\n')
const lines = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

/** What a case is made of: a new credential of either protocol with each call. */
interface Purse {
  readonly keys: Shop['holders']['keys']
  x402(): Promise<Record<string, string>>
  mpp(): Promise<Record<string, string>>
  /** The same, with something in the credential put in another shape. */
  bentX402(): Promise<Record<string, string>>
  bentMpp(): Promise<Record<string, string>>
}

/** Its name, the bytes of the request, and the statuses of it as it stands. */
export type CredentialCase = readonly [name: string, make: (purse: Purse) => Promise<string> | string, expect: readonly number[]]

/** Requests that carry keys and payments, as they should be and otherwise. */
export const credentialCases: readonly CredentialCase[] = [
  ['a key', ({ keys }) => request(path, { authorization: `Bearer ${keys.pro}` }), [200]],
  ['a key as X-API-Key', ({ keys }) => request(path, { 'x-api-key': keys.basic }), [200]],
  ['a key as user name', ({ keys }) => request(path, basic(`${keys.enterprise}:`)), [200]],
  ['a revoked key', ({ keys }) => request(path, { authorization: `Bearer ${keys.revoked}` }), [401]],
  ['a key without a scheme', ({ keys }) => request(path, { authorization: keys.pro }), [401]],
  ['two keys', ({ keys }) => request(path, { authorization: `Bearer ${keys.pro}`, 'x-api-key': keys.basic }), [401]],
  ['a plan too low', ({ keys }) => request('/api/btc/onchain', { 'x-api-key': keys.free }), [403]],
  ['Basic that is no base64', () => request(path, { authorization: 'Basic ***:***' }), [401]],
  ['a key and a payment', async (p) => request(path, { 'x-api-key': p.keys.pro, ...(await p.x402()) }), [200]],
  ['an x402 payment', async (p) => request(path, await p.x402()), [200]],
  ['an x402 payment as X-PAYMENT', async (p) => request(path, { 'x-payment': (await p.x402())['payment-signature']! }), [200]],
  ['an MPP payment', async (p) => request(path, await p.mpp()), [200]],
  ['a bent x402 payment', async (p) => request(path, await p.bentX402()), [200, 402]],
  ['a bent MPP payment', async (p) => request(path, await p.bentMpp()), [200, 402]],
  ['both payments', async (p) => request(path, { ...(await p.x402()), ...(await p.mpp()) }), [400]],
  [
    'a payment twice',
    async (p) => {
      const { 'payment-signature': text } = await p.x402()
      return request(path, { 'payment-signature': text!, 'Payment-Signature': text! })
    },
    [400],
  ],
  ['a payment in two requests behind one another', async (p) => request(path, await p.x402()).repeat(2), [200]],
  ['a payment for another target', async (p) => request('/api/macro', await p.x402()), [402]],
  ['a payment with HEAD', async (p) => request(path, await p.x402(), 'HEAD'), [402]],
  ['a payment with POST', async (p) => request(path, await p.mpp(), 'POST'), [405]],
  ['a payment with a misspelt parameter', async (p) => request(`${path}?fromat=json`, await p.mpp()), [400]],
  ['a payment on an open route', async (p) => request('/api/health', await p.x402()), [200]],
  ['an empty payment', () => request(path, { 'payment-signature': '' }), [402]],
  ['Payment and nothing else', () => request(path, { authorization: 'Payment' }), [402]],
  ['a payment of 12 KB', () => request(path, { 'payment-signature': 'QUFB'.repeat(3_000) }), [402]],
  ['deep JSON', () => request(path, x402Header(`${'['.repeat(3_000)}`)), [402]],
]

/** A purse whose payers are told apart by the seed. */
export async function openPurse(shop: Shop, seed: number): Promise<Purse> {
  const random = seeded(seed)
  const { headers } = await shop.get(path)
  const payload = () => x402Payload(payer(seed), quoteIn(headers))
  const credential = async () => mppCredential(payer(seed), challengeIn((await shop.get(path)).headers))
  return {
    keys: shop.holders.keys,
    x402: async () => x402Header(await payload()),
    mpp: async () => mppHeader(await credential()),
    bentX402: async () => x402Header(bent(await payload(), random)),
    bentMpp: async () => mppHeader(bent(await credential(), random)),
  }
}

const strange = [
  ...[null, '', 0, -1, 1e308, true, [], {}, '0x', '__proto__', '\u0000', 'a'.repeat(2_000), [[[[]]]]],
  '99999999999999999999',
]

/** A copy with one or two values, somewhere within, taken out or put in another shape. */
function bent(value: object, random: () => number): object {
  const copy = structuredClone(value) as Record<string, unknown>
  const below = (limit: number) => Math.floor(random() * limit)
  for (let times = 1 + below(2); times > 0; times -= 1) {
    let at = copy
    for (;;) {
      const names = Object.keys(at)
      const name = names[below(names.length)]
      if (name === undefined) break
      const inner = at[name]
      if (typeof inner === 'object' && inner !== null && random() < 0.8) {
        at = inner as Record<string, unknown>
        continue
      }
      if (random() < 0.3) delete at[name]
      else at[name] = strange[below(strange.length)]
      break
    }
  }
  return copy
}

const plain = [200, 204, 304]
const documented = new Set([...plain, ...Object.values(errorCodes).map(({ status }) => status)])
const always = ['error', 'message', 'hint', 'status', 'request_id', 'docs']
const sometimes = ['field', 'retry_after', 'allowed', 'suggestions']
const beside: Readonly<Record<number, readonly string[]>> = {
  402: ['type', 'title', 'detail', 'challengeId', 'x402Version', 'resource', 'accepts', 'extensions', 'mpp'],
  403: ['plan', 'needs', 'without_key'],
}

/** Why what was sent back is not what a server that sells may answer, or null. Every answer on the connection is looked at. */
export function sellingFault({ text, closed }: Pick<RawAnswer, 'text' | 'closed'>): string | null {
  if (!closed) return 'left open'
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...fields] = (end === -1 ? rest : rest.slice(0, end)).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Za-z ]+$/.exec(first)?.[1])
    if (end === -1 || !documented.has(status)) return `no answer of ours: ${rest.slice(0, 80)}`
    if (fields.some((field) => !/^[A-Za-z0-9-]+: [\x20-\x7e]*$/.test(field)))
      return `a header that is none: ${fields.join(' | ')}`
    const headers = new Map(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
    )
    const after = rest.slice(end + 4)
    const length = Number(headers.get('content-length') ?? 0)
    // HEAD and 304 have a length and no body
    const bodied = after !== '' && !after.startsWith('HTTP/1.1 ')
    const body = bodied ? after.slice(0, length) : ''
    if (bodied && body.length < length) return `cut off: ${body.length} of ${length} bytes`
    const wrong = plain.includes(status)
      ? null
      : wrongError(status, headers, bodied ? Buffer.from(body, 'latin1').toString() : null)
    if (wrong !== null) return wrong
    rest = bodied ? after.slice(length) : after
  }
  return null
}

function wrongError(status: number, headers: ReadonlyMap<string, string>, text: string | null): string | null {
  if (status === 402 && !headers.has('payment-required')) return '402 without a quote'
  if (text === null) return status >= 500 ? `status ${status}` : null
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text)
  } catch {
    return `${status} without JSON: ${text.slice(0, 80)}`
  }
  const code = errorCodes[body['error'] as ErrorCode]
  if (code?.status !== status || body['status'] !== status) return `${status} with ${text.slice(0, 80)}`
  if (status >= 500 && !asksAgain.has(String(body['error']))) return `${status} ${String(body['error'])}`
  const missing = always.filter((name) => body[name] === undefined || body[name] === '')
  const more = Object.keys(body).filter((name) => ![...always, ...sometimes, ...(beside[status] ?? [])].includes(name))
  if (missing.length + more.length > 0) return `${status} lacks ${missing}, has ${more}`
  return /node_modules|file:\/\/| at .+:\d+:\d+|\.[tj]s\b/.test(text) ? `tells of the inside: ${text}` : null
}

export interface SellingFigures {
  readonly sent: number
  readonly faults: readonly string[]
  readonly slowestMs: number
  /** Answers by status; 0 is a connection closed without one. */
  readonly statuses: Readonly<Record<number, number>>
  /** Authorizations that settlement was asked for, and how often with one at most. */
  readonly credentials: number
  readonly mostSettles: number
  /** Between what was paid and what the ledger says, in base units. */
  readonly difference: bigint
}

/** Refusals with 503 that a good server gives here: a payment that is being made, and more bad ones of an address than it looks at in a while. */
const asksAgain: ReadonlySet<string> = new Set(['PAYMENT_PENDING', 'PAYMENT_BUSY'])

const letters = 'ABCXYZabcxyz0189+/=_-.:, '

/** A variant that the parser of HTTP takes: a few characters of the headers other, gone or doubled. */
function softened(text: string, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit)
  const start = text.indexOf('\r\n', text.indexOf('Host:')) + 2
  let mutant = text
  for (let times = 1 + below(3); times > 0; times -= 1) {
    const at = start + below(Math.max(1, mutant.length - start - 4))
    const piece = mutant.slice(at, at + 1 + below(8))
    if (/[\r\n]/.test(piece)) continue
    const letter = letters[below(letters.length)]!
    mutant = mutant.slice(0, at) + [letter, '', piece + piece, letter + piece][below(4)]! + mutant.slice(at + piece.length)
  }
  return Buffer.from(mutant, 'latin1')
}

/** Variants that share one credential. */
const block = 25
const patienceMs = 2_000
/** Longer than an answer takes, so that one that is being made is not given up. */
const openMs = 250

/** Sends variants of every case, a few at once, and returns what came of it. */
export async function attackShop(shop: RawShop, perCase: number, seed: number): Promise<SellingFigures> {
  const blocks = credentialCases.flatMap(([name, make], at) =>
    Array.from({ length: Math.ceil(perCase / block) }, (_, i) => ({ name, make, at, from: i * block })),
  )
  /** Made when their turn comes: a credential is good for a minute. */
  const variantsOf = async ({ name, make, at, from }: (typeof blocks)[number]) => {
    const number = seed + at * 1_000 + from
    const bytes = await make(await openPurse(shop, number))
    const random = seeded(number)
    const hard = mutations([name, bytes, []], Math.min(block, perCase - from), number)
    const variants = hard.map((variant, at) => (at % 2 === 0 ? variant : { ...variant, bytes: softened(bytes, random) }))
    // the request as it stands is in their middle: some come before it is paid
    return variants.with(variants.length >> 1, { name, bytes: Buffer.from(bytes, 'latin1') })
  }
  let sent = 0
  const faults: string[] = []
  const statuses: Record<number, number> = {}
  let slowestMs = 0
  const send = async (variants: Awaited<ReturnType<typeof variantsOf>>, from: string) => {
    for (let next = variants.pop(); next !== undefined; next = variants.pop()) {
      sent++
      const answer = await raw(shop.port, next.bytes, patienceMs, openMs, from)
      const wrong = sellingFault(answer)
      slowestMs = Math.max(slowestMs, answer.ms)
      statuses[answer.status ?? 0] = (statuses[answer.status ?? 0] ?? 0) + 1
      if (wrong !== null) faults.push(`${next.name}: ${wrong}`)
    }
  }
  for (let at = 0; at < blocks.length; at += 4) {
    const variants = (await Promise.all(blocks.slice(at, at + 4).map(variantsOf))).flat()
    // another caller each time: so many bad payments of one address are looked at one after the other
    await Promise.all(Array.from({ length: 16 }, () => send(variants, `127.1.${at >> 8}.${at & 255}`)))
  }
  const { paid, ledger } = await shop.takings()
  const { settles } = shop
  return {
    sent,
    faults,
    slowestMs,
    statuses,
    credentials: settles.size,
    mostSettles: Math.max(0, ...settles.values()),
    difference: paid - ledger,
  }
}

/** The figures in one line. */
export function figuresLine({ sent, faults, slowestMs, statuses, credentials, mostSettles, difference }: SellingFigures): string {
  const by = Object.entries(statuses).map(([status, count]) => `${status === '0' ? 'closed' : status} ${count}`)
  return `raw sockets with credentials: ${sent} variants, ${faults.length} faults, slowest ${slowestMs.toFixed(0)} ms; ${by.join(', ')}; ${credentials} credentials settled, at most ${mostSettles} times each, ledger off by ${difference}`
}
