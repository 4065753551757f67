import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../state/stores.ts'
import { changed } from '../events/made.ts'
import { edition, fakeReader, posted, running } from '../fixture.ts'
import { keyHolders } from '../key-holders.ts'
import { closedAfterTest } from '../served.ts'
import { openReceiver, until } from './receiver.ts'

/** The feed of events answers from editions that are not stale. */
const today = new Date().toISOString().slice(0, 10)

describe.each(kinds)('with the clock of a real server, on %s,', (_, kind) => {
  beforeAll(() => kind.begin())
  afterAll(() => kind.end())

  test('a webhook is delivered and replayed, and a long poll gets the same event', async () => {
    const reader = fakeReader(edition({ edition: 'e1', asOf: today }))
    const holders = closedAfterTest(await keyHolders({ database: await kind.place(), webhooks: { reader, local: true } }))
    const server = closedAfterTest(await running(edition({ edition: 'e1', asOf: today }), { gate: holders.gate, now: Date.now }))
    const receiver = closedAfterTest(await openReceiver())
    const headers = { authorization: `Bearer ${holders.keys.pro}` }
    const post = async (path: string, body: object | string = '') => {
      const { status, text } = await server.get(path, posted(body, headers))
      return { status, body: JSON.parse(text) as { id: string } }
    }
    const delivered = () => holders.state.db.selectFrom('webhook_delivery').selectAll().where('state', '=', 'delivered').execute()
    const made = await post('/api/webhooks', { url: `${receiver.url}/hook` })
    expect(made.status).toBe(201)
    expect((await post(`/api/webhooks/${made.body.id}/test`)).status).toBe(202)
    await until(async () => (await delivered()).length === 1)

    const polled = server.get('/api/events?cursor=0&wait=30', { headers })
    const next = edition({ edition: 'e2', asOf: today, events: [changed(1, Date.now() + 1_000)] })
    reader.adopt(next)
    server.reader.adopt(next)
    expect(JSON.parse((await polled).text)).toMatchObject({ events: [{ id: '1', type: 'state.changed' }] })
    await until(async () => (await delivered()).length === 2)

    const message = (await delivered()).find(({ cursor }) => cursor === 1)!
    expect((await post(`/api/webhooks/${made.body.id}/deliveries/${message.id}/replay`)).status).toBe(202)
    await until(() => receiver.arrived.length === 3)
    expect(receiver.arrived.map((each) => JSON.parse(each.body).type)).toEqual([
      ...['webhook.test', 'state.changed', 'state.changed'],
    ])
  })
})
