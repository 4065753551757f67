import canonicalize from 'canonicalize'
import { CompactSign, calculateJwkThumbprint, FlattenedSign, importJWK, type JWK } from 'jose'
import type { DocumentSigningKey } from '../state/signing-keys.ts'
import { didOf } from './did-document.ts'

export type Signer = ReturnType<typeof openSigner>

/** Signatures kept: those of an edition are asked for again and again. */
const mostKept = 4_000
/** A rotation by another process is seen after so long. */
const staleMs = 60_000

/**
 * Signs documents by their fingerprints, and shows the keys that verify it.
 * @param keys all keys, the oldest first; read again once a minute
 */
export function openSigner(keys: () => Promise<readonly DocumentSigningKey[]>, now: () => number) {
  let read: { readonly at: number; readonly keys: Promise<readonly Ready[]> } | null = null
  const kept = new Map<string, Promise<string>>()

  function ready(): Promise<readonly Ready[]> {
    if (read !== null && now() - read.at < staleMs) return read.keys
    const before = read
    const fresh = keys().then((all) => Promise.all(all.map(readyOf)))
    read = { at: now(), keys: before === null ? fresh : fresh.catch(() => before.keys) }
    fresh.catch(() => {
      if (before === null) read = null
    })
    return read.keys
  }

  async function signed(fingerprint: string, { kid, key }: Ready): Promise<string> {
    const jws = await new FlattenedSign(new TextEncoder().encode(fingerprint))
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'fingerprint' })
      .sign(key)
    return `${jws.protected}..${jws.signature}`
  }

  return {
    /**
     * A detached JWS (RFC 7515 appendix F, EdDSA with Ed25519) of a fingerprint such as `sha256:...`: protected header, nothing, signature, parted
     * by dots. What is signed is the text of the fingerprint.
     */
    async sign(fingerprint: string): Promise<string> {
      const newest = (await ready()).at(-1)!
      const name = `${newest.kid} ${fingerprint}`
      const before = kept.get(name)
      if (before !== undefined) return before
      if (kept.size >= mostKept) kept.clear()
      const made = signed(fingerprint, newest)
      kept.set(name, made)
      return made
    },
    /**
     * A JWS in compact form of an object, as canonical JSON. The key is named as one of the host `host`: `did:web:host#kid`, which
     * `/.well-known/did.json` resolves.
     */
    async signObject(payload: object, host: string): Promise<string> {
      const { kid, key } = (await ready()).at(-1)!
      const bytes = new TextEncoder().encode(canonicalize(payload))
      return new CompactSign(bytes).setProtectedHeader({ alg: 'EdDSA', kid: `${didOf(host)}#${kid}` }).sign(key)
    },
    /** The keys of now and before as a JSON Web Key Set (RFC 7517), the one that signs first. */
    async keySet() {
      return { keys: (await ready()).map(({ shown }) => shown).toReversed() }
    },
  }
}

interface Ready {
  readonly kid: string
  readonly key: Awaited<ReturnType<typeof importJWK>>
  readonly shown: JWK
}

async function readyOf({ jwk }: DocumentSigningKey): Promise<Ready> {
  const kid = await calculateJwkThumbprint(jwk)
  const { kty, crv, x } = jwk
  return { kid, key: await importJWK(jwk, 'EdDSA'), shown: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } }
}
