import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { prices } from '../../data/prices.ts'
import { priceOf } from '../../server/access/price.ts'
import { closedAfter } from '../closed-after.ts'
import { edition, noon, packageFacts, running, today } from './fixture.ts'
import { closedAfterTest } from './served.ts'

const feeds = [
  {
    feed: 'coinmetrics.daily',
    upstream: 'coinmetrics',
    status: 'ok',
    last_read_at: '2026-07-23T05:00:00Z',
    next_due_at: null,
    note: null,
  },
  { feed: 'fred.graph', upstream: 'fred', status: 'unread', last_read_at: null, next_due_at: null, note: null },
  { feed: 'fred.series', upstream: 'fred', status: 'off', last_read_at: null, next_due_at: null, note: 'no key | none' },
]
const archive = { '2026-07-20': 'the twentieth', '2026-07-21': 'the twenty-first', '2026-07-22': new Error('lost') }

const without = ['metric/mstr-bitcoin-holdings', 'briefing/btc.treasury']
const absent = without.map((place) => ({ place, never: true, why: 'it is not read here' }))
const server = closedAfter(await running(edition({ edition: 'e1', archive, feeds, without, absent })))

const json = async (path: string) => JSON.parse((await server.get(path)).text)
const published = briefingRows.filter(({ id }) => id !== 'btc.treasury')

describe('briefings', () => {
  test.each(published.map(({ id, path }) => [id, path] as const))(
    '%s under its own path and under /api/context',
    async (id, path) => {
      for (const [url, type] of [
        [path, 'text/markdown; charset=utf-8'],
        [`${path}?format=markdown`, 'text/markdown; charset=utf-8'],
        [`${path}?format=json`, 'application/json; charset=utf-8'],
        [`/api/context?briefing=${id}`, 'text/markdown; charset=utf-8'],
        [`/api/context?briefing=${id}&format=json`, 'application/json; charset=utf-8'],
        [`/api/context?format=json&briefing=${id}`, 'application/json; charset=utf-8'],
        [`/api/context?format=json&briefing=${id.replaceAll('.', '%2E')}`, 'application/json; charset=utf-8'],
      ] as const) {
        const answer = await server.get(url)
        expect([url, answer.status, answer.headers['content-type']]).toEqual([url, 200, type])
        expect(answer.text).toContain(`briefing ${id} of e1`)
        expect(answer.headers['x-edition']).toBe('e1')
        expect(answer.headers['cache-control']).toBe('private, no-cache')
        const named = url.includes('format=')
        expect(answer.headers.vary).toBe(`${named ? '' : 'Accept, '}Accept-Encoding, Authorization, X-API-Key`)
        if (type.startsWith('application/json')) expect(JSON.parse(answer.text).about).toBe(`briefing ${id} of e1`)
      }
    },
  )

  test('a past day comes from the archive, today from the edition', async () => {
    expect((await server.get('/api/btc?date=2026-07-20')).text).toBe('the twentieth btc.quick-check md')
    expect((await server.get('/api/context?briefing=btc.quick-check&date=2026-07-21&format=json')).text).toBe(
      'the twenty-first btc.quick-check json',
    )
    const dated = await server.get(`/api/btc?date=${today}`)
    const current = await server.get('/api/btc')
    expect([dated.status, dated.text, dated.headers.etag]).toEqual([200, current.text, current.headers.etag])
  })

  test('a day after the edition but not after today is not on record', async () => {
    const late = closedAfterTest(await running(edition({ edition: 'e1', archive, asOf: '2026-07-22' })))
    const answer = await late.get(`/api/btc?date=${today}`)
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([404, 'NOT_ON_RECORD'])
    expect((await late.get('/api/btc?date=2026-07-22')).status).toBe(200)
  })

  test('the day of the server is the UTC day at the moment of the request', async () => {
    let now = Date.parse('2026-07-23T23:59:59.999Z')
    const night = closedAfterTest(await running(edition({ edition: 'e1', archive }), { now: () => now }))
    expect((await night.get('/api/btc?date=2026-07-24')).status).toBe(400)
    now += 1
    expect((await night.get('/api/btc?date=2026-07-24')).status).toBe(404)
  })
})

