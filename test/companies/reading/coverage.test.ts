import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedNewsDays } from '../../../activities/compute/news-days.ts'
import { nightlyQuotas } from '../../../data/companies/reading.ts'
import type { NewsDirectory } from '../../../pipeline/documents/news-directory.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { coverageOf, firstReadingDeadlines } from '../../../pipeline/warehouse/companies/coverage.ts'
import type { Store } from '../../../pipeline/warehouse/store.ts'
import { soldCompany } from '../../../server/companies/directory.ts'
import { emptyStore } from '../../empty-store.ts'
import { newsEdition } from '../../server/news/edition.ts'

let store: Store
beforeEach(async () => {
  store = await emptyStore()
})
afterEach(() => store.close())

const [{ perNight }] = nightlyQuotas
/** A Wednesday. */
const now = Date.parse('2026-11-25T04:05:00Z')
const plan = { now, roster: [], sample: false, credentials: new Set(['SEC_CONTACT', 'DART_API_KEY']) }
const list = (market: string, count: number) =>
  store.connection.run(
    `INSERT INTO listing SELECT '${market}:' || lpad(CAST(i AS VARCHAR), 10, '0'), 'ticker', '${market.toUpperCase()}T' || i, 'Company ' || i, i, DATE '2026-11-01', NULL, 'r' FROM range(1, ${count + 1}) t(i)`,
  )
const answered = (from: number, to: number) =>
  store.connection.run(
    `INSERT INTO recording (id, no, feed, url, made_at, sha256, bytes, sample, status) SELECT 'r' || i, i, 'sec-companyfacts', 'https://data.sec.gov/api/xbrl/companyfacts/CIK' || lpad(CAST(i AS VARCHAR), 10, '0') || '.json',
     TIMESTAMP '2026-11-24 04:05:00', 'x', 1, false, 'loaded' FROM range(${from}, ${to + 1}) t(i)`,
  )
const codeAt = (at: number) => `us:${String(at).padStart(10, '0')}`

test('counts what is listed, read and waiting, with the nights that are left and who is next', async () => {
  await list('us', 3 * perNight)
  await list('jp', 7)
  await answered(1, 10)
  await store.connection.run(
    `INSERT INTO periodic_filing VALUES ('a', '${codeAt(3)}', '10-Q', DATE '2026-11-24', NULL, NULL, NULL, 'u', 'r')`,
  )
  const [us, jp, ...others] = await coverageOf(store, plan)
  expect(others).toEqual([])
  const left = 3 * perNight - 10
  expect(us).toMatchObject({
    market: 'us',
    listed: 3 * perNight,
    read: 0,
    waiting: left,
    again: 1,
    failed: 0,
    per_night: perNight,
  })
  expect(us).toMatchObject({ nights: 3, last_on: '2026-11-27' })
  const today = { expected_on: '2026-11-25', failures: 0 }
  expect(us!.next.slice(0, 2)).toEqual([
    { company: codeAt(3), name: 'Company 3', why: 'filed', ...today },
    { company: codeAt(11), name: 'Company 11', why: 'new', ...today },
  ])
  expect(jp).toEqual({
    market: 'jp',
    listed: 7,
    read: 0,
    waiting: 0,
    again: 0,
    failed: 0,
    per_night: null,
    nights: 0,
    last_on: null,
    next: [],
  })
  expect(await coverageOf(store, { ...plan, credentials: new Set() })).toMatchObject([{ per_night: null, waiting: 0 }, {}])
})

test('who waits is answered with the Sunday by which the statements are to be read, which stays the same from night to night', async () => {
  await list('us', 3 * perNight)
  await answered(1, 10)
  const waiting = await firstReadingDeadlines(store, plan)
  expect([waiting.get(codeAt(3)), waiting.get(codeAt(11)), waiting.get(codeAt(3 * perNight))]).toEqual([
    ...[undefined, '2026-11-29', '2026-12-06'],
  ])
  await answered(11, perNight)
  const later = await firstReadingDeadlines(store, { ...plan, now: now + 86_400_000 })
  expect(later.get(codeAt(3 * perNight))).toBe('2026-12-06')

  const { directory } = await changedNewsDays(store, new Map(), { asOf: dayNumber('2026-11-25')!, sample: false, waiting })
  const [{ companies, sources }] = directory as [NewsDirectory]
  const view = newsEdition({}, {}, { companies, sources })
  const why = (day: string) => soldCompany(view, `UST${3 * perNight}`, day).catch(({ message }: Error) => message)
  const unread = `Company ${3 * perNight} is not covered: its statements have not been read yet`
  expect(await why('2026-11-25')).toBe(`${unread} and are to be read by 6 December 2026. Nothing is charged.`)
  expect(await why('2026-12-07')).toBe(`${unread}. Nothing is charged.`)
})
