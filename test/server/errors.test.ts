import { describe, expect, test } from 'vitest'
import { prices } from '../../data/prices.ts'
import { bodyRefusal, type ErrorCode, errorCodes, hintOf, type RefusalFacts, wrong } from '../../server/http/errors.ts'
import { closedAfter } from '../closed-after.ts'
import { faultsOf } from '../plain-sentences.ts'
import { type AskOptions, edition, errorOf, type Running, running } from './fixture.ts'

const archive = { '2026-07-20': 'a', '2026-07-22': Object.assign(new Error('/secret/place lost'), { code: 'EDITION_DAMAGED' }) }

const without = ['briefing/btc.treasury', 'metric/vix', 'metric/mstr-bitcoin-holdings', 'treasuries/list', 'system/calibration']
const why = 'SEC EDGAR is not read here, for SEC_CONTACT is not set'
const absent = [{ place: 'metric/mstr-bitcoin-holdings', never: true, why }]
const server = closedAfter(await running(edition({ edition: 'e1', archive, without, absent })))
const empty = closedAfter(await running(null))

interface More {
  readonly asked?: AskOptions
  /** Members of the body beside status and code. */
  readonly body?: object
  /** Words of the message. */
  readonly says?: string
  /** Nothing is suggested. */
  readonly alone?: true
  readonly on?: () => Running
}
type Failure = readonly [path: string, status: number, error: ErrorCode, more?: More]

const suggests = (...suggestions: string[]): More => ({ body: { suggestions } })
const field = (name: string, body: object = {}): More => ({ body: { field: name, ...body } })
const retry = (seconds: number): More => ({ body: { retry_after: seconds } })
const alone: More = { alone: true }

