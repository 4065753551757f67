import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeAt } from '../../activities/home.ts'
import { companyExplanation, companyExplanationLines } from '../../cli/commands/explain.ts'
import { dartAccounts } from '../../pipeline/feeds/dart-accounts.ts'
import { dartCompany } from '../../pipeline/feeds/dart-company.ts'
import { secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { recordingOf } from '../recording-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'explain-company-'))
const now = Date.parse('2026-07-20T12:00:00Z')

describe('a line of a company', () => {
  beforeAll(async () => {
    const { market } = homeAt(folder)
    mkdirSync(dirname(market), { recursive: true })
    const store = await openStore(market)
    const loads = recordedCompanies(/CIK000(?:1637459|0320193|0019617)\.json$/).map(({ url, at, body }) => ({
      recording: recordingOf(url, body, at),
      feed: secCompanyfacts.id,
      parsed: { bulk: secCompanyfacts, body: async () => body },
    }))
    await load(store, loads, () => [])
    const korean = recordedCompanies(
      /(?:company|fnlttSinglAcntAll)\.json\?corp_code=(?:00126380|00688996)(?:$|&bsns_year=202[45]&reprt_code=11011)/,
    )
    await load(
      store,
      korean.map(({ url, at, body }) => {
        const recording = recordingOf(url, body, at)
        const feed = url.includes('company.json') ? dartCompany : dartAccounts
        const { rows, next } = feed.parse(body, recording)
        const parsed = { rows, next }
        return { recording, feed: feed.id, parsed: { ...parsed, rejected: [] } }
      }),
      () => [],
    )
    await store.connection.run(
      `INSERT INTO listing VALUES ('us:0001637459', 'ticker', 'KHC', 'Kraft Heinz Co', 2, '2026-07-01', NULL, 'r'),
         ('us:0000320193', 'ticker', 'AAPL', 'Apple Inc.', 1, '2026-07-01', NULL, 'r')`,
    )
    await store.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const explained = (...[address, line, period, date]: [string, string, string, string?]) =>
    companyExplanation(folder, [address, line, period], date, now)

  test('has every value filed for its period, as known on a day', async () => {
    expect(await explained('khc', 'net_income', 'FY2017', '2019-06-06')).toMatchObject({
      value: 10_999e6,
      versions: [{ filed: '2018-02-16' }],
    })
    const later = await explained('1637459', 'net_income', 'FY2017', '2019-06-07')
    expect(later.versions.map(({ value, filed, form }) => [value, filed, form])).toEqual([
      [10_999e6, '2018-02-16', '10-K'],
      [10_941e6, '2019-06-07', '10-K'],
    ])
    expect(companyExplanationLines(later).slice(0, 2)).toEqual([
      'Kraft Heinz Co: net_income, FY2017 (2017-01-01 to 2017-12-30), as known at the end of 2019-06-07',
      '10,941,000,000 USD',
    ])
  })
  test('of a company in Korea comes from the body of its report', async () => {
    expect(await explained('005930', 'revenue', 'FY2024')).toMatchObject({
      ...{ company: 'kr:00126380', value: 300_870_903e6, concept: 'ifrs-full_Revenue' },
      recording: { url: expect.stringMatching(/fnlttSinglAcntAll\.json\?corp_code=00126380&bsns_year=2024&reprt_code=11011/) },
    })
    await expect(explained('105560', 'revenue', 'FY2025')).rejects.toThrow(/Banks, insurers and brokers in Korea have none/)
  })
  test('says how it follows from filed values', async () => {
    expect(await explained('AAPL', 'revenue', 'fy2025 q4')).toMatchObject({
      value: 102_466e6,
      derived: 'year less nine months',
      versions: [],
    })
  })
  test('gives the reason that withholds this line, not that of another line of the period', async () => {
    const refused = (line: string) => explained('KHC', line, 'FY2025Q4', '2026-07-01').catch((error: Error) => error.message)
    expect(await refused('goodwill_impairment')).toContain('Another quarter of the year is missing or not served')
    expect(await refused('eps_diluted')).toContain('no report states it')
  })
  test.each([
    ['APL', 'revenue', 'FY2025', undefined, 'COMPANY'],
    ['AAPL', 'revenu', 'FY2025', undefined, 'LINE'],
    ['AAPL', 'deposits', 'FY2025', undefined, 'NOT_SERVED'],
    ['AAPL', 'revenue', 'FY1999', undefined, 'PERIOD'],
    ['AAPL', 'eps_diluted', 'FY2025Q4', undefined, 'NOT_SERVED'],
    ['KHC', 'goodwill_impairment', 'FY2025Q4', undefined, 'NOT_SERVED'],
    ['AAPL', 'revenue', 'FY2025', '2001-01-01', 'NOT_KNOWN'],
    ['AAPL', 'revenue', 'FY2025', 'soon', 'DATE'],
  ])('%s %s %s (%s): %s', async (address, line, period, date, code) => {
    await expect(explained(address, line, period, date)).rejects.toMatchObject({ code })
  })
})
