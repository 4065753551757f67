import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeAccount } from '../../../server/state/accounts.ts'
import { listAudit } from '../../../server/state/audit.ts'
import { deleteAccount } from '../../../server/state/people.ts'
import { listWebhooks } from '../../../server/state/webhooks.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, fakeReader } from '../fixture.ts'
import { served } from '../served.ts'
import { openReceiver, until } from '../webhooks/receiver.ts'
import { type Browser, browserAt, signedUp } from './browser.ts'

let status = 204
const receiver = closedAfter(await openReceiver(() => status))
const webhooks = { reader: fakeReader(edition({ edition: 'e1' })), local: true }
const { holders, server } = await served(undefined, { now: Date.now }, { webhooks })

let browser: Browser
let account: string
beforeEach(async () => {
  await holders.state.db.deleteFrom('attempt').execute()
  ;({ browser, account } = await signedUp(server, holders))
  await changeAccount(holders.state, account, { plan: 'basic' }, { now: 1 })
  receiver.arrived.length = 0
  status = 204
})

const secretIn = (page: string) =>
  /whsec_[\w+/=&#;]+/.exec(page)?.[0].replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)) ?? null
const add = (more: Record<string, string> = {}) =>
  browser.send('/settings/webhooks', { url: `${receiver.url}/hook`, types: 'state.changed', companies: '', ...more })
const own = async () => (await listWebhooks(holders.state, account))[0]!

describe('webhooks on the page of settings', () => {
  test('are added with a secret that is shown once, tested, paused, resumed, rotated and deleted', async () => {
    const added = await add({ companies: 'mstr, COIN' })
    const secret = secretIn(added.text)!
    expect([added.status, added.headers['cache-control']]).toEqual([200, 'no-store'])
    const { id, filter, key } = await own()
    expect([filter, key]).toEqual([{ types: ['state.changed'], companies: ['MSTR', 'COIN'] }, null])
    const page = await browser.get('/settings')
    expect([secretIn(page.text), page.text.includes(`${receiver.url}/hook`)]).toEqual([null, true])
    expect((await browser.send('/settings/webhooks/test', { webhook: id })).text).toContain('on its way')
    await until(() => receiver.arrived.length === 1)
    const { body, headers } = receiver.arrived[0]!
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' })
    await until(async () => (await own()).last_delivered_at !== null)
    const deliveries = await browser.get(`/settings/webhooks?webhook=${id}`)
    expect([deliveries.status, deliveries.text.includes('answered 204'), deliveries.text.includes('thanks')]).toEqual([
      200,
      true,
      false,
    ])
    const delivery = /name="delivery" value="([^"]+)"/.exec(deliveries.text)![1]!
    expect((await browser.send('/settings/webhooks/replay', { webhook: id, delivery })).text).toContain('sent again')
    await until(() => receiver.arrived.length === 2)
    expect(receiver.arrived[1]!.headers['webhook-id']).toBe(delivery)
    expect((await browser.send('/settings/webhooks/pause', { webhook: id })).text).toContain('The webhook is paused.')
    const refused = await browser.send('/settings/webhooks/test', { webhook: id })
    expect([refused.status, refused.text.includes('The webhook is paused. Resume it first.')]).toEqual([400, true])
    expect((await browser.send('/settings/webhooks/resume', { webhook: id })).text).toContain('is resumed')
    expect(secretIn((await browser.send('/settings/webhooks/rotate', { webhook: id })).text)).not.toBe(secret)
    const data = (await browser.get('/settings/data')).text
    expect([JSON.parse(data).webhooks[0].deliveries.length, /whsec_|whsk_/.test(data)]).toEqual([1, false])
    expect((await browser.send('/settings/webhooks/delete', { webhook: id })).text).toContain('is deleted')
    expect(await listWebhooks(holders.state, account)).toEqual([])
    const done = (await listAudit(holders.state, { account })).filter(({ what }) => what.startsWith('webhook.'))
    expect(done.map(({ what, actor }) => `${what} ${actor}`).reverse()).toEqual(
      ['created', 'tested', 'replayed', 'paused', 'resumed', 'rotated', 'deleted'].map((what) => `webhook.${what} person`),
    )
    expect(JSON.stringify(server.lines)).not.toContain(secret)
  })

  test('that were given up are told above the settings', async () => {
    status = 410
    await add()
    const { id } = await own()
    await browser.send('/settings/webhooks/test', { webhook: id })
    await until(async () => (await own()).state === 'disabled')
    const { text } = await browser.get('/settings')
    expect(text).toMatch(
      /role="status"><p>Events are not sent to http:\/\/127\.0\.0\.1:\d+\/hook any more since <time[^>]*>[^<]*<\/time>: the address answered 410\./,
    )
    status = 204
    expect((await browser.send('/settings/webhooks/resume', { webhook: id })).text).not.toContain('any more since')
  })

  test('of others, bad addresses, no type and the free plan are refused on the page', async () => {
    await add()
    const { id } = await own()
    const { browser: stranger } = await signedUp(server, holders)
    for (const action of ['test', 'pause', 'resume', 'rotate', 'delete', 'replay'])
      expect((await stranger.send(`/settings/webhooks/${action}`, { webhook: id, delivery: 'msg' })).text).toContain(
        'no webhook with this id',
      )
    expect((await stranger.get(`/settings/webhooks?webhook=${id}`)).status).toBe(404)
    expect((await stranger.send('/settings/webhooks', { url: 'https://example.com/', types: 'state.changed' })).text).toContain(
      'The plan reads no events',
    )
    expect((await stranger.get('/settings')).text).not.toContain('Add the webhook')
    expect((await add({ url: 'ftp://example.com/' })).text).toContain('The address is not an https URL.')
    expect((await add({ url: 'https://a:b@example.com/' })).text).toContain('a user name or a password')
    expect((await browser.send('/settings/webhooks', { url: receiver.url })).text).toContain('Choose at least one type')
    expect((await add({ url: `${receiver.url}/<b>"` })).text).not.toContain('<b>"')
    const gone = browserAt(server)
    expect((await gone.get(`/settings/webhooks?webhook=${id}`)).headers.location).toContain('/sign-in')
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const hook = { url: receiver.url, types: 'state.changed' }
    expect((await browser.send('/settings/webhooks', hook, foreign)).status).toBe(403)
  })

  test('go with the account', async () => {
    await add()
    await browser.send('/settings/webhooks/test', { webhook: (await own()).id })
    expect(await deleteAccount(holders.state, account, { now: Date.now() })).toBe(true)
    expect(await listWebhooks(holders.state, account)).toEqual([])
  })
})
