import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeps } from '../../activities/deps.ts'
import { homeAt } from '../../activities/home.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { refreshExitCode, refreshLines } from '../../cli/commands/refresh.ts'
import { briefingRows } from '../../data/briefings.ts'
import { rosterOf } from '../../data/companies.ts'
import { metricRows } from '../../data/metrics.ts'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import type { SampleBody } from '../../pipeline/feeds/sample-rows.ts'
import { restingError, tooSlowError, unwantedStatusError, wireFault } from '../../pipeline/http/faults.ts'
import type { RawResponse } from '../../pipeline/http/request.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { type RefreshResult, refresh } from '../../workflows/orchestrations/refresh.ts'
import { type Running, running } from '../server/fixture.ts'
import { type KeyHolders, keyHolders } from '../server/key-holders.ts'
import { paymentsOver } from '../server/payments/shop.ts'
import { smallTransport } from '../small-transport.ts'
import { wrong } from '../wrong.ts'
import { quiet, temporaryHome } from './home.ts'

const now = Date.parse('2026-11-18T22:00:00Z')
const real = rosterOf(false).map(({ ticker }) => ticker)
const paths = {
  briefing: briefingRows.map(({ path }) => path),
  metric: metricRows.map(({ metric }) => `/api/metrics/${metric}`),
  treasury: ['/api/treasuries', ...real.map((ticker) => `/api/treasuries/${ticker}`)],
}
/** A request that fails is not tried again. */
const once = Object.fromEntries(
  Object.entries(policies).map(([name, policy]) => [name, { ...policy, retry: { ...policy.retry, attempts: 1 } }]),
) as unknown as typeof policies

/** What an upstream without a fault of its own answers: a web page. */
const webPage = new TextEncoder().encode('<!DOCTYPE html><title>Scheduled maintenance</title>')
const unreachable = (reason: string) => (upstream: Upstream, url: URL) =>
  wireFault(upstream, url, Object.assign(new Error(reason), { code: reason }), false, 1)!
/** How each upstream is dead, and the words for it. */
const deaths: Readonly<Record<string, readonly [(upstream: Upstream, url: URL) => Error, RegExp]>> = {
  fred: [unreachable('ENOTFOUND'), /could not be reached: the name \S+ does not resolve \(ENOTFOUND\)/],
  coinmetrics: [unreachable('ECONNREFUSED'), /could not be reached: nothing accepts connections at \S+ \(ECONNREFUSED\)/],
  treasury: [(upstream, url) => tooSlowError(upstream, url, 60_000), /did not finish its response within 60 s/],
  ecb: [unreachable('CERT_HAS_EXPIRED'), /could not be reached: the TLS certificate of \S+ is not valid today/],
  fiscaldata: [(upstream, url) => unwantedStatusError(upstream, url, 403, 600_000), /refuses our requests \(HTTP 403\)/],
  mempool: [
    (upstream, url) => unwantedStatusError(upstream, url, 429, 600_000),
    /received more requests than it allows \(HTTP 429\)/,
  ],
  coinbase: [(upstream, url) => unwantedStatusError(upstream, url, 502, undefined), /has a server error \(HTTP 502\)/],
  kraken: [
    (upstream) => restingError(upstream, 'keeps failing: it has a server error (HTTP 503)', 60_000, now),
    /keeps failing: it has a server error \(HTTP 503\); requests are suspended for 60 s \(until 22:00 UTC\)/,
  ],
}

/** Words for a notice of maintenance in the place of data, or of a page of data. */
const maintenance =
  /received (a web page instead of data|something other than the page due)|no table of flows in the page|the page has no link to the monthly workbook/

/** Invented rows in the forms of Coin Metrics: what calls itself live is read by the feed. */
function ownForm({ url, body, ...response }: RawResponse): RawResponse {
  const { observations } = JSON.parse(new TextDecoder().decode(body)) as SampleBody
  const columns = [...new Set(observations.flatMap((row) => Object.keys(row)))]
  const asset = columns.some((key) => key.startsWith('eth/')) ? 'eth' : 'btc'
  const data = observations.map(({ date, ...values }) => ({
    ...{ asset, time: `${date}T00:00:00Z` },
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key.replace('eth/', ''), String(value)])),
  }))
  const lines = observations.map((row) => columns.map((key) => row[key] ?? '').join(','))
  const csv = [columns.join(','), ...lines, ''].join('\n')
  return { ...response, url, headers: {}, body: Buffer.from(url.endsWith('.csv') ? csv : JSON.stringify({ data })) }
}

