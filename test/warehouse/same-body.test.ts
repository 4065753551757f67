import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { parseRecording, parseRecordings } from '../../activities/load/parse-recording.ts'
import type { Recording } from '../../pipeline/recordings/recording.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { feedRecords, loadStatistics } from '../../pipeline/warehouse/load/recordings.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'

const bodies = new Map<string, { recording: Recording; body: Uint8Array }>()
const deps = {
  recordings: {
    get: async (id: string) => bodies.get(id)?.recording ?? null,
    body: async ({ id }: Recording) => bodies.get(id)!.body,
  },
} as unknown as Parameters<typeof parseRecording>[0]

/** A body at an address, recorded so many minutes after the first. */
function recorded(url: string, text: string, minutes: number): Recording {
  const body = new TextEncoder().encode(text)
  const recording = recordingOf(url, body, new Date(Date.parse('2026-07-22T08:00:00Z') + minutes * 60_000).toISOString())
  bodies.set(recording.id, { recording, body })
  return recording
}

const chart = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=VIXCLS'
const since = `${chart}&cosd=2026-07-20`
const csv = (...values: (number | string)[]) =>
  ['observation_date,VIXCLS', ...values.map((value, day) => `2026-07-${20 + day},${value}`), ''].join('\n')

const opened: Store[] = []
const open = async () => {
  const store = await emptyStore()
  opened.push(store)
  return store
}
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})
afterAll(() => bodies.clear())

const arrive = async (store: Store, recordings: readonly Recording[]) =>
  load(store, await parseRecordings(deps, store, recordings), extractTotals)
const rows = async (store: Store, table: string) =>
  (await select<{ count: number }>(store, `SELECT count(*)::INTEGER AS count FROM ${table}`))[0]!.count
const observed = (store: Store) =>
  select(
    store,
    'SELECT period::VARCHAR AS period, value, known_at::VARCHAR AS known, version FROM observation ORDER BY series, period, version',
  )

test('a body seen again is a row in recording and nothing else', async () => {
  const store = await open()
  const [first, again, last] = [0, 15, 30].map((minutes) => recorded(chart, csv(17, 18), minutes)) as [
    Recording,
    Recording,
    Recording,
  ]
  await arrive(store, [first])
  const before = await Promise.all(['sighting', 'observation', 'body_shape'].map((table) => rows(store, table)))
  expect(await arrive(store, [again])).toEqual({ loaded: 1, refused: 0, rejected: 0, changed: false })
  expect(await Promise.all(['sighting', 'observation', 'body_shape'].map((table) => rows(store, table)))).toEqual(before)
  expect(await select(store, 'SELECT id, same_as FROM recording ORDER BY no')).toEqual([
    { id: first.id, same_as: null },
    { id: again.id, same_as: first.id },
  ])
  expect((await feedRecords(store, Date.parse(again.at))).get('fred-graph')?.lastReadAt).toBe('2026-07-22T08:15:00Z')
  expect(await select(store, 'SELECT last_seen::VARCHAR AS seen, recording FROM body_shape')).toEqual([
    { seen: '2026-07-22 08:15:00', recording: again.id },
  ])
  await arrive(store, [last])
  expect(await select(store, 'SELECT last_seen::VARCHAR AS seen, recording FROM body_shape')).toEqual([
    { seen: '2026-07-22 08:30:00', recording: last.id },
  ])
})

test('a row that was rejected counts each time its body is read', async () => {
  const store = await open()
  const [first, again] = [recorded(chart, csv(17, 'abc'), 0), recorded(chart, csv(17, 'abc'), 15)]
  expect(await arrive(store, [first])).toMatchObject({ loaded: 1, rejected: 1 })
  expect(await arrive(store, [again])).toMatchObject({ loaded: 1, rejected: 1 })
  expect(await loadStatistics(store, new Set([again.id]))).toMatchObject([{ feed: 'fred-graph', rejected: 1, refused: 0 }])
  expect(await rows(store, 'quarantine')).toBe(1)
})

test('a value stands until an address says another: a body seen again says nothing', async () => {
  const store = await open()
  await arrive(store, [recorded(chart, csv(17), 0)])
  await arrive(store, [recorded(since, csv(18), 15)])
  await arrive(store, [recorded(chart, csv(17), 30)])
  expect(await observed(store)).toMatchObject([{ value: 17 }, { value: 18 }])
  await arrive(store, [recorded(chart, csv(19), 45), recorded(chart, csv(17), 60)])
  expect(await observed(store)).toMatchObject([{ value: 17 }, { value: 18 }, { value: 19 }, { value: 17 }])
})

