import { type Operations, operations, type Selection } from './operations.ts'

export type * from './operations.ts'
export { type KeySet, type Verified, verify } from './verify.ts'

/** What an operation takes, and the entity tag of a document the caller holds. */
export type Input<Id extends keyof Operations> = Operations[Id]['parameters'] & { readonly ifNoneMatch?: string }

type Otherwise<Id extends keyof Operations> = (typeof operations)[Id]['otherwise']
/** The whole document in each format, or the part that was asked for. */
type Documents<Id extends keyof Operations, In> = In extends { readonly part: string }
  ? Operations[Id] extends { readonly short: infer Short }
    ? Short
    : Operations[Id]['documents']
  : Operations[Id]['documents']
/**
 * What an operation answers with: members of its JSON where `fields` names them; else by the format that was named, or by the one it answers in
 * where none was.
 */
export type DocumentOf<Id extends keyof Operations, In> = In extends { readonly fields: string }
  ? Partial<Documents<Id, In>['json' & keyof Documents<Id, In>]> & Selection
  : In extends { readonly format: infer Format }
    ? Documents<Id, In>[Format & keyof Documents<Id, In>]
    : Documents<Id, In>[Otherwise<Id> & keyof Documents<Id, In>]

/** A document. `receipt` is how the call was paid, as the server said it; null where it was not. */
export interface Served<Document> {
  readonly ok: true
  readonly status: 200
  readonly document: Document
  readonly etag: string | null
  readonly receipt: string | null
  /** Of the document, for `verify`; null where it has no fingerprint. */
  readonly signature: string | null
  readonly headers: Headers
}

/** The document the caller holds is the current one. */
export interface Unchanged {
  readonly ok: true
  readonly status: 304
  readonly document: null
  readonly etag: string | null
  readonly receipt: null
  readonly headers: Headers
}

export type Refused<Id extends keyof Operations> = Operations[Id]['refusals'] & { readonly ok: false; readonly headers: Headers }

export type Answer<Id extends keyof Operations, In> = Served<DocumentOf<Id, In>> | Unchanged | Refused<Id>

type Needed<Id extends keyof Operations> = Record<string, never> extends Operations[Id]['parameters'] ? true : false

/** One function for each operation of the server. It answers refusals, and throws only where no answer comes: `PaymentOutcomeUnknown` once a payment was sent. */
export type Client = {
  readonly [Id in keyof Operations]: <const In extends Input<Id> = Record<string, never>>(
    ...input: Needed<Id> extends true ? [input?: In] : [input: In]
  ) => Promise<Answer<Id, In>>
}

/** A call that has to be paid. */
export interface Payable {
  readonly url: string
  /** Carry the quotes: PAYMENT-REQUIRED of x402, WWW-Authenticate of MPP. */
  readonly headers: Headers
}

export interface ClientOptions {
  /** Address of the server, such as https://briefings.example. */
  readonly url: string
  /** An API key. A call with one is never paid for. */
  readonly key?: string | undefined
  /** Signs a payment and gives the headers that carry it, or null not to pay. Asked once a call. */
  readonly pay?: (call: Payable) => Promise<Readonly<Record<string, string>> | null>
  readonly fetch?: typeof fetch
}

/** How often a payment with an unknown outcome is retried. It is the same payment: it is charged once. */
const mostRepeats = 5
/** Statuses that leave the outcome open: the server's own, and those of a proxy before it. */
const leavesOpen = [502, 503, 504]

/** A payment was sent and the server did not answer: it may have been charged. Sent again with the same headers, it is charged at most once. */
export class PaymentOutcomeUnknown extends Error {
  override readonly name = 'PaymentOutcomeUnknown'
  readonly code = 'PAYMENT_OUTCOME_UNKNOWN'
  readonly url: string
  /** The headers that carry the payment. */
  readonly payment: Readonly<Record<string, string>>

  constructor(url: string, payment: Readonly<Record<string, string>>, cause?: unknown) {
    super(
      'The payment was sent, and its outcome is unknown. Do not sign another payment: request `url` again with the headers in `payment`.',
      { cause },
    )
    this.url = url
    this.payment = payment
  }
}

/** A client of the server at an address. */
export function createClient({ url, key, pay, fetch: ask = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')

  async function answered(target: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const first = await ask(target, { headers })
    if (first.status !== 402 || pay === undefined) return first
    const payment = await pay({ url: target, headers: first.headers })
    if (payment === null) return first
    await first.body?.cancel()
    for (let repeat = 0; ; repeat++) {
      let cause: unknown
      const paid = await ask(target, { headers: { ...headers, ...payment } }).catch((error: unknown) => {
        cause = error
        return null
      })
      if (paid !== null && !leavesOpen.includes(paid.status)) return paid
      if (repeat === mostRepeats) {
        if (paid?.status === 503) return paid
        throw new PaymentOutcomeUnknown(target, payment, cause)
      }
      await paid?.body?.cancel()
      await new Promise((go) => setTimeout(go, 1_000 * Number(paid?.headers.get('retry-after') ?? 1)))
    }
  }

  async function call(id: keyof Operations, input: Readonly<Record<string, string | undefined>> = {}): Promise<unknown> {
    const { path } = operations[id]
    const { ifNoneMatch, ...parameters } = input
    const rest = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined) as [string, string][])
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest.get(name) ?? ''
      rest.delete(name)
      // an address drops such a segment, and with it the path names something else
      if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} must not be empty, "." or "..".`)
      return encodeURIComponent(value)
    })
    const query = new URLSearchParams([...rest]).toString()
    const response = await answered(`${base}${filled}${query === '' ? '' : `?${query}`}`, {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    })
    return read(response)
  }

  const client = Object.keys(operations).map((id) => [
    id,
    (input?: Readonly<Record<string, string>>) => call(id as keyof Operations, input),
  ])
  return Object.fromEntries(client) as Client
}

async function read(response: Response): Promise<unknown> {
  const { status, headers } = response
  const json = /[/+]json\b/.test(headers.get('content-type') ?? '')
  if (status >= 400) {
    const error: unknown = json
      ? await response.json()
      : { message: await response.text(), hint: 'Check url: what answered is not this server, or stands before it.' }
    return { ok: false, status, error, headers }
  }
  const arrow = headers.get('content-type') === 'application/vnd.apache.arrow.stream'
  const whole = async () => (arrow ? new Uint8Array(await response.arrayBuffer()) : await response.text())
  const document: unknown = status === 304 ? null : json ? await response.json() : await whole()
  const receipt = headers.get('payment-response') ?? headers.get('payment-receipt')
  return { ok: true, status, document, etag: headers.get('etag'), receipt, signature: headers.get('briefing-signature'), headers }
}