describe('metrics', () => {
  test('every one in both formats', async () => {
    for (const { metric } of metricRows.filter(({ metric: name }) => name !== 'mstr-bitcoin-holdings')) {
      expect((await server.get(`/api/metrics/${metric}`)).text).toContain(`# metric ${metric} of e1`)
      expect((await json(`/api/metrics/${metric}?format=json`)).about).toBe(`metric ${metric} of e1`)
    }
  })
})

describe('catalogues', () => {
  test('/api/briefings lists what is published, with the members of the contract', async () => {
    const { count, briefings, companies, ...more } = await json('/api/briefings')
    expect(more).toEqual({ sample: false, absent: [{ id: 'btc.treasury', never: true, why: 'it is not read here' }] })
    expect(companies).toMatchObject({
      id: 'equities.company',
      path: '/api/companies',
      price: { usd: prices.company },
      price_block: { usd: prices.companyBlock },
    })
    expect((await server.get('/api/briefings?format=markdown')).text).toContain(
      `/api/companies lists the companies; a block ${prices.companyBlock} USD per call, a whole briefing that for each of its blocks, at most ${prices.company}.`,
    )
    expect(count).toBe(published.length)
    expect(briefings.map(({ id }: { id: string }) => id)).toEqual(published.map(({ id }) => id))
    const size = async (url: string) => (await server.get(url)).bytes.length
    expect(briefings[0]).toEqual({
      id: 'btc.quick-check',
      title: briefingRows[0]!.title,
      description: briefingRows[0]!.description,
      tier: 'free',
      price: priceOf(prices.briefing.free),
      path: '/api/btc',
      first_date: '2026-07-20',
      last_date: today,
      updated_at: `${today}T06:00:00Z`,
      freshness: 'fresh',
      available: true,
      bytes: { markdown: await size('/api/btc'), json: await size('/api/btc?format=json') },
      metrics: [...briefingRows[0]!.metrics],
    })
    for (const { id, price, path } of briefings) {
      expect(price.base_units).toBe(String(Math.round(Number(price.usd) * 1e6)))
      expect([id, (await server.get(path)).status]).toEqual([id, 200])
    }
  })

  test('/api/metrics lists what is published, with the members of the contract', async () => {
    const catalogue = await json('/api/metrics')
    expect(Object.keys(catalogue)).toEqual(['count', 'sample', 'categories', 'free_key', 'pro_only_metrics', 'metrics', 'absent'])
    expect(catalogue.count).toBe(metricRows.length - 1)
    expect(catalogue.categories.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(catalogue.count)
    const price = catalogue.metrics.find(({ metric }: { metric: string }) => metric === 'bitcoin-price')
    expect(Object.keys(price)).toEqual([
      ...['metric', 'title', 'description', 'why', 'category', 'unit', 'cadence', 'source', 'polarity', 'pro_only'],
      ...['price', 'path', 'used_in', 'method_version'],
    ])
    expect(price).toMatchObject({
      source: 'Coin Metrics; Coinbase Exchange; Kraken',
      price: priceOf(prices.metric),
      path: '/api/metrics/bitcoin-price',
      method_version: '1.1',
    })
    expect(price.used_in).toContain('btc.quick-check')
    for (const { path, source } of catalogue.metrics) {
      expect(source).not.toBe('')
      expect((await server.get(path)).status).toBe(200)
    }
  })

  test('a pro-only metric is named, whether or not the edition holds it, unless it never will', async () => {
    const named = async (at: typeof server) => JSON.parse((await at.get('/api/metrics')).text).pro_only_metrics
    const absent = [{ place: 'metric/hrbx-bitcoin-holdings', never: true, why: 'invented' }]
    const live = closedAfterTest(await running(edition({ edition: 'e1', without, absent })))
    expect(await named(live)).toEqual(['mstr-bitcoin-holdings'])
    expect(await named(server)).toEqual(['hrbx-bitcoin-holdings'])
  })

  test('metrics are listed by category and by page, and what there is none of is refused', async () => {
    const all = JSON.parse((await server.get('/api/metrics')).text)
    const names = ({ metrics }: { metrics: { metric: string }[] }) => metrics.map(({ metric }) => metric)
    const bonds = JSON.parse((await server.get('/api/metrics?category=bonds')).text)
    const own = all.metrics.filter(({ category }: { category: string }) => category === 'bonds')
    expect([bonds.count, names(bonds)]).toEqual([own.length, names({ metrics: own })])
    expect(bonds.categories).toEqual(all.categories)
    const read: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const one = JSON.parse((await server.get(`/api/metrics?page=${page}`)).text)
      expect([one.count, one.page, one.metrics.length <= 100]).toEqual([all.count, page, true])
      read.push(...names(one))
      pages = one.pages
    }
    expect(read).toEqual(names(all))
    expect((await server.get('/api/metrics?category=bonds&page=1&format=markdown')).text).toContain('Page 1 of 1.')
    for (const [query, field] of [
      ['category=bond', 'category'],
      ['page=0', 'page'],
      ['page=99', 'page'],
      ['page=1.5', 'page'],
    ]) {
      const { status, text } = await server.get(`/api/metrics?${query}`)
      expect([query, status, JSON.parse(text)]).toMatchObject([query, 400, { error: 'INVALID_REQUEST', field }])
    }
  })

  test('catalogues say whether their figures are invented', async () => {
    const invented = closedAfterTest(await running(edition({ edition: 'e1', sample: true })))
    for (const path of ['/api/briefings', '/api/metrics'])
      for (const [at, sample] of [
        [server, false],
        [invented, true],
      ] as const)
        expect([path, JSON.parse((await at.get(path)).text).sample]).toEqual([path, sample])
  })

  test.each(['/api/briefings', '/api/metrics', '/api/health', '/api/status', '/api/version'])(
    '%s as Markdown is one table a list',
    async (path) => {
      const answer = await server.get(`${path}?format=markdown`)
      expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8')
      const rows = answer.text.split('\n').filter((line) => line.startsWith('|'))
      const columns = (row: string) => row.replaceAll('\\|', '').split('|').length
      expect(rows.length).toBeGreaterThan(2)
      if (path !== '/api/status') expect(new Set(rows.map(columns)).size).toBe(1)
    },
  )

  test('open routes ignore parameters they do not have', async () => {
    expect((await server.get('/api/briefings?limit=5&__proto__=1')).status).toBe(200)
    expect((await server.get('/api/metrics?date=2026-07-20')).status).toBe(200)
  })

  test('what is made for one edition is not kept for the next', async () => {
    const moving = closedAfterTest(await running(edition({ edition: 'e1', without: ['briefing/btc.treasury'] })))
    const before = await moving.get('/api/briefings')
    moving.reader.adopt(edition({ edition: 'e2' }))
    const after = await moving.get('/api/briefings')
    expect([JSON.parse(before.text).count, JSON.parse(after.text).count]).toEqual([published.length, briefingRows.length])
    expect([before.headers['x-edition'], after.headers['x-edition']]).toEqual(['e1', 'e2'])
  })
})

