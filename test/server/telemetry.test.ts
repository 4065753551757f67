import { beforeAll, describe, expect, test, vi } from 'vitest'
import { command as serve } from '../../cli/commands/serve.ts'
import { makeHome } from '../../cli/home-folder.ts'
import { readSettings } from '../../cli/settings.ts'
import type { EditionView, ReaderState } from '../../pipeline/editions/reader.ts'
import { freePort } from '../../scripts/program.ts'
import type { GateOptions } from '../../server/open-gate.ts'
import type { State } from '../../server/state/open.ts'
import { openTelemetry } from '../../server/telemetry/open.ts'
import { paymentOutcomes } from '../../server/telemetry/telemetry.ts'
import { runOf } from '../cli/command.ts'
import { closedAfter, folderOfTests } from '../closed-after.ts'
import { read } from '../house/tree.ts'
import { ask, edition, noon, posted, raw, running } from './fixture.ts'
import { keyHolders } from './key-holders.ts'
import { type FaultyFacilitator, faulty, paymentsOver } from './payments/shop.ts'
import { credentialOf, mppHeader, payer } from './payments/signing.ts'
import { terms } from './payments/terms.ts'
import { closedAfterTest } from './served.ts'
import told from './telemetry.json' with { type: 'json' }

/** Samples of a scrape, by name with labels as printed. */
async function scraped(port: number): Promise<{ text: string; samples: ReadonlyMap<string, number> }> {
  const { text, status, headers } = await ask(port, '/metrics')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const samples = lines.map((line): [string, number] => {
    const at = line.lastIndexOf(' ')
    return [line.slice(0, at), Number(line.slice(at + 1))]
  })
  return { text, samples: new Map(samples) }
}

const planted = 'planted-secret-of-a-caller'

const { figures, feedLines } = told

