import { generateKeyPairSync } from 'node:crypto'
import type { State } from './open.ts'
import { addRow } from './rows.ts'
import { sealSecret, unsealSecret } from './secrets.ts'

/** A key that documents are signed with. */
export interface DocumentSigningKey {
  /** Counted from 1; the last one signs. */
  readonly number: number
  readonly created_at: number
  /** Private key, RFC 8037: `kty` OKP, `crv` Ed25519. */
  readonly jwk: { readonly kty: string; readonly crv: string; readonly x: string; readonly d: string }
}

/** Every key there has been, the oldest first: what an older one has signed stays verifiable. The first is made when it is asked for. */
export async function documentSigningKeys(
  state: State,
  now: number,
): Promise<readonly [DocumentSigningKey, ...DocumentSigningKey[]]> {
  const rows = await state.db.selectFrom('secret').selectAll().where('name', 'like', 'document key %').execute()
  const keys = await Promise.all(
    rows.map(async ({ name, value }) => JSON.parse(await unsealSecret(state, name, value)) as DocumentSigningKey),
  )
  const [first, ...rest] = keys.toSorted((a, b) => a.number - b.number)
  if (first !== undefined) return [first, ...rest]
  await makeKey(state, 1, now)
  return documentSigningKeys(state, now)
}

/** A new key, which signs from now on. */
export async function rotateSigningKey(state: State, now: number): Promise<DocumentSigningKey> {
  const { number } = (await documentSigningKeys(state, now)).at(-1)!
  await makeKey(state, number + 1, now)
  return (await documentSigningKeys(state, now)).at(-1)!
}

/** Of several processes that make a key at the same time one does. */
async function makeKey(state: State, number: number, now: number): Promise<void> {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const name = `document key ${number}`
  const value = await sealSecret(state, name, JSON.stringify({ number, created_at: now, jwk }))
  await addRow(state.db, 'secret', { name, value })
}
