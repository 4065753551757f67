import { beforeEach, describe, expect, test } from 'vitest'
import { changeAccount } from '../../../server/state/accounts.ts'
import { listAudit } from '../../../server/state/audit.ts'
import { createClaim } from '../../../server/state/claims.ts'
import { issueReset, personByEmail } from '../../../server/state/people.ts'
import { claimed, claimOf, terms } from '../../state/claim-model.ts'
import { served } from '../served.ts'
import { type Browser, browserAt, keyIn, password, signedUp } from './browser.ts'

const { holders, server } = await served()

let browser: Browser
let email: string
let account: string
beforeEach(async () => {
  await holders.state.db.deleteFrom('attempt').execute()
  ;({ browser, email, account } = await signedUp(server, holders))
})

const signedInElsewhere = async () => {
  const other = browserAt(server)
  await other.send('/sign-in', { email, password })
  return other
}
const idIn = (page: string, name = 'key') => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!
const readWith = async (key: string) => (await server.get('/api/btc', { headers: { 'x-api-key': key } })).status

describe('keys', () => {
  test('are made with a name, shown once, read at once, rotated with an overlap and revoked', async () => {
    const made = await browser.send('/settings/keys', { name: 'desk <b>' })
    const key = keyIn(made.text)!
    expect([made.status, made.headers['cache-control'], await readWith(key)]).toEqual([200, 'no-store', 200])
    const page = await browser.get('/settings')
    expect([keyIn(page.text), page.text.includes('desk &#60;b&#62;'), page.text.includes(`<code>${key.slice(0, 12)}…`)]).toEqual([
      null,
      true,
      true,
    ])
    const rotated = await browser.send('/settings/keys/rotate', { key: idIn(page.text) })
    const next = keyIn(rotated.text)!
    expect([await readWith(key), await readWith(next)]).toEqual([200, 200])
    expect((await browser.send('/settings/keys/rotate', { key: idIn(page.text) })).status).toBe(400)
    expect((await browser.send('/settings/keys/revoke', { key: idIn(page.text) })).text).toContain('is revoked')
    await expect.poll(() => readWith(key), { timeout: 1_000 }).toBe(401)
    expect(await readWith(next)).toBe(200)
    expect(JSON.stringify(server.lines)).not.toContain(next)
  })

  test('are as many as the plan allows, and none for a suspended account', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 3; at++) statuses.push((await browser.send('/settings/keys', { name: `n${at}` })).status)
    expect(statuses).toEqual([200, 200, 400])
    const page = await browser.get('/settings')
    expect(page.text).toContain('The plan allows no further key')
    await browser.send('/settings/keys/revoke', { key: idIn(page.text) })
    await changeAccount(holders.state, account, { suspended_at: 1 }, { now: 1 })
    expect((await browser.send('/settings/keys', { name: 'n' })).text).toContain('The account is suspended')
    expect((await browser.send('/settings/keys', { name: '\u202eevil' })).text).toContain('printable characters')
  })

  test('of another account are out of reach', async () => {
    await browser.send('/settings/keys', { name: 'mine' })
    const mine = idIn((await browser.get('/settings')).text)
    const other = browserAt(server)
    await other.send('/sign-up', { email: 'other@example.com', password })
    expect((await other.send('/settings/keys/revoke', { key: mine })).status).toBe(400)
    expect((await other.send('/settings/keys/rotate', { key: mine })).status).toBe(400)
    expect((await listAudit(holders.state, { account })).map(({ what }) => what).toSorted()).toEqual([
      'account.created',
      'key.created',
    ])
  })
})

