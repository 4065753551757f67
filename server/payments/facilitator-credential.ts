import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'

/** Makes the Authorization header of a request to a facilitator; null for none. */
type Authorize = (method: string, url: URL) => Promise<string | null>

/** An API key of the Coinbase Developer Platform (CDP). */
export interface CdpKey {
  readonly id: string
  readonly secret: KeyObject
}

/** CDP's facilitator. */
export const cdpFacilitatorUrl = 'https://api.cdp.coinbase.com/platform/v2/x402'

/** Seconds a token is good for, as CDP's own programs ask. */
const tokenSeconds = 120
/** Bytes of an Ed25519 secret: the seed, then the public key. */
const seedBytes = 32

/** Sends a bearer token that stays the same, or without a token nothing. */
export function bearerAuthorize(token: string | null): Authorize {
  return async () => (token === null ? null : `Bearer ${token}`)
}

/** Signs a token for each request by an API key of CDP: it is good for that method and address alone, for two minutes. */
export function cdpTokens({ id, secret }: CdpKey, now: () => number): Authorize {
  return async (method, { host, pathname }) => {
    const { SignJWT } = await import('jose')
    const seconds = Math.floor(now() / 1_000)
    const alg = secret.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
    const token = await new SignJWT({ uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({ alg, kid: id, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
      .setSubject(id)
      .setIssuer('cdp')
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + tokenSeconds)
      .sign(secret)
    return `Bearer ${token}`
  }
}

/**
 * Reads the secret of an API key of CDP: base64 of an Ed25519 key of 64 bytes, or a PEM with a P-256 key (or an Ed25519 one), whose line
 * breaks may be written as \\n. Null for anything else.
 */
export function cdpSecret(text: string): KeyObject | null {
  try {
    const key = text.includes('-----BEGIN') ? createPrivateKey(text.replaceAll('\\n', '\n')) : ed25519Of(text.trim())
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
    return type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1') ? key : null
  } catch {
    return null
  }
}

/** Throws where the two halves do not belong together: a key that was cut or mistyped. */
function ed25519Of(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64')
  const [d, x] = [bytes.subarray(0, seedBytes), bytes.subarray(seedBytes)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
  const derived = createPrivateKey({ key: key.export({ format: 'der', type: 'pkcs8' }), format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  })
  if (bytes.length !== 2 * seedBytes || derived.x !== x) throw new Error('the halves of the key differ')
  return key
}
