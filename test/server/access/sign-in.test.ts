import { describe, expect, test } from 'vitest'
import { sessionCookie } from '../../../server/access/session-cookie.ts'
import { safeNext } from '../../../server/accounts/sign-in.ts'
import { changeAccount, listKeys, revokeKey } from '../../../server/state/accounts.ts'
import { type Answer, edition, type Running, running } from '../fixture.ts'
import { madeKey } from '../key-holders.ts'
import { closedAfterTest, served } from '../served.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const archive = { '2026-07-20': 'recent' }

const { holders, server } = await served(edition({ edition: 'e1', archive }))

type Sent = Record<string, string>
const form = (fields: Sent, headers: Sent = {}, path = '/sign-in', at: Running = server) =>
  at.get(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      accept: browser,
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
const cookieOf = ({ headers }: Answer): string => headers['set-cookie']![0]!.split(';')[0]!
const read = (path: string, cookie: string, headers: Sent = {}, at: Running = server) =>
  at.get(path, { headers: { accept: browser, cookie, ...headers } })
const signedIn = async (key: string) => cookieOf(await form({ key }))

describe('whoever enters a key', () => {
  test('reads pages by a cookie that holds no key and that no script sees', async () => {
    const key = holders.keys.pro
    const answer = await form({ key, next: '/api/btc?date=2026-07-20' })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/api/btc?date=2026-07-20', 'cache-control': 'no-store' } })
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/),
    ])
    const page = await read('/api/btc?date=2026-07-20', cookieOf(answer))
    expect([page.status, page.text, page.headers['x-service-tier'], page.headers['cache-control']]).toEqual([
      200,
      'recent btc.quick-check html',
      'pro',
      'private, no-cache',
    ])
    const stored = JSON.stringify(await holders.state.db.selectFrom('session').selectAll().execute())
    expect(stored).not.toContain(cookieOf(answer).slice('session='.length))
    expect(JSON.stringify(server.lines)).not.toMatch(new RegExp(`${key}|${cookieOf(answer).slice('session='.length)}`))
  })

  test('reads what the plan of the key reads, as often as it may', async () => {
    const cookie = await signedIn(holders.keys.free)
    const before = Number((await read('/api/btc', cookie)).headers['x-ratelimit-remaining'])
    expect(Number((await read('/api/btc', cookie)).headers['x-ratelimit-remaining'])).toBe(before - 1)
    const page = await read('/api/btc?date=2026-07-20', cookie)
    expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(page.text).toContain('Another plan required')
  })

  test.each<[string, string, Sent, number]>([
    ['JSON', '/api/btc?format=json', {}, 401],
    ['Markdown', '/api/btc?format=markdown', {}, 401],
    ['what a script fetches', '/api/btc', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 401],
    ['what another page frames', '/api/btc', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 401],
    ['a request with another key', '/api/btc', { 'x-api-key': 'mb_live_not-a-key' }, 401],
    ['a request with a payment', '/api/btc', { authorization: 'Payment abc' }, 401],
    ['a page', '/api/btc', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 200],
  ])('the cookie reads pages alone: %s', async (_, path, headers, status) => {
    expect((await read(path, await signedIn(holders.keys.pro), headers)).status).toBe(status)
  })

  test('is shown who is signed in, and signs out for good', async () => {
    const cookie = await signedIn(holders.keys.basic)
    expect((await read('/sign-in', cookie)).text).toMatch(/You are signed in.*Basic plan.*action="\/sign-out"/s)
    const out = await form({}, { cookie }, '/sign-out')
    expect([out.status, out.headers.location, out.headers['set-cookie']]).toEqual([
      303,
      '/sign-in',
      ['session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'],
    ])
    expect((await read('/api/btc', cookie)).status).toBe(401)
    expect((await form({}, { cookie }, '/sign-out')).status).toBe(303)
    const page = await read('/sign-in', cookie)
    expect([page.text.includes('Sign in with a key'), page.headers['set-cookie']]).toEqual([true, out.headers['set-cookie']])
  })

  test('again, ends the session the browser had', async () => {
    const first = await signedIn(holders.keys.pro)
    const second = cookieOf(await form({ key: holders.keys.pro }, { cookie: first }))
    expect([(await read('/api/btc', first)).status, (await read('/api/btc', second)).status]).toEqual([401, 200])
  })
})

describe('a session ends', () => {
  const account = async () => (await listKeys(holders.state)).find(({ plan }) => plan === 'enterprise')!.account

  test('when its key is revoked, and reads nothing while the account is suspended', async () => {
    const made = await madeKey(holders.state, await account())
    const cookie = await signedIn(made.key)
    expect((await read('/api/btc', cookie)).status).toBe(200)
    await changeAccount(holders.state, made.account, { suspended_at: 1 }, { now: 1 })
    const page = await read('/api/btc', cookie)
    expect([page.status, page.text.includes('suspended')]).toEqual([403, true])
    await changeAccount(holders.state, made.account, { suspended_at: null }, { now: 1 })
    await revokeKey(holders.state, made.id, { now: 1 })
    expect((await read('/api/btc', cookie)).status).toBe(401)
  })

  test('when its key expires, and 30 days after the key was entered', async () => {
    const made = await madeKey(holders.state, await account())
    const cookie = await signedIn(made.key)
    const { db } = holders.state
    await db.updateTable('key').set({ expires_at: 1 }).where('id', '=', made.id).execute()
    expect((await read('/api/btc', cookie)).status).toBe(401)
    const other = await signedIn(holders.keys.pro)
    const [{ created_at: begun, expires_at: end } = { created_at: 0, expires_at: 0 }] = await db
      .selectFrom('session')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute()
    expect(end - begun).toBe(30 * 86_400_000)
    await db.updateTable('session').set({ expires_at: 1 }).execute()
    expect((await read('/api/btc', other)).status).toBe(401)
    await signedIn(holders.keys.pro)
    expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(1)
  })

  test('the oldest, where one key has more than twenty', async () => {
    const made = await madeKey(holders.state, await account())
    const cookies: string[] = []
    for (let i = 0; i < 22; i++) cookies.push(await signedIn(made.key))
    const { n } = await holders.state.db
      .selectFrom('session')
      .where('key', '=', made.id)
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(20)
    expect((await read('/api/btc', cookies.at(-1)!)).status).toBe(200)
  })
})

