import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counterOfProof, madePasskey } from '../../../server/accounts/passkey-proof.ts'

const origin = 'https://briefings.example'
const challenge = Buffer.alloc(32, 7).toString('base64url')
const create = { type: 'webauthn.create', challenge, origin } as const
const get = { type: 'webauthn.get', challenge, origin } as const
const credential = Buffer.from('a credential')

const base64 = (bytes: Buffer) => bytes.toString('base64url')
const clientOf = (wanted: object) => base64(Buffer.from(JSON.stringify({ ...wanted, crossOrigin: false })))

/** What an authenticator says: hash of the site, flags, counter, and where it made a passkey the id of that. */
function authenticator({ site = 'briefings.example', flags = 0x05, counter = 0, id = null as Buffer | null }): Buffer {
  const head = Buffer.alloc(37)
  createHash('sha256').update(site).digest().copy(head)
  head[32] = flags | (id === null ? 0 : 0x40)
  head.writeUInt32BE(counter, 33)
  if (id === null) return head
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  return Buffer.concat([head, Buffer.alloc(16), length, id, Buffer.from([0xa5])])
}

const kinds = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  EdDSA: generateKeyPairSync('ed25519'),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
} as const
const spki = (key: KeyObject) => base64(key.export({ format: 'der', type: 'spki' }))

describe.each(Object.entries(kinds))('a passkey of %s', (_, { publicKey, privateKey }) => {
  const key = spki(publicKey)
  const shown = { clientData: clientOf(create), authenticatorData: base64(authenticator({ id: credential })), publicKey: key }

  function proof(more: Partial<Parameters<typeof authenticator>[0]> = {}, wanted: object = get) {
    const [clientData, data] = [clientOf(wanted), authenticator(more)]
    const signed = Buffer.concat([data, createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest()])
    const digest = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    return { clientData, authenticatorData: base64(data), signature: base64(sign(digest, signed, privateKey)) }
  }

  test('is made as it was asked for', () => {
    expect(madePasskey(shown, create)).toEqual({ id: base64(credential), publicKey: key, counter: 0 })
  })

  test('proves itself, and a counter goes up', () => {
    expect(counterOfProof(proof(), get, { publicKey: key, counter: 0 })).toBe(0)
    expect(counterOfProof(proof({ counter: 8 }), get, { publicKey: key, counter: 7 })).toBe(8)
    expect(counterOfProof(proof({ counter: 7 }), get, { publicKey: key, counter: 7 })).toBeNull()
    expect(counterOfProof(proof(), get, { publicKey: key, counter: 7 })).toBeNull()
  })

  test.each([
    ['another site', { site: 'evil.example' }, get],
    ['nobody there', { flags: 0x04 }, get],
    ['a person it does not know', { flags: 0x01 }, get],
    ['another challenge', {}, { ...get, challenge: base64(Buffer.alloc(32, 8)) }],
    ['a page of another origin', {}, { ...get, origin: 'https://evil.example' }],
    ['what makes a passkey', {}, create],
    ['a frame of another origin', {}, { ...get, crossOrigin: true }],
  ])('proves nothing with %s', (_words, more, wanted) => {
    const given = proof(more, wanted)
    const clientData = 'crossOrigin' in wanted ? base64(Buffer.from(JSON.stringify(wanted))) : given.clientData
    expect(counterOfProof({ ...given, clientData }, get, { publicKey: key, counter: 0 })).toBeNull()
  })

  test('is refused with one byte of anything changed, and never with a fault', () => {
    const fields = ['clientData', 'authenticatorData', 'signature'] as const
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.nat(), fc.integer({ min: 1, max: 255 }), (field, at, change) => {
        const given = proof()
        const bytes = Buffer.from(given[field], 'base64url')
        bytes[at % bytes.length]! ^= change
        const text = base64(bytes)
        expect(counterOfProof({ ...given, [field]: text }, get, { publicKey: key, counter: 0 })).toBeNull()
      }),
    )
  })
})

test('keys of other kinds, short ones and no keys are refused', () => {
  const others = [
    spki(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey),
    spki(generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey),
    spki(generateKeyPairSync('x25519').publicKey),
    base64(Buffer.from('no key')),
    '',
  ]
  const authenticatorData = base64(authenticator({ id: credential }))
  for (const publicKey of others)
    expect(madePasskey({ clientData: clientOf(create), authenticatorData, publicKey }, create)).toBeNull()
})

test('whatever a browser sends is refused without a fault', () => {
  const publicKey = spki(kinds.ES256.publicKey)
  fc.assert(
    fc.property(fc.string(), fc.uint8Array({ maxLength: 200 }), fc.string(), (clientData, data, signature) => {
      const authenticatorData = base64(Buffer.from(data))
      expect(madePasskey({ clientData, authenticatorData, publicKey }, create)).toBeNull()
      expect(counterOfProof({ clientData, authenticatorData, signature }, get, { publicKey, counter: 0 })).toBeNull()
    }),
  )
  const cut = base64(authenticator({ id: credential }).subarray(0, 60))
  expect(madePasskey({ clientData: clientOf(create), authenticatorData: cut, publicKey }, create)).toBeNull()
})
