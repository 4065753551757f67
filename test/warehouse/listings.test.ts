import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeListed } from '../../pipeline/feeds/code-list.ts'
import { edinetCodes } from '../../pipeline/feeds/edinet-codes.ts'
import { edinetList } from '../../pipeline/feeds/edinet-list.ts'
import { secTickers } from '../../pipeline/feeds/sec-tickers.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { listingsOf } from '../../pipeline/warehouse/companies/listings.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { listedCompanies } from '../../pipeline/warehouse/news.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'
import { parsedOf } from '../rows.ts'

const [renamed, classes, before, now] = ['us:0000000001', 'us:0000000002', 'us:0000000003', 'us:0000000004'] as const
const [moved, gone] = ['jp:E00001', 'jp:E00002'] as const

const loadOf = (feed: string, day: string, parsed: Load['parsed']): Load => ({
  recording: recordingOf(`https://example.org/${feed}`, day, `${day}T12:00:00Z`),
  feed,
  parsed,
})
function tickers(day: string, ...listed: readonly (readonly [company: string, ticker: string])[]): Load {
  const rows = listed.map(([company, ticker]) => ({ cik_str: Number(company.slice(3)), ticker, title: `${company} in ${day}` }))
  const body = Buffer.from(JSON.stringify({ ...rows }))
  const { recording } = loadOf(secTickers.id, day, parsedOf({}))
  return loadOf(secTickers.id, day, parsedOf(secTickers.parse(body, recording).rows))
}
const codes = (feed: string, day: string, ...listed: readonly (readonly [company: string, code: string])[]): Load =>
  loadOf(feed, day, parsedOf({ listing: listed.map(([company, code]) => codeListed({ company, code, name: company }, day)) }))

const loads = [
  tickers('2026-01-05', [renamed, 'OLD'], [classes, 'TWO'], [classes, 'TWO-B'], [before, 'MOVE']),
  tickers('2026-02-05', [renamed, 'NEW'], [classes, 'TWO'], [classes, 'TWO-B'], [before, 'MOVE']),
  tickers('2026-03-05', [renamed, 'NEW'], [classes, 'TWO'], [classes, 'TWO-B'], [now, 'MOVE']),
  codes(edinetCodes.id, '2026-01-10', [moved, '1001'], [gone, '1002']),
  codes(edinetList.id, '2026-02-10', [gone, '1002']),
  codes(edinetList.id, '2026-03-10', [moved, '1003']),
]
const last = codes(edinetCodes.id, '2026-03-09', [moved, '1001'])

const rowsOf = (store: Store) =>
  select(store, 'SELECT company, code, from_day::VARCHAR AS "from", to_day::VARCHAR AS "to" FROM listing ORDER BY company, code')
const row = (company: string, code: string, from: string, to: string | null = null) => ({ company, code, from, to })

async function loaded(...batches: readonly (readonly Load[])[]): Promise<Store> {
  const store = await emptyStore()
  for (const batch of batches) await load(store, batch, () => [])
  return store
}

test('a row stands from the first list that names it to the last, in whatever order they are loaded', async () => {
  const expected = [
    row(moved, '1001', '2026-01-10', '2026-03-09'),
    row(moved, '1003', '2026-03-10'),
    row(gone, '1002', '2026-01-10', '2026-02-10'),
    row(renamed, 'NEW', '2026-02-05'),
    row(renamed, 'OLD', '2026-01-05', '2026-01-05'),
    row(classes, 'TWO', '2026-01-05'),
    row(classes, 'TWO-B', '2026-01-05'),
    row(before, 'MOVE', '2026-01-05', '2026-02-05'),
    row(now, 'MOVE', '2026-03-05'),
  ]
  const orders = fc.shuffledSubarray([...loads, last], { minLength: loads.length + 1 })
  await fc.assert(
    fc.asyncProperty(orders, fc.nat({ max: loads.length }), async (order, cut) => {
      const store = await loaded(order.slice(0, cut), order.slice(cut))
      expect(await rowsOf(store)).toEqual(expected)
      expect((await load(store, order.slice(0, cut), () => [], { again: true })).loaded).toBe(cut)
      expect(await rowsOf(store)).toEqual(expected)
      await store.close()
    }),
    { seed: 20_261_126, numRuns: 6 },
  )
})

test('lists of single days end nothing by what they leave out', async () => {
  const store = await loaded(loads)
  expect((await listedCompanies(store)).filter(({ company }) => company === gone)).toMatchObject([{ codes: ['1002'] }])
  await store.close()
})

test('who is listed, and what nobody is listed under any more', async () => {
  const store = await loaded(loads)
  expect((await listingsOf(store)).map(({ code, company }) => [code, company])).toEqual([
    ['MOVE', now],
    ['NEW', renamed],
    ['TWO', classes],
    ['TWO-B', classes],
    // those of other markets come last
    ['1002', 'jp:E00002'],
    ['1003', 'jp:E00001'],
  ])
  // an index read before the ticker moved
  await store.connection.run(
    `INSERT INTO issuer BY NAME SELECT '${before}' AS company, 'filer' AS told_by, 'Before' AS name, '[]' AS former_names, '["MOVE"]' AS tickers,
            '["NYSE"]' AS exchanges, TIMESTAMP '2026-02-01' AS recorded_at, 'r' AS recording`,
  )
  const issuers = await issuersOf(store, [renamed, classes, before, now, moved])
  expect(issuers.map(({ listed, formerCodes }) => [listed.map(({ code }) => code), formerCodes])).toEqual([
    [['NEW'], ['OLD']],
    [['TWO', 'TWO-B'], []],
    [[], []],
    [['MOVE'], []],
    [['1003'], ['1001']],
  ])
  await store.close()
})
