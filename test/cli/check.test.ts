import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describedChecks, operationChecks, type PricedOperation, readServerDescription } from '../../cli/check/description.ts'
import { checkMppServer } from '../../cli/check/mpp.ts'
import { quoteChecks, readUnpaid, type UnpaidAnswer } from '../../cli/check/quote.ts'
import { closedAfter, folderOfTests } from '../closed-after.ts'
import { listen } from '../payments/listen.ts'
import { openShop } from '../server/payments/shop.ts'
import { briefing } from './command.ts'

const shop = closedAfter(await openShop())
const origin = `http://127.0.0.1:${shop.port}`

test('a route is checked by name, and an error ends the command with 2', async () => {
  const { code, out } = await briefing('check', `${origin}/api/btc`)
  const { errors, checks } = JSON.parse(out) as {
    errors: number
    checks: { code: string; result: string; route: string | null }[]
  }
  const failed = checks.filter(({ result }) => result === 'error').map(({ code: name }) => name)
  // the shop of the tests is known by another address than that of its socket
  expect([code, errors, failed]).toEqual([2, 1, ['RESOURCE_URL']])
  const named = checks.map(({ code: name }) => name)
  for (const { code: name } of [...operationChecks, ...quoteChecks]) expect(named).toContain(name)
  expect(named.filter((name) => name.startsWith('MPP_')).length).toBeGreaterThan(10)
  expect(checks.filter(({ route }) => route === '/api/btc').length).toBeGreaterThan(40)
})

test.each([
  ['no URL', 'api/btc', 1, 'URL'],
  ['nobody there', 'http://127.0.0.1:9', 69, 'NOT_REACHED'],
])('%s: says so', async (_, url, exit, word) => {
  const { code, said } = await briefing('check', url)
  expect([code, said]).toEqual([exit, expect.stringContaining(`${word}: `)])
})

