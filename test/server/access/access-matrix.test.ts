import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../../data/briefings.ts'
import { metricRows } from '../../../data/metrics.ts'
import { siteDocuments } from '../../../server/discovery/documents.ts'
import { faultsOf } from '../../plain-sentences.ts'
import { edition } from '../fixture.ts'
import { served } from '../served.ts'

const archive = { '2024-12-31': 'old', '2025-01-01': 'newer', '2026-07-20': 'recent' }
const { holders, server } = await served(edition({ edition: 'e1', archive }))

const facts = { origin: 'https://briefings.example', version: '1', now: 0 }
const callers = ['nobody', 'garbage', 'revoked', 'free', 'basic', 'pro', 'enterprise'] as const
type Who = (typeof callers)[number]
const keyOf = (who: Who): string | null => (who === 'nobody' ? null : who === 'garbage' ? 'mb_live_not-a-key' : holders.keys[who])

const briefingOf = (tier: 'free' | 'basic' | 'pro') => briefingRows.find((row) => row.tier === tier)!
const metricOf = (fits: (row: (typeof metricRows)[number]) => boolean) => `/api/metrics/${metricRows.find(fits)!.metric}`

/** Expected of callers in the order of `callers`; a cell is the status with the error code, or with `latest` where only the reading is served. */
const paid = '401 KEY_REQUIRED'
const bad = '401 KEY_INVALID'
const plan = '403 PLAN_REQUIRED'
const rows: readonly [string, string, readonly string[]][] = [
  ['free briefing', briefingOf('free').path, [paid, bad, bad, '200', '200', '200', '200']],
  ['basic briefing', briefingOf('basic').path, [paid, bad, bad, plan, '200', '200', '200']],
  ['pro briefing', briefingOf('pro').path, [paid, bad, bad, plan, plan, '200', '200']],
  ['pro briefing by its id', `/api/context?briefing=${briefingOf('pro').id}`, [paid, bad, bad, plan, plan, '200', '200']],
  ['a day of 2026', '/api/btc?date=2026-07-20', [paid, bad, bad, plan, '200', '200', '200']],
  ['the first day of the plan basic', '/api/btc?date=2025-01-01', [paid, bad, bad, plan, '200', '200', '200']],
  ['the day before it', '/api/btc?date=2024-12-31', [paid, bad, bad, plan, plan, '200', '200']],
  ['bitcoin metric', metricOf(({ category }) => category === 'bitcoin'), [paid, bad, bad, '200', '200', '200', '200']],
  [
    'other metric',
    metricOf(({ category, proOnly }) => category === 'macro' && !proOnly),
    [paid, bad, bad, '200 latest', '200', '200', '200'],
  ],
  ['pro only metric', metricOf(({ proOnly }) => proOnly), [paid, bad, bad, '200 latest', '200 latest', '200', '200']],
  ['treasuries', '/api/treasuries', [paid, bad, bad, plan, plan, '200', '200']],
  ['a treasury', '/api/treasuries/MSTR', [paid, bad, bad, plan, plan, '200', '200']],
  ['a treasury in small letters', '/api/treasuries/mstr', [paid, bad, bad, plan, plan, '200', '200']],
  ['a company off the roster', '/api/treasuries/NOSUCH', callers.map(() => '404 NOT_FOUND')],
  ['no ticker', '/api/treasuries/under_score', callers.map(() => '400 INVALID_TICKER')],
  ['too long a ticker', '/api/treasuries/ABCDEFGHIJK', callers.map(() => '400 INVALID_TICKER')],
  ['a treasury by its format', '/api/treasuries/MSTR?format=json', [paid, bad, bad, plan, plan, '200', '200']],
  ['a parameter of treasuries', '/api/treasuries?tickers=MSTR', callers.map(() => '400 UNKNOWN_PARAMETER')],
  ['no such briefing', '/api/context?briefing=none', callers.map(() => '404 NOT_FOUND')],
  ['no such metric', '/api/metrics/none', callers.map(() => '404 NOT_FOUND')],
  ['no such day', '/api/btc?date=2026-07-19', callers.map(() => '404 NOT_ON_RECORD')],
  ['a day that is none', '/api/btc?date=2026-02-30', callers.map(() => '400 INVALID_DATE')],
  ['a misspelt parameter', '/api/btc?fromat=json', callers.map(() => '400 UNKNOWN_PARAMETER')],
  ...[
    '/',
    '/api/health',
    '/api/status',
    '/api/version',
    '/api/briefings',
    '/api/metrics',
    '/api/calibration',
    '/api/record',
    '/api/x402/status',
    '/api/openapi/spec.json',
    '/docs/api',
    '/docs/errors',
    '/docs/methodology',
    '/llms.txt',
    ...siteDocuments.flatMap(({ path, write }) => (write({ ...facts, contact: null, sold: false }) === null ? [] : [path])),
  ].map((path): [string, string, string[]] => [`open ${path}`, path, callers.map(() => '200')]),
]