describe('system', () => {
  test('/api/health is ok', async () => {
    const answer = await server.get('/api/health')
    const { checks, ...report } = JSON.parse(answer.text)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(report).toEqual({ status: 'ok', time: '2026-07-23T12:00:00Z', edition: 'e1' })
    for (const check of checks) expect(Object.keys(check)).toEqual(['name', 'status', 'detail'])
  })

  test.each([
    ['an edition from before yesterday', { asOf: '2026-07-21' }, 'edition briefings'],
    ['stale briefings', { freshness: 'stale' }, 'briefings'],
    ['a document of which nothing is known', { without: ['metric/vix'] }, 'published'],
    ['a held feed', { feeds: [{ ...feeds[0], status: 'held' }] }, 'feeds'],
  ] as const)('/api/health is degraded and still 200 with %s', async (_what, options, name) => {
    const poor = closedAfterTest(await running(edition({ edition: 'e1', ...options })))
    const answer = await poor.get('/api/health')
    const report = JSON.parse(answer.text)
    expect([answer.status, report.status]).toEqual([200, 'degraded'])
    expect(
      report.checks.filter(({ status }: { status: string }) => status !== 'ok').map((check: { name: string }) => check.name),
    ).toEqual(name.split(' '))
  })

  test('/api/health is down and 503 where an edition holds no document', async () => {
    const places = [...briefingRows.map(({ id }) => `briefing/${id}`), ...metricRows.map(({ metric }) => `metric/${metric}`)]
    const absent = places.map((place) => ({ place, never: false, why: 'nothing has been read from FRED yet' }))
    const bare = closedAfterTest(await running(edition({ edition: 'e1', without: places, absent })))
    const answer = await bare.get('/api/health')
    expect([answer.status, JSON.parse(answer.text).status, answer.headers['retry-after']]).toEqual([503, 'down', '10'])
    expect(answer.text).toContain('nothing has been read from FRED yet')
    expect((await bare.get('/')).text).toContain('No data is available yet')
  })

  test('an edition of yesterday is in order', async () => {
    const early = closedAfterTest(await running(edition({ edition: 'e1', asOf: '2026-07-22' })))
    expect(JSON.parse((await early.get('/api/health')).text).status).toBe('ok')
  })

  test('/api/health is down and 503 without an edition', async () => {
    const empty = closedAfterTest(await running(null))
    const answer = await empty.get('/api/health')
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '10'])
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 'down',
      edition: null,
      time: new Date(noon).toISOString().replace('.000', ''),
    })
    expect((await empty.get('/')).text).toContain('Nothing has been published yet')
    expect((await empty.get('/api/version')).status).toBe(200)
    empty.reader.adopt(edition({ edition: 'e1' }))
    expect((await empty.get('/api/health')).status).toBe(200)
    expect((await empty.get('/')).text).not.toContain('Nothing has been published yet')
  })

  test('/api/status tells feeds and briefings', async () => {
    const status = await json('/api/status')
    expect(status).toMatchObject({ edition: 'e1', published_at: `${today}T06:00:05Z`, feeds })
    expect(status.briefings).toEqual(published.map(({ id }) => ({ id, as_of: today, freshness: 'fresh' })))
    expect((await server.get('/api/status?format=markdown')).text).toContain('no key \\| none')
  })

  test.each(['calibration', 'record'])('/api/%s is the document of the edition, kept by every cache', async (name) => {
    const answer = await server.get(`/api/${name}?format=markdown`)
    expect([answer.headers['x-edition'], answer.headers['cache-control']]).toEqual(['e1', 'public, no-cache'])
    expect(answer.text).toContain(`# ${name} of e1`)
    expect((await json(`/api/${name}`)).about).toBe(`${name} of e1`)
    expect((await server.get(`/api/${name}?format=html`)).text).toContain(`<p>${name} of e1</p>`)
  })

  test('/api/version', async () => {
    expect(await json('/api/version')).toEqual({ ...packageFacts, interface: '1.0.0', commit: null })
  })

  test('the front page shows titles, states and dates, escaped, under its own policy', async () => {
    const odd = closedAfterTest(await running(edition({ edition: 'e1', state: '<b>"odd" & \'worse\'</b>', sample: true })))
    const { text, headers } = await odd.get('/')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('&#60;b&#62;&#34;odd&#34; &#38; &#39;worse&#39;&#60;/b&#62;')
    expect(text).not.toContain('<b>')
    expect(text).toContain('SAMPLE DATA')
    for (const { title, path } of briefingRows) expect(text).toContain(`<a href="${path}?format=html">${title}</a>`)
    expect(text).toContain('<td><time>2026-07-23</time></td></tr>')
    expect(text).not.toMatch(/<script(?! type="application\/ld\+json">)|<link(?! rel="alternate")|<img| on\w+=/)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
  })
})

test('every answer carries the security headers and an id of its own', async () => {
  const ids = new Set<string>()
  const paths = [
    '/',
    '/api/btc',
    '/api/btc?date=2026-07-20',
    '/api/health',
    '/api/version',
    '/api/metrics',
    '/none',
    '/api/btc?x=1',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { headers } = await server.get(path, { method, headers: { 'x-request-id': 'mine' } })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
      expect(headers['x-powered-by']).toBeUndefined()
      ids.add(String(headers['x-request-id']))
    }
  }
  expect(ids.size).toBe(paths.length * 4)
  expect(ids.has('mine')).toBe(false)
})