describe('the form is refused', () => {
  test.each<[string, Sent, Sent, number, string]>([
    ['a wrong key', { key: 'mb_live_wrong' }, {}, 401, 'unknown, mistyped, revoked or expired'],
    ['no key', {}, {}, 401, 'unknown, mistyped, revoked or expired'],
    ['from another site', { key: 'k' }, { 'sec-fetch-site': 'cross-site' }, 403, 'FOREIGN_FORM'],
    ['from another host of the domain', { key: 'k' }, { 'sec-fetch-site': 'same-site' }, 403, 'FOREIGN_FORM'],
    ['not a form', { key: 'k' }, { 'content-type': 'text/plain' }, 400, 'INVALID_REQUEST'],
    ['over 4 KB', { key: 'k'.repeat(5_000) }, {}, 413, 'FORM_TOO_LARGE'],
  ])('%s', async (_, fields, headers, status, text) => {
    const answer = await form(fields, headers)
    expect([answer.status, answer.headers['content-type'], answer.headers['set-cookie']]).toEqual([
      status,
      'text/html; charset=utf-8',
      undefined,
    ])
    expect(answer.text).toContain(text)
  })

  test('over 4 KB without saying so', async () => {
    const answer = await form({ key: 'k'.repeat(5_000) }, { 'transfer-encoding': 'chunked' })
    expect(answer.status).toBe(413)
  })

  test('a browser that says no Sec-Fetch-Site is judged by its Origin', async () => {
    const plain = async (origin: Sent) =>
      (
        await server.get('/sign-in', {
          method: 'POST',
          body: `key=${holders.keys.pro}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...origin },
        })
      ).status
    expect(await plain({ origin: `http://127.0.0.1:${server.port}` })).toBe(303)
    expect(await plain({ origin: 'http://evil.example' })).toBe(403)
    expect(await plain({ origin: 'null' })).toBe(403)
    expect(await plain({})).toBe(403)
  })

  test('after twenty wrong keys from one address, right ones too, with when to retry', async () => {
    const other = closedAfterTest(await running(edition({ edition: 'e1' }), { gate: holders.gate }))
    await holders.state.db.deleteFrom('attempt').execute()
    for (let i = 0; i < 20; i++) expect((await form({ key: 'x' }, {}, '/sign-in', other)).status).toBe(401)
    const answer = await form({ key: holders.keys.pro }, {}, '/sign-in', other)
    expect([answer.status, Number(answer.headers['retry-after']) > 800]).toEqual([429, true])
    expect((await other.get('/api/btc', { headers: { 'x-api-key': holders.keys.pro } })).status).toBe(200)
    await holders.state.db.deleteFrom('attempt').execute()
  })

  test('a POST of anything else has no form, and GET of /sign-out no page', async () => {
    expect((await form({}, {}, '/api/btc')).status).toBe(405)
    const answer = await server.get('/sign-out')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'OPTIONS, POST'])
  })
})

test('the form posts to this server alone, and tells it where it was sent from', async () => {
  const { headers, text } = await server.get('/sign-in?next=/api/btc%22%3E', { headers: { accept: browser } })
  expect(headers['content-security-policy']).toContain("form-action 'self'")
  expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['same-origin', 'no-store'])
  expect(text).toContain('name="next" value="/api/btc%22%3E"')
})

test.each([
  ['/api/btc?date=2026-07-20', '/api/btc?date=2026-07-20'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/..//evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/a b', '/'],
  ['', '/'],
  [undefined, '/'],
  [`/${'a'.repeat(2_001)}`, '/'],
])('after signing in, %j leads to %s', (next, path) => expect(safeNext(next)).toBe(path))

describe('the cookie', () => {
  const req = (headers: Sent, method = 'GET') => ({ method, headers }) as unknown as Parameters<typeof plain.tokenOf>[0]
  const plain = sessionCookie(false)
  const secure = sessionCookie(true)
  const token = 'a'.repeat(43)

  test('of a server behind https is sent over https alone, and no other host can set it', () => {
    expect(secure.keep(token, 1_000)).toBe(`__Host-session=${token}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=1`)
    expect(secure.tokenOf(req({ cookie: `session=${token}` }))).toBeNull()
    expect(secure.tokenOf(req({ cookie: `__Host-session=${token}` }))).toBe(token)
  })

  test.each<[string, Sent, string, string | null]>([
    ['GET', { cookie: `a=b; session=${token}` }, 'GET', token],
    ['HEAD', { cookie: `session=${token}` }, 'HEAD', token],
    ['POST', { cookie: `session=${token}` }, 'POST', null],
    ['a key beside it', { cookie: `session=${token}`, authorization: 'Bearer x' }, 'GET', null],
    ['two of the name', { cookie: `session=${token}; session=${'b'.repeat(43)}` }, 'GET', null],
    ['something else', { cookie: 'session=<script>' }, 'GET', null],
    ['none', {}, 'GET', null],
  ])('%s', (_, headers, method, expected) => expect(plain.tokenOf(req(headers, method))).toBe(expected))
})