describe('operator metrics', async () => {
  let view: EditionView | null = edition({ edition: 'e1', sample: true, feeds: feedLines })
  let reading: ReaderState = { unreadMs: 1_500, refused: null }
  let facilitator: FaultyFacilitator
  let state: State
  const reader = { current: () => view, reading: () => reading }
  const telemetry = closedAfter(
    await openTelemetry({ port: 0, host: '127.0.0.1', reader, runs: async () => figures, now: () => noon }),
  )
  const payments: GateOptions['payments'] = async (store) => {
    state = store
    facilitator = faulty(store)
    return { real: null, sample: paymentsOver(store, { facilitator, telemetry }) }
  }
  const holders = closedAfter(await keyHolders({ perHour: 4, telemetry, payments }))
  const server = closedAfter(await running(view, { gate: holders.gate, telemetry, requests: false }))

  const counted = async () => (await scraped(telemetry.port)).samples
  const requests = async () =>
    Object.fromEntries(
      [...(await counted())]
        .filter(([name]) => name.startsWith('briefing_requests_total'))
        .map(([name, count]) => [name.slice(24, -1), count]),
    )
  const get = (path: string, headers: Record<string, string> = {}) => server.get(path, { headers })

  test('every answer is counted once, by route, status, error and plan', async () => {
    const key = { 'x-api-key': holders.keys.pro }
    const basic = { authorization: `Bearer ${holders.keys.basic}` }
    const { headers } = await get('/api/btc', key)
    await get('/api/btc', key)
    await get(`/api/context?briefing=btc.quick-check`, key)
    await get('/api/btc', { ...key, 'if-none-match': headers['etag']! })
    await get('/api/metrics/bitcoin-price?format=json', key)
    for (let i = 0; i < 2; i++) await get('/api/btc', key)
    await get('/api/btc/onchain', { 'x-api-key': holders.keys.free })
    await get('/api/btc', { authorization: `Bearer ${planted}` })
    await get('/api/btc')
    await server.get('/api/btc', { method: 'HEAD' })
    await get(`/api/btc?${planted}=1`, basic)
    await get(`/${planted}`, basic)
    await server.get('/api/btc', { method: 'DELETE', headers: basic })
    await raw(server.port, `GET /${planted}\0 HTTP/1.1\r\nHost: a\r\n\r\n`)
    await raw(server.port, 'GET /api/btc HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\nConnection: close\r\n\r\n')
    await expect.poll(requests).toEqual({
      'route="/api/btc",status="200",error="",plan="pro"': 2,
      'route="/api/context",status="200",error="",plan="pro"': 1,
      'route="/api/btc",status="304",error="",plan="pro"': 1,
      'route="/api/metrics/{metric}",status="200",error="",plan="pro"': 1,
      'route="/api/btc",status="429",error="RATE_LIMITED",plan="pro"': 2,
      'route="/api/btc/onchain",status="403",error="PLAN_REQUIRED",plan="free"': 1,
      'route="/api/btc",status="401",error="KEY_INVALID",plan="none"': 1,
      'route="/api/btc",status="402",error="PAYMENT_REQUIRED",plan="none"': 2,
      'route="/api/btc",status="400",error="UNKNOWN_PARAMETER",plan="none"': 1,
      'route="none",status="404",error="NOT_FOUND",plan="none"': 1,
      'route="none",status="405",error="METHOD_NOT_ALLOWED",plan="none"': 1,
      'route="none",status="400",error="INVALID_REQUEST",plan="none"': 1,
      'route="none",status="417",error="EXPECTATION_FAILED",plan="none"': 1,
    })
    const samples = await counted()
    expect(samples.get('briefing_answer_seconds_count{route="/api/btc"}')).toBe(9)
    expect(samples.get('briefing_answer_seconds_bucket{le="+Inf",route="/api/btc"}')).toBe(9)
    expect(samples.get('briefing_answer_seconds_sum{route="/api/btc"}')).toBeGreaterThan(0)
  })

  test.each([
    [{ unreadMs: 90_000, refused: null }, 90, 0],
    [{ unreadMs: 0, refused: { sequence: 4, served: 9 } }, 0, 1],
    [{ unreadMs: null, refused: null }, undefined, 0],
  ] as const)('a store unread and an edition refused are reported: %j', async (now, unread, refused) => {
    reading = now
    const samples = await counted()
    expect([samples.get('briefing_store_unread_seconds'), samples.get('briefing_edition_refused')]).toEqual([unread, refused])
  })

  test('claims of agents are counted by state when it is asked', async () => {
    const claims = async () => [...(await counted())].filter(([name]) => name.startsWith('briefing_claims'))
    await expect.poll(claims).toContainEqual(['briefing_claims{state="pending"}', 0])
    expect((await server.get('/api/agent/claims', posted({}))).status).toBe(201)
    expect(await claims()).toContainEqual(['briefing_claims{state="pending"}', 1])
  })

  test('every credential is counted by what became of it, and what came in to the base unit', async () => {
    const before = await counted()
    const account = payer(77)
    const quoted = await get('/api/btc')
    const bought = await credentialOf('x402', account, quoted.headers)
    expect((await get('/api/btc', bought)).status).toBe(200)
    expect((await get('/api/btc', bought)).status).toBe(402)
    await expect.poll(() => state.db.selectFrom('payment').select('state').execute()).toEqual([{ state: 'served' }])
    // as if the answer had been cut off
    await state.db.updateTable('payment').set({ state: 'settled', lease_until: 0 }).execute()
    expect((await get('/api/btc', bought)).status).toBe(200)
    expect((await get('/api/btc', mppHeader({ no: 'credential' }))).status).toBe(402)
    facilitator.settleFaults.push('pending')
    const slow = await credentialOf('mpp', account, (await get('/api/btc')).headers)
    expect((await get('/api/btc', slow)).status).toBe(503)
    expect((await get('/api/btc', slow)).status).toBe(200)
    const grown = async () => {
      const samples = await counted()
      const named = [...samples].filter(([name]) => /payments_total|base_units|"paid"|PENDING/.test(name))
      return Object.fromEntries(named.map(([name, count]) => [name.slice(9), count - (before.get(name) ?? 0)]))
    }
    await expect.poll(grown).toEqual({
      ...Object.fromEntries(paymentOutcomes.map((outcome) => [`payments_total{protocol="balance",outcome="${outcome}"}`, 0])),
      'payments_total{protocol="x402",outcome="settled"}': 1,
      'payments_total{protocol="x402",outcome="redelivered"}': 1,
      'payments_total{protocol="x402",outcome="refused"}': 1,
      'payments_total{protocol="x402",outcome="unknown"}': 0,
      'payments_total{protocol="mpp",outcome="settled"}': 1,
      'payments_total{protocol="mpp",outcome="redelivered"}': 0,
      'payments_total{protocol="mpp",outcome="refused"}': 1,
      'payments_total{protocol="mpp",outcome="unknown"}': 1,
      'received_base_units_total{network="eip155:84532"}': 40_000,
      'requests_total{route="/api/btc",status="200",error="",plan="paid"}': 3,
      'requests_total{route="/api/btc",status="503",error="PAYMENT_PENDING",plan="none"}': 1,
    })
  })

  test('the edition, the facilitator and the process tell how they are', async () => {
    const samples = await counted()
    const info = `briefing_edition_info{edition="e1",as_of="2026-07-23",sample="true"}`
    expect([samples.get(info), samples.get('briefing_edition_age_seconds')]).toEqual([
      1,
      (noon - Date.parse('2026-07-23T06:00:05Z')) / 1_000,
    ])
    expect([samples.get('briefing_facilitator_reachable'), samples.get('briefing_state_reachable')]).toEqual([1, 1])
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes', 'process_open_fds'])
      expect(samples.get(name)).toBeGreaterThanOrEqual(0)
    const shown = view
    view = null
    const without = [...(await counted()).keys()]
    view = shown
    expect(without.filter((name) => /^briefing_(edition_(age|info)|feed_status|feed_last)/.test(name))).toEqual([])
  })

  test('the runs of the pipeline and its feeds tell how they are, a feed as of now', async () => {
    const pipeline = [...(await counted())].filter(([name]) => /^briefing_(run|feed)/.test(name))
    expect(Object.fromEntries(pipeline)).toEqual({
      'briefing_runs_total{kind="refresh",status="ok"}': 12,
      'briefing_runs_total{kind="refresh",status="partial"}': 3,
      'briefing_runs_total{kind="refresh",status="failed"}': 1,
      'briefing_run_failing{kind="refresh",started_by="fred-morning"}': 1,
      'briefing_run_failing{kind="market",started_by="market"}': 0,
      'briefing_run_last_success_seconds{kind="refresh",started_by="fred-morning"}': Date.parse('2026-07-23T08:00:00Z') / 1_000,
      'briefing_feed_down{feed="fred-graph"}': 1,
      'briefing_feed_down{feed="kraken-ohlc"}': 0,
      'briefing_feed_status{feed="fred-graph",status="stale"}': 1,
      'briefing_feed_status{feed="sec-tickers",status="off"}': 1,
      'briefing_feed_last_read_seconds{feed="fred-graph"}': Date.parse('2026-07-22T20:00:00Z') / 1_000,
    })
    // scraped twice, nothing is counted twice
    expect((await counted()).get('briefing_runs_total{kind="refresh",status="ok"}')).toBe(12)
  })

  test('families are those that are documented, and nothing a caller sent or holds is among them', async () => {
    const { text } = await scraped(telemetry.port)
    const served = [...text.matchAll(/^# TYPE (briefing_\w+) /gm)].map(([, name]) => name)
    const documented = [...read('docs/running.md').matchAll(/^\| `(briefing_\w+)` +\|/gm)].map(([, name]) => name)
    expect(served.sort()).toEqual(documented.sort())
    const secrets = [
      planted,
      ...Object.values(holders.keys),
      payer(77).address,
      terms.networks[0]!.payTo,
      'btc.quick-check',
      'bitcoin-price',
    ]
    for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  })

  test('nothing else is served there', async () => {
    for (const path of ['/', '/api/btc', '/metrics?x=1']) expect((await ask(telemetry.port, path)).status).toBe(404)
    expect((await ask(telemetry.port, '/metrics', { method: 'POST' })).status).toBe(404)
    expect((await get('/metrics')).status).toBe(404)
  })

  test('a state store that fails is seen', async () => {
    const failures = 'briefing_limit_count_failures_total'
    expect((await counted()).get(failures)).toBe(0)
    await state.db.schema.dropTable('call_count').execute()
    expect((await get('/api/btc', { 'x-api-key': holders.keys.enterprise })).status).toBe(503)
    expect((await counted()).get(failures)).toBe(1)
    await state.db.schema.dropTable('revision').execute()
    await expect.poll(async () => (await counted()).get('briefing_state_reachable')).toBe(0)
  })
})

test('a facilitator that does not answer is told; where nothing is sold nothing is', async () => {
  const telemetry = await openTelemetry({
    port: 0,
    host: '127.0.0.1',
    reader: { current: () => null, reading: () => ({ unreadMs: null, refused: null }) },
    runs: () => Promise.reject(new Error('no home')),
    now: () => noon,
  })
  closedAfterTest(telemetry)
  const reachable = async () => (await scraped(telemetry.port)).samples.get('briefing_facilitator_reachable')
  expect(await reachable()).toBeUndefined()
  const sells = async (state: State) => {
    const silent = { ...faulty(state), getSupported: () => Promise.reject(new Error('down')) }
    return { real: null, sample: paymentsOver(state, { facilitator: silent, telemetry }) }
  }
  closedAfterTest(await keyHolders({ payments: sells }))
  await expect.poll(reachable).toBe(0)
})

const home = await folderOfTests()

describe('briefing serve', () => {
  beforeAll(() => makeHome(home))

  async function serving(env: Record<string, string>, look: () => Promise<void>): Promise<void> {
    const stop = new AbortController()
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const settings = readSettings({ BRIEFING_HOME: home, BRIEFING_PORT: '0', BRIEFING_LOG: 'silent', ...env })
    const served = serve.action(runOf(settings, undefined, stop.signal), {})
    try {
      await expect.poll(() => printed.mock.calls.length).toBe(1)
      await look()
    } finally {
      stop.abort()
      await served
      printed.mockRestore()
    }
  }

  test('has none unless a port is set, and where one is they end with the server', async () => {
    const port = await freePort()
    const gone = () => expect(ask(port, '/metrics')).rejects.toThrow(/ECONNREFUSED/)
    await serving({}, gone)
    await serving({ BRIEFING_METRICS_PORT: String(port) }, async () => {
      expect((await scraped(port)).samples.get('briefing_limit_count_failures_total')).toBe(0)
    })
    await gone()
  })

  test('reads the place of its metrics', () => {
    const metrics = (env: Record<string, string>) => readSettings(env).metrics
    expect(metrics({})).toBeNull()
    expect(metrics({ BRIEFING_METRICS_ADDRESS: '0.0.0.0' })).toBeNull()
    expect(metrics({ BRIEFING_METRICS_PORT: '9464' })).toEqual({ port: 9_464, host: '127.0.0.1' })
    expect(metrics({ BRIEFING_METRICS_PORT: '0', BRIEFING_METRICS_ADDRESS: '::1' })).toEqual({ port: 0, host: '::1' })
    expect(() => metrics({ BRIEFING_METRICS_PORT: 'often' })).toThrow(/BRIEFING_METRICS_PORT must be a whole number/)
  })
})
