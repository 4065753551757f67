import { describe, expect, test } from 'vitest'
import { UnavailableError } from '../../../pipeline/errors.ts'
import type { NewsPage } from '../../../server/schemas/news.ts'
import { edition, noon, running } from '../fixture.ts'
import type { KeyHolders } from '../key-holders.ts'
import { openShop } from '../payments/shop.ts'
import { closedAfterTest, served } from '../served.ts'
import { newsEdition, recordOf } from './edition.ts'
import companies from './route.json' with { type: 'json' }

const japanese = { companies: [{ company: 'jp:E00003', name: '三株式会社' }], source: 'edinet', language: 'ja' }
const clocked = (at: string, time: string) => ({ at, time, time_zone: 'Asia/Tokyo' })
const statement = { kind: 'official' as const, source: 'ecb', news_kinds: [], companies: [], form: null, items: [] }

/** Today is 2026-07-23, a Thursday. */
const days = {
  '2026-07-24': [recordOf('tomorrow', '2026-07-24')],
  '2026-07-23': [
    recordOf('jp-1', '2026-07-23', { ...japanese, ...clocked('2026-07-23T06:30:00Z', '15:30') }),
    recordOf('us-1', '2026-07-23'),
    recordOf('us-2', '2026-07-23', { companies: [{ company: 'us:0000000002', name: 'Two Inc' }], withdrawn: true }),
  ],
  '2026-07-20': [recordOf('ecb-1', '2026-07-20', statement), recordOf('us-3', '2026-07-20')],
  '2026-07-16': [recordOf('week', '2026-07-16')],
  '2026-07-15': [recordOf('older', '2026-07-15')],
  '2026-04-22': [recordOf('quarter', '2026-04-22')],
  '2026-02-02': new UnavailableError('EDITION_DAMAGED', 'a pack is missing'),
  '2026-01-30': Array.from({ length: 30 }, (_, n) => recordOf(`many-${String(n).padStart(2, '0')}`, '2026-01-30')),
}
const feeds = [
  { feed: 'sec-current', last_read_at: '2026-07-23T11:50:00Z', note: null },
  { feed: 'sec-daily-index', last_read_at: '2026-07-23T02:40:00Z', note: null },
]

const { holders, server } = await served(newsEdition(days, { feeds }), {}, { perHour: 5_000, perDay: 5_000 })

const as = (plan: keyof KeyHolders['keys'], query = '', headers: Record<string, string> = {}) =>
  server.get(`/api/news${query}`, {
    headers: { authorization: `Bearer ${holders.keys[plan]}`, accept: 'application/json', ...headers },
  })
const read = async (query = ''): Promise<NewsPage> => {
  const { status, text } = await as('free', query)
  expect([status, text.slice(0, 200)]).toEqual([200, expect.anything()])
  return JSON.parse(text) as NewsPage
}
const idsOf = async (query = '') => (await read(query)).records.map(({ id }) => id)
const refusalOf = async (query: string) => {
  const { status, text } = await as('free', query)
  return [status, JSON.parse(text)] as const
}

describe('a key', () => {
  test.each(['free', 'basic', 'pro', 'enterprise'] as const)(
    'of the plan %s reads, and the read counts as one call',
    async (plan) => {
      const first = await as(plan)
      const second = await as(plan)
      expect([first.status, first.headers['x-service-tier']]).toEqual([200, plan])
      const left = ({ headers }: typeof first) => Number(headers['x-ratelimit-remaining'])
      expect(left(first) - left(second)).toBe(1)
    },
  )
  test('is needed: without one, or with one that was revoked, 401', async () => {
    const nobody = await server.get('/api/news')
    expect([nobody.status, JSON.parse(nobody.text)]).toMatchObject([401, { error: 'KEY_REQUIRED' }])
    expect(nobody.headers['www-authenticate']).toMatch(/^Bearer/)
    expect([(await as('revoked')).status]).toEqual([401])
  })
  test('is not counted for HEAD, for an unchanged answer, or for a refusal', async () => {
    const { headers } = await as('basic')
    const same = await as('basic', '', { 'if-none-match': String(headers['etag']) })
    expect([same.status, (await as('basic', '?limit=0')).status]).toEqual([304, 400])
    expect(Number((await as('basic')).headers['x-ratelimit-remaining'])).toBe(Number(headers['x-ratelimit-remaining']) - 1)
  })
})

