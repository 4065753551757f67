import { describe, expect, test } from 'vitest'
import type { ChangeEvent, EditionView, Entry } from '../../../pipeline/editions/reader.ts'
import type { EventPage } from '../../../server/schemas/event.ts'
import { closedAfter } from '../../closed-after.ts'
import { directoryRow } from '../companies/directory-row.ts'
import { type Answer, fakeReader, posted, running } from '../fixture.ts'
import { newsEdition, recordOf } from '../news/edition.ts'
import { openShop } from '../payments/shop.ts'
import { closedAfterTest, served } from '../served.ts'
import { openReceiver, until } from '../webhooks/receiver.ts'
import { updated } from './made.ts'

const lei = '213800H2PQMIF3OVZY47'
const today = new Date().toISOString().slice(0, 10)
/** One company a market with all its names, alone and after its market; the last has no code. */
const planted = [
  { id: 'us:0000006758', codes: ['SIX-B'], lei: '549300SAMPLE00000042', names: ['SIX.B', '0000006758', 'us:6758', 'US:six-b'] },
  { id: 'jp:E01777', codes: ['6758'], names: ['67580', 'E01777', 'jp:6758', 'JP:e01777'] },
  { id: 'kr:00126380', codes: ['005930'], names: ['KR7005930003', '00126380', 'kr:005930', 'KR:00126380'] },
  { id: 'in:INE002A01018', codes: [], names: ['INE002A01018', 'in:INE002A01018'] },
  { id: `eu:${lei}`, codes: [], names: [lei, `EU:${lei}`] },
  // files with the SEC under the same LEI
  { id: 'us:0000901832', codes: ['KNOS'], lei, names: ['901832', `us:${lei}`] },
  { id: 'us:0000999999', codes: [], lei: '549300SAMPLE00000067', names: ['999999', '549300sample00000067'] },
] as const
const addressOf = ({ id, codes }: (typeof planted)[number]): string => codes[0] ?? id.slice(3)
const named = planted.flatMap((company) =>
  [addressOf(company), ...company.names].flatMap((name) =>
    [name, name.toLowerCase()].map((spelling) => [spelling, company] as const),
  ),
)

const rowOf = ({ id, codes, names: _names, ...more }: (typeof planted)[number]) =>
  directoryRow(id, { ...more, codes: [...codes] })

const figures = (company: (typeof planted)[number], cursor: number): ChangeEvent =>
  updated(cursor, Date.now() - 60_000 + cursor, company.id, { tier: 'pro', company: addressOf(company) })

/** An edition that sells the planted companies, with the news of one; each has an event. */
function planting(events: readonly ChangeEvent[] = planted.map((company, at) => figures(company, at + 1))): EditionView {
  const filed = { companies: [{ company: 'us:0000999999', name: 'No code Inc' }] }
  const view = newsEdition({ [today]: [recordOf('filed-1', today, filed)] }, { asOf: today })
  const entry = view.entries.get('system/feeds')!
  const rows = planted.map((company): [string, Entry] => {
    const place = `company/${company.id}`
    return [place, { ...entry, place, formats: {}, facts: { row: JSON.stringify(rowOf(company)) } }]
  })
  return { ...view, packedEntries: new Map([...view.packedEntries, ...rows]), events }
}

const reader = fakeReader(planting())
const receiver = closedAfter(await openReceiver())
const holding = { perHour: 10_000, perDay: 10_000, webhooks: { reader, local: true } }
const { holders, server } = await served(planting(), { now: Date.now }, holding)
const headers = { authorization: `Bearer ${holders.keys.pro}`, accept: 'application/json', 'content-type': 'application/json' }
const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>
const get = (path: string) => server.get(path, { headers })

describe('every name of a company is one company', () => {
  test.each(named)('events: companies=%s', async (name, { id }) => {
    const { text } = await get(`/api/events?companies=${encodeURIComponent(name)}`)
    const { events, notes } = JSON.parse(text) as EventPage
    const cursor = planted.findIndex((each) => each.id === id) + 1
    expect([events.map((each) => each.id), notes]).toEqual([[String(cursor)], undefined])
  })

  test.each(named)('webhooks and the list of companies: %s', async (name, company) => {
    const filter = { url: `${receiver.url}/hook`, types: ['company.figures_updated'], companies: [name] }
    const made = await server.get('/api/webhooks', { method: 'POST', headers, body: JSON.stringify(filter) })
    expect([made.status, json(made)['field']]).toEqual([201, undefined])
    receiver.arrived.length = 0
    reader.adopt(planting(planted.map((each, at) => ({ ...figures(each, at + 1), known_at: new Date().toISOString() }))))
    await until(() => receiver.arrived.length > 0)
    expect(receiver.arrived.map(({ body }) => JSON.parse(body).company)).toEqual([addressOf(company)])
    await server.get(`/api/webhooks/${json(made)['id']}`, { method: 'DELETE', headers })
    const listed = json(await get(`/api/companies?search=${encodeURIComponent(name)}`))['companies'] as { company: string }[]
    if (!name.includes('.')) expect(listed.map((each) => each.company)).toContain(company.id)
  })

  test.each(named)('news: about=%s', async (about, { id }) => {
    const answer = await get(`/api/news?about=${encodeURIComponent(about)}&until=${today}`)
    const isRead = !/^(in|eu):/.test(id)
    expect(answer.status).toBe(isRead ? 200 : 404)
    if (isRead) expect((json(answer)['about'] as { company: string }).company).toBe(id)
    else
      expect(json(answer)).toMatchObject({
        error: 'NOT_FOUND',
        field: 'about',
        message: expect.stringContaining('/api/companies/'),
      })
  })

  test('a company without a code has the news that its CIK names', async () => {
    const page = json(await get(`/api/news?about=999999&until=${today}`))
    expect((page['records'] as { id: string }[]).map(({ id }) => id)).toEqual(['filed-1'])
  })
})

