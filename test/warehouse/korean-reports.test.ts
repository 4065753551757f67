import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nightlyQuotas } from '../../data/companies/reading.ts'
import { dartAccounts } from '../../pipeline/feeds/dart-accounts.ts'
import { dartCompany } from '../../pipeline/feeds/dart-company.ts'
import { maxReportsPerRun, reportsFiledBy } from '../../pipeline/feeds/dart-due.ts'
import { dartShares } from '../../pipeline/feeds/dart-shares.ts'
import type { FeedState } from '../../pipeline/feeds/feed.ts'
import { feedState } from '../../pipeline/feeds/index.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { koreanDue } from '../../pipeline/warehouse/companies/korean-reports.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'

const now = Date.parse('2026-05-20T03:00:00Z')
let store: Store
beforeEach(async () => {
  store = await emptyStore()
})
afterEach(() => store.close())

const run = (sql: string) => store.connection.run(sql)
const list = (count: number) =>
  run(`INSERT INTO listing SELECT 'kr:' || lpad(CAST(i AS VARCHAR), 8, '0'), 'code', lpad(CAST(i AS VARCHAR), 6, '0'), 'Company ' || i, NULL, DATE '2026-05-01', NULL, 'r'
       FROM range(1, ${count + 1}) t(i)`)
const describeCompany = (number: string, yearEnd = '12-31') =>
  run(
    `INSERT INTO issuer VALUES ('kr:${number}', 'filer', 'Company', '[]', NULL, '264', NULL, '${yearEnd}', NULL, '[]', '[]', NULL, TIMESTAMP '2026-05-01', 'r')`,
  )
let recordings = 0
const answered = ({ feed, url }: { readonly feed: string; readonly url: string }, day = '2026-05-20') => {
  recordings += 1
  return run(
    `INSERT INTO recording (id, no, feed, url, made_at, sha256, bytes, sample, status) VALUES ('r${recordings}', ${recordings}, '${feed}', '${url}', TIMESTAMP '${day} 02:00:00', 'x', 1, false, 'loaded')`,
  )
}
const listed = (number: string, title: string, receipt: string) => {
  const day = `${receipt.slice(0, 4)}-${receipt.slice(4, 6)}-${receipt.slice(6, 8)}`
  return run(`INSERT INTO news_record VALUES ('dart', '${receipt}', 'list', 'filed', NULL, NULL, DATE '${day}', NULL, 'Asia/Seoul', NULL, 'Report', '${title}', '', '', 'ko', TIMESTAMP '${day}', TIMESTAMP '${day}', 'r');
              INSERT INTO news_company VALUES ('dart', '${receipt}', 'kr:${number}', 'Company', 'r')`)
}
const stateNow = async (time = now, named: readonly string[] = []): Promise<FeedState> =>
  feedState({
    ...{ now: time, newestPeriod: new Map(), credentials: new Set<string>(), sample: false },
    companies: { facts: [], indexes: [], korea: await koreanDue(store, named, time) },
  })
const asked = async (time?: number, named?: readonly string[]) => {
  const state = await stateNow(time, named)
  return [dartCompany, dartAccounts, dartShares].map((feed) => feed.plan(state))
}
/** `2026 11013 fnlttSinglAcntAll` */
const briefly = (requests: readonly { readonly url: string }[]) =>
  requests.map(({ url }) => {
    const { pathname, searchParams: of } = new URL(url)
    return `${of.get('bsns_year')} ${of.get('reprt_code')} ${pathname.slice('/api/'.length, -'.json'.length)}`
  })