describe('a person', () => {
  test('sees plan, what is left, usage and sessions, and ends one or all others', async () => {
    const others = [await signedInElsewhere(), await signedInElsewhere(), await signedInElsewhere()]
    await browser.get('/api/btc')
    const page = await browser.get('/settings')
    expect(page.text).toContain('29 of 30 left')
    expect(page.text).toMatch(/1 in the last 30 days; most on \d+ \w+: 1\./)
    expect(page.text).toContain('Firefox &#60;b&#62;')
    await browser.send('/settings/sessions/end', { session: idIn(page.text, 'session') })
    const signedIn = async () => (await Promise.all(others.map((each) => each.get('/settings')))).map(({ status }) => status)
    expect((await signedIn()).filter((status) => status === 200)).toHaveLength(2)
    await browser.send('/settings/sessions/end', { session: 'others' })
    expect([await signedIn(), (await browser.get('/settings')).status]).toEqual([[303, 303, 303], 200])
  })

  test('changes the password with the old one, which ends the other sessions', async () => {
    const other = await signedInElsewhere()
    const change = (old: string) => browser.send('/settings/password', { old, new: 'another lantern entirely' })
    expect((await change('wrong')).text).toContain('The current password is wrong')
    expect((await other.get('/settings')).status).toBe(200)
    expect((await change(password)).text).toContain('The password is changed')
    expect([(await other.get('/settings')).status, (await browser.get('/settings')).status]).toEqual([303, 200])
    expect((await browserAt(server).send('/sign-in', { email, password })).status).toBe(401)
  })

  test('downloads all that is kept, without a secret, and deletes it', async () => {
    const key = keyIn((await browser.send('/settings/keys', { name: 'desk' })).text)!
    const file = await browser.get('/settings/data')
    const data = JSON.parse(file.text)
    expect([Object.keys(data), data.account.email, data.keys.length, data.sessions.length]).toEqual([
      ['account', 'keys', 'webhooks', 'morning_mail', 'passkeys', 'sessions', 'claims', 'usage', 'audit'],
      email,
      1,
      1,
    ])
    expect(file.headers['content-disposition']).toContain('attachment')
    expect(file.text).not.toMatch(new RegExp(`${key}|argon2|hash`))
    expect((await browser.send('/settings/delete', { password: 'wrong' })).status).toBe(400)
    expect((await browser.send('/settings/delete', { password })).headers.location).toBe('/')
    await expect.poll(() => readWith(key), { timeout: 1_000 }).toBe(401)
    expect([browser.cookie(), await personByEmail(holders.state, email)]).toEqual(['', null])
  })

  test('has the claims of agents that they decided in the data, and deleting the account takes them out', async () => {
    const decide = async (decision: 'approve' | 'deny') => {
      const asked = claimOf({ client_name: 'Scout', network: '203.0.113.9' })
      const { code } = claimed(await createClaim(holders.state, asked, terms, Date.now()))
      expect((await browser.send('/claim', { code, decision, same: code })).status).toBe(303)
      return code
    }
    const codes = [await decide('approve'), await decide('deny')]
    const { claims } = JSON.parse((await browser.get('/settings/data')).text)
    expect(claims).toMatchObject(codes.map((code, at) => ({ code, state: ['approved', 'denied'][at], client_name: 'Scout' })))
    expect(JSON.stringify(claims)).not.toMatch(/token|203\.0\.113/)
    await browser.send('/settings/delete', { password })
    const left = await holders.state.db.selectFrom('claim').selectAll().execute()
    expect([left.map(({ code }) => code), JSON.stringify(left).includes(account)]).toEqual([[], false])
  })

  test('changes nothing sixty times in an hour', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 61; at++) statuses.push((await browser.send('/settings/keys/revoke', { key: 'none' })).status)
    expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([60, 429])
  })
})

test.each(['/settings', '/settings/data'])(
  '%s leads to the sign-in form where nobody is signed in, and says so where a key was entered',
  async (path) => {
    const answer = await browserAt(server).get(path)
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?next=%2Fsettings'])
    const withKey = browserAt(server)
    await withKey.send('/sign-in', { key: holders.keys.pro })
    const refused = await withKey.get(path)
    expect([refused.status, refused.text.includes('Sign out at /sign-in')]).toEqual([403, true])
  },
)

test.each([
  ['/settings/keys', { name: 'n' }],
  ['/settings/keys/rotate', { key: 'k' }],
  ['/settings/keys/revoke', { key: 'k' }],
  ['/settings/sessions/end', { session: 'others' }],
  ['/settings/password', { old: password, new: 'another lantern entirely' }],
  ['/settings/delete', { password }],
  ['/reset', { code: 'c', password }],
])('%s is refused from another site and changes nothing by a key or without a session', async (path, fields) => {
  const before = JSON.stringify(await listAudit(holders.state, {}))
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await browser.send(path, fields, { 'sec-fetch-site': site })).status).toBe(403)
  expect((await browser.send(path, fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const nobody = await browserAt(server).send(path, fields, { authorization: `Bearer ${holders.keys.pro}` })
  expect(nobody.status).toBe(path === '/reset' ? 404 : 303)
  expect(JSON.stringify(await listAudit(holders.state, {}))).toBe(before)
})

test('a link of the operator sets a password once, however often it is looked at', async () => {
  const link = await issueReset(holders.state, account, null, { now: Date.now() })
  if (typeof link === 'string') throw new Error(link)
  const fresh = browserAt(server)
  for (let at = 0; at < 3; at++) expect((await fresh.get(`/reset?code=${link.code}`)).status).toBe(200)
  expect((await fresh.send('/reset', { code: link.code, password: 'short' })).status).toBe(400)
  const chosen = 'another lantern entirely'
  const done = await fresh.send('/reset', { code: link.code, password: chosen })
  expect([done.status, done.headers.location, (await fresh.get('/settings')).status]).toEqual([303, '/settings', 200])
  expect([
    (await browser.get('/settings')).status,
    (await fresh.send('/reset', { code: link.code, password: chosen })).status,
  ]).toEqual([303, 404])
  expect((await fresh.get(`/reset?code=${link.code}`)).status).toBe(404)
  expect(JSON.stringify(server.lines)).not.toContain(link.code)
})
