import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { feedState } from '../../pipeline/source/feeds/index.ts'
import { secCompanyfacts } from '../../pipeline/source/feeds/sec-companyfacts.ts'
import { secSubmissions } from '../../pipeline/source/feeds/sec-submissions.ts'
import { newCompanies } from '../../pipeline/source/feeds/sec-tickers.ts'
import { companiesDue } from '../../pipeline/warehouse/companies/listings.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'

let store: Store
beforeEach(async () => {
  store = await emptyStore()
})
afterEach(() => store.close())

const run = (sql: string) => store.connection.run(sql)
const company = "'us:' || lpad(CAST(i AS VARCHAR), 10, '0')"
/** Listed companies: the CIK of each is its place in the list, and the largest have a second ticker further down. */
const list = (count: number) =>
  run(`INSERT INTO listing SELECT ${company}, 'ticker', 'T' || i, 'Company ' || i, i, DATE '2026-11-01', NULL, 'r' FROM range(1, ${count + 1}) t(i)
       UNION ALL SELECT ${company}, 'ticker', 'U' || i, 'Company ' || i, ${count} + i, DATE '2026-11-01', NULL, 'r' FROM range(1, 11) t(i)`)
let recordings = 0
const answer = async (feed: string, path: string, from: number, to: number, day: string, status = 'loaded') => {
  const first = recordings
  recordings += to - from + 1
  await run(`INSERT INTO recording (id, no, feed, url, made_at, sha256, bytes, sample, status) SELECT '${feed}' || (i + ${first}), i + ${first}, '${feed}', 'https://data.sec.gov/${path}CIK' || lpad(CAST(i AS VARCHAR), 10, '0') || '.json',
             TIMESTAMP '${day} 12:00:00', 'x', 1, false, '${status}' FROM range(${from}, ${to + 1}) t(i)`)
}
const facts = (from: number, to: number, day: string, status?: string) =>
  answer(secCompanyfacts.id, 'api/xbrl/companyfacts/', from, to, day, status)
const indexes = (from: number, to: number, day: string) => answer(secSubmissions.id, 'submissions/', from, to, day)
const filed = (of: readonly number[], day: string) =>
  run(
    `INSERT INTO periodic_filing SELECT 'a' || i, ${company}, '10-Q', DATE '${day}', NULL, NULL, NULL, 'u', 'r' FROM (SELECT unnest([${of.join()}]) AS i)`,
  )

const due = (named: readonly string[] = [], roster: readonly string[] = []) => companiesDue(store, { named, roster })
const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(10, '0'))

describe('companies to ask the SEC about', () => {
  test('none while the list of tickers is not read', async () => {
    expect(await due()).toEqual({ facts: [], indexes: [] })
  })

  test('of 5,000 companies those ten that filed since, and the next of the list', async () => {
    await list(5_100)
    await facts(1, 5_000, '2026-11-20')
    await indexes(1, 5_000, '2026-11-20')
    const ten = [7, 19, 200, 201, 202, 999, 1_000, 2_500, 4_000, 5_000]
    await filed([1, 2, 3], '2026-11-19')
    await filed(ten, '2026-11-23')
    const next = codes(5_001, 5_000 + newCompanies)
    const expected = [...ten.map((i) => codes(i, i)[0]!), ...next]
    const companies = await due()
    expect(companies).toEqual({ facts: expected, indexes: expected })

    const state = feedState({ now: 0, newestPeriod: new Map(), credentials: new Set(), companies, sample: false })
    const roster = rosterOf(false).filter(({ market }) => market === 'us').length
    expect(secCompanyfacts.plan(state)).toHaveLength(roster + 10 + newCompanies)
    expect(secSubmissions.plan(state)).toHaveLength(roster + 10 + newCompanies)

    await facts(5_001, 5_000 + newCompanies, '2026-11-23')
    await facts(7, 7, '2026-11-24')
    expect((await due()).facts.slice(0, 10)).toEqual([...expected.slice(1, 10), codes(5_041, 5_041)[0]])
  })

  test('in the order of the list; without those of the roster; an answer that there are none is one, until a report is filed', async () => {
    await list(100)
    expect((await due([], ['us:0000000002'])).facts).toEqual([...codes(1, 1), ...codes(3, newCompanies + 1)])
    await facts(1, newCompanies, '2026-11-20', 'absent')
    expect((await due()).facts).toEqual(codes(newCompanies + 1, 2 * newCompanies))
    await filed([5], '2026-11-25')
    expect((await due()).facts).toEqual([...codes(5, 5), ...codes(newCompanies + 1, 2 * newCompanies)])
  })

  test('a report filed on the day of the last answer counts as filed after it', async () => {
    await list(10)
    await facts(1, 10, '2026-11-20')
    await filed([1], '2026-11-20')
    expect((await due()).facts).toEqual(codes(1, 1))
  })

  test('those named on top of the next of the list, whether listed or not, and whatever was answered', async () => {
    await list(100)
    await facts(90, 90, '2026-11-20')
    const { facts: asked } = await due(['us:0000000090', 'us:0000000099', 'us:0009999999'])
    expect(asked).toEqual([...codes(1, newCompanies), ...codes(90, 90), ...codes(99, 99), '0009999999'])
  })

  test('an index is asked for where facts are; of many without one so many per refresh', async () => {
    await list(200)
    await facts(1, 100, '2026-11-20')
    expect((await due()).indexes).toEqual(codes(1, newCompanies))
    await indexes(1, 100, '2026-11-20')
    expect((await due()).indexes).toEqual(codes(101, 100 + newCompanies))
    await indexes(101, 100 + newCompanies, '2026-11-20')
    expect((await due()).indexes).toEqual([])
  })
})
