import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
/** A text or bytes of CBOR, with a length below 65,536. */
const head = (kind: number, length: number) =>
  length < 24 ? [kind | length] : length < 256 ? [kind | 24, length] : [kind | 25, length >> 8, length & 255]
const bytes = (value: Uint8Array) => Buffer.from([...head(0x40, value.length), ...value])
const text = (value: string) => Buffer.concat([Buffer.from(head(0x60, value.length)), Buffer.from(value)])

/** How an answer differs from a proper one. */
export interface Answering {
  readonly origin?: string
  readonly site?: string
  /** Person present (1), person verified (4). */
  readonly flags?: number
  readonly counter?: number
  readonly crossOrigin?: boolean
  readonly type?: string
}

/** A key of one algorithm as COSE. */
export function coseOf(key: KeyObject): Buffer {
  const { kty, x, y, n, e } = key.export({ format: 'jwk' })
  const part = (label: number, value: string) => Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))])
  if (kty === 'EC')
    return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), part(0x21, String(x)), part(0x22, String(y))])
  if (kty === 'OKP') return Buffer.concat([Buffer.from([0xa4, 1, 1, 3, 0x27, 0x20, 6]), part(0x21, String(x))])
  return Buffer.concat([Buffer.from([0xa4, 1, 3, 3, 0x39, 1, 0]), part(0x20, String(n)), part(0x21, String(e))])
}

export const keyKinds = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
} as const

/** An authenticator with one passkey, for the site and the pages of `origin`. */
export function authenticatorAt(origin: string, id: string, { publicKey, privateKey } = keyKinds.ES256()) {
  const client = (challenge: string, given: Answering, type: string) =>
    base64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...given })))
  const data = ({ site = new URL(origin).hostname, flags = 5, counter = 0 }: Answering, made: Buffer = Buffer.alloc(0)) => {
    const tail = Buffer.alloc(5)
    tail[0] = flags | (made.length === 0 ? 0 : 0x40)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([createHash('sha256').update(site).digest(), tail, made])
  }
  const only = ({ origin: named, type, crossOrigin }: Answering) =>
    JSON.parse(JSON.stringify({ origin: named, type, crossOrigin })) as Answering
  return {
    /** The fields of the form that adds it. */
    made(challenge: string, given: Answering = {}): Record<string, string> {
      const credential = Buffer.from(id, 'base64url')
      const size = Buffer.from([credential.length >> 8, credential.length & 255])
      const authData = data(given, Buffer.concat([Buffer.alloc(16), size, credential, coseOf(publicKey)]))
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(authData)],
      ])
      return { name: 'Laptop', id, client: client(challenge, only(given), 'webauthn.create'), attestation: base64(attestation) }
    },
    /** The fields of the form that signs in with it. */
    proof(challenge: string, given: Answering = {}): Record<string, string> {
      const shown = client(challenge, only(given), 'webauthn.get')
      const authData = data(given)
      const signed = Buffer.concat([authData, createHash('sha256').update(Buffer.from(shown, 'base64url')).digest()])
      const digest = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
      return { id, client: shown, authenticator: base64(authData), signature: base64(sign(digest, signed, privateKey)) }
    },
  }
}
