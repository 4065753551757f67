import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { untrustedHtml } from '../../../server/claims/claim-page.ts'
import { changeAccount, listKeys } from '../../../server/state/accounts.ts'
import { listAudit } from '../../../server/state/audit.ts'
import { findClaim, pollClaim } from '../../../server/state/claims.ts'
import { browserAt, signedUp } from '../accounts/browser.ts'
import { posted } from '../fixture.ts'
import { served } from '../served.ts'

const { holders, server } = await served(undefined, { now: Date.now })
beforeEach(() => holders.state.db.deleteFrom('attempt').execute())
afterEach(() => holders.state.db.deleteFrom('claim').execute())

async function begun(body: object = {}): Promise<{ code: string; token: string }> {
  const { text } = await server.get('/api/agent/claims', posted(body))
  const { claim_code: code, claim_token: token } = JSON.parse(text)
  return { code, token }
}
const stateOf = async (code: string) => (await findClaim(holders.state, code, Date.now()))?.state
const poll = ({ code, token }: { code: string; token: string }) =>
  pollClaim(holders.state, { code, token, deliver: true }, { prefix: 'mb' }, Date.now())
const approval = (code: string) => ({ code, decision: 'approve', same: code })

describe('a person who is signed in', () => {
  test('sees who asks, approves by the code, and the agent receives a key of their account', async () => {
    const { browser, email, account } = await signedUp(server, holders)
    const claim = await begun({ client_name: 'Scout', purpose: 'daily <notes>', client_version: '1.2' })
    const page = await browser.get(`/claim/${claim.code}`)
    expect([page.status, page.headers['refresh'], page.headers['cache-control']]).toEqual([200, '300', 'no-store'])
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    for (const text of [
      claim.code,
      'Scout',
      'daily &#60;notes&#62;',
      '127.0.0.1',
      'less than a minute ago',
      email,
      '30 per hour',
    ])
      expect(page.text).toContain(text)
    expect(page.text).not.toContain('<script')
    const done = await browser.send('/claim', approval(claim.code))
    expect([done.status, done.headers.location]).toEqual([303, `/claim/${claim.code}`])
    expect((await browser.get(`/claim/${claim.code}`)).text).toContain('<h1>Approved</h1>')
    const polled = await poll(claim)
    if (polled?.kind !== 'delivered') throw new Error('no key')
    expect(polled.made.account).toBe(account)
    expect((await browser.get(`/claim/${claim.code}`)).text).not.toContain(polled.made.key)
    const audit = await listAudit(holders.state, { account })
    expect(audit.map(({ what, actor }) => `${what} ${actor}`)).toEqual(
      expect.arrayContaining(['claim.approved person', 'key.created agent']),
    )
  })

  test('is told of the key that would be replaced, and of an account that is full', async () => {
    const { browser, account } = await signedUp(server, holders)
    for (const name of ['Scout', 'Clerk']) {
      const claim = await begun({ client_name: name })
      await browser.send('/claim', approval(claim.code))
      await poll(claim)
    }
    expect((await listKeys(holders.state, account)).length).toBe(2)
    const other = (await browser.get(`/claim/${(await begun({ client_name: 'Third' })).code}`)).text
    expect([other.includes('2 of 2 keys'), other.includes('replaces the key')]).toEqual([true, false])
    const same = (await browser.get(`/claim/${(await begun({ client_name: 'Scout' })).code}`)).text
    expect([same.includes('2 of 2 keys'), same.includes('replaces the key')]).toEqual([false, true])
  })

  test('is warned of a name that looks like another one, and of no other', async () => {
    const { browser } = await signedUp(server, holders)
    const warned = async (name: string) =>
      (await browser.get(`/claim/${(await begun({ client_name: name })).code}`)).text.includes('It may imitate another name.')
    expect([
      await warned('\u0421laude'),
      await warned('C\u04cfaude'),
      await warned('Claude'),
      await warned('エージェント'),
    ]).toEqual([...[true, true], ...[false, false]])
  })

  test('denies, and nobody approves after that', async () => {
    const { browser } = await signedUp(server, holders)
    const { code } = await begun()
    await browser.send('/claim', { code, decision: 'deny' })
    await browser.send('/claim', approval(code))
    expect(await stateOf(code)).toBe('denied')
    expect((await browser.get(`/claim/${code.toLowerCase()}`)).text).toContain('<h1>Denied</h1>')
  })

  test('cannot approve without the code, with a suspended account, or by a form without a decision', async () => {
    const { browser, account } = await signedUp(server, holders)
    const { code } = await begun()
    for (const same of [{}, { same: 'MB-AAAA-AAAA' }]) {
      const answer = await browser.send('/claim', { code, decision: 'approve', ...same })
      expect([answer.status, answer.text.includes('role="alert"')]).toEqual([400, true])
    }
    expect((await browser.send('/claim', { code, same: code })).status).toBe(400)
    await changeAccount(holders.state, account, { suspended_at: 1 }, { now: 1 })
    expect((await browser.send('/claim', approval(code))).status).toBe(403)
    expect(await stateOf(code)).toBe('pending')
  })

  test('finds no claim by trying codes', async () => {
    const { browser } = await signedUp(server, holders)
    const { code } = await begun()
    for (let i = 0; i < 30; i++) expect((await browser.get('/claim/MB-AAAA-AAAA')).status).toBe(404)
    expect((await browser.get(`/claim/${code}`)).status).toBe(429)
    expect((await (await signedUp(server, holders)).browser.get(`/claim/${code}`)).status).toBe(200)
  })
})

describe('A-22: nothing is approved', () => {
  test('by 100 GETs, as previews of links send them', async () => {
    const { browser } = await signedUp(server, holders)
    const { code } = await begun()
    for (let i = 0; i < 50; i++) {
      await browser.get(`/claim/${code}`)
      await browser.get(`/claim/${code}?decision=approve&same=${code}`)
    }
    expect(await stateOf(code)).toBe('pending')
  })

  test('by 100 forms of other sites', async () => {
    const { browser } = await signedUp(server, holders)
    const { code } = await begun()
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: `http://127.0.0.1:${server.port}` },
    ]
    for (let i = 0; i < 100; i++) expect((await browser.send('/claim', approval(code), foreign[i % 4]!)).status).toBe(403)
    expect(await stateOf(code)).toBe('pending')
  })

  test('by whoever is not signed in, or has a key alone; they see nothing of the claim', async () => {
    const { code } = await begun({ client_name: 'Scout' })
    const stranger = browserAt(server)
    const withKey = browserAt(server)
    await withKey.send('/sign-in', { key: holders.keys.pro })
    const unknown = await stranger.get('/claim/MB-AAAA-AAAA')
    const page = await stranger.get(`/claim/${code}`)
    expect([page.status, page.text.includes('Scout')]).toEqual([200, false])
    expect(page.text.replaceAll(code, '')).toBe(unknown.text.replaceAll('MB-AAAA-AAAA', ''))
    for (const known of [code, 'MB-AAAA-AAAA'])
      expect(await withKey.get(`/claim/${known}`)).toMatchObject({ status: 403, text: expect.stringContaining('SCOPE_REQUIRED') })
    for (const browser of [stranger, withKey]) await browser.send('/claim', approval(code))
    expect(await stateOf(code)).toBe('pending')
  })
})

test('words of a stranger are inert', () => {
  const words = untrustedHtml('<b onclick=x>\u202eevil\u200b&')
  expect(words).toBe('<bdi dir="auto">&#60;b onclick=x&#62;\ufffdevil\ufffd&#38;</bdi>')
  expect(untrustedHtml(null)).toBe('nothing')
})