describe.each(rows)('%s', (_, path, expected) => {
  test.each(callers.map((who, i) => [who, expected[i]!] as const))('%s: %s', async (who, cell) => {
    const key = keyOf(who)
    // whoever names a page and takes JSON gets the error of a page as JSON
    const accept = path.includes('format=html') ? { accept: 'application/json' } : {}
    const answer = await server.get(path, { headers: key === null ? accept : { ...accept, authorization: `Bearer ${key}` } })
    const said = answer.status < 400 ? (answer.text.includes('# latest') ? 'latest' : '') : JSON.parse(answer.text).error
    expect(`${answer.status} ${said}`.trim()).toBe(cell)
    if (answer.status >= 400) expect(faultsOf(JSON.parse(answer.text).message)).toEqual([])
    if (answer.status === 403) {
      expect(JSON.parse(answer.text)).toMatchObject({ plan: who, needs: expect.any(String) })
      // this server sells no single calls
      expect(answer.text).not.toMatch(/without_key|USD/)
    }
    if (answer.status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer /)
    const priced = answer.status === 200 && !['200'].includes(expected[0]!)
    expect(answer.headers['x-service-tier']).toBe(priced ? who : undefined)
  })
})

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

describe('ways to send a key', () => {
  test.each([
    ['X-API-Key', () => ({ 'x-api-key': holders.keys.pro })],
    ['bearer and a tab', () => ({ authorization: `Bearer\t${holders.keys.pro}` })],
    ['bearer, tab and spaces', () => ({ authorization: `Bearer \t ${holders.keys.pro}` })],
    ['a payment and a tab beside a key', () => ({ authorization: 'Payment\tabc', 'x-api-key': holders.keys.pro })],
    ['bearer in small letters', () => ({ authorization: `bearer ${holders.keys.pro}` })],
    ['HTTP Basic', () => ({ authorization: `Basic ${Buffer.from(`${holders.keys.pro}:`).toString('base64')}` })],
    ['both the same', () => ({ authorization: `Bearer ${holders.keys.pro}`, 'x-api-key': holders.keys.pro })],
    ['beside a payment', () => ({ authorization: 'Payment abc', 'x-api-key': holders.keys.pro })],
  ])('%s', async (_, headers) => {
    expect((await server.get('/api/btc', { headers: headers() })).status).toBe(200)
  })

  test.each([
    ['a key without a scheme', () => ({ authorization: holders.keys.pro }), 'Write "Authorization: Bearer KEY"'],
    ['another scheme', () => ({ authorization: 'Digest abc' }), 'has an unsupported scheme'],
    ['Basic with a password', () => basic(`${holders.keys.pro}:secret`), 'an empty password'],
    ['Basic with the key as password', () => basic(`:${holders.keys.pro}`), 'an empty password'],
    ['Basic without a colon', () => basic(holders.keys.pro), 'an empty password'],
    ['an empty key', () => ({ authorization: 'Bearer ' }), 'The key is empty'],
    ['two keys', () => ({ authorization: `Bearer ${holders.keys.pro}`, 'x-api-key': holders.keys.free }), 'Send only one'],
    ['one letter wrong', () => ({ 'x-api-key': `${holders.keys.pro.slice(0, -1)}_` }), 'unknown, mistyped, revoked or expired'],
  ])('%s is told what is wrong', async (_, headers, said) => {
    const answer = await server.get('/api/btc', { headers: headers() })
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'KEY_INVALID', message: expect.stringContaining(said) })
  })
})

test.each([
  ['free', true],
  ['basic', false],
  ['pro', false],
] as const)('the page of a metric holds no more than the plan %s reads', async (plan, latest) => {
  const path = metricOf(({ category, proOnly }) => category === 'macro' && !proOnly)
  const { status, text } = await server.get(`${path}?format=html`, { headers: { authorization: `Bearer ${keyOf(plan)}` } })
  expect([status, text.includes('# latest'), text.includes('<p>metric ')]).toEqual([200, latest, !latest])
})
