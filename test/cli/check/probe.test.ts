import type { ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import type { Finding } from '../../../cli/check/home.ts'
import { probeUpstreams } from '../../../cli/check/probe.ts'
import { type Upstream, upstreams } from '../../../data/upstreams.ts'
import { feeds } from '../../../pipeline/feeds/index.ts'
import { type LiveTransport, liveTransport } from '../../../pipeline/http/live.ts'
import { type Arrived, type Origin, openOrigin } from '../../http/origin.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const secret = 'abcdef0123456789abcdef0123456789'
const captcha = '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Are you human?</body></html>'
const every = new Map(
  upstreams.flatMap(({ credential }) => (credential ? [[credential.setting as string, secret] as const] : [])),
)
const html = (_: Arrived, response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end(captcha)
const sources = new Set<string>(upstreams.map(({ id }) => id))

const opened: (Origin | LiveTransport)[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

/** What the doctor finds where a loopback server stands for every upstream; the answers of hosts that are not named are a captcha. */
async function probed(
  answers: Readonly<Record<string, (request: Arrived, response: ServerResponse) => unknown>>,
  { credentials = every, licences = sources }: { credentials?: ReadonlyMap<string, string>; licences?: ReadonlySet<string> } = {},
) {
  const origin = await openOrigin((request, response) => void (answers[request.host] ?? html)(request, response))
  const lookup: LookupFunction = (host, _, done) => done(Object.assign(new Error(host), { code: 'ENOTFOUND' }), '')
  const dispatcher = new Agent({ connect: { lookup } })
  const transport = liveTransport({
    credentials,
    clock: () => now,
    timeoutMs: 1_000,
    dispatcher,
    rewrite: (url) => (url.host === 'api.exchange.coinbase.com' ? new URL('http://nowhere.example/') : origin.rewrite(url)),
  })
  opened.push(transport, origin)
  const findings = await probeUpstreams({ credentials, licences }, transport, now)
  await dispatcher.close()
  const of = (id: string): Finding => findings.find(({ check }) => check === `probe ${id}`)!
  return { findings, of, arrived: origin.arrived }
}

test('every upstream that requires a licence has terms, and a probe is a feed of its upstream', () => {
  const rows: readonly Upstream[] = upstreams
  expect(rows.filter(({ resale, terms }) => resale === 'licence' && terms === null).map(({ id }) => id)).toEqual([])
  const probes = rows.filter(({ probe }) => probe !== undefined)
  expect(probes.length).toBeGreaterThan(0)
  for (const { id, probe } of probes) expect(feeds.find((feed) => feed.id === probe)?.upstream).toBe(id)
})

describe('the probe', () => {
  test('asks each upstream at most once, has one row for each, and takes no captcha for an answer', async () => {
    const { findings, arrived } = await probed({})
    expect(findings.map(({ check }) => check)).toEqual(upstreams.map(({ id }) => `probe ${id}`))
    const asked = upstreams.map(({ hosts }) => arrived.filter(({ host }) => hosts.some((each) => each === host)).length)
    expect([Math.max(...asked), asked.filter((count) => count === 1).length > 25]).toEqual([1, true])
    expect(findings.filter(({ level }) => level === 'OK')).toEqual([])
    expect(findings.filter(({ next }) => !next)).toEqual([])
    expect(JSON.stringify(findings)).not.toContain(secret)
  })

  test('says what came back in words, and what to do', async () => {
    const candles = {
      error: [],
      result: { XXBTZUSD: [[1_795_737_600, '1', '2', '1', '90000.1', '1', '5', 9]], last: 1_795_737_600 },
    }
    const status =
      (code: number, body = '') =>
      (_: Arrived, response: ServerResponse) =>
        response.writeHead(code).end(body)
    const { of } = await probed({
      'api.kraken.com': status(200, JSON.stringify(candles)),
      'farside.co.uk': status(403, captcha),
      'www.okx.com': status(429),
      'api.stlouisfed.org': status(400, '{"error_code":400,"error_message":"Bad Request. The value for variable api_key"}'),
      'api.coingecko.com': status(401, '{}'),
      'stooq.com': status(200, 'Get your apikey:\n\n1. Open https://stooq.com/q/d/?s=qqq.us&get_apikey\n'),
      'www.federalregister.gov': status(200, '{"count":0,"total_pages":1,"results":[]}'),
      'api.eia.gov': status(404),
      'mempool.space': () => {},
    })
    expect(of('kraken')).toMatchObject({
      level: 'OK',
      detail: expect.stringMatching(/^answered 200, \d+ bytes, newest day 2026-11-2/),
    })
    expect(of('federal-register')).toMatchObject({
      level: 'WARN',
      detail: expect.stringMatching(/^answered 200, \d+ bytes, without a row of federal-register$/),
    })
    expect(of('eia')).toMatchObject({ level: 'FAIL', detail: 'UPSTREAM_NOT_FOUND' })
    expect(of('farside').detail).toMatch(
      /^403: Farside Investors takes this program for a robot .*flows come from the funds’ own files$/,
    )
    expect(of('okx').detail).toBe('429: OKX received more requests than it allows (HTTP 429)')
    expect(of('fred')).toMatchObject({
      detail: expect.stringMatching(/^400: FRED, .* asks for a key that it accepts/),
      next: expect.stringMatching(/^check FRED_API_KEY/),
    })
    expect(of('coingecko').detail).toMatch(/^401: CoinGecko does not accept our credential/)
    expect(of('coingecko').next).toMatch(/^check COINGECKO_API_KEY: free/)
    expect(of('stooq')).toMatchObject({
      level: 'FAIL',
      detail: expect.stringMatching(/^200: Stooq asks for a key that it accepts/),
      next: expect.stringMatching(/^check STOOQ_API_KEY/),
    })
    expect(of('mempool').detail).toMatch(/^UPSTREAM_TOO_SLOW: mempool.space did not finish its response within 1 s/)
    expect(of('coinbase').detail).toMatch(/could not be reached: the name .* does not resolve/)
    for (const id of ['farside', 'okx', 'fred', 'coingecko', 'stooq', 'mempool', 'coinbase'])
      expect(of(id), id).toMatchObject({ level: 'FAIL', outside: true })
  })

  test('asks nothing where a key is missing that every feed needs, and without it where one does not', async () => {
    const { of, arrived } = await probed({}, { credentials: new Map(), licences: new Set() })
    expect(of('sec')).toMatchObject({
      level: 'WARN',
      detail: 'key missing: SEC_CONTACT is not set',
      next: expect.stringContaining('set SEC_CONTACT:'),
    })
    expect(of('eia')).toMatchObject({ level: 'WARN', next: expect.stringContaining('free key at https://www.eia.gov') })
    expect(of('fred').detail).toMatch(/^without FRED_API_KEY: 200: FRED, .* takes this program for a robot/)
    expect(of('nse')).toMatchObject({ level: 'WARN', next: expect.stringContaining('BRIEFING_LICENCES=nse') })
    expect(
      arrived.filter(({ host }) => ['data.sec.gov', 'www.sec.gov', 'api.eia.gov', 'www.nseindia.com'].includes(host)),
    ).toEqual([])
  })
})
