import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { listPasskeys } from '../../../server/state/passkeys.ts'
import { served } from '../served.ts'
import { type Answering, authenticatorAt, keyKinds } from './authenticator.ts'
import { type Browser, browserAt, signedUp } from './browser.ts'

const { holders, server } = await served(undefined, { now: Date.now })
/** Browsers take no passkey for an IP address. */
const host = `localhost:${server.port}`

let people = 0
let browser: Browser
let account: string
let device: ReturnType<typeof authenticatorAt>
beforeEach(async () => {
  await holders.state.db.deleteFrom('attempt').execute()
  ;({ browser, account } = await signedUp(server, holders))
  people++
  device = authenticatorAt(`http://${host}`, newId())
})
const newId = () => Buffer.from(`credential ${people} ${Math.random()}`).toString('base64url')
const challengeIn = ({ text }: { text: string }) => /data-challenge="([\w-]+)"/.exec(text)![1]!
const addPage = async () => challengeIn(await browser.get('/settings/passkeys'))
const add = (fields: Record<string, string>) => browser.send('/settings/passkeys', fields, { host })
const signInPage = async () => challengeIn(await browserAt(server).get('/sign-in/passkey'))
const signIn = (fields: Record<string, string>) => browserAt(server).send('/sign-in/passkey', fields, { host })
const added = async () => {
  const answer = await add(device.made(await addPage()))
  expect([answer.status, answer.headers.location]).toEqual([303, '/settings#passkeys'])
}

test.each(Object.entries(keyKinds))('a passkey of %s is added, signs in, and its counter goes up', async (_, kind) => {
  device = authenticatorAt(`http://${host}`, newId(), kind())
  await added()
  expect((await signIn(device.proof(await signInPage(), { counter: 7 }))).status).toBe(303)
  expect(await listPasskeys(holders.state, account)).toMatchObject([{ name: 'Laptop', counter: 7 }])
})

const wrong: [string, Answering][] = [
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['another site', { site: 'evil.example' }],
  ['nobody there', { flags: 4 }],
  ['a person it does not know', { flags: 1 }],
  ['a frame of another origin', { crossOrigin: true }],
]
describe.each([...wrong, ['the answer to another question', { type: 'payment.get' }] as [string, Answering]])(
  'with %s',
  (_, given) => {
    test('no passkey is added', async () => {
      const answer = await add(device.made(await addPage(), given))
      expect([answer.status, await listPasskeys(holders.state, account)]).toEqual([400, []])
    })

    test('nobody is signed in', async () => {
      await added()
      const answer = await signIn(device.proof(await signInPage(), given))
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
    })
  },
)

test('a counter that does not go up is that of a copy, and signs nobody in', async () => {
  await added()
  const statuses: number[] = []
  for (const counter of [3, 3, 2, 0, 4]) statuses.push((await signIn(device.proof(await signInPage(), { counter }))).status)
  expect(statuses).toEqual([303, 401, 401, 401, 303])
})

test('a challenge is taken once, and for what and whom it was given out', async () => {
  const challenge = await addPage()
  expect((await add(device.made(challenge))).status).toBe(303)
  expect((await add(authenticatorAt(`http://${host}`, newId()).made(challenge))).status).toBe(400)
  const proof = device.proof(await signInPage())
  expect([(await signIn(proof)).status, (await signIn(proof)).status]).toEqual([303, 401])
  expect((await signIn(device.proof(await addPage()))).status).toBe(401)
  const own = Buffer.alloc(56, 7).toString('base64url')
  expect((await signIn(device.proof(own))).status).toBe(401)
})

test('one byte of anything changed is refused, and never with a fault', async () => {
  await added()
  const fields = ['client', 'authenticator', 'signature'] as const
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), fc.nat(), fc.integer({ min: 1, max: 255 }), async (field, at, change) => {
      await holders.state.db.deleteFrom('attempt').execute()
      const proof = device.proof(await signInPage())
      const bytes = Buffer.from(proof[field]!, 'base64url')
      bytes[at % bytes.length]! ^= change
      expect((await signIn({ ...proof, [field]: bytes.toString('base64url') })).status).toBe(401)
    }),
    { numRuns: 40 },
  )
})

test('whatever a browser sends is refused without a fault', async () => {
  await added()
  const { id } = (await listPasskeys(holders.state, account))[0]!
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.base64String(), fc.string(), async (client, bytes, signature) => {
      await holders.state.db.deleteFrom('attempt').execute()
      expect((await signIn({ id, client, authenticator: bytes, signature })).status).toBe(401)
      expect((await add({ id, name: 'n', client, attestation: bytes })).status).toBe(400)
    }),
    { numRuns: 20 },
  )
})
