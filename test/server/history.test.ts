import { tableFromIPC } from 'apache-arrow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { historyRowsOf, selectHistory } from '../../server/history/selection.ts'
import type { MetricHistory } from '../../server/schemas/metric-history.ts'
import { edition } from './fixture.ts'
import refused from './history.json' with { type: 'json' }
import type { KeyHolders } from './key-holders.ts'
import { openShop } from './payments/shop.ts'
import { units } from './payments/terms.ts'
import { closedAfterTest, served } from './served.ts'
import { storedHistory, type Version } from './stored-history.ts'

const dayMs = 86_400_000
const { holders, server } = await served(edition({ edition: 'e1', without: ['history/rrp'] }))

const path = '/api/metrics/vix/history'
const asked = (query: string, plan: keyof KeyHolders['keys'] = 'pro', at = path) =>
  server.get(`${at}${query}`, { headers: { 'x-api-key': holders.keys[plan] } })
const rows = async (query: string, plan: keyof KeyHolders['keys'] = 'pro') => {
  const { status, text } = await asked(query, plan)
  const { rows, from, to, as_of } = JSON.parse(text) as MetricHistory
  return { status, from, to, as_of, values: rows.map(({ period, value }) => `${period} ${value}`) }
}

describe('what is selected', () => {
  test('of each period the newest version known by the end of the day, whatever day and span', () => {
    const version = fc.tuple(
      fc.integer({ min: 20_000, max: 20_010 }),
      fc.double({ noDefaultInfinity: true }),
      fc.integer({ min: 0, max: 30 * 24 }),
    )
    const day = fc.option(fc.integer({ min: 19_998, max: 20_012 }))
    fc.assert(
      fc.property(
        fc.array(version, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 20_000, max: 20_040 }),
        day,
        day,
        (given, asOf, from, to) => {
          const versions = given
            .map(([period, value, hours]): Version => [period, value, period * dayMs + hours * 3_600_000, 1])
            .sort((a, b) => a[0] - b[0] || a[2] - b[2])
          const expected: string[] = []
          for (let period = from ?? 0; period <= (to ?? 30_000); period++) {
            const newest = versions.filter(([at, , known]) => at === period && known < (asOf + 1) * dayMs).at(-1)
            if (newest && !Number.isNaN(newest[1])) expected.push(`${isoDay(period)} ${newest[1]}`)
            if (from === null && period < 19_990) period = 19_989
            if (to === null && period > 20_020) break
          }
          const span = { from: from === null ? null : isoDay(from), to: to === null ? null : isoDay(to) }
          const selected = historyRowsOf(selectHistory(storedHistory('vix', versions), isoDay(asOf), span))
          expect(selected.map(({ period, value }) => `${period} ${value}`)).toEqual(expected)
        },
      ),
      { seed: 20_261_122, numRuns: 200 },
    )
  })

  test('everything known now, where nothing is named', async () => {
    expect(await rows('')).toEqual({
      status: 200,
      from: '2024-12-30',
      to: '2025-01-20',
      as_of: '2026-07-23',
      values: ['2024-12-30 10', '2025-01-06 12', '2025-01-13 13', '2025-01-20 14'],
    })
  })

  test('a revision counts from the day it became known', async () => {
    expect((await rows('?as_of=2026-07-19&to=2025-01-06')).values).toEqual(['2024-12-30 10', '2025-01-06 11'])
    expect((await rows('?as_of=2026-07-20&to=2025-01-06')).values).toEqual(['2024-12-30 10', '2025-01-06 12'])
    expect((await rows('?as_of=2025-01-07')).values).toEqual(['2024-12-30 10', '2025-01-06 11'])
  })
})

test('a span that ends before it begins is refused with a step that mends it', async () => {
  const { status, text } = await asked('?from=2025-01-20&to=2025-01-10', 'basic')
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    { error: 'INVALID_DATE', field: 'from', hint: 'Set from to 2025-01-10 or an earlier day, or omit it.' },
  ])
})

describe('who reads it', () => {
  test('a plan that reads the metric in full reads as far back as its history reaches', async () => {
    expect((await rows('', 'basic')).values[0]).toBe('2025-01-06 12')
    expect((await rows('', 'basic')).from).toBe('2025-01-01')
    expect((await rows('?from=2025-01-10&to=2025-01-14', 'basic')).values).toEqual(['2025-01-13 13'])
    for (const query of ['?from=2024-12-30', '?to=2024-12-31', '?as_of=2024-12-31'])
      expect([query, JSON.parse((await asked(query, 'basic')).text)]).toMatchObject([
        query,
        { error: 'PLAN_REQUIRED', needs: 'pro' },
      ])
  })

  test('a plan without history, and one that reads the latest reading alone, are refused', async () => {
    expect(JSON.parse((await asked('', 'free')).text)).toMatchObject({ error: 'PLAN_REQUIRED', plan: 'free', needs: 'basic' })
    const free = await asked('', 'free', '/api/metrics/bitcoin-price/history')
    expect([free.status, JSON.parse(free.text)]).toMatchObject([403, { error: 'PLAN_REQUIRED', needs: 'basic' }])
    const { metric } = metricRows.find(({ proOnly }) => proOnly)!
    expect(JSON.parse((await asked('', 'basic', `/api/metrics/${metric}/history`)).text)).toMatchObject({ needs: 'pro' })
  })

  test('nobody without a key where nothing is sold', async () => {
    expect((await server.get(path)).status).toBe(401)
    expect((await server.get(path, { headers: { 'x-api-key': 'mb_test_planted' } })).status).toBe(401)
  })
})

