import { beforeEach, expect, test } from 'vitest'
import { widerNetwork } from '../../../server/http/network.ts'
import { secretHash } from '../../../server/state/key.ts'
import { issueReset } from '../../../server/state/people.ts'
import { served } from '../served.ts'
import { browserAt, password, signedUp } from './browser.ts'

const { holders, server } = await served(undefined, { now: Date.now, proxies: ['127.0.0.1'] })
const { browser: device, email, account } = await signedUp(server, holders)
beforeEach(() => holders.state.db.deleteFrom('attempt').execute())

const at = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (address: string, entered: string, browser = browserAt(server)) =>
  browser.send('/sign-in', { email, password: entered }, at(address))
const attackers = Array.from({ length: 6 }, (_each, n) => `198.51.${n}.7`)

test('1.4: 100 wrong passwords from six addresses lock nobody out elsewhere, nor a signed-in device, nor a passkey', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 126; n++) statuses.push((await signIn(attackers[n % 6]!, 'wrong')).status)
  expect([statuses.filter((each) => each === 401).length, statuses.filter((each) => each === 429).length]).toEqual([120, 6])
  expect((await signIn('203.0.113.9', password)).status).toBe(303)
  expect((await signIn(attackers[0]!, password)).status).toBe(429)
  // the device of the owner stands in the network of an attacker
  expect((await signIn(attackers[0]!, password, device)).status).toBe(303)
  const change = { old: password, new: password }
  expect((await device.send('/settings/password', change, at(attackers[0]!))).status).toBe(200)
  // nothing proves this one, and it is looked at
  expect((await browserAt(server).send('/sign-in/passkey', { id: 'x' }, at(attackers[0]!))).status).toBe(401)
})

test('1.4: neighbours in a network share its attempts at an account', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 24; n++) statuses.push((await signIn(`198.51.100.${n}`, 'wrong')).status)
  expect(statuses.filter((each) => each === 401)).toHaveLength(20)
  expect((await signIn('198.51.101.1', password)).status).toBe(303)
  expect(['198.51.100.7', '2001:db8:1:2::9', '::ffff:198.51.100.7'].map(widerNetwork)).toEqual([
    '198.51.100',
    '8193:3512:1',
    '198.51.100',
  ])
})

test('1.4: 2,000 guesses a day are the most against one account; then a signed-in device and a link stay open', async () => {
  await signIn('203.0.113.9', 'wrong')
  const whose = secretHash(email)
  const all = holders.state.db.updateTable('attempt').where('what', '=', 'password by email').where('whose', '=', whose)
  await all.set({ count: 1_999 }).execute()
  expect([(await signIn('203.0.113.10', 'wrong')).status, (await signIn('192.0.2.1', password)).status]).toEqual([401, 429])
  expect((await signIn('192.0.2.1', password, device)).status).toBe(303)
  const link = await issueReset(holders.state, account, null, { now: Date.now() })
  if (typeof link === 'string') throw new Error(link)
  expect((await browserAt(server).send('/reset', { code: link.code, password }, at('192.0.2.1'))).status).toBe(303)
})

test('1.4: a browser that is signed in guesses ten times an hour at most', async () => {
  const own = browserAt(server)
  await signIn('203.0.113.9', password, own)
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await own.send('/settings/delete', { password: 'wrong' })).status)
  expect([statuses.filter((each) => each === 400).length, statuses.at(-1)]).toEqual([10, 429])
})

test('1.4: the right password uses up no attempt', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 22; n++) statuses.push((await signIn('203.0.113.9', password)).status)
  expect(new Set(statuses)).toEqual(new Set([303]))
})
