import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { EventPage } from '../../../server/schemas/event.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, noon, running } from '../fixture.ts'
import { type KeyHolders, keyHolders } from '../key-holders.ts'
import { newsEdition } from '../news/edition.ts'
import { openShop } from '../payments/shop.ts'
import { credentialOf, payer, quoteIn, x402Header, x402Payload } from '../payments/signing.ts'
import { units } from '../payments/terms.ts'
import { closedAfterTest, served } from '../served.ts'
import { changed, filed } from './made.ts'

const event = (cursor: number, tier = 'free') => changed(cursor, noon - 3_600_000, { tier })
const events = [event(1), event(2, 'pro'), event(3, 'basic')]

const { holders, server } = await served(edition({ edition: 'e1', events }), {}, { perHour: 5_000, perDay: 5_000 })

const as = (plan: keyof KeyHolders['keys'], path: string, accept = 'application/json') =>
  server.get(path, { headers: { authorization: `Bearer ${holders.keys[plan]}`, accept } })
const idsOf = (text: string) => (JSON.parse(text) as { events: { id: string }[] }).events.map(({ id }) => id)

describe('GET /api/events', () => {
  test('needs a key of Basic or above', async () => {
    expect((await server.get('/api/events')).status).toBe(401)
    const refused = await as('free', '/api/events')
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([403, { error: 'PLAN_REQUIRED', needs: 'basic' }])
  })

  test('gives a key the events of its plan', async () => {
    const [basic, pro] = await Promise.all([as('basic', '/api/events'), as('pro', '/api/events')])
    expect([basic.status, idsOf(basic.text)]).toEqual([200, ['1', '3']])
    expect([pro.status, idsOf(pro.text)]).toEqual([200, ['1', '2', '3']])
    expect(JSON.parse(pro.text)).toMatchObject({ next_cursor: '3', has_more: false })
    expect(pro.headers['x-edition']).toBe('e1')
  })

  test('pages by limit and cursor', async () => {
    const first = await as('pro', '/api/events?limit=2')
    expect(JSON.parse(first.text)).toMatchObject({ events: [{ id: '1' }, { id: '2' }], next_cursor: '2', has_more: true })
    expect(idsOf((await as('pro', '/api/events?limit=2&cursor=2')).text)).toEqual(['3'])
    const far = JSON.parse((await as('pro', `/api/events?cursor=${Number.MAX_SAFE_INTEGER}`)).text)
    expect(far).toMatchObject({ next_cursor: '3', notes: [expect.stringContaining('No event has the cursor 9007199254740991')] })
  })

  test('answers with Markdown where that is asked for', async () => {
    for (const answer of [await as('pro', '/api/events?format=markdown'), await as('pro', '/api/events', 'text/markdown')]) {
      expect(answer.headers['content-type']).toContain('text/markdown')
      expect(answer.text).toContain('btc.pulse: calm to rising')
    }
  })

  test.each([
    ['cursor=abc', 'cursor'],
    ['cursor=1234567890123456789', 'cursor'],
    ['cursor=', 'cursor'],
    ['cursor=9007199254740992', 'cursor'],
    ['cursor=999999999999999999', 'cursor'],
    ['types=state.change', 'types'],
    ['types=', 'types'],
    ['types=state.changed,,company.news', 'types'],
    ['kinds=rumour', 'kinds'],
    ['companies=MSTR,a_b', 'companies'],
    [`companies=${'A'.repeat(34)}`, 'companies'],
    [`companies=${Array.from({ length: 201 }, (_, i) => `A${i}`).join(',')}`, 'companies'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['wait=31', 'wait'],
    ['wait=-1', 'wait'],
  ])('refuses %s, and counts nothing', async (query, field) => {
    const before = (await as('basic', '/api/events')).headers['x-ratelimit-remaining']
    const { status, text } = await as('basic', `/api/events?${query}`)
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'INVALID_REQUEST', field }])
    expect(JSON.parse(text).hint).not.toContain('Correct')
    expect(Number((await as('basic', '/api/events')).headers['x-ratelimit-remaining'])).toBe(Number(before) - 1)
  })

  test('takes 200 companies, and a parameter that is misspelt is refused with the one that was meant', async () => {
    const companies = Array.from({ length: 200 }, (_, i) => `A${i}`).join(',')
    expect((await as('pro', `/api/events?companies=${companies}`)).status).toBe(200)
    const { status, text } = await as('pro', '/api/events?type=state.changed')
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'UNKNOWN_PARAMETER', suggestions: ['types'] }])
  })

  test('says what to ask instead where nothing matches', async () => {
    const { text } = await as('basic', '/api/events?cursor=3')
    expect(JSON.parse(text)).toMatchObject({ events: [], note: expect.stringContaining('2 market-wide events') })
  })
})