test('a call that is paid reads all of it, costs the price of the route, and is not charged for a span without a value', async () => {
  const shop = closedAfterTest(await openShop())
  const paid = (query: string) => shop.buy(`${path}${query}`, 77)
  const takings = async () => (await shop.takings()).paid
  const before = await takings()
  const empty = await paid('?from=2025-01-07&to=2025-01-12')
  expect([empty.status, (await takings()) - before]).toEqual([404, 0n])
  const whole = await paid('?format=csv')
  expect([whole.status, whole.text.split('\r\n').length, (await takings()) - before]).toEqual([200, 6, units.history])
})

describe('what is refused before anything is counted', () => {
  test.each(refused as [string, number, string, string][])('%s', async (query, status, error, field) => {
    const [answer, next] = [await asked(query), await asked(query)]
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { error, field }])
    expect(next.headers['x-ratelimit-remaining']).toBe(answer.headers['x-ratelimit-remaining'])
  })

  test('a metric that does not exist, with a suggestion, and one that is not published', async () => {
    const unknown = JSON.parse((await asked('', 'pro', '/api/metrics/net-liquidty/history')).text)
    expect(unknown).toMatchObject({ error: 'NOT_FOUND', field: 'metric' })
    expect(unknown.suggestions).toContain('net-liquidity')
    expect((await asked('', 'pro', '/api/metrics/rrp/history')).status).toBe(503)
  })
})

describe('formats', () => {
  test('CSV: a header line, CRLF, every row with its metric and unit', async () => {
    const { text, headers } = await asked('?format=csv&to=2025-01-06')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text).toBe(
      [
        'metric,unit,period,value,known_at,known_basis,sample',
        'vix,points,2024-12-30,10,2024-12-31T00:00:00Z,filed,false',
        'vix,points,2025-01-06,12,2026-07-20T12:00:00Z,deadline,false',
        '',
      ].join('\r\n'),
    )
  })

  test('Arrow: an IPC stream with the same rows, and what holds for all of them in its metadata', async () => {
    const [arrow, json] = [await asked('?format=arrow'), JSON.parse((await asked('?format=json')).text) as MetricHistory]
    expect(arrow.headers['content-type']).toBe('application/vnd.apache.arrow.stream')
    const table = tableFromIPC(arrow.bytes)
    expect(
      table.toArray().map(({ period, value, known_at, known_basis }) => ({
        period: new Date(period).toISOString().slice(0, 10),
        value,
        known_at: `${new Date(Number(known_at)).toISOString().slice(0, 19)}Z`,
        known_basis,
      })),
    ).toEqual(json.rows)
    const { rows: _, ...head } = json
    expect(Object.fromEntries(table.schema.metadata)).toMatchObject({
      metric: 'vix',
      unit: 'points',
      sample: 'false',
      as_of: head.as_of,
    })
  })

  test.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    ['application/vnd.apache.arrow.stream', 'application/vnd.apache.arrow.stream'],
    ['text/html', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('Accept: %s gets %s', async (accept, type) => {
    const { headers } = await server.get(path, { headers: { accept, 'x-api-key': holders.keys.pro } })
    expect(headers['content-type']).toBe(type)
  })
})

test('an unchanged answer costs nothing, compressed or not; a call counts', async () => {
  const first = await asked('?to=2025-01-13')
  const key = { 'x-api-key': holders.keys.pro }
  const again = await server.get(`${path}?to=2025-01-13`, { headers: { ...key, 'if-none-match': String(first.headers.etag) } })
  expect([again.status, again.headers['x-ratelimit-remaining']]).toEqual([304, first.headers['x-ratelimit-remaining']])
  const other = await asked('?to=2025-01-06')
  expect(Number(other.headers['x-ratelimit-remaining'])).toBe(Number(first.headers['x-ratelimit-remaining']) - 1)
  const packed = await server.get(`${path}?to=2025-01-13`, { headers: { ...key, 'accept-encoding': 'gzip' } })
  expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual([
    'gzip',
    String(first.headers.etag).replace(/"$/, '-gz"'),
  ])
})