test('what was read of one address is what all its bodies say, in whatever batches they arrive', async () => {
  const body = fc.array(fc.integer({ min: 10, max: 13 }), { minLength: 1, maxLength: 3 }).map((values) => csv(...values))
  const [all, fresh] = [await open(), await open()]
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 4 }), async (texts, size) => {
      const recordings = texts.map((text, place) => recorded(chart, text, 15 * place))
      for (const one of recordings) await load(all, [await parseRecording(deps, one)], extractTotals)
      for (let at = 0; at < recordings.length; at += size) await arrive(fresh, recordings.slice(at, at + size))
      expect(await observed(fresh)).toEqual(await observed(all))
      const bodiesSaid = texts.filter((text, place) => text !== texts[place - 1])
      expect(await rows(fresh, 'recording WHERE same_as IS NULL')).toBe(bodiesSaid.length)
      for (const store of [all, fresh])
        for (const table of ['sighting', 'observation', 'quarantine', 'recording', 'body_shape'])
          await store.connection.run(`DELETE FROM ${table}`)
    }),
    { numRuns: 12 },
  )
})

test('a recording made before the newest one of its address is read whole, and so is one of an attempt that is done again', async () => {
  const store = await open()
  const [early, late] = [recorded(chart, csv(17), 0), recorded(chart, csv(17), 15)]
  await arrive(store, [late])
  await arrive(store, [early])
  await arrive(store, [early])
  expect(await observed(store)).toMatchObject([{ value: 17, known: expect.any(String) }])
  expect(await rows(store, 'recording WHERE same_as IS NULL')).toBe(2)
})

const tickers = 'https://www.sec.gov/files/company_tickers.json'
const companies = JSON.stringify({ 0: { cik_str: 1050446, ticker: 'MSTR', title: 'Strategy Inc' } })

test('a list of companies stands as long as it is read, whatever else names them meanwhile', async () => {
  const store = await open()
  for (const minutes of [0, 1_440, 2_880]) await arrive(store, [recorded(tickers, companies, minutes)])
  expect(await select(store, 'SELECT code, to_day FROM listing')).toEqual([{ code: 'MSTR', to_day: null }])
})

test('what is the value of its day is that of each day it is seen on, though the bytes are the same', async () => {
  const store = await open()
  const address = 'https://mempool.space/api/v1/fees/recommended'
  const fees = '{"fastestFee":7,"halfHourFee":6,"hourFee":5,"economyFee":2,"minimumFee":1}'
  for (const minutes of [0, 15, 1_440, 1_455]) await arrive(store, [recorded(address, fees, minutes)])
  expect(await select(store, `SELECT DISTINCT period::VARCHAR AS day FROM observation ORDER BY day`)).toEqual([
    { day: '2026-07-22' },
    { day: '2026-07-23' },
  ])
  expect(await rows(store, 'recording WHERE same_as IS NULL')).toBe(2)
})

test('a day that was not over when its body was first read is loaded from the same bytes once it is', async () => {
  const store = await open()
  const address = 'https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1440'
  const candle = (day: string, close: string) => [Date.parse(day) / 1_000, close, close, close, close, close, '1', 1]
  const body = JSON.stringify({
    error: [],
    result: { XXBTZUSD: [candle('2026-07-21', '60000.0'), candle('2026-07-22', '61000.0')], last: 1 },
  })
  await arrive(store, [recorded(address, body, 0), recorded(address, body, 15)])
  expect(await observed(store)).toMatchObject([{ period: '2026-07-21', value: 60_000 }])
  await arrive(store, [recorded(address, body, 1_440)])
  expect(await observed(store)).toMatchObject([{ period: '2026-07-21' }, { period: '2026-07-22', value: 61_000 }])
})

const press = 'https://www.federalreserve.gov/feeds/press_monetary.xml'
const feed = (date: string, ...pages: string[]) => {
  const items = pages.map(
    (page) =>
      `<item><title>Federal Reserve issues FOMC statement</title><link>https://www.federalreserve.gov/newsevents/pressreleases/${page}.htm</link>
       <category>Monetary Policy</category><pubDate>Wed, 15 Jul 2026 18:00:00 GMT</pubDate></item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><lastBuildDate>${date}</lastBuildDate>${items.join('')}</channel></rss>`
}
const listed = (blank: string, ...codes: string[]) =>
  JSON.stringify(Object.fromEntries(codes.map((ticker, at) => [at, { cik_str: at + 1, ticker, title: `${ticker} CORP` }]))) +
  blank

test.each([
  [
    'news',
    press,
    feed('1', 'monetary20260701a'),
    feed('2', 'monetary20260701a'),
    feed('3', 'monetary20260701a', 'monetary20260715a'),
  ],
  ['tickers', tickers, listed('', 'AAA', 'BBB'), listed(' ', 'AAA', 'BBB'), listed('', 'AAA', 'CCC')],
])('a list of %s with other bytes changes something only if it says something else', async (_, url, first, again, other) => {
  const store = await open()
  const changes: boolean[] = []
  for (const [at, text] of [first, again, other].entries())
    changes.push((await arrive(store, [recorded(url, text, 15 * at)])).changed)
  expect(changes).toEqual([true, false, true])
})
