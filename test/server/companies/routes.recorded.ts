import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { companyBlocks } from '../../../data/companies/blocks.ts'
import { prices } from '../../../data/prices.ts'
import { type Statements, statementFigure } from '../../../pipeline/documents/company/statements.ts'
import type { EditionView } from '../../../pipeline/editions/reader.ts'
import { withFingerprint } from '../../../pipeline/render/fingerprint.ts'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from '../payments/shop.ts'
import { units } from '../payments/terms.ts'
import { closedAfterTest } from '../served.ts'
import { pricesOfCompanies } from './prices.ts'
import { openCompanyShop } from './shop.ts'

const shop = closedAfter(await openCompanyShop('2026-07-02'))
const { view } = shop

const asked = (path: string, plan: 'free' | 'basic' | 'pro' | null = 'basic') =>
  shop.get(`/api/companies${path}`, plan === null ? {} : { headers: { 'x-api-key': shop.holders.keys[plan] } })
const json = async (path: string, plan?: 'free' | 'basic' | 'pro' | null) => {
  const { status, text } = await asked(`${path}${path.includes('?') ? '&' : '?'}format=json`, plan)
  return { status, body: JSON.parse(text) }
}

const code = async (path: string, plan?: 'free' | 'basic' | 'pro' | null) => {
  const { status, body } = await json(path, plan)
  return [status, body.error]
}

test('no whole costs more than its blocks, and list, header and quotes agree', async () => {
  expect((await pricesOfCompanies(shop)).filter(({ agree, isFair }) => !agree || !isFair)).toEqual([])
})

