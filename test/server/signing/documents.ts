import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import { verify } from '../../../client/verify.ts'
import { withFingerprint } from '../../../pipeline/render/fingerprint.ts'
import { openSigner } from '../../../server/signing/signer.ts'
import { verifySignature } from '../../../server/signing/verify.ts'
import type { DocumentSigningKey } from '../../../server/state/signing-keys.ts'

/** A new key, without a store. */
export function keyOf(number: number): DocumentSigningKey {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as DocumentSigningKey['jwk']
  return { number, created_at: number, jwk }
}

/** Signs so many documents, rotates half way, and expects each to verify twice: by the client and by jose. */
export async function signAndVerify(count: number): Promise<void> {
  const keys = [keyOf(1)]
  let now = 0
  const signer = openSigner(
    async () => keys,
    () => now,
  )
  const signed: { document: object; fingerprint: string; jws: string }[] = []
  for (let at = 0; at < count; at++) {
    if (at === Math.floor(count / 2)) {
      keys.push(keyOf(2))
      now += 60_000
    }
    const document = withFingerprint(
      { id: `document ${at}`, value: at / 7, text: 'Ä€ — "quoted"', rows: [at, null, -0.5e-9] },
      'now',
    )
    signed.push({ document, fingerprint: document.fingerprint, jws: await signer.sign(document.fingerprint) })
  }
  const keySet = (await signer.keySet()) as Parameters<typeof verify>[2] & { keys: [{ kid: string }, { kid: string }] }
  const kids = new Map<string, number>()
  for (const { document, fingerprint, jws } of signed) {
    expect(await verify(document, jws, keySet)).toEqual({ fingerprint: true, signature: true })
    const { kid } = await verifySignature(fingerprint, jws, { keys: [...keySet.keys] })
    kids.set(kid, (kids.get(kid) ?? 0) + 1)
  }
  const [newest, oldest] = keySet.keys
  expect(kids).toEqual(
    new Map([
      [oldest.kid, Math.floor(count / 2)],
      [newest.kid, count - Math.floor(count / 2)],
    ]),
  )
}
