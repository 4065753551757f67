import fc from 'fast-check'
import { plans } from '../../../data/plans.ts'
import type { Answer } from '../fixture.ts'
import type { Shop } from '../payments/shop.ts'
import { challengeIn, mppCredential, mppHeader, payer, quoteIn, x402Header, x402Payload } from '../payments/signing.ts'
import { Conformance, type Described, type DescribedOperation, type DescribedParameter } from './conformance.ts'

type Headers = Record<string, string>

/** A request made from the description, and how its caller proves who it is; a payment is signed when it is sent. */
interface Asked {
  readonly method: string
  readonly operation: DescribedOperation
  readonly path: string
  readonly pairs: readonly (readonly [string, string])[]
  readonly proof: string
  readonly held: string
  readonly accept: string | null
}

const plansAndOthers = [...plans.map(({ plan }) => plan), 'revoked'] as const
const forms: Readonly<Record<string, (key: string) => Headers>> = {
  bearer: (key) => ({ authorization: `Bearer ${key}` }),
  header: (key) => ({ 'x-api-key': key }),
  basic: (key) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
  bare: (key) => ({ authorization: key }),
}
const proofs = [
  'none',
  ...plansAndOthers.flatMap((plan) => Object.keys(forms).map((form) => `key ${plan} ${form}`)),
  ...['x402', 'mpp', 'both', 'broken x402', 'broken mpp', 'beside a key'].flatMap((payment) => [
    `pay ${payment}`,
    `pay ${payment}`,
  ]),
]

/** Values for a parameter: right ones, and everything else. */
function valueFor({ schema }: DescribedParameter): fc.Arbitrary<string> {
  const right = [...(schema.enum ?? []), ...(schema.example === undefined ? [] : [schema.example])]
  const days = ['2026-11-20', '2026-11-19', '2024-02-29', '2026-02-30', '2031-01-01', '20261120', '']
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(right.length === 0 ? ['a'] : right)) },
    {
      weight: 3,
      arbitrary: schema.format === 'date' ? fc.constantFrom(...days) : fc.string({ maxLength: 12, unit: 'grapheme' }),
    },
  )
}

/** Requests over a description: most are near what it says, some are nothing like it. */
export function requests({ paths }: Described): fc.Arbitrary<Asked> {
  const all = Object.entries(paths).flatMap(([path, { get }]) => (get === undefined ? [] : [[path, get] as const]))
  return fc.constantFrom(...all).chain(([path, operation]) => {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const pair = fc.oneof(
      ...inQuery.map((parameter) => ({
        weight: 8,
        arbitrary: fc.tuple(fc.constant(parameter.name), valueFor(parameter)),
      })),
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('fromat', 'dates', '__proto__', 'limit'), fc.string({ maxLength: 4 })) },
    )
    return fc.record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant('GET') },
        { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE') },
      ),
      operation: fc.constant(operation),
      path: fc
        .tuple(...inPath.map(valueFor))
        .map((values) =>
          inPath.reduce((whole, { name }, at) => whole.replace(`{${name}}`, encodeURIComponent(values[at]!)), path),
        ),
      pairs: fc.oneof(
        {
          weight: 3,
          arbitrary: fc.tuple(
            ...inQuery
              .filter(({ required }) => required)
              .map((parameter) => fc.tuple(fc.constant(parameter.name), valueFor(parameter))),
          ),
        },
        { weight: 4, arbitrary: fc.array(pair, { maxLength: 4 }) },
      ),
      proof: fc.constantFrom(...proofs),
      held: fc.constantFrom('', '', '', '', '*', '"nothing"', 'W/"a", "b"', 'current'),
      accept: fc.constantFrom(null, null, '*/*', 'text/html', 'application/json', 'text/markdown;q=0.1, text/html'),
    })
  })
}

const sentQuery = (pairs: Asked['pairs']) =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

/** Sends requests to a shop and says what is wrong with the answers. */
export class Judge {
  readonly #shop: Shop
  readonly #conformance: Conformance
  #payers = 10_000
  /** Answers by status. */
  readonly statuses = new Map<number, number>()

  constructor(shop: Shop, described: Described) {
    this.#shop = shop
    this.#conformance = new Conformance(described)
  }

  async finding(asked: Asked): Promise<string | null> {
    const query = sentQuery(asked.pairs)
    const target = query === '' ? asked.path : `${asked.path}?${query}`
    const headers: Headers = {
      ...(await this.#proof(asked.proof, target)),
      ...(asked.accept === null ? {} : { accept: asked.accept }),
    }
    if (asked.held === 'current') {
      const { etag } = (
        await this.#shop.get(target, { headers: { ...headers, ...forms['bearer']!(this.#shop.holders.keys.enterprise) } })
      ).headers
      if (etag !== undefined) headers['if-none-match'] = etag
    } else if (asked.held !== '') headers['if-none-match'] = asked.held
    const answer = await this.#shop.get(target, { method: asked.method, headers })
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    const wrong = this.#wrong(asked, answer)
    return wrong === null
      ? null
      : `${asked.method} ${target} (${asked.proof}): ${answer.status} ${answer.text.slice(0, 200)}: ${wrong}`
  }

  #wrong({ method, operation, path, pairs }: Asked, answer: Answer): string | null {
    const { status, text } = answer
    if (status >= 500 && !(status === 503 && (text === '' || text.includes('NOT_PUBLISHED')))) return 'an unexpected 5xx'
    // a parameter left empty makes another path, which there is not: no method of it is to be had
    if (path.length > 1 && /\/(\/|$)/.test(path.slice(1)))
      return status === 404 ? null : 'a path that is not described is answered'
    if (method === 'GET')
      return this.#conformance.finding(
        operation,
        answer,
        pairs.some(([name]) => name === 'fields'),
      )
    if (method === 'HEAD')
      return this.#conformance.response(operation, status) === undefined || text !== '' ? 'no answer to HEAD' : null
    if (method === 'OPTIONS') return status === 204 || status === 400 ? null : 'no answer to OPTIONS'
    // a form, which only pages of the server may send
    if (method === 'POST' && ['/sign-in', '/sign-up'].includes(path))
      return status === 403 || status === 400 ? null : 'a foreign form is taken'
    // what changes a webhook is described, and asks for a key
    if (path.startsWith('/api/webhooks')) return status >= 400 || status === 201 ? null : 'a webhook that is not there is changed'
    return status === 405 || status === 400 ? null : 'a method that is not described is answered'
  }

  async #proof(proof: string, target: string): Promise<Headers> {
    const [kind, what = '', form = ''] = proof.split(' ')
    const { keys } = this.#shop.holders
    if (kind === 'key') return forms[form]!(keys[what as keyof typeof keys])
    if (kind !== 'pay') return {}
    const { status, headers } = await this.#shop.get(target)
    if (status !== 402) return x402Header({ x402Version: 2 })
    const account = payer(this.#payers++)
    const x402 = async () => x402Header(await x402Payload(account, quoteIn(headers)))
    const mpp = async () => mppHeader(await mppCredential(account, challengeIn(headers)))
    if (proof === 'pay both') return { ...(await x402()), ...(await mpp()) }
    if (proof === 'pay beside a key') return { ...(await x402()), ...forms['header']!(keys.pro) }
    const made = proof.endsWith('x402') ? await x402() : await mpp()
    if (what !== 'broken') return made
    return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, `${value.slice(0, -20)}AAAA`]))
  }
}
