import { beforeEach, describe, expect, test } from 'vitest'
import { changeAccount, listKeys } from '../../../server/state/accounts.ts'
import { approveClaim, createClaim } from '../../../server/state/claims.ts'
import { addPasskey, listPasskeys } from '../../../server/state/passkeys.ts'
import { createPerson, personByEmail, readMailedLink } from '../../../server/state/people.ts'
import { listWebhooks } from '../../../server/state/webhooks.ts'
import { claimed, claimOf, terms } from '../../state/claim-model.ts'
import { edition, fakeReader, posted } from '../fixture.ts'
import { madeKey } from '../key-holders.ts'
import { served } from '../served.ts'
import { registered } from '../webhooks/receiver.ts'
import { type Browser, browserAt, keyIn, password, signedUp } from './browser.ts'
import { codeIn, servedWithMail } from './mail-server.ts'

const webhooks = { reader: fakeReader(edition({ edition: 'e1' })), local: true }
const { mail, holders, server } = await servedWithMail({ now: Date.now }, { webhooks })
const mailless = await served()
let people = 0
let email: string
beforeEach(async () => {
  mail.taken.length = 0
  email = `person${people++}@example.com`
  await holders.state.db.deleteFrom('attempt').execute()
  await holders.state.db.deleteFrom('claim').execute()
})

const mailed = async (): Promise<string> => {
  await expect.poll(() => mail.taken).toHaveLength(1)
  return mail.taken.pop()!.message
}
const readWith = async (key: string) => (await server.get('/api/btc', { headers: { 'x-api-key': key } })).status
const askedFor = async () => {
  const { text } = await server.get('/api/agent/claims', posted({ client_name: 'Scout' }))
  return (JSON.parse(text) as { claim_code: string }).claim_code
}

/** An account from before its address had to be proved, which somebody is signed in to. */
async function unproved(): Promise<{ browser: Browser; account: string; key: string }> {
  const made = await createPerson(holders.state, { email, password: null }, { now: 1 })
  if (made === 'taken') throw new Error(made)
  await browserAt(server).send('/forgot', { email })
  const browser = browserAt(server)
  await browser.send('/reset', { code: codeIn(await mailed()), password })
  await holders.state.db.updateTable('person').set({ proved_at: null }).where('account', '=', made.id).execute()
  await changeAccount(holders.state, made.id, { plan: 'basic' }, { now: 1 })
  const { key } = await madeKey(holders.state, made.id, { name: 'desk <b>', now: 1 })
  return { browser, account: made.id, key }
}

describe('1.2: whoever signs up where mail is sent', () => {
  test('has no account before the link in the mail is followed, and is answered alike whether the address is known', async () => {
    const fields = { email, password, next: '/api/btc' }
    const unknown = await browserAt(server).send('/sign-up', fields)
    const code = codeIn(await mailed())
    expect([unknown.status, unknown.headers['set-cookie'], await personByEmail(holders.state, email)]).toEqual([
      200,
      undefined,
      null,
    ])
    expect((await browserAt(server).send('/sign-in', { email, password })).status).toBe(401)
    const browser = browserAt(server)
    expect((await browser.get(`/reset?code=${code}`)).text).toContain('Create an account')
    expect((await browser.send('/reset', { code, password: 'short' })).status).toBe(400)
    const done = await browser.send('/reset', { code, password })
    expect([done.status, done.headers.location, (await browser.get('/settings')).status]).toEqual([303, '/settings', 200])
    expect((await personByEmail(holders.state, email))?.proved_at).not.toBeNull()
    expect(keyIn((await browser.send('/settings/keys', { name: 'desk' })).text)).not.toBeNull()
    const known = await browserAt(server).send('/sign-up', fields)
    const same = ({ status, text, headers: { date: _date, 'x-request-id': _id, ...headers } }: typeof known) => ({
      ...{ status, headers },
      text: text.replace(/nonce-[\w+/=]+|req_\w+/g, ''),
    })
    expect(same(known)).toEqual(same(unknown))
    const told = await mailed()
    expect([told.includes('has one already'), /reset\?code/.test(told)]).toEqual([true, false])
  })

  test('uses the link once, within an hour, and only the newest; the store has its hash alone', async () => {
    await browserAt(server).send('/sign-up', { email })
    const older = codeIn(await mailed())
    await browserAt(server).send('/sign-up', { email })
    const code = codeIn(await mailed())
    expect(JSON.stringify(await holders.state.db.selectFrom('mailed_link').selectAll().execute())).not.toContain(code)
    const inAnHour = await readMailedLink(holders.state, code, Date.now() + 3_600_001)
    expect([(await browserAt(server).get(`/reset?code=${older}`)).status, inAnHour]).toEqual([404, null])
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await browserAt(server).send('/reset', { code, password })).status),
    )
    expect(statuses.toSorted()).toEqual([303, 404, 404, 404])
  })
})

