import { kinds } from '../pipeline/documents/index.ts'
import { siteDocuments } from '../server/discovery/documents.ts'
import { operations } from '../server/openapi/operations.ts'

/** A request that anyone may send. `n` counts the calls of a case: what it goes into differs from call to call, so that no cache answers. */
export interface AnonymousCall {
  readonly name: string
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'DELETE'
  path(n: number): string
  headers?(n: number): Headers
  body?(n: number): string
  /** Milliseconds that are meant, where a call costs more for a reason and has its own limit by address. */
  readonly most?: number | undefined
}

/** A part of a call: always the same, or made from the number of the call. */
type Part<T> = T | ((n: number) => T)
type Headers = Readonly<Record<string, string>>

/** What the edition has that calls can name. */
export interface Named {
  /** Addresses of companies. */
  readonly companies: readonly string[]
  /** A day on record, and the day of the edition. */
  readonly past: string
  readonly day: string
}

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const json = { 'content-type': 'application/json' }

/** A password is hashed, one at a time, in a thread beside the one that serves; attempts are limited by address and in all. */
const passwordMs = 50
/** What is written to the state store: an address makes five claims an hour and asks thirty times a minute. */
const claimMs = 3

/** Every operation of the server as nobody in particular calls it, then the shapes that cost most. */
export function anonymousCalls(named: Named): AnonymousCall[] {
  return [...operations.flatMap((operation) => ofOperation(operation, named)), ...besideOperations(), ...hostile(named)]
}

type Operation = (typeof operations)[number]

/** An operation in each of its formats. */
function ofOperation({ id, method, path, formats, body }: Operation, named: Named): AnonymousCall[] {
  const target = (n: number) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameterOf(name, n, named))
  const query = path === '/api/context' ? 'briefing=btc.quick-check&' : ''
  const send =
    method === 'post' ? { headers: () => json, body: () => JSON.stringify(body === undefined ? {} : { label: 'a' }) } : {}
  const word = (method ?? 'get').toUpperCase() as AnonymousCall['method']
  return (formats.length === 0 ? [null] : formats).map((format) => ({
    name: format === null ? id : `${id} as ${format}`,
    method: word,
    path: (n) => `${target(n)}?${query}${format === null ? '' : `format=${format}`}`.replace(/[?&]$/, ''),
    ...send,
    ...(id === 'createClaim' || id === 'pollClaim' ? { most: claimMs } : {}),
  }))
}

function parameterOf(name: string, n: number, { companies }: Named): string {
  if (name === 'company') return companies[n % companies.length]!
  if (name === 'block') return 'numbers'
  if (name === 'metric') return 'net-liquidity'
  if (name === 'ticker') return 'MSTR'
  if (name === 'page') return 'errors'
  return `none${n}`
}

/** Documents of the site, pages of people, forms, the files and the endpoint for models. */
function besideOperations(): AnonymousCall[] {
  const pages = ['/settings', '/forgot', '/reset', '/settings/data', '/settings/webhooks', '/passkeys', '/data/market.duckdb']
  const submit = (path: string, body: Part<string>, most?: number) => post(`POST ${path}`, path, form, body, most)
  const misspelt = 'inflaton rtaes hosuing cerdit spreds liqidity bitcon oilprce treasry empoyment gdpp'
  return [
    ...[...siteDocuments.map(({ path }) => path), ...pages].map((path) => get(`GET ${path}`, path)),
    submit('/sign-in', (n) => `key=mb_live_${n}`),
    submit('/sign-in', (n) => `email=a${n}%40example.com&password=not+the+password+at+all`, passwordMs),
    submit('/sign-up', (n) => `email=a${n}%40example.com&password=not+the+password+at+all&name=a`, passwordMs),
    submit('/forgot', (n) => `email=a${n}%40example.com`),
    ...['tools/list', 'prompts/list', 'resources/list'].map((method) => mcp(`MCP ${method}`, (id) => rpc(id, method, {}))),
    tool('search', (n) => ({ query: `yield curve ${n}` })),
    tool('search', (n) => ({ query: `${misspelt} ${n}` })),
    tool('search_companies', (n) => ({ query: `no such company ${n}` })),
    tool('search_companies', () => ({})),
    tool('list_briefings', () => ({})),
    tool('list_metrics', () => ({ search: 'yield' })),
    tool('get_health', () => ({})),
    tool('get_context', () => ({ briefing: 'btc.quick-check' })),
    tool('explain_figure', () => ({ metric: 'net-liquidity' })),
  ]
}

