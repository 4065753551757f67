import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nightlyQuotas } from '../../data/companies/reading.ts'
import { rosterOf } from '../../data/companies.ts'
import { feedState } from '../../pipeline/feeds/index.ts'
import { secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import { companiesDue } from '../../pipeline/warehouse/companies/companies-due.ts'
import { documentsDue } from '../../pipeline/warehouse/companies/company-filings.ts'
import { noteRequests } from '../../pipeline/warehouse/companies/reading-queue.ts'
import { putRuns } from '../../pipeline/warehouse/runs.ts'
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
       UNION ALL SELECT ${company}, 'ticker', 'U' || i, 'Company ' || i, ${count} + i, DATE '2026-11-01', NULL, 'r' FROM range(1, ${Math.min(count, 10) + 1}) t(i)`)
let recordings = 0
const answer = async (feed: string, path: string, from: number, to: number, day: string, status = 'loaded') => {
  const first = recordings
  recordings += to - from + 1
  await run(`INSERT INTO recording (id, no, feed, url, made_at, sha256, bytes, sample, status) SELECT 'r' || (i - ${from} + ${first}), i - ${from} + ${first}, '${feed}', 'https://data.sec.gov/${path}CIK' || lpad(CAST(i AS VARCHAR), 10, '0') || '.json',
             TIMESTAMP '${day} 12:00:00', 'x', 1, false, '${status}' FROM range(${from}, ${to + 1}) t(i)`)
}
const facts = (from: number, to: number, day: string, status?: string) =>
  answer(secCompanyfacts.id, 'api/xbrl/companyfacts/', from, to, day, status)
const indexes = (from: number, to: number, day: string) => answer(secSubmissions.id, 'submissions/', from, to, day)
const filed = (of: readonly number[], day: string) =>
  run(
    `INSERT INTO periodic_filing SELECT 'a' || i, ${company}, '10-Q', DATE '${day}', NULL, NULL, NULL, 'u', 'r' FROM (SELECT unnest([${of.join()}]) AS i)`,
  )

const [{ perNight }] = nightlyQuotas
const due = (named: readonly string[] = [], { day = '2026-11-25', roster = [] as readonly string[] } = {}) =>
  companiesDue(store, { named, roster, now: Date.parse(`${day}T04:05:00Z`) })
const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(10, '0'))
/** A run that asks about companies and reads so many bodies. */
const ran = async (of: readonly string[], day: string, read: number, status: 'ok' | 'failed' = 'ok') => {
  const id = `run ${day}`
  const at = `${day}T04:05:00Z`
  await noteRequests(
    store,
    { run: id, now: Date.parse(at) },
    of.map((code) => `us:${code}`),
  )
  const counts = { recordings: read, bytes: 1, rows: 1, refused: 0, rejected: 0, failures: 0 }
  const times = { logical_at: at, began_at: at, ended_at: at, seconds: 1, error_code: null, error: null }
  const own = { id, kind: 'refresh', trigger: 't', host: 'in-process', feeds: 'live', status, edition: null } as const
  const did = {
    run: id,
    feed: secCompanyfacts.id,
    upstream: 'sec',
    requests: of.length,
    seconds: 1,
    error_code: null,
    error: null,
  }
  await putRuns(store, [{ ...own, ...counts, ...times }], [{ ...did, ...counts }])
}

describe('companies to ask the SEC about', () => {
  test('none while the list of tickers is not read', async () => {
    expect(await due()).toEqual({ facts: [], indexes: [] })
  })

  test('of 5,000 companies those ten that filed since, then the next of the list, as many as a night reads', async () => {
    await list(6_000)
    await facts(1, 5_000, '2026-11-20')
    await indexes(1, 5_000, '2026-11-20')
    const ten = [7, 19, 200, 201, 202, 999, 1_000, 2_500, 4_000, 5_000]
    await filed([1, 2, 3], '2026-11-19')
    await filed(ten, '2026-11-23')
    const those = ten.map((i) => codes(i, i)[0]!)
    const companies = await due()
    expect(companies).toEqual({
      facts: [...those, ...codes(5_001, 5_000 + perNight - 10)],
      indexes: [...those, ...codes(5_001, 5_000 + perNight - 10)],
    })

    const state = feedState({ now: 0, newestPeriod: new Map(), credentials: new Set(), companies, sample: false })
    const roster = rosterOf(false).filter(({ market }) => market === 'us').length
    expect(secCompanyfacts.plan(state)).toHaveLength(roster + perNight)
    expect(secSubmissions.plan(state)).toHaveLength(roster + perNight)
  })

  test('a run that was cut keeps what it read, and the next one of the night asks about the others', async () => {
    await list(1_000)
    await facts(1, 100, '2026-11-25')
    expect((await due()).facts).toEqual(codes(101, perNight))
    await facts(101, perNight, '2026-11-25')
    expect((await due()).facts).toEqual([])
    expect((await due([], { day: '2026-11-26' })).facts).toEqual(codes(perNight + 1, 2 * perNight))
  })

  test('without those of the roster; an answer without facts counts until a report is filed, and a refused body does not', async () => {
    await list(12)
    expect((await due([], { roster: ['us:0000000002'] })).facts).toEqual([...codes(1, 1), ...codes(3, 12)])
    await facts(1, 10, '2026-11-20', 'absent')
    await facts(11, 11, '2026-11-20', 'held')
    expect((await due()).facts).toEqual(codes(11, 12))
    await filed([5], '2026-11-25')
    expect((await due()).facts).toEqual([...codes(5, 5), ...codes(11, 12)])
  })

  test('a report filed on the day of the last answer counts as filed after it; months later all are read again, the oldest first', async () => {
    await list(10)
    await facts(2, 10, '2026-11-20')
    await facts(1, 1, '2026-11-21')
    await filed([3], '2026-11-20')
    expect((await due()).facts).toEqual(codes(3, 3))
    expect((await due([], { day: '2027-03-22' })).facts).toEqual([
      ...codes(3, 3),
      ...codes(2, 2),
      ...codes(4, 10),
      ...codes(1, 1),
    ])
  })

  test('one without an answer waits 1, 2 and 4 days; a run that read none, or was cut, says nothing of it', async () => {
    await list(2)
    await ran(codes(1, 2), '2026-11-01', 1)
    await facts(2, 2, '2026-11-01')
    const days = (first: number) =>
      Array.from({ length: 30 - first }, (_, at) => `2026-11-${String(first + at).padStart(2, '0')}`)
    const waited = async (first: number, ready = '') => {
      for (const day of days(first)) if (ready === '' && (await due([], { day })).facts.length > 0) ready = day.slice(8)
      return ready
    }
    expect(await waited(1)).toBe('02')
    await ran(codes(1, 1), '2026-11-02', 1)
    expect(await waited(2)).toBe('04')
    await ran(codes(1, 1), '2026-11-04', 0)
    await ran(codes(1, 1), '2026-11-05', 1, 'failed')
    expect(await waited(4)).toBe('04')
    await ran(codes(1, 1), '2026-11-06', 1)
    expect(await waited(6)).toBe('10')
    await facts(1, 1, '2026-11-10')
    await filed([1], '2026-11-12')
    expect(await waited(11)).toBe('11')
  })

  test('those named besides, whether listed or not, and whatever was answered', async () => {
    await list(3)
    await facts(1, 2, '2026-11-20')
    const named = ['us:0000000002', 'us:0000000003', 'us:0009999999']
    expect((await due(named)).facts).toEqual([...codes(2, 3), '0009999999'])
    expect((await due(named.slice(0, 1))).facts).toEqual(codes(2, 3))
  })

  test('an index is asked for where facts are; of many without one so many a night', async () => {
    await list(1_000)
    await facts(1, 600, '2026-11-25')
    expect((await due()).indexes).toEqual(codes(1, perNight))
    await indexes(1, 600, '2026-11-25')
    expect((await due()).indexes).toEqual([])
    expect((await due([], { day: '2026-11-26' })).indexes).toEqual(codes(601, 1_000))
    // after a week again, those of the longest ago first
    await indexes(601, 1_000, '2026-11-26')
    expect((await due([], { day: '2026-12-02' })).indexes).toEqual(codes(1, perNight))
  })

  test('facts lead immediately to recent documents and those of the largest companies; later runs read the rest', async () => {
    await list(100)
    const facts = [1, 99].map(
      (i) => `('us:${codes(i, i)[0]}', 'a', 'c', 'USD', DATE '2026-01-01', 1, '10-K', DATE '2026-02-01', 1)`,
    )
    await run(
      `INSERT INTO company_fact (company, filing, concept, unit, to_day, value, form, filed, recording_no) VALUES ${facts.join()}`,
    )
    const reports = [1, 99].flatMap((i) =>
      [
        ['10-K', '2026-02-01'],
        ['10-Q', '2026-11-20'],
      ].map(([form, day]) => `('${i} ${form}', 'us:${codes(i, i)[0]}', '${form}', DATE '${day}', NULL, NULL, NULL, 'u', 'r')`),
    )
    await run(`INSERT INTO periodic_filing VALUES ${reports.join()}`)
    const asked = async (ofNow: boolean) => {
      const filings = await documentsDue(store, { roster: [], named: [], now: Date.parse('2026-11-25'), ofNow })
      return filings.map(({ accession }) => accession)
    }
    expect(await asked(false)).toEqual(['1 10-Q', '1 10-K', '99 10-Q', '99 10-K'])
    expect(await asked(true)).toEqual(['1 10-Q', '1 10-K', '99 10-Q'])
  })
})
