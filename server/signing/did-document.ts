import type { JWK } from 'jose'

/** `briefings.example:8402` -> `did:web:briefings.example%3A8402` */
export const didOf = (host: string): string => `did:web:${encodeURIComponent(host)}`

/** The keys as the DID document of a host (W3C DID Core; did:web). */
export function didDocument(host: string, { keys }: { readonly keys: readonly JWK[] }) {
  const id = didOf(host)
  const methods = keys.map(({ kid, kty, crv, x, alg }) => ({
    ...{ id: `${id}#${kid}`, type: 'JsonWebKey2020', controller: id },
    publicKeyJwk: { kty, crv, x, alg },
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    ...{ id, verificationMethod: methods, assertionMethod: methods.map((each) => each.id) },
  }
}
