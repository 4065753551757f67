import { createPublicKey, verify } from 'node:crypto'
import { Webhook as Verifier } from 'standardwebhooks'
import { newSigningKey, newSigningSecret, signedHeaders } from '../../../server/delivery/signature.ts'
import { seeded } from '../../feeds/mutate.ts'

const parts = ['body', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Signs so many messages, changes one bit of each, and counts what a receiver still accepts, by `v1` or by `v1a`. */
export function acceptedTampered(count: number): { tried: number; accepted: number; intact: number } {
  const random = seeded(20_261_123)
  const draw = (below: number) => Math.floor(random() * below)
  let [accepted, intact] = [0, 0]
  for (let i = 0; i < count; i++) {
    const secret = newSigningSecret()
    const { signingKey, publicKey } = newSigningKey()
    const body = JSON.stringify({ id: String(i), type: 'state.changed', briefing: 'btc.pulse' })
    const headers = signedHeaders({ id: `msg_${i}`, body }, { secrets: [secret], signingKey }, Date.now())
    if (accepts(secret, publicKey, headers, body)) intact++
    const part = parts[i % parts.length]!
    const text = Buffer.from(part === 'body' ? body : headers[part]!)
    const at = placeToChange(part, text, draw)
    text[at] = text[at]! ^ (1 << draw(7))
    const changed = text.toString('latin1')
    const given = part === 'body' ? [headers, changed] : [{ ...headers, [part]: changed }, body]
    if (accepts(secret, publicKey, given[0] as Record<string, string>, given[1] as string)) accepted++
  }
  return { tried: count, accepted, intact }
}

/** Of the signatures one alone is changed, and the other one taken out, so that it cannot save the message. */
function placeToChange(part: (typeof parts)[number], text: Buffer, draw: (below: number) => number): number {
  if (part !== 'webhook-signature') return draw(text.length)
  const space = text.indexOf(' ')
  const [from, to] = draw(2) === 0 ? [3, space - 2] : [space + 5, text.length - 3]
  const other = from === 3 ? [space, text.length] : [0, space]
  text.fill('x', other[0], other[1])
  if (from === 3) text[space] = 0x20
  return from + draw(to - from)
}

function accepts(secret: string, publicKey: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Verifier(secret).verify(body, headers, { jsonParse: false } as never)
    return true
  } catch {
    return verifiesAsymmetric(publicKey, headers, body)
  }
}

/** Verifies `v1a` as a receiver does, with the public key alone. */
export function verifiesAsymmetric(publicKey: string, headers: Readonly<Record<string, string>>, body: string): boolean {
  const head = Buffer.from('302a300506032b6570032100', 'hex')
  const raw = Buffer.from(publicKey.replace('whpk_', ''), 'base64')
  const key = createPublicKey({ key: Buffer.concat([head, raw]), format: 'der', type: 'spki' })
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  return headers['webhook-signature']!.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',')
    return version === 'v1a' && verify(null, signed, key, Buffer.from(signature, 'base64'))
  })
}
