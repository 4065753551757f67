import type { IncomingMessage } from 'node:http'
import { bodyRefusal, Refusal, wrong } from './errors.ts'

/** Bytes a form, or a body of JSON, may have. */
const mostBytes = 4_096

/** Reads a form that a page of this server sent; `origin` is where callers reach it. Throws a `Refusal` for any other body. */
export async function readForm(req: IncomingMessage, origin: string): Promise<URLSearchParams> {
  if (!sameOrigin(req, origin))
    throw new Refusal('FOREIGN_FORM', 'The form was not sent by a page of this server. Open the page again and send its form.')
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded' || req.headers['content-encoding'] !== undefined)
    throw new Refusal('INVALID_REQUEST', 'Send the form as application/x-www-form-urlencoded, not compressed.', {
      hint: 'Send the form with Content-Type: application/x-www-form-urlencoded, not compressed.',
    })
  const tooLarge = () => new Refusal('FORM_TOO_LARGE', `The form is larger than ${mostBytes} bytes. Shorten what you entered.`)
  const body = await readBody(req, mostBytes, tooLarge)
  await nextTurn()
  return new URLSearchParams(body.toString('utf8'))
}

let turns = Promise.resolve()

/** Forms go on one by one, each in a separate turn of the event loop: readers are answered between them, however many are sent together. */
function nextTurn(): Promise<void> {
  turns = turns.then(() => new Promise((resolve) => setImmediate(resolve)))
  return turns
}

/** Reads a body of JSON; undefined where there is no body. Throws a `Refusal` for any other body. */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  const { 'content-type': given, 'content-encoding': coding } = req.headers
  const tooLarge = () => new Refusal('BODY_TOO_LARGE', `The body is larger than ${mostBytes} bytes. Send less.`)
  const bytes = await readBody(req, mostBytes, tooLarge)
  if (bytes.length === 0) return undefined
  // a page of another origin can send any other type without asking first
  if ((given ?? '').split(';')[0]!.trim().toLowerCase() !== 'application/json' || coding !== undefined)
    throw wrong('content-type', 'Send the body as JSON, with Content-Type: application/json, not compressed.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('INVALID_REQUEST', 'The body is not JSON in UTF-8. Send a JSON object, or no body.', {
      hint: 'Send a JSON object in UTF-8, or no body.',
    })
  }
}

/**
 * Whether a page of this server sent the request. Browsers say so in Sec-Fetch-Site where the connection is secure or local, and in Origin
 * elsewhere; what says neither is not a browser, and has no form to send.
 */
function sameOrigin({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return (
    headers.origin !== undefined &&
    [new URL(origin).origin, `http://${headers.host}`, `https://${headers.host}`].includes(headers.origin)
  )
}

/** Reads the body of a request, up to so many bytes; rejects with what `tooLarge` makes where there are more. */
export function readBody(req: IncomingMessage, most: number, tooLarge: () => Error): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = () => reject(tooLarge())
    if (Number(req.headers['content-length'] ?? 0) > most) {
      refuse()
      return
    }
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) {
        chunks.length = 0
        refuse()
      } else chunks.push(chunk)
    })
    req.once('end', () => resolve(Buffer.concat(chunks)))
    const cutOff = () =>
      reject(
        new Refusal('INVALID_REQUEST', 'The body did not arrive whole. Send it again.', {
          hint: 'Send the whole request again.',
        }),
      )
    req.once('error', cutOff)
    req.once('close', cutOff)
  })
}

const keyForm = /^[\x21-\x7e]{1,255}$/

/** The Idempotency-Key of a request; null where it has none. Throws 400 VALIDATION_ERROR for one that is not well-formed. */
export function readIdempotencyKey(value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null
  if (typeof value === 'string' && keyForm.test(value)) return value
  const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters. Use a random value, such as a UUID.'
  throw bodyRefusal('idempotency-key', message)
}

/** 422: a repeated request has the same body. */
export function idempotencyKeyReused(): Refusal {
  const message = 'The Idempotency-Key was used for another body. Send a new one.'
  return new Refusal('IDEMPOTENCY_KEY_REUSED', message, { field: 'idempotency-key' })
}