describe('what can never have an event is refused', () => {
  const refusedBy = async (filter: object, plan: 'basic' | 'pro' = 'pro') => {
    const body = { url: 'https://receiver.example/hook', ...filter }
    const own = { ...headers, authorization: `Bearer ${holders.keys[plan]}` }
    const { error, field, message, status } = json(await server.get('/api/webhooks', posted(body, own)))
    return { status, error, field, message }
  }
  test.each([
    ['a company that no list has', { companies: ['ONE', 'NOSUCH'] }, 'companies', /contains NOSUCH\./],
    ['an ISIN that no list has', { companies: ['US5949724083'] }, 'companies', /US5949724083/],
    ['types of companies without a company', { types: ['company.news'] }, 'companies', /Add companies/],
    ['also among others', { types: ['state.changed', 'company.situation_changed'] }, 'companies', /situation_changed from types/],
    ['kinds without filings', { types: ['state.changed'], kinds: ['earnings-release'] }, 'kinds', /omit kinds/],
    ['kinds without a company', { kinds: ['earnings-release'] }, 'kinds', /omit kinds/],
    ['kinds of figures', { types: ['company.figures_updated'], companies: [lei], kinds: ['earnings-release'] }, 'kinds', /kinds/],
    ['news of a market whose filings are not read', { types: ['company.news'], companies: [lei] }, 'companies', /UK and Europe/],
    [
      'one such company among others',
      { types: ['company.news'], companies: ['ONE', 'INE002A01018'] },
      'companies',
      /INE002A01018/,
    ],
    ['situations outside the USA', { types: ['company.situation_changed'], companies: ['6758'] }, 'companies', /USA alone/],
    [
      'figures of a company without a briefing',
      { types: ['company.figures_updated'], companies: ['ONE'] },
      'companies',
      /briefing/,
    ],
    [
      'a type that none of the companies can have',
      { types: ['company.figures_updated', 'company.news'], companies: [lei] },
      'types',
      /company\.news/,
    ],
  ])('%s', async (_, filter, field, message) => {
    expect(await refusedBy(filter)).toEqual({
      status: 400,
      error: 'VALIDATION_ERROR',
      field,
      message: expect.stringMatching(message),
    })
  })

  test('what the plan of the account never reads', async () => {
    expect(await refusedBy({ companies: [lei] }, 'basic')).toMatchObject({ status: 400, field: 'companies', message: /plan Pro/ })
  })

  test('a read of companies that no list has is refused before a price is quoted; any other says so in a note', async () => {
    const shop = closedAfterTest(await openShop({ view: planting(), now: Date.now }))
    const path = '/api/events?types=company.news,company.figures_updated&companies=NOSUCH,US5949724083'
    for (const answer of [await shop.get(path), await get(path)]) {
      expect([answer.status, json(answer)]).toMatchObject([404, { error: 'NOT_FOUND', field: 'companies' }])
      expect(Object.keys(answer.headers).filter((name) => /payment|authenticate/i.test(name))).toEqual([])
    }
    expect((await shop.get('/api/events?types=company.news&companies=NOSUCH,ONE')).status).toBe(402)
    expect((json(await get('/api/events?companies=NOSUCH')) as EventPage).notes).toEqual([expect.stringContaining('NOSUCH')])
  })
})

test('the list of companies has the block news where it is sold', async () => {
  const { companies } = json(await get('/api/companies')) as { companies: { company: string; blocks: string[] }[] }
  const withNews = companies.filter(({ blocks }) => blocks.includes('news')).map(({ company }) => company)
  expect(withNews).toEqual(['us:0000999999'])
  const broken = await running(newsEdition({ '2026-07-20': new Error('lost') }, { asOf: '2026-07-23' }), { gate: holders.gate })
  closedAfterTest(broken)
  expect((await broken.get('/api/companies')).status).toBe(200)
})