const eachTime = <T extends object | string>(part: Part<T>) => (typeof part === 'function' ? part : () => part)

function get(name: string, path: Part<string>, headers: Part<Headers> = {}): AnonymousCall {
  return { name, method: 'GET', path: eachTime(path), headers: eachTime(headers) }
}

function post(name: string, path: string, headers: Headers, body: Part<string>, most?: number): AnonymousCall {
  return { name, method: 'POST', path: () => path, headers: () => headers, body: eachTime(body), most }
}

const rpc = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params })
const toolCall = (id: number, name: string, given: object) => rpc(id, 'tools/call', { name, arguments: given })

function mcp(name: string, message: (n: number) => object): AnonymousCall {
  return post(name, '/api/mcp', { ...json, host: '127.0.0.1' }, (n) => JSON.stringify(message(n)))
}

const tool = (name: string, given: (n: number) => object) =>
  mcp(`MCP ${name} ${JSON.stringify(given(0)).slice(0, 60)}`, (n) => toolCall(n, name, given(n)))

const dayBefore = (day: string, n: number) => new Date(Date.parse(day) - (n % 300) * 86_400_000).toISOString().slice(0, 10)

/** Requests made to cost as much as they can before a price is quoted or a refusal is sent. */
function hostile(named: Named): AnonymousCall[] {
  const { companies, past, day } = named
  const company = (n: number) => companies[n % companies.length]!
  const numbers = (more: string) => (n: number) => `/api/companies/${company(n)}/numbers?date=${dayBefore(day, n)}${more}`
  const claim = (name: string, body: Part<string>, most?: number) => post(name, '/api/agent/claims', json, body, most)
  const payment = (n: number) => Buffer.from(JSON.stringify({ x402Version: 2, n, payload: {}, accepted: {} })).toString('base64')
  return [
    get('numbers as known on a past day', numbers('')),
    get('numbers as known on a past day, as a page', numbers('&format=html'), { accept: 'application/json' }),
    get('numbers as known on a past day, members', numbers('&fields=statements')),
    get('numbers as known on a past day, malformed payment', numbers(''), (n) => ({ 'payment-signature': payment(n) })),
    get('a block of a company, members', (n) => `/api/companies/${company(n)}/news?fields=records`),
    get('a whole company, members none has', (n) => `/api/companies/${company(n)}?fields=x${n}`),
    get('a briefing of a past day', (n) => `/api/btc?date=${dayBefore(past, n)}`),
    get('a briefing of a past day, members', (n) => `/api/btc?date=${dayBefore(past, n % 5)}&fields=summary`),
    get('a briefing, members none has', (n) => `/api/btc?fields=x${n},readings.y`),
    get('a briefing, 1,000 members', (n) => `/api/btc?fields=${Array.from({ length: 1_000 }, (_, at) => `m${at}`).join()},${n}`),
    ...['json', 'csv', 'arrow'].map((format) =>
      get(
        `the whole history of a metric as ${format}`,
        (n) => `/api/metrics/net-liquidity/history?format=${format}&from=1900-01-0${1 + (n % 9)}`,
      ),
    ),
    get(
      'events of 200 companies',
      (n) => `/api/events?companies=${Array.from({ length: 200 }, (_, at) => `ZZ${(n * 7 + at) % 10_000}`).join()}`,
    ),
    get('news of 90 days', (n) => `/api/news?since=${dayBefore(day, 90 + (n % 2))}`),
    get('news of a company', (n) => `/api/news?about=${company(n)}`),
    get('companies by a word', (n) => `/api/companies?search=corp${n % 100}&limit=200`),
    get('companies by a word, as Markdown', () => `/api/companies?format=markdown&limit=200`),
    get('metrics, as Markdown', '/api/metrics?format=markdown'),
    get('metrics, a page of a category', (n) => `/api/metrics?category=macro&page=${1 + (n % 3)}`),
    get('a company nobody has', (n) => `/api/companies/ZQXW${n}`),
    get('a metric that is misspelt', (n) => `/api/metrics/bitcoin-prcie-of-the-day-${n}`),
    get('a path that is misspelt', (n) => `/api/treasury-yeild-curves-${n}`),
    get('a path of 8,000 characters', (n) => `/${'a'.repeat(8_000)}${n % 10}`),
    get('a path of 4,000 slashes', (n) => `/${'a/'.repeat(4_000)}${n % 10}`),
    get('a format that does not exist', (n) => `/api/btc?format=x${n}`),
    get('a parameter that does not exist', (n) => `/api/btc?fromat${n}=json`),
    get('2,000 parameters', `/api/version?${Array.from({ length: 2_000 }, (_, at) => `a${at % 10}`).join('&')}`),
    get('a malformed target', '/api/%zz'),
    get('a refusal as a page', (n) => `/nowhere${n}`, { accept: 'text/html' }),
    get('a quote as a page', '/api/btc/onchain', { accept: 'text/html' }),
    get('an Accept of 4,000 types', (n) => `/api/nowhere${n}`, {
      accept: Array.from({ length: 2_000 }, (_, at) => `a/b${at}`).join(),
    }),
    get('an Accept of 4,000 types on an open document', '/api/version', {
      accept: Array.from({ length: 1_500 }, (_, at) => `a/b${at}`).join(),
    }),
    get('an Accept-Encoding of 2,000 codings', '/api/version', (n) => ({
      'accept-encoding': Array.from({ length: 1_500 }, (_, at) => `x${at}${n % 10}`).join(),
    })),
    get('an If-None-Match of 15 KB', '/api/version', { 'if-none-match': '"a",'.repeat(3_500) }),
    get('an X-Forwarded-For of 15 KB', '/api/version', { 'x-forwarded-for': `${'10.0.0.1,'.repeat(1_500)}10.0.0.2` }),
    get('a Cookie of 15 KB', '/', { cookie: 'a=b;'.repeat(3_500) }),
    get('a malformed payment of x402', '/api/btc', (n) => ({ 'payment-signature': payment(n) })),
    get('a payment of 12 KB', '/api/btc', { 'payment-signature': 'QUFB'.repeat(3_000) }),
    get('a payment of deep JSON', '/api/btc', { 'payment-signature': Buffer.from('['.repeat(9_000)).toString('base64') }),
    get('a malformed payment of MPP', '/api/btc', (n) => ({ authorization: `Payment ${payment(n)}` })),
    get('blank credentials of 15 KB', '/api/btc', { 'x-api-key': `${','.repeat(14_000)}a` }),
    get('a key that is none', '/api/btc', (n) => ({ authorization: `Bearer mb_live_${String(n).padStart(32, '0')}` })),
    get('the key of a balance that is none', '/api/btc', (n) => ({
      authorization: `Bearer bal_test_${String(n).padStart(32, '0')}`,
    })),
    get('a session that is none', '/api/btc?format=html', (n) => ({
      cookie: `session=${String(n).padStart(43, 'a')}`,
      accept: 'text/html',
    })),
    get('a claim that is none', (n) => `/api/agent/claims/${n}`, { authorization: `Bearer ${'a'.repeat(190)}` }),
    ...(['HEAD', 'OPTIONS'] as const).map((method) => ({ ...get(`${method} of a document`, '/api/btc'), method })),
    {
      ...get('a preflight', '/api/btc', { origin: 'https://a.test', 'access-control-request-method': 'GET' }),
      method: 'OPTIONS',
    },
    claim(
      'a claim of confusable letters',
      (n) => JSON.stringify({ agent_name: `\u0430gent${n}`.repeat(8), purpose: '\u0455'.repeat(200) }),
      claimMs,
    ),
    claim('a claim of 16 KB that is no JSON', '['.repeat(16_000)),
    mcp('a message of 60 KB', () => toolCall(1, 'search', { query: 'a b c d e '.repeat(6_000) })),
    mcp('ten searches in one message', (n) =>
      Array.from({ length: 10 }, (_, id) => toolCall(id, 'search', { query: `credit sprad ${n} ${id}` })),
    ),
    ...kinds.flatMap(({ route, kind }) =>
      route === null
        ? []
        : [get(`${kind} that does not exist`, (n) => `${route.path.replaceAll(/\{\w+\}/g, `none${n}`)}?briefing=none${n}`)],
    ),
  ]
}