/** A refresh of a home with real feeds of which those of `alive` answer. */
async function refreshWith(folder: string, alive: readonly 'coinmetrics'[], at = now): Promise<RefreshResult> {
  const sample = smallTransport(at)
  const deps = createDeps({
    home: homeAt(folder),
    credentials: new Set(),
    transport: async () => ({
      name: 'live',
      fetch: async (request, signal) => {
        if (alive.some((upstream) => upstream === request.upstream)) return ownForm(await sample.fetch(request, signal))
        const { url } = request
        const dies = deaths[request.upstream]?.[0]
        if (dies) throw dies(upstreams.find(({ id }) => id === request.upstream)!, new URL(url))
        return { url, at: new Date(at).toISOString(), status: 200, headers: {}, body: webPage }
      },
    }),
    clock: () => at,
  })
  try {
    const options = { activities: createActivities(deps), policies: once, nonRetryable, concurrency, now: at, log: quiet }
    return await runInProcess(options, refresh, { feeds: { kind: 'live' }, only: [], asOf: null })
  } finally {
    await deps.close()
  }
}

/** A server of a home whose documents are sold. */
async function serving(folder: string): Promise<{ server: Running; holders: KeyHolders; close(): Promise<void> }> {
  const holders = await keyHolders({ payments: async (state) => ({ real: paymentsOver(state), sample: null }) })
  const reader = await openReader(folderBlobs(folder), { log: quiet })
  const server = await running(reader.current(), { gate: holders.gate, now: () => now })
  return {
    server,
    holders,
    async close() {
      await server.close()
      reader.close()
      await holders.close()
    },
  }
}

const home = await temporaryHome()
afterAll(() => home.remove())