describe('an address', () => {
  test.each(['AAPL', 'aapl', '320193', '0000320193'])(
    'is a ticker or a CIK of 1 to 10 digits, in any case: %s',
    async (address) => {
      const { status, body } = await json(`/${address}/header`)
      expect([status, body.company, body.name, body.market, body.block]).toEqual([200, 'AAPL', 'Apple Inc.', 'us', 'header'])
    },
  )
  test('of one of several listed lines is that of the company', async () => {
    for (const line of ['GOOG', 'GOOGL']) expect((await json(`/${line}/header`)).body.company).toBe('GOOG')
    expect((await json('/UA/header')).body.identity.listed.map(({ code }: { code: string }) => code)).toEqual(['UA', 'UAA'])
  })
  test.each(['BRK-B', 'BRK.B', 'brk.b'])('writes a class of shares with a dot or a dash: %s', async (line) => {
    const { status, body } = await json(`/${line}`)
    expect([status, body.error, body.message]).toEqual([404, 'NOT_COVERED_YET', expect.stringContaining('BERKSHIRE HATHAWAY')])
  })
  test('that is close to another, or the beginning of a name, is answered with the closest three', async () => {
    const { body } = await json('/kraft')
    expect([body.error, body.field, body.suggestions]).toEqual(['NOT_FOUND', 'company', ['KHC']])
    expect((await json('/APPL')).body.suggestions).toContain('AAPL')
  })
  test.each(['FB', 'fb'])('of a past ticker is answered with the present one: %s', async (address) => {
    const { status, body } = await json(`/${address}`)
    expect([status, body.error, body.suggestions]).toEqual([404, 'NOT_FOUND', ['META']])
    expect((await json(`?search=${address}`)).body.companies).toMatchObject([{ address: 'META' }])
  })
  test('that another company has taken over is the other company’s', async () => {
    expect((await json('/SHOP/header')).body.name).toBe('SHOPIFY INC.')
    expect((await json('?search=shop')).body.companies.map(({ address }: { address: string }) => address)).toEqual(['SHOP'])
  })
  test('is found by name and market', async () => {
    const { body } = await json('?search=kraft+heinz')
    expect(body.companies).toMatchObject([{ address: 'KHC', market: 'us', tier: 'basic', price_usd: prices.company }])
    expect((await json('?limit=2')).body.companies).toHaveLength(2)
    expect(await code('?market=mars')).toEqual([400, 'INVALID_REQUEST'])
    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { companies: { address: string }[]; next_cursor: string | null } = (
        await json(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`, null)
      ).body
      pages.push(...page.companies.map(({ address }) => address))
      cursor = page.next_cursor
    }
    expect(pages).toEqual([...new Set(pages)].sort())
    expect(pages).toHaveLength((await json('')).body.count)
  })
})

describe('a briefing', () => {
  test('is Markdown, JSON and a page, whole and by block', async () => {
    for (const format of ['markdown', 'json', 'html'])
      for (const block of ['', '/numbers', '/what_changed', '/capital_structure', '/quality', '/profitability', '/header']) {
        const { status, text } = await asked(`/KHC${block}?format=${format}`)
        expect([block, format, status]).toEqual([block, format, 200])
        expect(text).toContain('Kraft Heinz')
      }
  })
  test('follows the header Accept, and says so to caches', async () => {
    for (const [accept, type] of [
      ['application/json', 'application/json'],
      ['text/html,*/*;q=0.8', 'text/html'],
      ['*/*', 'text/markdown'],
    ]) {
      const headers = { accept: accept!, 'x-api-key': shop.holders.keys.basic }
      const answer = await shop.get('/api/companies/AAPL/header', { headers })
      expect(String(answer.headers['content-type']).split(';')[0]).toBe(type)
      expect(answer.headers.vary).toMatch(/^Accept\b(?!-)/)
    }
  })
  test('lists its filings in what changed, and once in the whole', async () => {
    const { text } = await asked('/KHC/what_changed')
    expect(text).toContain('### Filings of the last 90 days')
    const [first] = (await json('/KHC/what_changed')).body.filings
    expect(text).toContain(first.url)
    const whole = (await asked('/KHC')).text
    expect(whole).not.toContain('Filings of the last 90 days')
    // the filing that turned a situation on is linked there too
    expect(whole.slice(whole.indexOf('## News')).split(first.url)).toHaveLength(2)
  })
  test('says first what it is, and always what it leaves out', async () => {
    const { body: whole } = await json('/AAPL')
    expect(Object.keys(whole).slice(0, 12)).toEqual([
      ...[
        'briefing',
        'company',
        'name',
        'market',
        'headline',
        'summary',
        'as_of',
        'sample',
        'notices',
        'left_out',
        'blocks',
        'computed_at',
      ],
    ])
    expect(whole.left_out).toContainEqual({ what: 'segments', why: 'the text of no annual or quarterly report was read' })
    expect(Object.keys(whole.blocks)).toEqual([
      ...['header', 'what_changed', 'numbers', 'capital_structure', 'quality', 'profitability'],
    ])
    expect(Object.keys((await json('/KHC')).body.blocks)).toContain('news')
    for (const block of Object.keys(whole.blocks)) expect((await json(`/AAPL/${block}`)).body.left_out).toBeInstanceOf(Array)
  })
  test('names every block with its price, and why one is not covered', async () => {
    const { body } = await json('/AAPL/header')
    expect(body.blocks.map(({ block }: { block: string }) => block)).toEqual(companyBlocks.map(({ block }) => block))
    for (const { block, covered, why, path, price_usd } of body.blocks) {
      expect([block, path, price_usd]).toEqual([block, `/api/companies/AAPL/${block}`, covered ? prices.companyBlock : null])
      const { status, body: answer } = await json(`/AAPL/${block}`)
      expect([block, status]).toEqual([block, covered ? 200 : 404])
      if (!covered) expect(answer.message).toContain(why)
    }
  })
  test('gives its columns and statements alone, from which figures are read whole', async () => {
    const whole = (await json('/AAPL/numbers')).body
    const some = (await json('/AAPL/numbers?fields=periods,statements')).body
    expect([some.periods, some.statements, some.growth]).toEqual([whole.periods, whole.statements, undefined])
    expect(statementFigure(some, 'revenue', 'FY2025')).toMatchObject({ value: 416_161e6, unit: 'USD', knownSince: '2025-10-31' })
  })
  test('has a fingerprint over what it says', async () => {
    const { computed_at, fingerprint, ...said } = (await json('/AAPL/numbers')).body
    expect(withFingerprint(said, computed_at).fingerprint).toBe(fingerprint)
  })
  test('is one call of a key, whole or a block, and never a charge', async () => {
    const paid = await shop.takings()
    const left = async (path: string) => Number((await asked(path)).headers['x-ratelimit-remaining'] ?? Number.NaN)
    const before = await left('/KHC/header')
    expect([await left('/KHC'), await left('/KHC/numbers')]).toEqual([before - 1, before - 2])
    expect(await shop.takings()).toEqual(paid)
  })
  test('is the same document as /api/context gives, by the same code', async () => {
    const context = async (query: string) =>
      (await shop.get(`/api/context?${query}&format=json`, { headers: { 'x-api-key': shop.holders.keys.basic } })).text
    expect(await context('briefing=equities.company/AAPL')).toBe((await asked('/AAPL?format=json')).text)
    expect(await context('briefing=equities.company/aapl&block=quality')).toBe((await asked('/AAPL/quality?format=json')).text)
  })
})

describe('numbers of a past day', () => {
  const netIncomeOf = (body: Statements) => statementFigure(body, 'net_income', 'FY2017')?.value
  test('are those known at its end in the market of the company: Kraft Heinz restates 2017 on 2019-06-07', async () => {
    const before = (await json('/KHC/numbers?date=2019-06-06', 'pro')).body
    const after = (await json('/KHC/numbers?date=2019-06-07', 'pro')).body
    expect([netIncomeOf(before), netIncomeOf(after)]).toEqual([10_999e6, 10_941e6])
    expect(after).toMatchObject({ as_of: '2019-06-07', as_known: { date: '2019-06-07', time_zone: 'America/New_York' } })
  })
  test('of the day of the edition are those of no day, but for what says which day was asked for', async () => {
    const { as_known: _, fingerprint: __, ...dated } = (await json('/KHC/numbers?date=2026-07-02')).body
    const { as_known: ___, fingerprint: ____, ...now } = (await json('/KHC/numbers')).body
    expect(dated).toEqual(now)
  })
  test('before the first report are refused before a price', async () => {
    const { status, body } = await json('/KHC/numbers?date=2001-01-01', 'pro')
    expect([status, body.error, body.field]).toEqual([404, 'BLOCK_NOT_COVERED_YET', 'date'])
    expect(body.message).toMatch(
      /has no numbers as of 2001-01-01: its first report .* became known on 20\d\d-\d\d-\d\d\. Nothing is charged\./,
    )
    const day = /known on ([\d-]{10})/.exec(body.message)![1]!
    expect((await json(`/KHC/numbers?date=${day}`, 'pro')).body.statements.length).toBeGreaterThan(0)
    expect(await code('/KHC/numbers?date=2001-01-01')).toEqual([404, 'BLOCK_NOT_COVERED_YET'])
  })
  test('are read as far back as the plan reaches', async () => {
    expect(await code('/KHC/numbers?date=2025-01-01')).toEqual([200, undefined])
    expect(await code('/KHC/numbers?date=2024-12-31')).toEqual([403, 'PLAN_REQUIRED'])
    expect(await code('/KHC/numbers?date=2024-12-31', 'pro')).toEqual([200, undefined])
  })
})

describe('a refusal comes in order, before any price', () => {
  test.each([
    ['1 a parameter no company has', '/AAPL?as_of=2026-01-01', 400, 'UNKNOWN_PARAMETER'],
    ['1 a day for the whole', '/AAPL?date=2026-01-01', 400, 'UNKNOWN_PARAMETER'],
    ['1 a format that is none', '/AAPL?format=csv', 400, 'INVALID_FORMAT'],
    ['1 an address of other characters', '/A%20B', 400, 'INVALID_COMPANY'],
    ['1 an address that is too long', `/${'A'.repeat(34)}`, 400, 'INVALID_COMPANY'],
    ['1 a day for another block than numbers', '/AAPL/quality?date=2026-01-01', 400, 'INVALID_DATE'],
    ['1 no day', '/AAPL/numbers?date=2026-02-30', 400, 'INVALID_DATE'],
    ['1 a later day', '/AAPL/numbers?date=2026-07-03', 400, 'INVALID_DATE'],
    ['1 before 2: a wrong day of no company', '/NOBODY/numbers?date=x', 400, 'INVALID_DATE'],
    ['2 no block', '/AAPL/numbres', 404, 'NOT_FOUND'],
    ['2 no company', '/ZZZZ', 404, 'NOT_FOUND'],
    ['2 an ISIN of no list', '/US0378331005', 404, 'NOT_FOUND'],
    ['2 a company whose statements have not been read', '/BRK-B/numbers', 404, 'NOT_COVERED_YET'],
    ['2 a block that is not read', '/AAPL/segments', 404, 'BLOCK_NOT_COVERED_YET'],
  ])('%s', async (_, path, status, error) => {
    for (const plan of [null, 'free', 'pro'] as const) {
      const answer = await asked(path, plan)
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([status, error])
      expect(answer.text).not.toMatch(/price_usd|accepts|without_key/)
      expect(answer.headers['payment-required'] ?? answer.headers['www-authenticate']).toBeUndefined()
    }
  })
  test.each([
    ['3 a company whose bytes are out of reach', '/NICE/header', 'company/', 'COMPANY_UNAVAILABLE'],
    [
      '3 figures of a past day that are out of reach',
      '/UA/numbers?date=2020-01-01',
      'company-figures/',
      'DATED_READ_UNAVAILABLE',
    ],
  ])('%s', async (_, path, folder, error) => {
    const packed: EditionView['packed'] = async (place, format) => {
      if (place.startsWith(folder)) throw new Error('the pack is gone')
      return view.packed(place, format)
    }
    const other = closedAfterTest(await openShop({ view: { ...view, packed }, now: () => Date.parse('2026-07-02T22:00:00Z') }))
    for (const headers of [{}, { 'x-api-key': other.holders.keys.pro }]) {
      const answer = await other.get(`/api/companies${path}`, { headers })
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([503, error])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.headers['payment-required']).toBeUndefined()
    }
  })
  test('4 a plan that does not reach the market', async () => {
    const { status, body } = await json('/AAPL', 'free')
    expect([status, body.error, body.needs, body.without_key]).toEqual([403, 'PLAN_REQUIRED', 'basic', { price_usd: '0.30' }])
  })
  test('4 a key whose calls are used up', async () => {
    const other = await openShop({ view, now: () => Date.parse('2026-07-02T22:00:00Z'), limits: { perHour: 1 } })
    const key = { headers: { 'x-api-key': other.holders.keys.pro } }
    const statuses = []
    for (const path of ['/AAPL/header', '/AAPL/header', '/AAPL'])
      statuses.push((await other.get(`/api/companies${path}`, key)).status)
    await other.close()
    expect(statuses).toEqual([200, 429, 429])
  })
  test('of 2,000 random requests no refusal but the last carries a quote, and nothing is taken', async () => {
    const piece = fc.oneof(
      fc.constantFrom('AAPL', 'khc', '320193', 'BRK.B', 'ZZZZ', 'numbers', 'segments', 'quality', '..', '%00', 'A'.repeat(40)),
      fc.string({ maxLength: 12 }).map(encodeURIComponent),
    )
    const query = fc.constantFrom('', '?date=2020-01-01', '?date=x', '?format=json', '?format=pdf', '?a=b', '?date=2027-01-01')
    const before = await shop.takings()
    let quoted = 0
    await fc.assert(
      fc.asyncProperty(piece, fc.option(piece), query, async (company, block, asks) => {
        const { status, text, headers } = await shop.get(`/api/companies/${company}${block === null ? '' : `/${block}`}${asks}`)
        const quote = headers['payment-required'] !== undefined || /"accepts"|"price|without_key/.test(text)
        if (status === 402) quoted++
        else if (status >= 400) expect(quote, `${company} ${block} ${asks} ${status}`).toBe(false)
      }),
      { numRuns: 2_000, seed: 39 },
    )
    expect(quoted).toBeGreaterThan(10)
    expect(await shop.takings()).toEqual(before)
  })
})

describe('a payment', () => {
  test('of x402 buys a block, and the whole by another price; the credential of one does not buy the other', async () => {
    for (const [path, cost] of [
      ['/api/companies/KHC/numbers', units.companyBlock],
      ['/api/companies/KHC', units.company],
      ['/api/companies/KHC/numbers?date=2019-06-06', units.companyBlock],
    ] as const) {
      const { paid } = await shop.takings()
      const headers = await shop.credential(path, 7)
      expect([path, (await shop.get(path, { headers })).status]).toEqual([path, 200])
      expect((await shop.takings()).paid - paid).toBe(cost)
      for (const other of [path, '/api/companies/KHC/quality', '/api/companies/KHC/numbers?date=2020-01-01'])
        expect((await shop.get(other, { headers })).status).toBe(402)
      expect((await shop.takings()).paid - paid).toBe(cost)
    }
  })
  test('of MPP buys a block and the whole', async () => {
    for (const path of ['/api/companies/AAPL/profitability', '/api/companies/AAPL']) {
      const answer = await shop.buy(path, 8, 'mpp')
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers['payment-receipt']).toBeDefined()
    }
  })
  test('by /api/context buys the same under the offer of the company route', async () => {
    const path = '/api/context?briefing=equities.company/META&block=quality'
    const headers = await shop.credential(path, 9)
    const { paid } = await shop.takings()
    expect((await shop.get('/api/companies/META/quality', { headers })).status).toBe(200)
    expect((await shop.get(path, { headers })).status).toBe(402)
    expect((await shop.takings()).paid - paid).toBe(units.companyBlock)
  })
})
