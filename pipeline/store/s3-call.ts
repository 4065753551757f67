import { createHash, createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { Pool } from 'undici'
import { UnavailableError } from '../errors.ts'
import type { S3Place } from './s3-place.ts'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE' | 'POST'
  /** Key of an object, with the store's prefix; empty for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Ends the request, and its tries. */
  readonly signal?: AbortSignal
}

export interface S3Answer {
  readonly status: number
  readonly etag: string | null
  readonly bytes: Buffer
}

/** Tries of a call that may be repeated without harm. */
export const maxS3Tries = 6

/** Milliseconds to wait before another try: full jitter below a bound that doubles, so that many clients do not come back together. */
const pauseMs = (attempt: number, random: number): number => random * Math.min(5_000, 100 * 2 ** (attempt - 1))

/** Clocks further apart than this are said to differ. */
const clocksApartMs = 60_000

export interface S3Caller {
  /** One request, no second try. Rejects where no whole answer came. */
  once(request: S3Request): Promise<S3Answer>
  /** A request that may be repeated without harm. Throws an `UnavailableError` STORE_UNREACHABLE after the last try. */
  call(request: S3Request): Promise<S3Answer>
  pause(attempt: number): Promise<void>
  /** How far the store's clock is ahead of ours in milliseconds, as its last answer said; 0 within a minute. */
  clockAheadMs(): number
  close(): Promise<void>
}

/** Signs in this thread: with Web Crypto, as the library does, handing each hash to another thread takes four times the processor time. */
class Signer extends AwsV4Signer {
  override async signature(): Promise<string> {
    const sum = createHash('sha256')
      .update(await this.canonicalString())
      .digest('hex')
    const text = ['AWS4-HMAC-SHA256', this.datetime, this.credentialString, sum].join('\n')
    return createHmac('sha256', this.signingKey()).update(text).digest('hex')
  }

  /** The same for all requests of a day. */
  private signingKey(): Uint8Array {
    const day = this.datetime.slice(0, 8)
    const known = this.cache.get(day)
    if (known !== undefined) return new Uint8Array(known)
    const secret: Uint8Array = Buffer.from(`AWS4${this.secretAccessKey}`)
    const scope = [day, this.region, this.service, 'aws4_request']
    const key = Uint8Array.from(scope.reduce((from, part) => createHmac('sha256', from).update(part).digest(), secret))
    this.cache.set(day, key.buffer)
    return key
  }
}

/**
 * Signed requests to a bucket by path. The body's SHA-256 is signed, so that the service refuses bytes that were changed on the way. A request
 * refused because of our clock is signed by the service's from then on.
 */
export function s3Caller(place: S3Place, credentials: S3Credentials): S3Caller {
  const pool = new Pool(place.endpoint, {
    connections: 64,
    pipelining: 1,
    connectTimeout: 3_000,
    headersTimeout: 10_000,
    bodyTimeout: 30_000,
  })
  const signingKeys = new Map<string, ArrayBuffer>()
  let aheadMs = 0
  let skewMs = 0

  async function once({ method, key, query = {}, headers = {}, body, signal }: S3Request): Promise<S3Answer> {
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const url = new URL(`${place.endpoint}/${place.bucket}${key === '' ? '' : `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sum },
      service: 's3',
      region: place.region,
      cache: signingKeys,
      datetime: new Date(Date.now() + skewMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, ''),
      accessKeyId: credentials.accessKeyId,
      secretAccessKey: credentials.secretAccessKey,
      ...(credentials.sessionToken && { sessionToken: credentials.sessionToken }),
    }).sign()
    const response = await pool.request({
      path: `${signed.url.pathname}${signed.url.search}`,
      method,
      headers: Object.fromEntries(signed.headers.entries()),
      ...(body === undefined ? {} : { body }),
      ...(signal && { signal }),
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const header = (name: string) => String(response.headers[name] ?? '')
    const aheadBy = Date.parse(header('date')) - Date.now()
    if (Number.isFinite(aheadBy)) aheadMs = Math.abs(aheadBy) > clocksApartMs ? aheadBy : 0
    if (isSkewed(response.statusCode, bytes)) skewMs = aheadMs
    const length = header('content-length')
    if (method !== 'HEAD' && length !== '' && Number(length) !== bytes.length)
      throw Object.assign(new Error('the answer was truncated'), { code: 'CUT_SHORT' })
    return { status: response.statusCode, etag: header('etag') || null, bytes }
  }

  const pause = async (attempt: number): Promise<void> => {
    await wait(pauseMs(attempt, Math.random()))
  }

  async function call(request: S3Request): Promise<S3Answer> {
    for (let attempt = 1; ; attempt++) {
      let last: string
      try {
        const answer = await once(request)
        if (!isTransient(answer)) return answer
        last = String(answer.status)
      } catch (error) {
        last = codeOf(error)
      }
      if (attempt === maxS3Tries || request.signal?.aborted) throw s3UnreachableError(request.method, last)
      await pause(attempt)
    }
  }

  return { once, call, pause, clockAheadMs: () => aheadMs, close: () => pool.close() }
}

const isSkewed = (status: number, bytes: Buffer) => status === 403 && bytes.includes('RequestTimeTooSkewed')

/** Whether the same request may get another answer later. */
export const isTransient = ({ status, bytes }: S3Answer): boolean =>
  status === 429 || status === 408 || status >= 500 || isSkewed(status, bytes)

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN')

/** The service did not answer, or only with errors that pass. */
export function s3UnreachableError(method: string, reason: string): UnavailableError {
  return new UnavailableError(
    'STORE_UNREACHABLE',
    `The object store did not answer ${method} (${reason}); existing data is intact. Check the address in BRIEFING_STORE and the service, then run the same command again.`,
    { method, reason },
  )
}

/** The answer itself where it is a success; else throws what `refused` gives. */
export function requireAccepted(method: string, answer: S3Answer): S3Answer {
  if (answer.status < 300) return answer
  throw s3RefusedError(method, answer)
}

/** An answer that another try will not change, with the service's own code. */
export function s3RefusedError(method: string, { status, bytes }: S3Answer): UnavailableError {
  const reason = xmlTextsOf(bytes, ['Code']).Code[0] ?? String(status)
  return new UnavailableError(
    'STORE_REFUSED',
    `The object store refused ${method} (${reason}); existing data is intact. Check AWS_ACCESS_KEY_ID, its permissions and the bucket in BRIEFING_STORE, then run the same command again.`,
    { method, reason, status },
  )
}

/** Texts of the elements of these names, in their order; none from what is not XML. */
export function xmlTextsOf<Name extends string>(xml: Buffer, names: readonly Name[]): Record<Name, string[]> {
  const texts = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>
  const parser = new SaxesParser()
  let inside: Name | null = null
  let text = ''
  parser.on('opentag', ({ name }) => {
    inside = names.find((each) => each === name) ?? null
    text = ''
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('closetag', () => {
    if (inside !== null) texts[inside].push(text)
    inside = null
  })
  let isXml = true
  parser.on('error', () => {
    isXml = false
  })
  parser.write(xml.toString()).close()
  return isXml ? texts : (Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, string[]>)
}
