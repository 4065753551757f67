import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { request } from 'undici'
import { InputError, UpstreamError } from '../errors.ts'
import { discardBody } from './body.ts'
import { isWebhookAddress } from './webhook-address.ts'

/** Where messages are posted to, as an operator set it. */
export interface WebhookOptions {
  /** https; http only to this machine. */
  readonly url: string
  /** Signs each message; not signed where it is null. */
  readonly secret: string | null
  /** Wall clock in milliseconds: goes into the signature, so that a receiver can refuse an old message. */
  readonly clock: () => number
  /** Milliseconds from sending a message to its answer. Default 5,000. */
  readonly timeoutMs?: number
  /** Milliseconds to wait before each further attempt. Default 1,000 and 3,000. */
  readonly waitsMs?: readonly number[]
}

/**
 * Posts a JSON message under an id, which stays the same when it is sent again. Redirects are not followed. An answer other than 2xx
 * fails; a fault of the connection, 429 and 5xx are tried again. The signature is that of Standard Webhooks: HMAC-SHA256 of
 * `id.timestamp.body` in base64, in `webhook-signature` after `v1,`, with the secret as it is set.
 *
 * @throws UpstreamError WEBHOOK_FAILED, which names the host and never the address: that may be a secret itself.
 * @throws InputError WEBHOOK_ADDRESS
 */
export async function postWebhook(options: WebhookOptions, id: string, message: object): Promise<void> {
  const { url, timeoutMs = 5_000, waitsMs = [1_000, 3_000] } = options
  if (!isWebhookAddress(url))
    throw new InputError('WEBHOOK_ADDRESS', 'a webhook is posted to an https URL, or to an http URL of this machine')
  const body = JSON.stringify(message)
  for (let attempt = 0; ; attempt++) {
    const outcome = await post(options, id, body, timeoutMs)
    if (outcome === null) return
    const wait = waitsMs[attempt]
    if (!outcome.again || wait === undefined) {
      const { host } = new URL(url)
      throw new UpstreamError('WEBHOOK_FAILED', `the webhook at ${host} ${outcome.what}`, { host })
    }
    await pause(wait)
  }
}

interface Failed {
  readonly what: string
  /** Whether another attempt may succeed. */
  readonly again: boolean
}

/** One attempt; null where it was taken. */
async function post({ url, secret, clock }: WebhookOptions, id: string, body: string, timeoutMs: number): Promise<Failed | null> {
  const at = new Date(clock())
  const signature = secret === null ? null : new Webhook(secret, { format: 'raw' }).sign(id, at, body)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'market-briefing',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    ...(signature !== null && { 'webhook-signature': signature }),
  }
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
    discardBody(answer.body)
    const { statusCode: status } = answer
    if (status >= 200 && status < 300) return null
    return { what: `answered ${status}`, again: status === 429 || status >= 500 }
  } catch (error) {
    const { name, code = name } = error as Error & { code?: string }
    return { what: name === 'TimeoutError' ? `did not answer within ${timeoutMs / 1_000} s` : `failed (${code})`, again: true }
  }
}