test('a single call is not sold, even where others are: no quote, 401', async () => {
  const shop = closedAfterTest(await openShop({ view: newsEdition(days, { sample: true }), now: () => noon }))
  const { status, headers } = await shop.get('/api/news')
  expect([status, headers['payment-required'], headers['www-authenticate']]).toEqual([
    401,
    undefined,
    expect.stringMatching(/^Bearer/),
  ])
})

describe('the window', () => {
  test('is the seven days before today (UTC) where nothing is named, and leaves out what is dated tomorrow', async () => {
    const { window, records, about } = await read()
    expect(about).toBeNull()
    expect(window).toEqual({ since: '2026-07-16', until: '2026-07-23' })
    expect(records.map(({ id }) => id)).toEqual(['jp-1', 'us-1', 'us-2', 'ecb-1', 'us-3', 'week'])
  })
  test('begins seven days before the last date that is named', async () => {
    expect((await read('?until=2026-07-22')).window).toEqual({ since: '2026-07-15', until: '2026-07-22' })
  })
  test.each([
    ['contains both its ends', '?since=2026-07-15&until=2026-07-16', ['week', 'older']],
    ['may be one day', '?since=2026-07-20&until=2026-07-20', ['ecb-1', 'us-3']],
    ['may be asked beyond today, for what a source has dated ahead', '?until=2026-07-24&limit=1', ['tomorrow']],
    ['ends with as_of', '?as_of=2026-07-16', ['week', 'older']],
  ])('%s: %s', async (_, query, ids) => expect(await idsOf(query)).toEqual(ids))
  test('has at most 92 days', async () => {
    expect(await idsOf('?since=2026-04-22&limit=25')).toContain('quarter')
  })
  test('as_of is used in place of until, and the answer says so where both are given', async () => {
    const { window, note } = await read('?as_of=2026-07-16&until=2026-07-23')
    expect([window.until, note]).toEqual(['2026-07-16', expect.stringContaining('as_of was used in place of until.')])
  })
})

describe('records', () => {
  test('keep the order of their day, and carry a source, a date and a link', async () => {
    for (const { source, source_name, date, link, time, at, companies } of (await read()).records) {
      expect([source, source_name, date, link]).not.toContain('')
      expect(time === null).toBe(at === null)
      expect(companies.every(({ company }) => /^[a-z]{2}:/.test(company))).toBe(true)
    }
  })
  test('name companies by their first code, and say so where they were withdrawn', async () => {
    const { records } = await read()
    expect(records[0]!.companies).toEqual([{ company: 'jp:E00003', code: '6743', name: '三株式会社' }])
    expect(records.find(({ id }) => id === 'us-2')!.withdrawn).toBe(true)
  })
  test('are ten where no limit is named, and at most 25; the note says how many there are', async () => {
    const span = 'since=2026-01-30&until=2026-01-30'
    expect((await read(`?${span}`)).records).toHaveLength(10)
    const { records, note } = await read(`?${span}&limit=25`)
    expect([records.length, note]).toEqual([
      25,
      expect.stringMatching(/^The newest 25 of 30 records that match: narrow the window/),
    ])
    expect((await read(`?${span}&limit=1`)).note).toContain('raise limit, at most 25')
    expect((await read('?since=2026-07-21&until=2026-07-22')).note).toContain('No record of this window matches.')
  })
})

describe('about', () => {
  test.each(companies)('%s is a company, and the answer has its filings alone', async (about, company) => {
    const page = await read(`?about=${about}`)
    expect(page.about?.company).toBe(company)
    expect(page.records.length).toBeGreaterThan(0)
    for (const { kind, companies } of page.records) expect([kind, companies[0]?.company]).toEqual(['filed', company])
  })
  test.each(['NONE', 'US0378331005', '99999999'])('%s is not covered: 404, before a key is asked for', async (about) => {
    expect(await refusalOf(`?about=${about}`)).toMatchObject([404, { error: 'NOT_FOUND', field: 'about' }])
    expect((await server.get(`/api/news?about=${about}`)).status).toBe(404)
  })
})