describe('1.2: an account whose address nobody has proved', () => {
  test('reads pages, and makes no key, passkey, approval or webhook before the link is followed', async () => {
    const { browser, account, key } = await unproved()
    expect([(await browser.get('/api/btc')).status, await readWith(key)]).toEqual([200, 200])
    expect((await browser.get('/settings')).text).toContain('is not proved yet')
    const claim = await askedFor()
    const hook = { url: 'http://127.0.0.1:9/hook', types: 'state.changed', companies: '' }
    const { webhook } = await registered(holders.state, hook.url, { account })
    const id = (await listKeys(holders.state, account))[0]!.id
    const tries = [
      await browser.send('/settings/keys', { name: 'n' }),
      await browser.send('/settings/keys/rotate', { key: id }),
      await browser.get('/settings/passkeys'),
      await browser.send('/settings/passkeys', { name: 'n' }),
      await browser.send('/claim', { code: claim, decision: 'approve', same: claim }),
      await browser.send('/settings/webhooks', hook),
      await server.get('/api/webhooks', posted({ url: hook.url }, { 'x-api-key': key })),
      await browser.send('/settings/webhooks/rotate', { webhook: webhook.id }),
      await server.get(`/api/webhooks/${webhook.id}/rotate`, { method: 'POST', headers: { 'x-api-key': key } }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 400, 403, 400, 403])
    for (const { text } of tries) expect(text).toContain('is not proved yet')
    for (const { text } of tries) expect(text).not.toContain('whsec_')
    const left = [await listKeys(holders.state, account), await listWebhooks(holders.state, account)]
    expect(left.map(({ length }) => length)).toEqual([1, 1])
    // what takes access away goes on
    expect((await browser.send('/settings/keys/revoke', { key: id })).status).toBe(200)
    await browser.send('/forgot', { email })
    await browser.send('/reset', { code: codeIn(await mailed()), password })
    expect((await browser.send('/settings/keys', { name: 'n' })).status).toBe(200)
    expect((await browser.send('/claim', { code: claim, decision: 'approve', same: claim })).status).toBe(303)
  })
})

describe('1.2: a password that is reset', () => {
  const link = async () => {
    await browserAt(server).send('/forgot', { email })
    return codeIn(await mailed())
  }
  const withPasskey = async () => {
    const made = await unproved()
    const row = { id: `id-${email}`, account: made.account, name: 'Phone <b>', public_key: 'key', counter: 0 }
    await addPasskey(holders.state, row, { now: 1 })
    await registered(holders.state, 'https://hooks.example/', { account: made.account })
    return made
  }

  test('ends sessions, passkeys and keys of whoever came first, and proves the address', async () => {
    const { browser, account, key } = await withPasskey()
    const byKey = browserAt(server)
    await byKey.send('/sign-in', { key })
    const code = await link()
    const page = await browserAt(server).get(`/reset?code=${code}`)
    expect(page.text).toContain('Keep the key desk &#60;b&#62;, made <time datetime="1970-01-01T00:00:00.001Z">')
    expect(page.text).toContain('Keep the passkey Phone &#60;b&#62;')
    expect(page.text).not.toContain('checked')
    expect((await browserAt(server).send('/reset', { code, password: 'the second lantern' })).status).toBe(303)
    expect([(await browser.get('/settings')).status, (await byKey.get('/api/btc')).status]).toEqual([303, 401])
    await expect.poll(() => readWith(key), { timeout: 1_000 }).toBe(401)
    expect([await listPasskeys(holders.state, account), await listWebhooks(holders.state, account)]).toEqual([[], []])
    expect((await personByEmail(holders.state, email))?.proved_at).not.toBeNull()
  })

  test('leaves no key to an agent that polls for the first time after it', async () => {
    const { account } = await withPasskey()
    const { code, token } = claimed(await createClaim(holders.state, claimOf(), terms, Date.now()))
    await approveClaim(holders.state, code, account, { now: Date.now() })
    expect((await browserAt(server).send('/reset', { code: await link(), password })).status).toBe(303)
    const headers = { authorization: `Bearer ${token}` }
    const { text } = await server.get(`/api/agent/claims/${code}`, { headers })
    expect([JSON.parse(text).status, keyIn(text)]).toEqual(['denied', null])
  })

  test('leaves those that the person ticks in the form', async () => {
    const { account, key } = await withPasskey()
    const code = await link()
    const { text } = await browserAt(server).get(`/reset?code=${code}`)
    const kept = Object.fromEntries(
      [...text.matchAll(/name="(key|passkey|webhook)" value="([^"]+)"/g)].map(([, name, id]) => [name!, id!]),
    )
    const weak = await browserAt(server).send('/reset', { code, password: 'short', ...kept })
    expect([weak.status, weak.text.match(/ checked/g)?.length]).toEqual([400, 3])
    expect((await browserAt(server).send('/reset', { code, password, ...kept })).status).toBe(303)
    const left = [await listPasskeys(holders.state, account), await listWebhooks(holders.state, account)]
    expect([await readWith(key), ...left.map(({ length }) => length)]).toEqual([200, 1, 1])
  })
})

