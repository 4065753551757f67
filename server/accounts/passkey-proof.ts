import { createHash, createPublicKey, verify } from 'node:crypto'

/** What a browser shows of a passkey, as base64url: the data it was asked with, and what the authenticator says of itself. */
export interface Shown {
  readonly clientData: string
  readonly authenticatorData: string
}

/** What it must have been asked with. */
export interface Wanted {
  readonly type: 'webauthn.create' | 'webauthn.get'
  /** The challenge, as it was given out. */
  readonly challenge: string
  /** Origin of the page, such as `https://briefings.example`. */
  readonly origin: string
}

/** A new passkey: its id, and its public key as DER (SubjectPublicKeyInfo), both base64url. */
export interface Made {
  readonly id: string
  readonly publicKey: string
  readonly counter: number
}

/** Signature algorithms of COSE that pages ask for: ES256, EdDSA with Ed25519, RS256. */
export const algorithms = [-7, -8, -257] as const

/** Bytes before the credential: hash of the site, flags, counter; then the kind of authenticator, and how long its id is. */
const [hashBytes, headBytes, aaguidBytes] = [32, 37, 16]
const present = 0x01
const verified = 0x04
const attested = 0x40
const longestId = 1_023

/**
 * The passkey of a registration (Web Authentication Level 3, 7.1, without attestation: nobody vouches for the authenticator, so that the public
 * key counts as the browser gives it). Null where anything of it is not as it was asked for.
 */
export function madePasskey(shown: Shown & { readonly publicKey: string }, wanted: Wanted): Made | null {
  const data = checked(shown, wanted)
  if (data === null || (data.flags & attested) === 0) return null
  const { bytes, counter } = data
  const start = headBytes + aaguidBytes + 2
  if (bytes.length < start) return null
  const length = bytes.readUInt16BE(start - 2)
  const id = bytes.subarray(start, start + length)
  if (length === 0 || length > longestId || id.length !== length || keyOf(shown.publicKey) === null) return null
  return { id: id.toString('base64url'), publicKey: shown.publicKey, counter }
}

/**
 * Whether a passkey signed what it was asked to (7.2): the counter it shows then, null where it did not. A counter that does not go up, where
 * there is one, is that of a copy.
 */
export function counterOfProof(
  shown: Shown & { readonly signature: string },
  wanted: Wanted,
  { publicKey, counter: before }: Pick<Made, 'publicKey' | 'counter'>,
): number | null {
  const data = checked(shown, wanted)
  const key = keyOf(publicKey)
  if (data === null || key === null) return null
  const clientData = createHash('sha256').update(Buffer.from(shown.clientData, 'base64url')).digest()
  const signed = Buffer.concat([data.bytes, clientData])
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  if (!verify(digest, signed, key, Buffer.from(shown.signature, 'base64url'))) return null
  return (data.counter === 0 && before === 0) || data.counter > before ? data.counter : null
}

interface Checked {
  readonly bytes: Buffer
  readonly flags: number
  readonly counter: number
}

/** What the authenticator says, where the browser was asked this by a page of this site, and the person was there and known to it. */
function checked({ clientData, authenticatorData }: Shown, { type, challenge, origin }: Wanted): Checked | null {
  const asked = parsed(Buffer.from(clientData, 'base64url'))
  if (asked?.['type'] !== type || asked['challenge'] !== challenge || asked['origin'] !== origin) return null
  if (asked['crossOrigin'] === true) return null
  const bytes = Buffer.from(authenticatorData, 'base64url')
  if (bytes.length < headBytes) return null
  const site = createHash('sha256').update(new URL(origin).hostname).digest()
  if (!bytes.subarray(0, hashBytes).equals(site)) return null
  const flags = bytes[hashBytes]!
  if ((flags & present) === 0 || (flags & verified) === 0) return null
  return { bytes, flags, counter: bytes.readUInt32BE(hashBytes + 1) }
}

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** A public key of one of the algorithms; null for anything else. */
function keyOf(text: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' })
    const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = key
    if (kind === 'ec') return details?.namedCurve === 'prime256v1' ? key : null
    if (kind === 'rsa') return (details?.modulusLength ?? 0) >= 2_048 ? key : null
    return kind === 'ed25519' ? key : null
  } catch {
    return null
  }
}