test('kind=filed leaves out documents of agencies, official filings of companies', async () => {
  expect(await idsOf('?kind=filed&limit=25')).not.toContain('ecb-1')
  expect(await idsOf('?kind=official')).toEqual(['ecb-1'])
})

test.each([
  ['?since=2026-04-21', 'INVALID_DATE', 'since'],
  ['?since=2026-07-21&until=2026-07-20', 'INVALID_DATE', 'since'],
  ['?about=ONE&kind=official', 'INVALID_REQUEST', 'kind'],
  ['?since=2026-02-30', 'INVALID_DATE', 'since'],
  ['?until=yesterday', 'INVALID_DATE', 'until'],
  ['?as_of=', 'INVALID_DATE', 'as_of'],
  ['?kind=rumour', 'INVALID_REQUEST', 'kind'],
  ['?limit=0', 'INVALID_REQUEST', 'limit'],
  ['?limit=26', 'INVALID_REQUEST', 'limit'],
  ['?limit=2.5', 'INVALID_REQUEST', 'limit'],
  ['?about=a_b', 'INVALID_REQUEST', 'about'],
  [`?about=${'A'.repeat(34)}`, 'INVALID_REQUEST', 'about'],
  ['?abuot=ONE', 'UNKNOWN_PARAMETER', 'abuot'],
  ['?limit=1&limit=2', 'REPEATED_PARAMETER', 'limit'],
])('%s is refused', async (query, error, field) => {
  expect(await refusalOf(query)).toMatchObject([400, { error, field }])
})

test.each([
  ['?since=2026-04-21', 'Set since to 2026-04-22 or a later day, or omit it.'],
  ['?since=2026-07-21&until=2026-07-20', 'Set since to 2026-07-20 or an earlier day, or omit it.'],
  ['?limit=26', 'Set limit to a whole number from 1 to 25, or omit it.'],
])('the step after %s has the values in it', async (query, hint) => {
  expect(await refusalOf(query)).toMatchObject([400, { hint }])
})

describe('what an answer says of its sources', () => {
  test('coverage names those that were read, with the time', async () => {
    expect((await read()).coverage).toContain(
      'SEC EDGAR: forms 8-K and 6-K of all filers, and with a delay of days reports of insiders and large holders on companies with a briefing, last read 2026-07-23T11:50:00Z.',
    )
  })
  test('not_read names those that were not, and those that no source here reads', async () => {
    const { not_read } = await read()
    expect(not_read.some((line) => line.startsWith('United Kingdom:'))).toBe(true)
    expect(JSON.stringify((await read('?about=ONE')).not_read)).not.toContain('United Kingdom')
  })
  test('the note says from when on a source was read in full', async () => {
    expect((await read('?since=2026-07-09')).note).toContain('SEC EDGAR was not read in full for dates before 2026-07-10.')
    expect((await read('?since=2026-07-10')).note).not.toContain('in full')
    expect((await read('?since=2025-01-01&until=2025-01-02')).note).toContain('are not kept')
  })
  test('notices are those of the sources whose records are in the answer', async () => {
    expect((await read('?about=ONE')).notices).toEqual([])
  })
})

test('Markdown has the same records', async () => {
  const { headers, text } = await as('free', '?format=markdown')
  expect(headers['content-type']).toContain('text/markdown')
  expect(text).toContain('# News, 2026-07-16 to 2026-07-23')
  expect(text).toContain('| 2026-07-23 15:30 Asia/Tokyo | 6743 | Title of jp-1 |')
  expect(text).toContain('(withdrawn)')
})

test('a day whose bytes are missing is 503, and nothing is counted', async () => {
  expect(await refusalOf('?since=2026-02-01&until=2026-02-03')).toMatchObject([503, { error: 'ARCHIVE_UNAVAILABLE' }])
})

test('an edition from before there were news records has none yet: 503', async () => {
  const old = closedAfterTest(await running(edition({ edition: 'old' }), { gate: holders.gate }))
  const { status, text } = await old.get('/api/news', { headers: { 'x-api-key': holders.keys.free } })
  expect([status, JSON.parse(text)]).toMatchObject([503, { error: 'NOT_PUBLISHED' }])
})
