/** Keys as `/.well-known/jwks.json` serves them (RFC 7517). */
export interface KeySet {
  readonly keys: readonly { readonly kty: string; readonly crv: string; readonly x: string; readonly kid: string }[]
}

/** What a document was found to be. `signature` is null where none came with it. */
export interface Verified {
  readonly fingerprint: boolean
  readonly signature: boolean | null
}

/**
 * Whether a whole JSON document says what its fingerprint says, and whether a key of the set signed that fingerprint. The fingerprint is the
 * SHA-256 of the document's canonical JSON (RFC 8785) without it; the signature, from the header Briefing-Signature, a detached JWS of it.
 * A selection of members has the fingerprint of the whole and does not verify alone.
 */
export async function verify(document: object, signature: string | null, keySet: KeySet): Promise<Verified> {
  const { fingerprint = '', ...rest } = document as { fingerprint?: string }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(canonical(rest))))
  const computed = `sha256:${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return {
    fingerprint: computed === fingerprint,
    signature: signature === null ? null : await isSigned(fingerprint, signature, keySet),
  }
}

async function isSigned(text: string, jws: string, { keys }: KeySet): Promise<boolean> {
  const [head = '', payload, signature = '', more] = jws.split('.')
  if (payload !== '' || more !== undefined) return false
  try {
    const { alg, kid, crit } = JSON.parse(new TextDecoder().decode(fromBase64url(head))) as Record<string, unknown>
    const key = keys.find((each) => each.kid === kid)
    if (alg !== 'EdDSA' || crit !== undefined || key === undefined) return false
    const { kty, crv, x } = key
    const open = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', open, fromBase64url(signature), bytesOf(`${head}.${base64url(text)}`))
  } catch {
    return false
  }
}

/** RFC 8785: members sorted by UTF-16 code units, numbers and strings as JSON.stringify writes them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const base64url = (text: string): string => btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