const failures: Failure[] = [
  ['/nothing', 404, 'NOT_FOUND'],
  ['/api/macor', 404, 'NOT_FOUND', suggests('/api/macro')],
  ['/api/ltc/context', 404, 'NOT_FOUND', alone],
  ['/api/ltc', 404, 'NOT_FOUND', alone],
  ['/api/sol/pulse', 404, 'NOT_FOUND', alone],
  ['/api/context?briefing=ltc.context', 404, 'NOT_FOUND', alone],
  ['/api/companies/AAPL', 404, 'NOT_FOUND', { alone: true, says: 'No company sold here has this address' }],
  ['/api/companies/AAPL/numbers/2026', 404, 'NOT_FOUND', { alone: true, says: '/api/companies/ADDRESS/BLOCK a block of it' }],
  ['/api/treasuries/MSTR/financing', 404, 'NOT_FOUND', { alone: true, says: 'GET /api/treasuries/TICKER covers one' }],
  ['/api/news/AAPL', 404, 'NOT_FOUND', { alone: true, says: 'GET /api/news is the list' }],
  ['/api/events/17', 404, 'NOT_FOUND', { alone: true, says: 'GET /api/events is the feed' }],
  ['/api/mcp/sse', 404, 'NOT_FOUND', { alone: true, says: 'The MCP endpoint is POST /api/mcp' }],
  ['/api/agent/keys', 404, 'NOT_FOUND', { alone: true, says: 'POST /api/agent/claims' }],
  ['/api/treasuries?tiker=X', 400, 'UNKNOWN_PARAMETER', { says: 'Use fields or format, or omit it.' }],
  ['/api/btc/', 404, 'NOT_FOUND', suggests('/api/btc')],
  ['/API/BTC', 404, 'NOT_FOUND', suggests('/api/btc')],
  ['/api/btc/on-chain', 404, 'NOT_FOUND', suggests('/api/btc/onchain')],
  ['/api/metric/wti-spot', 404, 'NOT_FOUND', suggests('/api/metrics/wti-spot')],
  ['/api/context', 400, 'MISSING_PARAMETER', field('briefing')],
  ['/api/context?briefing=', 400, 'MISSING_PARAMETER', field('briefing')],
  ['/api/context?briefing=btc.onchain', 404, 'NOT_FOUND', field('briefing', { suggestions: ['btc.on-chain'] })],
  ['/api/context?briefing=BTC.Quick-Check', 404, 'NOT_FOUND', suggests('btc.quick-check')],
  ['/api/context?briefing=zzzzzzzz', 404, 'NOT_FOUND', field('briefing')],
  ['/api/metrics/bitcoin_price', 404, 'NOT_FOUND', field('metric', { suggestions: ['bitcoin-price'] })],
  ['/api/metrics/latest.json', 404, 'NOT_FOUND'],
  ['/api/metrics/vix', 503, 'NOT_PUBLISHED', retry(300)],
  [
    '/api/metrics/mstr-bitcoin-holdings',
    404,
    'NOT_OFFERED',
    { says: ': SEC EDGAR is not read here, for SEC_CONTACT is not set. ' },
  ],
  ['/api/treasuries/under_score', 400, 'INVALID_TICKER', field('ticker')],
  ['/api/treasuries/AB%20C', 400, 'INVALID_TICKER'],
  ['/api/treasuries/%E3%83%93', 400, 'INVALID_TICKER'],
  ['/api/treasuries/ZZZZ', 404, 'NOT_FOUND', { says: 'This is not evidence that the company holds no Bitcoin.' }],
  ['/api/treasuries', 503, 'NOT_PUBLISHED', retry(300)],
  ['/api/calibration', 503, 'NOT_PUBLISHED'],
  ['/api/btc/treasury', 503, 'NOT_PUBLISHED', retry(300)],
  ['/api/btc?format=xml', 400, 'INVALID_FORMAT', field('format', { allowed: ['markdown', 'json', 'html'] })],
  ['/api/btc?format=', 400, 'INVALID_FORMAT'],
  ['/api/btc?format=JSON', 400, 'INVALID_FORMAT'],
  ['/api/briefings?format=xml', 400, 'INVALID_FORMAT'],
  ['/api/metrics?format=html', 400, 'INVALID_FORMAT', field('format', { allowed: ['markdown', 'json'] })],
  ['/api/btc?format=json&format=markdown', 400, 'REPEATED_PARAMETER', field('format')],
  ['/api/briefings?format=json&format=json', 400, 'REPEATED_PARAMETER', field('format')],
  ['/api/context?briefing=btc.quick-check&briefing=btc.on-chain', 400, 'REPEATED_PARAMETER'],
  [
    '/api/btc?fromat=json',
    400,
    'UNKNOWN_PARAMETER',
    field('fromat', { suggestions: ['format'], allowed: ['date', 'part', 'fields', 'format'] }),
  ],
  ['/api/btc?briefing=btc.quick-check', 400, 'UNKNOWN_PARAMETER', field('briefing')],
  ['/api/metrics/rrp?date=2026-07-20', 400, 'UNKNOWN_PARAMETER', field('date', { allowed: ['fields', 'format'] })],
  ['/api/context?briefng=btc.quick-check', 400, 'UNKNOWN_PARAMETER', suggests('briefing')],
  ['/api/btc?part=head', 400, 'INVALID_PART', field('part', { allowed: ['summary'] })],
  ['/api/btc?part=', 400, 'INVALID_PART'],
  ['/api/btc?part=SUMMARY', 400, 'INVALID_PART'],
  ['/api/btc?date=2026-7-1', 400, 'INVALID_DATE', field('date')],
  ['/api/btc?date=2026-02-29', 400, 'INVALID_DATE'],
  ['/api/btc?date=2026-07-24', 400, 'INVALID_DATE'],
  ['/api/btc?date=9999-12-31', 400, 'INVALID_DATE'],
  ['/api/btc?date=2026-07-20T00:00:00Z', 400, 'INVALID_DATE'],
  ['/api/btc?date=0000-01-01', 404, 'NOT_ON_RECORD'],
  ['/api/btc?date=2026-07-19', 404, 'NOT_ON_RECORD', field('date')],
  ['/api/btc?date=2026-07-19', 404, 'NOT_ON_RECORD', { says: 'Ask for a day from 2026-07-20 to 2026-07-23' }],
  ['/api/btc?date=2026-07-22', 503, 'ARCHIVE_UNAVAILABLE', retry(300)],
  [
    '/api/btc',
    405,
    'METHOD_NOT_ALLOWED',
    { asked: { method: 'POST', body: 'x' }, body: { allowed: ['GET', 'HEAD', 'OPTIONS'] } },
  ],
  ['/', 405, 'METHOD_NOT_ALLOWED', { asked: { method: 'DELETE' } }],
  ['/api/health', 405, 'METHOD_NOT_ALLOWED', { asked: { method: 'TRACE' } }],
  ['/nothing', 404, 'NOT_FOUND', { asked: { method: 'PUT', body: 'x' } }],
  ['/nothing', 404, 'NOT_FOUND', { asked: { method: 'OPTIONS' } }],
  ['/api/btc?%ff', 400, 'INVALID_REQUEST'],
  [`/api/btc?date=${'1'.repeat(9_000)}`, 414, 'URI_TOO_LONG'],
  ['/api/btc', 417, 'EXPECTATION_FAILED', { asked: { headers: { expect: 'miracles' } } }],
  ['/api/btc', 431, 'HEADERS_TOO_LARGE', { asked: { headers: { 'x-long': 'a'.repeat(17_000) } } }],
  ...[
    '/api/btc',
    '/api/context?briefing=btc.quick-check',
    '/api/metrics/rrp',
    '/api/briefings',
    '/api/metrics',
    '/api/status',
    '/api/calibration',
  ].map((path): Failure => [path, 503, 'NOT_READY', { ...retry(10), on: () => empty }]),
]

