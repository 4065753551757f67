import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Passwords } from '../../../server/access/passwords.ts'
import { changeAccount } from '../../../server/state/accounts.ts'
import { personByEmail } from '../../../server/state/people.ts'
import { edition } from '../fixture.ts'
import { madeKey } from '../key-holders.ts'
import { served } from '../served.ts'
import { browserAt, password, signedUp } from './browser.ts'

/** What a comparison of a password waits for before it begins. */
const before = vi.hoisted(() => ({ comparing: Promise.resolve() }))
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof library.verify = async (...given) => {
    await before.comparing
    return library.verify(...given)
  }
  return { ...library, verify }
})

const { holders, server } = await served(edition({ edition: 'e1', archive: { '2026-07-20': 'recent' } }))
beforeEach(() => holders.state.db.deleteFrom('attempt').execute())

const remaining = (answer: { headers: Record<string, unknown> }) => Number(answer.headers['x-ratelimit-remaining'])

describe('whoever signs up', () => {
  test('is signed in, has a free account, and is kept as argon2id alone', async () => {
    const browser = browserAt(server)
    const answer = await browser.send('/sign-up', { email: ' Ada@Example.com', password, next: '/api/btc' })
    expect([answer.status, answer.headers.location]).toEqual([303, '/api/btc'])
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/),
    ])
    const person = await personByEmail(holders.state, 'ada@example.com')
    expect(person?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const stored = JSON.stringify(await holders.state.db.selectFrom('session').selectAll().execute())
    expect(stored).not.toContain(browser.cookie().slice('session='.length))
    expect(JSON.stringify(server.lines)).not.toMatch(/lantern|ada@example/i)
  })

  test('reads pages by the counters of the account, which a key of it shares', async () => {
    const { browser, account } = await signedUp(server, holders)
    const made = await madeKey(holders.state, account)
    const page = await browser.get('/api/btc')
    expect([page.status, page.headers['x-service-tier']]).toEqual([200, 'free'])
    const byKey = await server.get('/api/btc', { headers: { 'x-api-key': made.key } })
    expect([remaining(page), remaining(byKey)]).toEqual([29, 28])
    expect((await browser.get('/api/btc?date=2026-07-20')).status).toBe(403)
    await changeAccount(holders.state, account, { plan: 'pro' }, { now: 1 })
    expect((await browser.get('/api/btc?date=2026-07-20')).status).toBe(200)
    await changeAccount(holders.state, account, { suspended_at: 1 }, { now: 1 })
    expect((await browser.get('/api/btc')).status).toBe(403)
    expect((await browser.get('/api/btc?format=json')).status).toBe(401)
  })

  test.each([
    ['no address', 'ada', password, 'not an email address'],
    ['markup', '<b>@example.com', password, 'not an email address'],
    ['a short password', 'x@example.com', 'lantern', 'shorter than 12'],
    ['the address in the password', 'x@example.com', 'x@example.com!!', 'contains the email address'],
    ['one character', 'x@example.com', 'aaaaaaaaaaaaaaaa', 'same few characters'],
    ['a taken address', 'TAKEN@example.com', password, 'No account was created'],
  ])('is told what is wrong: %s', async (_, email, chosen, message) => {
    await browserAt(server).send('/sign-up', { email: 'taken@example.com', password })
    const answer = await browserAt(server).send('/sign-up', { email, password: chosen })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([400, undefined])
    expect(answer.text).toContain(message)
    expect(answer.text).not.toMatch(/<b>|lantern/)
  })

  test('is refused after five accounts from one address in an hour, whatever a forwarding header says', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 7; at++) {
      const fields = { email: `many${at}@example.com`, password }
      const answer = await browserAt(server).send('/sign-up', fields, { 'x-forwarded-for': `203.0.113.${at}` })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429])
  })

  test.each(['cross-site', 'same-site', 'none'])('is refused from a form that is %s', async (site) => {
    const answer = await browserAt(server).send('/sign-up', { email: 'far@example.com', password }, { 'sec-fetch-site': site })
    expect([answer.status, await personByEmail(holders.state, 'far@example.com')]).toEqual([403, null])
  })
})

describe('whoever signs in', () => {
  test('with the password is signed in anew, in place of the session before, and signs out', async () => {
    const { browser, email } = await signedUp(server, holders)
    const before = browser.cookie()
    const answer = await browser.send('/sign-in', { email, password, next: '/api/btc' })
    expect([answer.status, answer.headers.location, browser.cookie() === before]).toEqual([303, '/api/btc', false])
    expect((await server.get('/sign-in', { headers: { cookie: before } })).text).toContain('No account yet?')
    expect((await browser.get('/sign-in')).text).toContain('on the Free plan')
    await browser.send('/sign-out', {})
    expect([browser.cookie(), (await browser.get('/api/btc')).status]).toEqual(['', 401])
  })

  test('with a wrong password is answered like an address nobody has', async () => {
    const { email } = await signedUp(server, holders)
    const [wrong, unknown] = await Promise.all([
      browserAt(server).send('/sign-in', { email, password: 'wrong' }),
      browserAt(server).send('/sign-in', { email: 'nobody@example.com', password: 'wrong' }),
    ])
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.text).toBe(unknown.text.replaceAll('nobody@example.com', email))
  })

  test('with wrong passwords is refused after twenty in a quarter of an hour, and right ones do not count', async () => {
    const { email } = await signedUp(server, holders)
    for (let at = 0; at < 3; at++) await browserAt(server).send('/sign-in', { email, password })
    const wrong = await Promise.all(
      Array.from({ length: 24 }, () => browserAt(server).send('/sign-in', { email, password: 'wrong' })),
    )
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(20)
    const answer = await browserAt(server).send('/sign-in', { email, password })
    expect([answer.status, Number(answer.headers['retry-after']) > 800]).toEqual([429, true])
  })
})

test('of a flood of sign-ins 4 are taken up and 64 wait, and the rest is told to retry without an attempt used up', async () => {
  const { email } = await signedUp(server, holders)
  let compare = () => {}
  before.comparing = new Promise((resolve) => {
    compare = resolve
  })
  let refused = 0
  const flood = Array.from({ length: 150 }, async () => {
    const { status, headers } = await browserAt(server).send('/sign-in', { email, password })
    if (status === 429 && headers['retry-after'] === '2') refused++
    return status
  })
  await vi.waitFor(() => expect(refused).toBe(82), 20_000)
  compare()
  const statuses = await Promise.all(flood)
  expect(statuses.filter((status) => status === 303)).toHaveLength(68)
  const wrong = await Promise.all(
    Array.from({ length: 20 }, () => browserAt(server).send('/sign-in', { email, password: 'wrong' })),
  )
  expect(wrong.map(({ status }) => status)).toEqual(Array(20).fill(401))
})

test('of a flood of passwords one is hashed at a time, 64 wait, and the rest is refused', async () => {
  const passwords = new Passwords()
  const stored = await passwords.hash('one')
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.matches(stored, 'one')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(65)
  expect(await Promise.all([passwords.matches(stored, 'one'), passwords.matches(stored, 'two')])).toEqual([true, false])
  expect(await passwords.matches(null, 'nobody has this password')).toBe(false)
})
