import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** What a message is signed with: every secret that is valid now, the newest first, and an ed25519 key. */
export interface SigningKeys {
  /** `whsec_` and base64 of 24 to 64 bytes. */
  readonly secrets: readonly string[]
  /** `whsk_` and base64 of seed and public key, 64 bytes. */
  readonly signingKey: string
}

export interface SignedMessage {
  readonly id: string
  /** Sent as it stands: what is signed is these bytes. */
  readonly body: string
}

/** A new secret for HMAC-SHA-256 (`v1`). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** A new ed25519 key (`v1a`): the secret half, and the public one that receivers verify with. */
export function newSigningKey(): { readonly signingKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [seed, open] = [lastBytes(privateKey, 'pkcs8'), lastBytes(publicKey, 'spki')]
  return { signingKey: `whsk_${Buffer.concat([seed, open]).toString('base64')}`, publicKey: `whpk_${open.toString('base64')}` }
}

/** Both encodings of an ed25519 key end with its 32 bytes. */
function lastBytes(key: KeyObject, type: 'pkcs8' | 'spki'): Buffer {
  return (key.export({ format: 'der', type: type as 'spki' }) as Buffer).subarray(-32)
}

/** What PKCS #8 puts before the seed of an ed25519 key (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The headers of an attempt, as Standard Webhooks 1.0.0 has them: id, time in seconds, and a signature by every key, parted by spaces. What is
 * signed is `id.timestamp.body`.
 *
 * @param now milliseconds since 1970: each attempt has its own time, within five minutes of the receiver's clock
 */
export function signedHeaders(
  { id, body }: SignedMessage,
  { secrets, signingKey }: SigningKeys,
  now: number,
): Record<string, string> {
  const at = new Date(Math.floor(now / 1_000) * 1_000)
  const timestamp = String(at.getTime() / 1_000)
  const seed = Buffer.from(signingKey.replace(/^whsk_/, ''), 'base64').subarray(0, 32)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const asymmetric = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), key).toString('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...secrets.map((secret) => new Webhook(secret).sign(id, at, body)), `v1a,${asymmetric}`].join(' '),
  }
}