describe('1.2: five minutes after the password was entered', () => {
  const proved = async () => {
    await browserAt(server).send('/sign-up', { email })
    const browser = browserAt(server)
    await browser.send('/reset', { code: codeIn(await mailed()), password })
    await later()
    return browser
  }
  const later = () =>
    holders.state.db
      .updateTable('session')
      .set({ proved_at: Date.now() - 300_500 })
      .execute()

  test('a new key asks for it again, and is made with what was entered before', async () => {
    const browser = await proved()
    const asked = await browser.send('/settings/keys', { name: 'desk <b>' })
    expect([asked.status, keyIn(asked.text)]).toEqual([401, null])
    expect(asked.text).toContain(
      '<form method="post" action="/settings/keys"><input type="hidden" name="name" value="desk &#60;b&#62;">',
    )
    expect((await browser.send('/settings/keys', { name: 'desk', password: 'wrong' })).text).toContain('The password is wrong')
    expect(keyIn((await browser.send('/settings/keys', { name: 'desk', password })).text)).not.toBeNull()
    const { text } = await browser.get('/settings')
    const key = /name="key" value="([^"]+)"/.exec(text)![1]!
    await later()
    expect((await browser.send('/settings/keys/rotate', { key })).status).toBe(401)
    expect(keyIn((await browser.send('/settings/keys/rotate', { key, password })).text)).not.toBeNull()
  })

  test('an approval asks for it again, and is given with it', async () => {
    const browser = await proved()
    const code = await askedFor()
    const approval = { code, decision: 'approve', same: code }
    expect((await browser.send('/claim', approval)).status).toBe(401)
    expect((await browser.get(`/claim/${code}`)).text).not.toContain('Approved')
    expect((await browser.send('/claim', { ...approval, password })).status).toBe(303)
    expect((await browser.get(`/claim/${code}`)).text).toContain('Approved')
  })

  test('a new passkey asks for it again, and the way leads back', async () => {
    const browser = await proved()
    const asked = await browser.get('/settings/passkeys')
    expect([asked.text.includes('data-challenge'), asked.text.includes('Confirm that it is you')]).toEqual([false, true])
    const late = await browser.send('/settings/passkeys', { name: 'n' })
    expect([late.status, late.headers.location]).toEqual([303, '/settings/passkeys'])
    const done = await browser.send('/sign-in', { email, password, next: '/settings/passkeys' })
    expect([done.headers.location, (await browser.get('/settings/passkeys')).text.includes('data-challenge')]).toEqual([
      '/settings/passkeys',
      true,
    ])
  })

  test('a key and a passkey go, and reading goes on, without it', async () => {
    const browser = await proved()
    expect((await browser.get('/api/btc')).status).toBe(200)
    expect((await browser.send('/settings/keys/revoke', { key: 'none' })).status).toBe(400)
  })
})

test('1.2: without mail the operator vouches, and a person makes a key at once', async () => {
  const { browser } = await signedUp(mailless.server, mailless.holders)
  expect((await browser.get('/settings')).text).not.toContain('is not proved yet')
  expect(keyIn((await browser.send('/settings/keys', { name: 'desk' })).text)).not.toBeNull()
})
