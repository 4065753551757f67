import { afterAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '../../server/http/errors.ts'
import { faultsOf } from '../plain-sentences.ts'
import { type AskOptions, edition, errorOf, type Running, running } from './fixture.ts'

const archive = { '2026-07-20': 'a', '2026-07-22': Object.assign(new Error('/secret/place lost'), { code: 'EDITION_DAMAGED' }) }

const without = ['briefing/btc.treasury', 'metric/vix', 'metric/mstr-bitcoin-holdings', 'treasuries/list']
const why = 'SEC EDGAR is not read here, for SEC_CONTACT is not set'
const absent = [{ place: 'metric/mstr-bitcoin-holdings', never: true, why }]
const server = await running(edition({ edition: 'e1', archive, without, absent }))
const empty = await running(null)
afterAll(() => Promise.all([server.close(), empty.close()]))

interface Failure {
  path: string
  asked?: AskOptions
  status: number
  error: ErrorCode
  more?: object
  /** Nothing is suggested. */
  alone?: true
  on?: () => Running
}

const failures: Failure[] = [
  { path: '/nothing', status: 404, error: 'NOT_FOUND' },
  { path: '/api/macor', status: 404, error: 'NOT_FOUND', more: { suggestions: ['/api/macro'] } },
  ...['/api/ltc/context', '/api/ltc', '/api/sol/pulse'].map(
    (path): Failure => ({ path, status: 404, error: 'NOT_FOUND', alone: true }),
  ),
  { path: '/api/context?briefing=ltc.context', status: 404, error: 'NOT_FOUND', alone: true },
  ...[
    ['/api/companies/AAPL', 'No company sold here has this address'],
    ['/api/companies/AAPL/numbers/2026', '/api/companies/ADDRESS/BLOCK a block of it'],
    ['/api/treasuries/MSTR/financing', 'GET /api/treasuries/TICKER covers one'],
    ['/api/news/AAPL', 'GET /api/news is the list'],
    ['/api/events/17', 'GET /api/events is the feed'],
    ['/api/mcp/sse', 'The MCP endpoint is POST /api/mcp'],
    ['/api/agent/keys', 'POST /api/agent/claims'],
  ].map(([path, words]): Failure => {
    return {
      path: path!,
      status: 404,
      error: 'NOT_FOUND',
      more: { message: expect.stringContaining(words!) },
      alone: true,
    }
  }),
  {
    path: '/api/treasuries?tiker=X',
    status: 400,
    error: 'UNKNOWN_PARAMETER',
    more: { message: expect.stringContaining('Use fields or format, or omit it.') },
  },
  { path: '/api/btc/', status: 404, error: 'NOT_FOUND', more: { suggestions: ['/api/btc'] } },
  { path: '/API/BTC', status: 404, error: 'NOT_FOUND', more: { suggestions: ['/api/btc'] } },
  { path: '/api/btc/on-chain', status: 404, error: 'NOT_FOUND', more: { suggestions: ['/api/btc/onchain'] } },
  { path: '/api/metric/wti-spot', status: 404, error: 'NOT_FOUND', more: { suggestions: ['/api/metrics/wti-spot'] } },
  { path: '/api/context', status: 400, error: 'MISSING_PARAMETER', more: { field: 'briefing' } },
  { path: '/api/context?briefing=', status: 400, error: 'MISSING_PARAMETER', more: { field: 'briefing' } },
  {
    path: '/api/context?briefing=btc.onchain',
    status: 404,
    error: 'NOT_FOUND',
    more: { field: 'briefing', suggestions: ['btc.on-chain'] },
  },
  { path: '/api/context?briefing=BTC.Quick-Check', status: 404, error: 'NOT_FOUND', more: { suggestions: ['btc.quick-check'] } },
  { path: '/api/context?briefing=zzzzzzzz', status: 404, error: 'NOT_FOUND', more: { field: 'briefing' } },
  {
    path: '/api/metrics/bitcoin_price',
    status: 404,
    error: 'NOT_FOUND',
    more: { field: 'metric', suggestions: ['bitcoin-price'] },
  },
  { path: '/api/metrics/latest.json', status: 404, error: 'NOT_FOUND' },
  { path: '/api/metrics/vix', status: 503, error: 'NOT_PUBLISHED', more: { retry_after: 300 } },
  {
    path: '/api/metrics/mstr-bitcoin-holdings',
    status: 404,
    error: 'NOT_OFFERED',
    more: { message: expect.stringContaining(': SEC EDGAR is not read here, for SEC_CONTACT is not set. ') },
  },
  { path: '/api/treasuries/under_score', status: 400, error: 'INVALID_TICKER', more: { field: 'ticker' } },
  {
    path: '/api/treasuries/ZZZZ',
    status: 404,
    error: 'NOT_FOUND',
    more: { message: expect.stringContaining('This is not evidence that the company holds no Bitcoin.') },
  },
  { path: '/api/treasuries', status: 503, error: 'NOT_PUBLISHED', more: { retry_after: 300 } },
  { path: '/api/btc/treasury', status: 503, error: 'NOT_PUBLISHED', more: { retry_after: 300 } },
  {
    path: '/api/btc?format=xml',
    status: 400,
    error: 'INVALID_FORMAT',
    more: { field: 'format', allowed: ['markdown', 'json', 'html'] },
  },
  { path: '/api/btc?format=', status: 400, error: 'INVALID_FORMAT' },
  { path: '/api/btc?format=JSON', status: 400, error: 'INVALID_FORMAT' },
  { path: '/api/briefings?format=xml', status: 400, error: 'INVALID_FORMAT' },
  { path: '/api/health?format=html', status: 400, error: 'INVALID_FORMAT' },
  { path: '/api/btc?format=json&format=markdown', status: 400, error: 'REPEATED_PARAMETER', more: { field: 'format' } },
  { path: '/api/briefings?format=json&format=json', status: 400, error: 'REPEATED_PARAMETER', more: { field: 'format' } },
  { path: '/api/context?briefing=btc.quick-check&briefing=btc.on-chain', status: 400, error: 'REPEATED_PARAMETER' },
  {
    path: '/api/btc?fromat=json',
    status: 400,
    error: 'UNKNOWN_PARAMETER',
    more: { field: 'fromat', suggestions: ['format'], allowed: ['date', 'part', 'fields', 'format'] },
  },
  { path: '/api/btc?briefing=btc.quick-check', status: 400, error: 'UNKNOWN_PARAMETER', more: { field: 'briefing' } },
  {
    path: '/api/metrics/rrp?date=2026-07-20',
    status: 400,
    error: 'UNKNOWN_PARAMETER',
    more: { field: 'date', allowed: ['fields', 'format'] },
  },
  { path: '/api/context?briefng=btc.quick-check', status: 400, error: 'UNKNOWN_PARAMETER', more: { suggestions: ['briefing'] } },
  { path: '/api/btc?part=head', status: 400, error: 'INVALID_PART', more: { field: 'part', allowed: ['summary'] } },
  { path: '/api/btc?date=2026-7-1', status: 400, error: 'INVALID_DATE', more: { field: 'date' } },
  { path: '/api/btc?date=2026-02-29', status: 400, error: 'INVALID_DATE' },
  { path: '/api/btc?date=2026-00-10', status: 400, error: 'INVALID_DATE' },
  { path: '/api/btc?date=2026-07-24', status: 400, error: 'INVALID_DATE' },
  { path: '/api/btc?date=9999-12-31', status: 400, error: 'INVALID_DATE' },
  { path: '/api/btc?date=2026-07-20T00:00:00Z', status: 400, error: 'INVALID_DATE' },
  { path: '/api/btc?date=', status: 400, error: 'INVALID_DATE' },
  { path: '/api/btc?date=0000-01-01', status: 404, error: 'NOT_ON_RECORD' },
  { path: '/api/btc?date=2026-07-19', status: 404, error: 'NOT_ON_RECORD', more: { field: 'date' } },
  { path: '/api/btc?date=2026-07-22', status: 503, error: 'ARCHIVE_UNAVAILABLE', more: { retry_after: 300 } },
  {
    path: '/api/btc',
    asked: { method: 'POST', body: 'x' },
    status: 405,
    error: 'METHOD_NOT_ALLOWED',
    more: { allowed: ['GET', 'HEAD', 'OPTIONS'] },
  },
  { path: '/', asked: { method: 'DELETE' }, status: 405, error: 'METHOD_NOT_ALLOWED' },
  { path: '/api/health', asked: { method: 'TRACE' }, status: 405, error: 'METHOD_NOT_ALLOWED' },
  { path: '/nothing', asked: { method: 'PUT', body: 'x' }, status: 404, error: 'NOT_FOUND' },
  { path: '/nothing', asked: { method: 'OPTIONS' }, status: 404, error: 'NOT_FOUND' },
  { path: '/api/btc?%ff', status: 400, error: 'INVALID_REQUEST' },
  { path: `/api/btc?date=${'1'.repeat(9_000)}`, status: 414, error: 'URI_TOO_LONG' },
  { path: '/api/btc', asked: { headers: { expect: 'miracles' } }, status: 417, error: 'EXPECTATION_FAILED' },
  { path: '/api/btc', asked: { headers: { 'x-long': 'a'.repeat(17_000) } }, status: 431, error: 'HEADERS_TOO_LARGE' },
  ...[
    '/api/btc',
    '/api/context?briefing=btc.quick-check',
    '/api/metrics/rrp',
    '/api/briefings',
    '/api/metrics',
    '/api/status',
    '/api/calibration',
  ].map((path): Failure => ({ path, status: 503, error: 'NOT_READY', more: { retry_after: 10 }, on: () => empty })),
]

describe('failures', () => {
  test.each(failures.map((one) => [`${one.asked?.method ?? 'GET'} ${one.path.slice(0, 70)} is ${one.error}`, one] as const))(
    '%s',
    async (_name, one) => {
      const answer = await (one.on?.() ?? server).get(one.path, one.asked)
      const body = errorOf({ status: answer.status, body: answer.text })
      expect(body).toMatchObject({
        error: one.error,
        status: one.status,
        docs: `/docs/errors#${one.error.toLowerCase()}`,
        ...one.more,
      })
      expect(errorCodes[one.error].status).toBe(one.status)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['x-request-id']).toBe(body['request_id'])
      expect(answer.headers['retry-after']).toBe(body['retry_after'] === undefined ? undefined : String(body['retry_after']))
      expect(answer.headers.etag).toBeUndefined()
      expect(faultsOf(String(body['message']))).toEqual([])
      if (one.alone) expect(body['suggestions']).toBeUndefined()
      if (one.status === 405) expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    },
  )

  test('HEAD has the same status and headers and no body', async () => {
    for (const { path, asked, status } of failures.filter(
      ({ on, asked: a }) => on === undefined && (a?.method ?? 'GET') === 'GET',
    )) {
      if (status === 431) continue
      const got = await server.get(path, asked)
      const head = await server.get(path, { ...asked, method: 'HEAD' })
      const plain = ({ 'x-request-id': _id, date: _date, 'content-length': length, ...rest }: Record<string, unknown>) => ({
        ...rest,
        long: Number(length) > 100,
      })
      expect([path, head.status, plain(head.headers), head.text]).toEqual([path, status, plain(got.headers), ''])
    }
  })

  test('a refusal looks at validity first, then at what exists, then at what is there', async () => {
    const code = async (path: string) => JSON.parse((await empty.get(path)).text).error
    expect(await code('/api/context?briefing=none&x=1')).toBe('UNKNOWN_PARAMETER')
    expect(await code('/api/context?briefing=none&format=x')).toBe('INVALID_FORMAT')
    expect(await code('/api/context?briefing=none')).toBe('NOT_FOUND')
    expect(await code('/api/metrics/none')).toBe('NOT_FOUND')
    expect(await code('/api/btc?date=2026-07-20')).toBe('NOT_READY')
  })

  test('what is not on record says which days are', async () => {
    expect(JSON.parse((await server.get('/api/btc?date=2026-07-19')).text).message).toContain(
      'Ask for a day from 2026-07-20 to 2026-07-23',
    )
  })

  test('a failure of our own tells the log its name and the caller nothing', async () => {
    const view = edition({ edition: 'e1' })
    const broken = await running({
      ...view,
      get entries(): never {
        throw Object.assign(new TypeError('reading /secret/place failed'), { code: 'EBROKEN' })
      },
    })
    const answer = await broken.get('/api/briefings')
    expect(errorOf({ status: 500, body: answer.text })).toMatchObject({ error: 'INTERNAL_ERROR', status: 500 })
    await broken.close()
    const line = broken.lines.find(({ level }) => level === 'error')
    expect(line).toMatchObject({ id: answer.headers['x-request-id'], name: 'TypeError', code: 'EBROKEN' })
    expect(JSON.stringify(broken.lines)).not.toContain('secret')
  })

  test('what each code means is said in whole sentences', () => {
    for (const [code, { meaning }] of Object.entries(errorCodes)) expect([code, faultsOf(meaning)]).toEqual([code, []])
  })

  test('every code stands on /docs/errors, in each format, and those of claims and of MCP too', async () => {
    const listed = Object.keys(errorCodes)
    const every = [...listed, 'KEY_ISSUE_FAILED', 'KEY_LIMIT_REACHED', 'AUTH_REQUIRED']
    const [markdown, page, json] = await Promise.all(
      ['markdown', 'html', 'json'].map(async (format) => (await server.get(`/docs/errors?format=${format}`)).text),
    )
    expect(every.filter((code) => !markdown!.includes(`\n## ${code}\n`))).toEqual([])
    expect(every.filter((code) => !page!.includes(`id="${code.toLowerCase()}"`))).toEqual([])
    expect(JSON.parse(json!).errors.map(({ error }: { error: string }) => error)).toEqual(listed)
  })
})
