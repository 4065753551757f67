import { expect, test } from 'vitest'
import { listAudit } from '../../../server/state/audit.ts'
import { morningOf, unsubscribeToken } from '../../../server/state/mornings.ts'
import { personByEmail } from '../../../server/state/people.ts'
import { edition, fakeReader } from '../fixture.ts'
import { served } from '../served.ts'
import { until } from '../webhooks/receiver.ts'
import { browserAt, password, signedUp } from './browser.ts'
import { codeIn, servedWithMail } from './mail-server.ts'

const email = 'ada@example.com'
const webhooks = { reader: fakeReader(edition({ edition: 'e1' })), local: true, origin: 'https://briefings.example' }
const { mail, holders, server } = await servedWithMail({}, { webhooks })
const mailless = await served()
const browser = browserAt(server)
await browser.send('/sign-up', { email })
await until(() => mail.taken.length === 1)
await browser.send('/reset', { code: codeIn(mail.taken[0]!.message), password })
const { account } = (await personByEmail(holders.state, email))!

const set = (fields: Record<string, string>) => browser.send('/settings/morning', fields)

test('a person subscribes, changes the hour and ends it on the page of settings', async () => {
  expect((await browser.get('/settings')).text).toContain('<form method="post" action="/settings/morning">')
  expect((await set({ hour: '7', zone: 'Europe/Atlantis' })).status).toBe(400)
  expect((await set({ hour: '13', zone: 'UTC' })).status).toBe(400)
  expect((await set({ hour: '7', zone: 'Europe/London' })).text).toContain('The morning mail comes at 7:00, Europe/London.')
  const next = (await morningOf(holders.state, account))!.next_at
  expect(new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' }).format(next)).toBe('07:00')
  expect((await set({ hour: '5', zone: 'Asia/Tokyo' })).text).toContain('Sent at 5:00, Asia/Tokyo.')
  expect(JSON.parse((await browser.get('/settings/data')).text).morning_mail).toMatchObject({ hour: 5, zone: 'Asia/Tokyo' })
  expect((await browser.send('/settings/morning/end', {})).text).toContain('is not sent any more')
  expect(await morningOf(holders.state, account)).toBeNull()
})

test('one click of a mail program ends it without a session, and the page of the link asks first', async () => {
  await set({ hour: '7', zone: 'UTC' })
  const token = await unsubscribeToken(holders.state, account)
  const path = `/unsubscribe?token=${token}`
  const page = await browserAt(server).get(path)
  expect([page.status, page.text.includes('<form method="post" action="/unsubscribe?token=')]).toEqual([200, true])
  expect(await morningOf(holders.state, account)).not.toBeNull()
  const post = (at: string) =>
    server.get(at, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  expect((await post('/unsubscribe?token=acct.wrong')).status).toBe(404)
  expect((await post('/unsubscribe')).status).toBe(404)
  expect([(await post(path)).status, (await post(path)).status]).toEqual([200, 200])
  expect(await morningOf(holders.state, account)).toBeNull()
  const done = (await listAudit(holders.state, { account })).map(({ what }) => what)
  expect(done.filter((what) => what.startsWith('morning.'))).toEqual([
    ...['morning.unsubscribed', 'morning.subscribed'],
    ...['morning.unsubscribed', 'morning.subscribed', 'morning.subscribed'],
  ])
  expect(JSON.stringify(server.lines)).not.toContain(token)
})

test('an address that nobody proved gets none, and where no mail is sent nobody is asked', async () => {
  await holders.state.db.updateTable('person').set({ proved_at: null }).where('account', '=', account).execute()
  expect((await set({ hour: '7', zone: 'UTC' })).status).toBe(403)
  expect(await morningOf(holders.state, account)).toBeNull()
  const { text } = await (await signedUp(mailless.server, mailless.holders)).browser.get('/settings')
  expect([text.includes('Signed in as'), text.includes('/settings/morning')]).toEqual([true, false])
})