/** Beginnings of a step that a program can take; a list is a call by its method and path. */
const steps =
  /^(?:Wait|Send|Set|Use|Add|Omit|Rename|Remove|Correct|Check|Ask|Request|Choose|Create|Delete|Open|Pay|Sign|Write|Shorten|(?:GET|POST) \/\S+)\b/
const hintFaults = (hint: string): string[] => [
  ...faultsOf(hint),
  ...(steps.test(hint) ? [] : ['no step first']),
  ...(/\/(?:secret|home|tmp|var|root)\b|0x[0-9a-f]{40}|\bmb_\w+/i.test(hint) ? ['a path or a key'] : []),
]

/** Facts that an error may have, alone and together. */
const named: RefusalFacts = { field: 'format', allowed: ['json', 'html'], methods: ['GET', 'HEAD'], retryAfter: 37 }
const factsOf: readonly RefusalFacts[] = [
  {},
  named,
  { ...named, retryAfter: 1, suggestions: ['json'] },
  { field: 'briefing' },
  {
    members: {
      needs: 'pro',
      without_key: { price_usd: prices.briefing.pro },
      available_date: '2026-07-20',
      type: 'https://x/verification-failed',
    },
  },
]

describe('hints', () => {
  test('every code of the list has a step for whatever facts it comes with', () => {
    const faults = (Object.keys(errorCodes) as ErrorCode[]).flatMap((code) =>
      factsOf.flatMap((facts) => hintFaults(hintOf(code, facts)).map((fault) => [code, fault, hintOf(code, facts)])),
    )
    expect(faults).toEqual([])
  })

  test.each([
    ['RATE_LIMITED', { retryAfter: 37 }, 'Wait 37 seconds, then send the same request again.'],
    [
      'PAYMENT_PENDING',
      { retryAfter: 1 },
      'Wait 1 second, then send the same request with the same credential again; do not sign a new payment.',
    ],
    ['NOT_FOUND', { field: 'briefing' }, 'GET /api/briefings lists the ids of briefings.'],
    ['NOT_FOUND', { suggestions: ['/api/btc'] }, 'Request /api/btc instead.'],
    ['UNKNOWN_PARAMETER', { suggestions: ['format'], allowed: ['date', 'format'] }, 'Rename the parameter to format.'],
    [
      'PLAN_REQUIRED',
      { members: { needs: 'pro', without_key: { price_usd: prices.briefing.pro } } },
      `Use a key of the plan pro or above, or send the request without a key and pay ${prices.briefing.pro} USD for it.`,
    ],
    [
      'DATA_STALE',
      { members: { available_date: '2026-07-20' }, retryAfter: 60 },
      'Send the same request with date=2026-07-20, or wait 60 seconds, then send the same request again.',
    ],
    ['PAYMENT_REQUIRED', { members: { type: 'https://x/payment-insufficient' } }, expect.stringContaining('GET /api/balance')],
    ['PAYMENT_REQUIRED', {}, expect.stringContaining('PAYMENT-SIGNATURE')],
  ] as [ErrorCode, RefusalFacts, string][])('%s with %j has its step', (code, facts, hint) => {
    expect(hintOf(code, facts)).toEqual(hint)
  })

  test('what has no list of values has the step that its message ends with', () => {
    expect(bodyRefusal('client_name', 'client_name is too long. Send at most 80 characters.').hint).toBe(
      'Send at most 80 characters.',
    )
    expect(wrong('format', 'No such format. Use json.', { allowed: ['json', 'html'] }).hint).toBe('Set format to json or html.')
  })
})