describe('what a run asks DART of companies', () => {
  test('who those are that are listed and were never asked about, so many a night', async () => {
    const { perNight } = nightlyQuotas[1]
    await list(perNight + 20)
    const [companies, accounts, shares] = await asked()
    expect(companies).toHaveLength(perNight)
    expect(companies![0]!.url).toBe('https://opendart.fss.or.kr/api/company.json?corp_code=00000001')
    expect([accounts, shares]).toEqual([[], []])
    for (const request of companies!) await answered(request)
    expect((await asked())[0]).toEqual([])
    expect((await asked(now, ['kr:00000169']))[0]!.map(({ url }) => url.slice(-8))).toEqual(['00000169'])
    expect((await asked(now + 86_400_000))[0]).toHaveLength(20)
  })

  test('the answer leads to the newest annual and interim report', () => {
    const body = Buffer.from(
      JSON.stringify({ status: '000', corp_code: '00126380', corp_name: 'X', stock_code: '005930', corp_cls: 'Y', acc_mt: '12' }),
    )
    const url = 'https://opendart.fss.or.kr/api/company.json?corp_code=00126380'
    const { next } = dartCompany.parse(body, recordingOf(url, body, '2026-05-20T03:00:00Z'))
    expect(briefly(next)).toEqual([
      ...['2025 11011 fnlttSinglAcntAll', '2025 11011 stockTotqySttus', '2025 11011 alotMatter'],
      ...['2026 11013 fnlttSinglAcntAll', '2026 11013 stockTotqySttus'],
    ])
    expect(next[0]!.url).toMatch(/&fs_div=CFS$/)
  })

  test('reports by the fiscal year of each, none before it is due', () => {
    const of = (day: string, yearEnd: number) =>
      reportsFiledBy(dayNumber(day)!, yearEnd).map(({ year, code }) => `${year} ${code}`)
    expect(of('2026-05-20', 12)).toEqual([
      '2025 11011',
      '2026 11013',
      '2024 11011',
      '2023 11011',
      '2025 11014',
      '2025 11012',
      '2025 11013',
      '2024 11014',
      '2024 11012',
    ])
    expect(of('2026-05-10', 12)[1]).toBe('2025 11014')
    // a year to March: its third quarter ends in December
    expect(of('2026-05-20', 3).slice(0, 2)).toEqual(['2025 11011', '2025 11014'])
    expect(of('2026-08-20', 3).slice(0, 2)).toEqual(['2026 11011', '2026 11013'])
  })

  test('reports of described companies, the newest of each first, and none twice', async () => {
    await list(200)
    for (let i = 1; i <= 200; i++) await describeCompany(String(i).padStart(8, '0'))
    const [, accounts, shares] = await asked()
    expect(accounts).toHaveLength(maxReportsPerRun)
    expect(briefly(accounts!.slice(0, 2))).toEqual(['2025 11011 fnlttSinglAcntAll', '2026 11013 fnlttSinglAcntAll'])
    expect(shares!.length).toBeLessThan(2 * maxReportsPerRun)
    for (const request of accounts!) await answered(request)
    const [, more] = await asked()
    expect(more!.filter(({ url }) => accounts!.some((each) => each.url === url))).toEqual([])
    expect(briefly(more!).slice(0, 100)).toEqual(
      Array.from({ length: 50 }, () => ['2025 11011 fnlttSinglAcntAll', '2026 11013 fnlttSinglAcntAll']).flat(),
    )
  })

  test('a report that the list of filings names, until it is loaded', async () => {
    await list(1)
    await describeCompany('00000001')
    for (const request of (await asked())[1]!) await answered(request, '2026-05-10')
    expect((await asked())[1]).toEqual([])
    await listed('00000001', '분기보고서 (2026.03)', '20260520000123')
    await listed('00000001', '주요사항보고서(자기주식취득결정)', '20260520000124')
    const [, again] = await asked()
    expect(briefly(again!)).toEqual(['2026 11013 fnlttSinglAcntAll'])
    // asked today and not there yet: again tomorrow
    await answered(again![0]!, '2026-05-20')
    expect((await asked())[1]).toEqual([])
    expect((await asked(Date.parse('2026-05-21T03:00:00Z')))[1]).toHaveLength(1)
    await run(
      `INSERT INTO statement_fact SELECT 'kr:00000001', '20260520000123', 'consolidated', 'ifrs-full_Assets', NULL, 'KRW', NULL, NULL, 2026, 1, 0, 0, 1, 'quarterly report', DATE '2026-05-20', 'filed', 'r'`,
    )
    expect((await asked(Date.parse('2026-05-21T03:00:00Z')))[1]).toEqual([])
    // a correction is another receipt
    await listed('00000001', '[기재정정]분기보고서 (2026.03)', '20260528000001')
    expect(briefly((await asked(Date.parse('2026-05-28T03:00:00Z')))[1]!)).toEqual(['2026 11013 fnlttSinglAcntAll'])
  })

  test('no company of another market', async () => {
    await run(`INSERT INTO listing VALUES ('jp:E00001', 'code', '6758', 'Company', NULL, DATE '2026-05-01', NULL, 'r')`)
    expect(await asked(now, ['jp:E00001', 'us:0000320193'])).toEqual([[], [], []])
  })
})
