import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '../../../server/state/audit.ts'
import { personByEmail } from '../../../server/state/people.ts'
import { served } from '../served.ts'
import { until } from '../webhooks/receiver.ts'
import { browserAt, password } from './browser.ts'
import { codeIn, type MailServer, servedWithMail } from './mail-server.ts'

const email = 'ada@example.com'
const { mail, holders, server } = await servedWithMail()
const { server: mailless } = await served()
await browserAt(server).send('/sign-up', { email })
await until(() => mail.taken.length === 1)
await browserAt(server).send('/reset', { code: codeIn(mail.taken[0]!.message), password })
beforeEach(async () => {
  mail.taken.length = 0
  mail.refuses = false
  await holders.state.db.deleteFrom('attempt').execute()
})

test('a person who has forgotten the password gets a link by mail, which sets a new one', async () => {
  const browser = browserAt(server)
  expect((await browser.get('/sign-in')).text).toContain('href="/forgot"')
  expect((await browser.get('/forgot')).text).toContain('<form method="post" action="/forgot">')
  const asked = await browser.send('/forgot', { email: ' Ada@Example.com' })
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining(email)])
  await expect.poll(() => mail.taken).toHaveLength(1)
  const [{ from, to, message }] = mail.taken as [MailServer['taken'][number]]
  expect([from, to]).toEqual(['briefings@example.org', [email]])
  expect(message).toContain('Subject: A new password for 127.0.0.1')
  const code = codeIn(message)
  expect((await browser.get(`/reset?code=${code}`)).status).toBe(200)
  const chosen = 'the second lantern'
  expect((await browser.send('/reset', { code, password: chosen })).status).toBe(303)
  expect((await browserAt(server).send('/sign-in', { email, password })).status).toBe(401)
  expect((await browserAt(server).send('/sign-in', { email, password: chosen })).status).toBe(303)
  const { account } = (await personByEmail(holders.state, email))!
  const done = (await listAudit(holders.state, { account })).map(({ what, actor }) => `${what} by ${actor}`)
  expect(done).toEqual(expect.arrayContaining(['reset.issued by person', 'password.reset by person']))
})

test('the link names the address of the server, whatever host the request names', async () => {
  await browserAt(server).send('/forgot', { email }, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' })
  await expect.poll(() => mail.taken).toHaveLength(1)
  expect(mail.taken[0]!.message).not.toContain('evil.example')
})

test('the answer does not tell whether anybody has the address, and nobody else is sent mail', async () => {
  const answers = []
  for (const each of [email, 'nobody@example.com', 'a,b@example.com']) {
    const { status, text } = await browserAt(server).send('/forgot', { email: each })
    answers.push([status, text.replaceAll(each, 'ADDRESS')])
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  await expect.poll(() => mail.taken).toHaveLength(1)
  expect(mail.taken[0]!.to).toEqual([email])
})

test('three mails an hour go to one address, and ten requests come from one network', async () => {
  const statuses = []
  for (let at = 0; at < 12; at++) statuses.push((await browserAt(server).send('/forgot', { email })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  await expect.poll(() => mail.taken).toHaveLength(3)
  // the link of the last mail is the one that works
  const open = await Promise.all(
    mail.taken.map(async ({ message }) => (await browserAt(server).get(`/reset?code=${codeIn(message)}`)).status),
  )
  expect(open.filter((status) => status === 200)).toHaveLength(1)
})

test('what is no address is said to be none, and a mail server that refuses is not told of', async () => {
  const wrong = await browserAt(server).send('/forgot', { email: '<b>ada' })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('value="&#60;b&#62;ada"')])
  mail.refuses = true
  expect((await browserAt(server).send('/forgot', { email })).status).toBe(200)
})

test('a page of another site sends no mail', async () => {
  const answer = await browserAt(server).send('/forgot', { email }, { 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(403)
  expect(mail.taken).toEqual([])
})

test('without mail the operator gives the links', async () => {
  const browser = browserAt(mailless)
  for (const answer of [await browser.get('/forgot'), await browser.send('/forgot', { email })]) {
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('This server sends no mail')
    expect(answer.text).not.toContain('<form')
  }
})