describe('an empty home', () => {
  describe('refreshed while every upstream is dead', () => {
    let result: RefreshResult
    let shop: Awaited<ReturnType<typeof serving>>
    beforeAll(async () => {
      result = await refreshWith(home.folder, [])
      shop = await serving(home.folder)
    })
    afterAll(() => shop.close())

    test('publishes no document, ends with 2, and has one line per upstream, in words for what happened to it', () => {
      expect(result.documents).toBe(0)
      expect(refreshExitCode(result)).toBe(2)
      const lines = refreshLines(result)
      expect(lines[0]).toContain('no data, nothing was published')
      const failures = lines.filter((line) => line.startsWith('failed: '))
      const failed = failures.map((line) => /^failed: (\S+) /.exec(line)![1]!)
      // digests are never asked for, and exchanges only under a licence
      const licensed = ['nse-results', 'nse-shareholding', 'bse-results', 'nse-closes', 'bse-closes', 'euronext-closes']
      const unasked = ['tse-digest', ...licensed]
      const asked = upstreams
        .map(({ id }) => id)
        .filter((id) => feeds.some((feed) => feed.upstream === id && feed.needs === null && !unasked.includes(feed.id)))
      expect(failed.sort()).toEqual([...asked].sort())
      const unlike = failures.filter((line) => {
        const [, words] = deaths[/^failed: (\S+) /.exec(line)![1]!] ?? [null, maintenance]
        return !words.test(line) || line.includes('\n')
      })
      expect(unlike).toEqual([])
      // the edition, what was read, a line per upstream, and what is missing: nothing else, and no figure of a market
      expect(lines.slice(2 + failures.length).map((line) => line.split(':')[0])).toEqual(['missing'])
      expect(lines.at(-1)).toMatch(/^missing: (?:[\w-]+, ){19}[\w-]+ and \d+ more, which --json names$/)
      expect(
        lines
          .slice(0, 2)
          .join('\n')
          .replaceAll(/[0-9a-f]{16}|\d{4}-\d{2}-\d{2}/g, ''),
      ).toMatch(/^edition {2}as of : no data, nothing was published\n\d+ recordings, \d+ new, \d+ refused, 0 rows in quarantine$/)
    })

    async function faultsOf(path: string, key?: string): Promise<string[]> {
      const answer = await shop.server.get(path, { headers: key === undefined ? {} : { 'x-api-key': key } })
      const { error, message, retry_after } = JSON.parse(answer.text)
      const isOffered = answer.status !== 404
      const wait = [answer.headers['retry-after'], retry_after !== undefined]
      const reason = isOffered
        ? /(nothing has been read from .+|has given no value of it) yet/
        : /is not set\. |exists in sample data only\. /
      return wrong(`${path} ${key === undefined ? 'without a key' : 'with a key'}`, {
        [`status ${answer.status}, ${error}`]: () =>
          `${answer.status} ${error}` !== (isOffered ? '503 NOT_PUBLISHED' : '404 NOT_OFFERED'),
        [`no reason in "${message}"`]: () => !reason.test(message),
        [`retry ${wait}`]: () => !isDeepStrictEqual(wait, isOffered ? ['300', true] : [undefined, false]),
        'quotes a price': () => answer.headers['payment-required'] !== undefined || /price_usd|accepts/.test(answer.text),
      })
    }

    test.each(Object.entries(paths))('no %s is quoted or served to key holders: 503 or 404, with the reason', async (_, all) => {
      const { pro, free } = shop.holders.keys
      const faults: string[] = []
      for (const path of all) for (const key of [undefined, pro, free]) faults.push(...(await faultsOf(path, key)))
      expect(faults).toEqual([])
    })

    test('a filed total is 404 without the contact the SEC asks for, and the message names the setting', async () => {
      const answer = await shop.server.get('/api/metrics/mstr-bitcoin-holdings')
      expect(answer.status).toBe(404)
      expect(JSON.parse(answer.text).message).toContain('SEC_CONTACT is not set')
    })

    test('health is down with 503 and says why; status and the catalogues say what is missing', async () => {
      const answer = await shop.server.get('/api/health')
      const health = JSON.parse(answer.text)
      expect([answer.status, health.status]).toEqual([503, 'down'])
      const published = health.checks.find(({ name }: { name: string }) => name === 'published')
      expect(published).toMatchObject({ status: 'down', detail: expect.stringContaining('nothing has been read from FRED') })
      const json = async (path: string) => JSON.parse((await shop.server.get(path)).text)
      const { absent } = await json('/api/status')
      expect(absent.map(({ place }: { place: string }) => place)).toEqual(
        expect.arrayContaining(briefingRows.map(({ id }) => `briefing/${id}`)),
      )
      expect(await json('/api/briefings')).toMatchObject({ count: 0, briefings: [] })
      expect((await json('/api/briefings')).absent).toHaveLength(briefingRows.length)
      expect((await json('/api/metrics')).absent).toHaveLength(metricRows.length)
      for (const path of ['/api/health', '/api/status', '/api/briefings', '/api/metrics'])
        expect((await shop.server.get(`${path}?format=markdown`)).text).toContain('FRED')
    })
  })

  describe('after one upstream has come back', () => {
    let shop: Awaited<ReturnType<typeof serving>>
    let result: RefreshResult
    beforeAll(async () => {
      result = await refreshWith(home.folder, ['coinmetrics'], now + 3_600_000)
      shop = await serving(home.folder)
    })
    afterAll(() => shop.close())

    test('what rests on it is published and sold, the rest is not', async () => {
      expect(refreshExitCode(result)).toBe(2)
      expect(result.documents).toBeGreaterThan(0)
      for (const path of ['/api/btc', '/api/btc/onchain', '/api/metrics/bitcoin-price', '/api/metrics/hash-ribbon'])
        expect([path, (await shop.server.get(path)).status]).toEqual([path, 402])
      for (const path of ['/api/macro', '/api/metrics/vix', '/api/metrics/net-liquidity', '/api/treasuries', '/api/btc/treasury'])
        expect([path, (await shop.server.get(path)).status]).toEqual([path, 503])
    })

    test('health is degraded, 200, and names what is not known', async () => {
      const answer = await shop.server.get('/api/health')
      const { status, checks } = JSON.parse(answer.text)
      expect([answer.status, status]).toEqual([200, 'degraded'])
      expect(checks.find(({ name }: { name: string }) => name === 'published').detail).toContain('macro.snapshot')
    })
  })

  test('what was published stays published when the upstream dies again', async () => {
    await refreshWith(home.folder, [], now + 7 * 86_400_000)
    const shop = await serving(home.folder)
    expect((await shop.server.get('/api/metrics/bitcoin-price')).status).toBe(402)
    const { text } = await shop.server.get('/api/metrics/bitcoin-price?format=json', {
      headers: { 'x-api-key': shop.holders.keys.pro },
    })
    expect(JSON.parse(text).freshness.status).toBe('stale')
    await shop.close()
  })
})