test.each([
  ['/', 'EDITION_OLDER', { unreadMs: 0, refused: { sequence: 4, served: 9 } }],
  ['/api/btc', 'EDITION_OLDER', { unreadMs: 0, refused: { sequence: 4, served: 9 } }],
  ['/api/btc', 'NOT_READY', { unreadMs: null, refused: null }],
] as const)('no edition is served, %s: %s says why, without numbers of editions', async (path, code, reading) => {
  Object.assign(empty.reader, { reading: () => reading })
  const { status, headers, text } = await empty.get(path)
  Object.assign(empty.reader, { reading: () => ({ unreadMs: 0, refused: null }) })
  const { error, message, retry_after } = errorOf({ status, body: text })
  expect([status, error, headers['retry-after']]).toEqual([503, code, String(retry_after)])
  expect(message).toMatch(code === 'NOT_READY' ? /cannot be read/ : /older .* operator .* Nothing was charged/)
  expect(faultsOf(String(message))).toEqual([])
})

describe('failures', () => {
  test.each(failures.map((one) => [`${one[3]?.asked?.method ?? 'GET'} ${one[0].slice(0, 70)} is ${one[2]}`, one] as const))(
    '%s',
    async (_name, [path, status, error, more = {}]) => {
      const answer = await (more.on?.() ?? server).get(path, more.asked)
      const body = errorOf({ status: answer.status, body: answer.text })
      expect(body).toMatchObject({ error, status, docs: `/docs/errors#${error.toLowerCase()}`, ...more.body })
      expect(body['message']).toContain(more.says ?? '')
      expect(errorCodes[error].status).toBe(status)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['x-request-id']).toBe(body['request_id'])
      expect(answer.headers['retry-after']).toBe(body['retry_after'] === undefined ? undefined : String(body['retry_after']))
      expect(answer.headers.etag).toBeUndefined()
      expect(faultsOf(String(body['message']))).toEqual([])
      expect(hintFaults(String(body['hint']))).toEqual([])
      if (more.alone) expect(body['suggestions']).toBeUndefined()
      if (status === 405) expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    },
  )

  test('HEAD has the same status and headers and no body', async () => {
    for (const [path, status, , { asked, on } = {}] of failures) {
      if (on !== undefined || asked?.method !== undefined) continue
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