describe('what a read names in vain is said', async () => {
  const lots = [event(41), event(42), event(43), filed(44, noon, 'us:0000000001', [], { company: 'ONE' })]
  const named = closedAfter(await running({ ...newsEdition({}), events: lots }, { gate: holders.gate }))
  const read = async (query: string, format = 'json') => {
    const headers = { authorization: `Bearer ${holders.keys.pro}` }
    const { status, text } = await named.get(`/api/events?${query}&format=${format}`, { headers })
    expect(status).toBe(200)
    return text
  }
  const notes = async (query: string) => (JSON.parse(await read(query)) as EventPage).notes

  test('a company that no list has, a cursor of no event, one of events no longer kept', async () => {
    expect(await notes('companies=ONE,NONE,us:9999999999')).toEqual([expect.stringContaining('NONE, US:9999999999')])
    // no source lists ISINs: the company may be covered by its ticker
    expect(await notes('companies=US5949724083')).toEqual([
      expect.stringMatching(/Name a company by its ticker .* than by its ISIN/),
    ])
    expect(await notes('cursor=999')).toEqual([expect.stringMatching(/cursor 999.*newest has 44/)])
    expect(await notes('cursor=7')).toEqual([expect.stringContaining('up to the cursor 40 are no longer kept')])
    expect(await notes('types=company.figures_updated,state.changed')).toBeUndefined()
    expect(await notes('types=company.situation_changed,state.changed')).toBeUndefined()
    expect(await notes('cursor=41&companies=ONE&types=company.news')).toBeUndefined()
  })

  test.each(['ONE', 'one-pa', 'us:0000000001', 'US:0000000001', 'us:1', '1', '0000000001'])(
    'companies=%s is the company that events and news print so',
    async (name) => {
      const page = JSON.parse(await read(`cursor=43&companies=${name}`)) as EventPage
      expect([page.events.map(({ id }) => id), page.notes]).toEqual([['44'], undefined])
    },
  )
})

test('a page says whether its events are invented, as JSON and as Markdown', async () => {
  const sandbox = closedAfterTest(await running(edition({ edition: 'e1', sample: true, events }), { gate: holders.gate }))
  for (const [at, sample] of [
    [server, false],
    [sandbox, true],
  ] as const) {
    const headers = { authorization: `Bearer ${holders.keys.pro}` }
    expect(JSON.parse((await at.get('/api/events', { headers })).text).sample).toBe(sample)
    expect((await at.get('/api/events?format=markdown', { headers })).text.includes('SAMPLE DATA')).toBe(sample)
  }
})

describe('a read that waits', () => {
  const answered = () => server.lines.filter(({ route }) => route === '/api/events').length

  test('is answered with the edition that brings an event it may see', async () => {
    const answer = as('pro', '/api/events?cursor=3&wait=30')
    await new Promise((done) => setTimeout(done, 200))
    server.reader.adopt(edition({ edition: 'e2', events }))
    server.reader.adopt(edition({ edition: 'e3', events: [...events, event(4)] }))
    const { status, text, headers } = await answer
    expect([status, idsOf(text), headers['x-edition']]).toEqual([200, ['4'], 'e3'])
    server.reader.adopt(edition({ edition: 'e1', events }))
  })

  test('is answered empty when the time is over', async () => {
    const { status, text } = await as('pro', '/api/events?cursor=3&wait=1')
    expect([status, idsOf(text)]).toEqual([200, []])
  })

  test('is refused before it waits where it would be refused after', async () => {
    const poor = closedAfterTest(await keyHolders({ perHour: 1, perDay: 1 }))
    const limited = closedAfterTest(await running(edition({ edition: 'e1', events }), { gate: poor.gate }))
    const shop = closedAfterTest(await openShop({ view: edition({ edition: 'e1', sample: true, events }), now: () => noon }))
    const headers = { authorization: `Bearer ${poor.keys.pro}`, accept: 'application/json' }
    expect((await limited.get('/api/events', { headers })).status).toBe(200)
    const path = '/api/events?cursor=3&wait=30'
    const tooLittle = await x402Payload(payer(32), quoteIn((await shop.get(path)).headers), { value: '1' })
    const began = performance.now()
    const refused = await Promise.all([limited.get(path, { headers }), shop.get(path, { headers: x402Header(tooLittle) })])
    expect(refused.map(({ status }) => status)).toEqual([429, 402])
    expect(performance.now() - began).toBeLessThan(29_000)
  })

  test('of which 200 are left by their callers leaves nothing behind, and counts nothing', async () => {
    const before = Number((await as('pro', '/api/events')).headers['x-ratelimit-remaining'])
    const lines = answered()
    const left = await Promise.all(
      Array.from({ length: 200 }, () => {
        const asked = request({
          host: '127.0.0.1',
          port: server.port,
          path: '/api/events?cursor=3&wait=30',
          headers: { authorization: `Bearer ${holders.keys.pro}` },
        })
        asked.on('error', () => {})
        asked.end()
        return new Promise<typeof asked>((done) => asked.once('socket', (socket) => socket.once('connect', () => done(asked))))
      }),
    )
    await new Promise((done) => setTimeout(done, 200))
    for (const asked of left) asked.destroy()
    await expect.poll(() => answered() - lines, { timeout: 10_000 }).toBe(200)
    expect(Number((await as('pro', '/api/events')).headers['x-ratelimit-remaining'])).toBe(before - 1)
  })
})

test('without a key a read is charged for the page that was quoted, once its wait is over', async () => {
  const shop = closedAfterTest(await openShop({ view: edition({ edition: 'e1', sample: true, events }), now: () => noon }))
  const path = '/api/events?cursor=0'
  const { status, headers } = await shop.get(path)
  expect(status).toBe(402)
  const payment = await credentialOf('x402', payer(31), headers)
  expect((await shop.get('/api/events?cursor=1', { headers: payment })).status).toBe(402)
  const bought = await shop.get(path, { headers: payment })
  expect([bought.status, idsOf(bought.text)]).toEqual([200, ['1', '2', '3']])
  expect(await shop.takings()).toEqual({ paid: units.events, ledger: units.events })
})
