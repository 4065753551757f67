import { afterAll, expect, test } from 'vitest'
import type { TreasuryDocument } from '../../pipeline/documents/treasury.ts'
import type { TreasuryList } from '../../pipeline/documents/treasury-list.ts'
import { pathOf } from '../../sample/world/random-walk.ts'
import { refreshHome, sampleRun, servedBy, temporaryHome } from './home.ts'

/** Lists and reports of EDINET, the price and the rate that counts are checked with, and what a third party says. */
const only = ['edinet-list', 'edinet-documents', 'coinmetrics-csv', 'h10', 'coingecko-treasuries']
const { folder, remove } = await temporaryHome()
afterAll(remove)

test('a filer in yen, from the bytes of its report to what is served', async () => {
  const { failures, refused, rejected } = await refreshHome(folder, { ...sampleRun, only })
  expect([failures, refused, rejected]).toEqual([[], 0, 0])
  const document = await servedBy<TreasuryDocument>(folder, 'treasuries/9901')
  const { holding, financing, filed_currency: filed, citation } = document
  const url = 'https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S9260630'

  expect([holding?.precision, holding?.btc_exact, holding?.as_of, holding?.filing_url]).toEqual([
    'exact',
    2_150,
    '2026-06-30',
    url,
  ])
  expect(holding?.source).toMatchObject({ id: 'edinet', name: 'semi-annual report filed 2026-08-13', url })

  // 1,550,000 of short loans, 403,202 of long ones and 3,250,000 of bonds, in thousands
  const yen = 5_203_202_000
  const rate = Number(pathOf('DEXJPUS')(Date.parse('2026-06-30') / 86_400_000).toFixed(2))
  expect(filed).toMatchObject({ currency: 'JPY', senior_claims: yen, rate: { jpy_per_usd: rate, date: '2026-06-30' } })
  expect(filed?.rate.source).toContain('H.10')
  expect(citation).toBe(`出典：EDINET閲覧（提出）サイト（金融庁）（${url}）を加工して作成`)
  expect(financing).toMatchObject({ as_of: '2026-06-30', btc: 2_150, count_basis: 'report text', later_filings: [], missing: [] })
  expect(financing?.senior_claims_usd).toBeCloseTo(yen / rate, 1)
  expect(financing?.senior_claims_per_btc_usd).toBeCloseTo(yen / 2_150 / rate, 1)
  expect(financing?.due_within_24_months_usd).toBeCloseTo((1_550_000_000 + 159_884_000 + 1_750_000_000 + 120_004_000) / rate, 1)
  expect(financing?.debt?.map(({ name, principal_usd: usd }) => [name, Math.round((usd * rate) / 1_000)])).toEqual([
    ['Short-term loans', 1_550_000],
    ['Current portion of long-term loans', 159_884],
    ['Current portion of bonds', 1_750_000],
    ['Bonds', 1_500_000],
    ['Long-term loans', 243_318],
  ])
  expect(financing?.maturities.map(({ to }) => to)).toEqual([
    '2027-06-30',
    '2028-06-30',
    '2029-06-30',
    '2030-06-30',
    '2031-06-30',
    null,
  ])
  // the share is worked out on yen: bitcoins over bitcoins and 5,614,700 thousand of other assets
  const share = financing?.btc_share_of_total_assets_percent ?? 0
  const bitcoins = (financing?.total_assets_usd ?? 0) * rate - 5_614_700_000
  expect(share).toBeCloseTo((100 * bitcoins) / ((financing?.total_assets_usd ?? 0) * rate), 1)

  const row = (await servedBy<TreasuryList>(folder, 'treasuries/list')).holdings.find(({ ticker }) => ticker === '9901')
  expect(row?.financing_summary).toMatchObject({ filed_currency: { senior_claims: yen }, citation })
  expect(document.notices.join()).toContain('PDL1.0')
})
