import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from 'jose'

/**
 * Whether a key of the set signed a fingerprint.
 * @param jws detached, as `Signer.sign` makes it
 * @throws Error of jose that says what is wrong with it
 */
export async function verifySignature(fingerprint: string, jws: string, keys: JSONWebKeySet): Promise<{ readonly kid: string }> {
  const [head = '', , signature = ''] = jws.split('.')
  const payload = Buffer.from(fingerprint).toString('base64url')
  const { protectedHeader } = await flattenedVerify({ protected: head, payload, signature }, createLocalJWKSet(keys), {
    algorithms: ['EdDSA'],
  })
  return { kid: protectedHeader?.kid ?? '' }
}