describe('each check of a quote fails alone where its member is damaged', async () => {
  const good: UnpaidAnswer = {
    ...(await readUnpaid(`${origin}/api/metrics/vix`, [10_000, 10_000])),
    url: 'https://briefings.example/api/metrics/vix',
  }
  const failing = (unpaid: UnpaidAnswer) => quoteChecks.flatMap(({ code, wrong }) => (wrong(unpaid) === null ? [] : [code]))
  /** The good one with another value at a place of its quote; undefined takes it away. */
  const quoted = (place: string, value?: unknown): UnpaidAnswer => {
    const quote = structuredClone(good.quote) as Record<string, unknown>
    const names = place.split('.')
    const last = names.pop()!
    const at = names.reduce((member, name) => member[name] as Record<string, unknown>, quote)
    if (value === undefined) delete at[last]
    else at[last] = value
    return { ...good, quote }
  }
  const bazaar = 'extensions.bazaar'

  test('a good one passes all', () => expect(failing(good)).toEqual([]))

  test.each<[string, () => UnpaidAnswer]>([
    ['RETURNS_402', () => ({ ...good, status: 400 })],
    ['X402_VERSION', () => quoted('x402Version', 1)],
    ['X402_ACCEPTS', () => quoted('accepts', [])],
    ['NETWORK_CAIP2', () => quoted('accepts.0.network', 'base')],
    ['AMOUNT_ATOMIC', () => ({ ...quoted('accepts.0.amount', '0.01'), described: null })],
    ['ACCEPT_COMPLETE', () => quoted('accepts.0.payTo')],
    ['EIP712_DOMAIN', () => quoted('accepts.0.extra', {})],
    ['RESOURCE_URL', () => ({ ...good, url: 'https://other.example/api/metrics/vix' })],
    ['DESCRIPTION_MISSING', () => quoted('resource.description')],
    ['DESCRIPTION_LENGTH', () => quoted('resource.description', 'é'.repeat(501))],
    ['MIME_TYPE', () => quoted('resource.mimeType')],
    ['SERVICE_NAME', () => quoted('resource.serviceName', 'x'.repeat(33))],
    ['SERVICE_TAGS', () => quoted('resource.tags', ['a', 'b', 'c', 'd', 'e', 'f'])],
    ['SERVICE_ICON', () => quoted('resource.iconUrl', 'http://127.0.0.1/icon.svg')],
    ['BAZAAR_WRAPPED', () => quoted(`${bazaar}.bazaar`, {})],
    ['BAZAAR_SCHEMA_DRAFT', () => quoted(`${bazaar}.schema.$schema`)],
    ['BAZAAR_INFO', () => quoted(`${bazaar}.info.input.more`, 1)],
    ['ROUTE_TEMPLATE', () => quoted(`${bazaar}.routeTemplate`, '/api/:var1')],
    ['HEADERS_LONG', () => ({ ...good, bytes: 4_097 })],
    ['PRICE_DIFFERS', () => ({ ...good, described: [20_000, 20_000] })],
  ])('%s', (code, damaged) => expect(failing(damaged())).toEqual([code]))

  test.each<[string, () => UnpaidAnswer]>([
    ['QUOTE_IN_HEADER', () => ({ ...good, quote: null })],
    ['BAZAAR_MISSING', () => quoted(bazaar)],
    ['BAZAAR_INPUT', () => quoted(`${bazaar}.info.input.type`, 'ftp')],
    ['OUTPUT_EXAMPLE', () => quoted(`${bazaar}.info.output.example`)],
    ['SCHEMA_INPUT_MISSING', () => quoted(`${bazaar}.schema.properties`, {})],
    ['SCHEMA_OUTPUT_MISSING', () => quoted(`${bazaar}.schema.properties`, {})],
  ])('%s, with what depends on it', (code, damaged) => expect(failing(damaged())).toContain(code))

  test('a head that is too long for a proxy is named with its longest headers, their bytes and the cure', () => {
    const detailOf = (code: string, unpaid: UnpaidAnswer) => quoteChecks.find((each) => each.code === code)!.wrong(unpaid)
    const headers = [['payment-required', 2_900] as const, ...good.headers.slice(1)]
    expect(detailOf('HEADERS_LONG', { ...good, bytes: 4_097, headers })).toMatch(
      /4097 bytes \(payment-required 2900, .*4096 .*proxy_buffer_size.*go-live\.md#behind-a-proxy/,
    )
    expect(detailOf('RETURNS_402', { ...good, status: 502 })).toMatch(
      /502: a proxy .*proxy_buffer_size.*go-live\.md#behind-a-proxy/,
    )
  })

  test('every check has a case', () => {
    expect(quoteChecks.map(({ code }) => code).filter((code, at, all) => all.indexOf(code) !== at)).toEqual([])
    expect(quoteChecks).toHaveLength(26)
  })
})

describe('the description of a shop', async () => {
  const described = await readServerDescription(origin)

  test('passes what is looked for once, apart from the contact that is not set', () => {
    expect(describedChecks.flatMap(({ code, wrong }) => (wrong(described) === null ? [] : [code]))).toEqual([
      'OPENAPI_CONTACT_MISSING',
    ])
  })

  test('passes for each priced operation, and damage is named', () => {
    const failing = (priced: PricedOperation) =>
      operationChecks.flatMap(({ code, wrong }) => (wrong(priced) === null ? [] : [code]))
    for (const priced of described.priced) expect([priced.path, failing(priced)]).toEqual([priced.path, []])
    const [{ operation, ...first }] = described.priced as [PricedOperation]
    const info = (change: object) => ({
      ...first,
      operation: { ...operation, 'x-payment-info': { ...(operation['x-payment-info'] as object), ...change } },
    })
    expect(failing(info({ price: { usd: '0.01' } }))).toEqual(['L2_PRICING_MODE_UNKNOWN', 'L2_CURRENCY_INVALID'])
    expect(failing(info({ protocols: [] }))).toEqual(['L2_PROTOCOLS_MISSING_ON_PAID'])
    expect(failing(info({ protocols: [{ x402: 2 }, { mpp: {} }] }))).toEqual(['L2_X402_MALFORMED', 'L2_MPP_MALFORMED'])
    expect(failing({ ...first, answer: {}, operation: { 'x-payment-info': operation['x-payment-info'] } })).toEqual([
      'L2_AUTH_MODE_MISSING',
      'L3_INPUT_SCHEMA_MISSING',
      'L3_OUTPUT_SCHEMA_MISSING',
      'OPENAPI_402_MISSING',
    ])
  })
})

describe('a program that the check calls and that does not report has its own row', async () => {
  const folder = await folderOfTests()
  const program = async (name: string, text: string) => {
    const path = join(folder, `${name}.mjs`)
    await writeFile(path, text)
    return path
  }
  const ends: readonly [string, string, string][] = [
    ['prints nothing', 'process.exit(3)', 'ended with 3 with no report'],
    ['prints no JSON', 'console.log("<html>")', 'ended with 0 with a report that cannot be read'],
    ['prints other JSON', 'console.log("{}")', 'ended with 0 with a report that cannot be read'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', 'was ended by SIGKILL with no report'],
    ['hangs', 'setInterval(() => {}, 1000)', 'did not end in 2 s with no report'],
  ]
  test.each(ends)('%s', async (name, text, words) => {
    const path = await program(name, text)
    const [row, ...more] = await checkMppServer(origin, null, { program: () => path, waitMs: name === 'hangs' ? 2_000 : 60_000 })
    expect([row, more]).toEqual([{ code: 'MPP_REPORT', result: 'error', route: null, detail: `mppx validate ${words}` }, []])
  })

  test('is missing', async () => {
    const missing = () => {
      throw Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' })
    }
    const [row] = await checkMppServer(origin, null, { program: missing })
    expect(row!.detail).toBe('mppx validate cannot be started (ERR_MODULE_NOT_FOUND); run "npm ci"')
  })

  test('while a report far longer than a pipe holds is read whole, though its program ends itself', async () => {
    const path = await program(
      'long',
      `const check = { label: 'Some check', detail: 'x'.repeat(2000), severity: 'warn' }
process.stdout.write(JSON.stringify({ discovery: { checks: Array(500).fill(check) }, endpoints: [] }))
process.exit(1)`,
    )
    expect(await checkMppServer(origin, null, { program: () => path })).toHaveLength(500)
  })
})

test('a route that breaks off is a row, and the others are printed', async () => {
  const paths = { '/a': 'broken', '/b': 'whole' }
  const priced = { get: { 'x-payment-info': { price: { mode: 'fixed', amount: '0.01', currency: 'USD' } }, responses: {} } }
  const openapi = JSON.stringify({ paths: Object.fromEntries(Object.keys(paths).map((path) => [path, priced])) })
  const other = await listen(async (_, res, { url }) => {
    if (url === '/a') res.destroy()
    else if (url === '/openapi.json') res.end(openapi)
    else res.writeHead(404).end()
  })
  const { code, out } = await briefing('check', other.url)
  await other.stop()
  const { checks } = JSON.parse(out) as { checks: { code: string; result: string; route: string | null }[] }
  expect(code).toBe(2)
  expect(checks).toContainEqual(expect.objectContaining({ code: 'ROUTE_ANSWERS', result: 'error', route: '/a' }))
  expect(checks).toContainEqual(expect.objectContaining({ code: 'RETURNS_402', route: '/b' }))
})
