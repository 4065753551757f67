import { countTokens } from 'gpt-tokenizer'
import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { prices } from '../../data/prices.ts'
import { closedAfter } from '../closed-after.ts'
import { figuresNotIn } from '../render/figures.ts'
import { edition } from './fixture.ts'
import { openShop } from './payments/shop.ts'
import { quoteIn } from './payments/signing.ts'
import { units } from './payments/terms.ts'
import { openSampleShop } from './sample-shop.ts'
import { withKey } from './served.ts'

const shop = closedAfter(await openSampleShop())

const keyed = (headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${shop.holders.keys.pro}`, ...headers },
})
const read = (path: string, headers: Record<string, string> = {}) => shop.get(path, keyed(headers))
const json = async (path: string) => JSON.parse((await read(path)).text)
const markdown = async (path: string) => (await read(path, { accept: 'text/markdown' })).text

const tickers = rosterOf(true).map(({ ticker }) => ticker)
const paths = ['/api/treasuries', ...tickers.map((ticker) => `/api/treasuries/${ticker}`)]
/** What only a 402 carries. */
const quoteHeaders = ['payment-required', 'x-payment-requirements']

describe('what is served', () => {
  test('the list has the members of the interface, and its total is that of the exact rows', async () => {
    const list = await json('/api/treasuries')
    expect(Object.keys(list)).toEqual(
      expect.arrayContaining(['holdings', 'total_btc_exact', 'financing', 'mnav', 'withheld', 'as_of', 'fingerprint', 'sample']),
    )
    const exact = list.holdings.filter(({ precision }: { precision: string }) => precision === 'exact')
    expect(exact.length).toBeGreaterThan(1)
    expect(list.total_btc_exact).toBe(exact.reduce((sum: number, { btc_exact }: { btc_exact: number }) => sum + btc_exact, 0))
    for (const row of list.holdings) {
      expect(row.btc_exact === null).toBe(row.precision === 'estimate')
      expect([row.ticker, row.filing_url === null]).toEqual([row.ticker, row.precision === 'estimate'])
    }
  })

  test('each row is the holding of its own document', async () => {
    const { holdings } = await json('/api/treasuries')
    for (const { ticker, company_name, financing_summary, mnav_summary, ...holding } of holdings) {
      const one = await json(`/api/treasuries/${ticker}`)
      expect(one).toMatchObject({ ticker, company_name, holding })
      expect(one.financing === null).toBe(financing_summary === null)
      expect(one.mnav?.value).toBe(mnav_summary?.value)
      expect([one.financing === null, one.mnav === null]).toEqual([one.financing_note !== null, one.mnav_note !== null])
    }
  })

  test('a withheld company is in the list of the withheld, and its document has its financing, no holding and no mnav', async () => {
    const { withheld, holdings } = await json('/api/treasuries')
    expect(withheld.length).toBeGreaterThan(0)
    for (const { ticker, reason, evidence_filing } of withheld) {
      const one = await json(`/api/treasuries/${ticker}`)
      expect(one).toMatchObject({ holding: null, withheld: { reason, evidence_filing } })
      expect('mnav' in one).toBe(false)
      expect(holdings.map((row: { ticker: string }) => row.ticker)).not.toContain(ticker)
    }
  })

  test('every note is a sentence, every link an address, every day a day', async () => {
    for (const path of paths) {
      for (const [key, value] of leaves(await json(path))) {
        if (value === null) continue
        if (/(_note|reason|rule|why_not_in_house)$/.test(key))
          expect([path, key, value]).toEqual([path, key, expect.stringMatching(/^[A-Z].*\.$/)])
        if (/url$/.test(key)) expect([path, key, value]).toEqual([path, key, expect.stringMatching(/^https:\/\//)])
        if (/(as_of|filed|decided_on|valid_until|date|maturity|put|to)$/.test(key) && typeof value === 'string')
          expect([path, key, value]).toEqual([path, key, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
      }
    }
  })

  test('every company of the roster has its document, in either case', async () => {
    const upper = await read('/api/treasuries/LNTX')
    expect((await read('/api/treasuries/lntx')).headers.etag).toBe(upper.headers.etag)
    expect(upper.status).toBe(200)
    for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 200])
  })
})

describe('Markdown', () => {
  test.each(paths)('%s: every figure is in the JSON', async (path) => {
    expect(figuresNotIn(await markdown(path), await json(path))).toEqual([])
  })

  test.each(paths)('%s: every figure of the JSON is in it, with every filing that bears one', async (path) => {
    const [document, text] = [await json(path), await markdown(path)]
    const plain = text.replaceAll(',', '')
    for (const [key, value] of leaves(document)) {
      // of an exact count the rounded one, and what the checks of a reading compared, are for programs
      if (key.startsWith('holding.reading.checks') || /holdings\.\d+\.reading\./.test(key)) continue
      if (key.endsWith('btc_display') && text.match(/\bexact\b/)) continue
      if (key.endsWith('btc_display') && path === '/api/treasuries') continue
      if (key.endsWith('later_filings_count')) continue
      if (typeof value === 'number') expect([key, value, plain.includes(String(value))]).toEqual([key, value, true])
      if (key.endsWith('url') && value !== null && !key.endsWith('rate.url'))
        expect([key, value, text.includes(String(value).replaceAll('|', '%7C'))]).toEqual([key, value, true])
    }
  })

  test('says sample data once, no null, no undefined, and carries fingerprint and notices', async () => {
    for (const path of paths) {
      const [document, text] = [await json(path), await markdown(path)]
      expect(text.match(/SAMPLE DATA/g)).toHaveLength(1)
      expect(text).not.toMatch(/\bnull\b|undefined|NaN|\[object/)
      for (const said of [document.fingerprint, ...document.notices]) expect(text.replace(/[\\<>]/g, '')).toContain(said)
    }
  })

  test('costs two fifths fewer tokens than JSON: the list, every SEC filer, and all together', async () => {
    const cost: { path: string; markdown: number; json: number; least: number }[] = []
    for (const path of paths) {
      const [document, text] = [await read(path), await markdown(path)]
      const { holding, holdings } = JSON.parse(document.text)
      // an estimate and a citation are mostly sentences, which cost the same in both
      const least = holdings !== undefined || holding?.source.id === 'sec' ? 0.4 : 0.25
      cost.push({ path, markdown: countTokens(text), json: countTokens(document.text), least })
    }
    const saved = (rows: typeof cost) => 1 - sumOf(rows, 'markdown') / sumOf(rows, 'json')
    expect(cost.filter((row) => saved([row]) < row.least)).toEqual([])
    expect(saved(cost)).toBeGreaterThanOrEqual(0.4)
  })
})

describe('errors', () => {
  test('what does not exist is refused, with and without a key, and never quoted a price', async () => {
    for (const [path, status] of [
      ['/api/treasuries/AB%20C', 400],
      ['/api/treasuries/A.B-9', 404],
    ] as const)
      for (const answer of [await shop.get(path), await read(path)])
        expect([answer.status, quoteHeaders.some((header) => header in answer.headers)]).toEqual([status, false])
  })

  test('402 with the price of the list or of a company', async () => {
    for (const path of paths) {
      const answer = await shop.get(path)
      expect(answer.status).toBe(402)
      const sold = path === '/api/treasuries' ? 'treasuries' : 'treasury'
      expect(quoteIn(answer.headers).accepts.map(({ amount }) => amount)).toEqual([String(units[sold])])
      expect(JSON.parse(answer.text).message).toContain(`This call costs ${prices[sold]} USD.`)
    }
  })

  test('a refusal for a key or its plan never carries a quote', async () => {
    for (const [key, status] of [
      ['mb_live_none', 401],
      [shop.holders.keys.basic, 403],
    ] as const) {
      const answer = await shop.get('/api/treasuries', { headers: { 'x-api-key': key } })
      expect([answer.status, quoteHeaders.some((header) => header in answer.headers)]).toEqual([status, false])
    }
  })

  describe('503 where holdings are not available, before any price is quoted', async () => {
    const without = ['treasuries/list', 'treasuries/MSTR']
    const absent = without.map((place) => ({ place, never: false, why: 'nothing has been read from the SEC yet' }))
    const views = [edition({ edition: 'e1', without }), edition({ edition: 'e2', without, absent })]
    const shops = (await Promise.all(views.map((view) => openShop({ view })))).map(closedAfter)

    test.each(['/api/treasuries', '/api/treasuries/MSTR'])('%s', async (path) => {
      for (const { get, holders } of shops)
        for (const headers of [{}, { 'x-api-key': holders.keys.pro }, { 'x-api-key': holders.keys.free }]) {
          const answer = await get(path, { headers })
          const body = JSON.parse(answer.text)
          expect([answer.status, body.error, answer.headers['retry-after']]).toEqual([
            503,
            'NOT_PUBLISHED',
            String(body.retry_after),
          ])
          expect(answer.text).not.toContain('price')
          for (const header of quoteHeaders) expect(answer.headers[header]).toBeUndefined()
        }
    })

    test('another company is served beside it', async () => {
      for (const { get, holders } of shops)
        expect((await get('/api/treasuries/TSLA', withKey(holders.keys.pro))).status).toBe(200)
    })
  })
})

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}

/** Every value that holds no other, with the names of the members that lead to it. */
function* leaves(value: unknown, place = ''): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) yield [place, value]
  else for (const [name, member] of Object.entries(value)) yield* leaves(member, place === '' ? name : `${place}.${name}`)
}
