import { describe, expect, test } from 'vitest'
import { type TreasuryFacts, treasuryDocument, treasuryList } from '../../pipeline/treasuries/document.ts'
import { holdingOf } from '../../pipeline/treasuries/holding.ts'
import type { KnownCompany } from '../../pipeline/treasuries/known.ts'
import { mnavOf } from '../../pipeline/treasuries/mnav.ts'
import { asOf, column, company, count, filing, report, witness } from './known-company.ts'

// What the interface says of GET /api/treasuries and GET /api/treasuries/{ticker}, a rule a test; what it says of HTTP is in test/server.

const price = column('bitcoin-price', 'USD', { '2026-11-13': 100_000, '2026-11-19': 100_000, '2026-11-20': 100_000 })
const closes = column('TEST.close', 'USD', { '2026-11-19': 120 })
const rate = {
  value: 150,
  date: '2026-09-30',
  source: 'Federal Reserve H.10',
  url: 'https://www.federalreserve.gov/releases/h10/hist/',
}
const exact = { counts: [count(10_000, '2026-11-15')] }
const estimate = { witnesses: [witness(987.6)] }
const open = { name: 'corroboration', passed: false, detail: '' }
const failed = [{ name: 'fair value', passed: false, detail: '5555' }]
const withheld = { counts: [count(5_555, '2026-11-15', { status: 'held', checks: failed })], witnesses: [witness(6_666)] }
const inHouse = { ...exact, report: report(), closes }
const thirdParty = {
  ticker: 'MSTR',
  foreign: true,
  witnesses: [witness(987.6)],
  thirdPartyMnav: column('MSTR.mnav.coingecko', '1', { '2026-11-20': 0.8 }),
}
const yenReport = report({
  currency: 'JPY',
  btc: { value: 30, basis: 'report text' },
  btcFairValue: 400_000_000,
  btcCost: null,
  totalAssets: 8_000_000_000,
  debt: [{ name: 'bonds', principal: 3_000_000_000, couponPercent: null, maturity: null, put: null }],
  preferred: [],
})

function factsOf(more: Partial<KnownCompany>, day = asOf): TreasuryFacts {
  const known = company(more)
  return {
    company: known,
    rate: known.report?.currency === 'JPY' ? rate : null,
    mnav: (holding) =>
      mnavOf({ company: known, holding, price, priceFrom: () => 'btc.PriceUSD', yen: null, providerRead: true, asOf: day }),
    atmCapacity: [],
    statedSince: [],
  }
}

const stamp = { asOf: '2026-11-20', sample: false, notices: [] }
const single = (more: Partial<KnownCompany>, day = asOf) =>
  treasuryDocument(factsOf(more, day), holdingOf(company(more), day), stamp)
const listOf = (...companies: Partial<KnownCompany>[]) =>
  treasuryList(
    companies.map((more) => factsOf(more)),
    asOf,
    stamp,
  )
const rowOf = (more: Partial<KnownCompany>) => listOf(more).holdings[0]!

describe('the list', () => {
  test('counts the rows that have financing and mNAV; a withheld company is in neither, and no count of it is shown', () => {
    const gone = { ...withheld, ticker: 'GONE', report: report() }
    const list = listOf(inHouse, { ...exact, ticker: 'B', report: report() }, thirdParty, { ...estimate, ticker: 'C' }, gone)
    const having = (key: 'financing_summary' | 'mnav_summary') =>
      list.holdings.filter((row) => row[key] !== null).map(({ ticker }) => ticker)
    expect(list).toMatchObject({
      total_btc_exact: 20_000,
      financing: { companies_with_filed_financing: 2 },
      mnav: { companies_with_mnav: 2 },
      withheld: [{ ticker: 'GONE' }],
    })
    expect(list.holdings.map(({ ticker }) => ticker)).toEqual(['B', 'TEST', 'C', 'MSTR'])
    expect([having('financing_summary'), having('mnav_summary')]).toEqual([
      ['B', 'TEST'],
      ['TEST', 'MSTR'],
    ])
    expect(JSON.stringify(list)).not.toMatch(/5555|6666/)
  })

  test('rows do not sum to the total: estimates are left out of it', () => {
    const list = listOf(exact, { ...estimate, ticker: 'EST' })
    expect(list).toMatchObject({ total_btc_exact: 10_000, withheld: [] })
    expect(list.holdings.reduce((sum, { btc_display }) => sum + btc_display, 0)).toBe(10_988)
  })

  test('the total is exact, of parts of a coin too', () => {
    const counts = [0.1, 0.2, 1_234.56789012].map((btc, i) => ({ ticker: `T${i}`, counts: [count(btc, '2026-11-15')] }))
    expect(listOf(...counts).total_btc_exact).toBe(1_234.86789012)
  })
})

describe('a row', () => {
  test('precision exact: btc_exact is the filed figure, filing_url links the filed document', () => {
    expect(rowOf(exact)).toMatchObject({
      ticker: 'TEST',
      company_name: 'Test Company',
      precision: 'exact',
      btc_exact: 10_000,
      filing_url: filing.url,
      as_of: '2026-11-15',
      source: { id: 'sec', url: filing.url },
    })
  })

  test('precision estimate: btc_exact is null and btc_display, rounded, is the only figure given', () => {
    const row = rowOf(estimate)
    expect(row).toMatchObject({ precision: 'estimate', btc_exact: null, btc_display: 988, filing_url: null, filing: null })
    expect(JSON.stringify(row)).not.toContain('987')
  })

  test('a count more than 240 days old is no exact one: rounded, without filing_url, in no total, with its age and why', () => {
    const old = { counts: [count(6_591, '2026-03-24')] }
    const list = listOf(old, { ...exact, ticker: 'B' })
    expect(list.total_btc_exact).toBe(10_000)
    expect(list.holdings[1]).toMatchObject({
      precision: 'estimate',
      btc_exact: null,
      btc_display: 6_590,
      as_of: '2026-03-24',
      age_days: 241,
      freshness: { status: 'stale', stale_after: '2026-11-19' },
      source: { id: 'sec', name: '8-K filed 2026-03-24' },
      filing_url: null,
      reading: null,
      age_note: expect.stringMatching(/for 2026-03-24, more than 240 days ago\. No newer count is known/),
    })
    expect(JSON.stringify(list)).not.toContain('6591')
    const pending = rowOf({ counts: [...old.counts, count(7_777, '2026-10-31', { status: 'held', checks: [open] })] })
    expect(pending.age_note).toMatch(/A newer count is awaiting review/)
    expect(JSON.stringify(pending)).not.toContain('7777')
  })

  test('a third party of another time than the filing is told as age, not adjudicated', () => {
    const row = rowOf({ counts: [count(10_000, '2026-06-30')], witnesses: [witness(12_000)] })
    expect(row).toMatchObject({
      btc_exact: 10_000,
      adjudication: null,
      age_note: expect.stringMatching(/^CoinGecko reports .* age/),
    })
    expect(JSON.stringify(row)).not.toContain('12000')
  })

  test('an estimate between two third parties shows neither to the coin', () => {
    const other = witness(1_543.21, '2026-11-19', { provider: 'strategytracker', name: 'StrategyTracker' })
    const row = rowOf({ witnesses: [witness(2_087.65), other] })
    expect(row).toMatchObject({ btc_display: 1_540, adjudication: { evidence: [{ btc: 1_540 }, { btc: 2_090 }] } })
    expect(JSON.stringify(row)).not.toMatch(/1543|2087/)
  })

  test('financing_summary: senior claims, per BTC in that filing, share of total assets, due within 24 months, of its own day, with the link', () => {
    const row = rowOf({ ...exact, counts: [count(20_000, '2026-11-15')], report: report() })
    expect(row.financing_summary).toEqual({
      as_of: '2026-09-30',
      senior_claims_usd: 400_000_000,
      senior_claims_per_btc_usd: 40_000,
      btc_share_of_total_assets_percent: 80,
      due_within_24_months_usd: 5_000_000,
      filing_url: filing.url,
      filed_currency: null,
      citation: null,
    })
    expect(row.financing_summary!.as_of < row.as_of).toBe(true)
    expect(rowOf(exact).financing_summary).toBeNull()
  })

  test('of a yen filer amounts are in dollars, filed_currency has the claims in yen with the rate, its source and date, citation the source', () => {
    const summary = rowOf({ ...exact, market: 'jp', report: yenReport }).financing_summary!
    expect(summary).toMatchObject({
      senior_claims_usd: 20_000_000,
      filed_currency: { currency: 'JPY', senior_claims: 3_000_000_000, rate: { jpy_per_usd: 150, ...without(rate, 'value') } },
    })
    expect(summary.citation).toMatch(/EDINET.*https:/)
    const { financing, filed_currency, citation } = single({ ...exact, market: 'jp', report: yenReport })
    expect([filed_currency, citation]).toEqual([financing!.filed_currency, financing!.citation])
  })

  test('mnav_summary: value, basis and as_of, or null', () => {
    expect(rowOf(inHouse).mnav_summary).toEqual({ value: 1.2, basis: 'in house', as_of: '2026-11-19' })
    expect(rowOf(thirdParty).mnav_summary).toEqual({ value: 0.8, basis: 'third party', as_of: '2026-11-20' })
    expect(rowOf(exact).mnav_summary).toBeNull()
  })
})

describe('withheld', () => {
  test('names ticker, company_name, reason and evidence_filing with form, accession, filed and url', () => {
    const { evidence_filing, ...entry } = listOf(withheld).withheld[0]!
    expect(entry).toEqual({ ticker: 'TEST', company_name: 'Test Company', reason: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(Object.keys(evidence_filing)).toEqual(['form', 'accession', 'filed', 'url'])
  })

  test('single: holding is null, withheld has the reason and the cited filing, its financing stands, and there is no mnav', () => {
    const document = single({ ...withheld, report: report(), closes })
    expect(document).toMatchObject({ holding: null, withheld: { evidence_filing: { form: '8-K' } } })
    expect(document.financing).toMatchObject({ senior_claims_usd: 400_000_000 })
    expect(Object.keys(document).filter((key) => key.startsWith('mnav'))).toEqual([])
    expect(JSON.stringify(document)).not.toMatch(/5555|6666/)
  })
})

describe('a single company', () => {
  test('has the precision and provenance of its row', () => {
    for (const more of [inHouse, estimate, { ...exact, witnesses: [witness(12_000)] }]) {
      const { ticker: _, company_name: __, financing_summary: ___, mnav_summary: ____, ...holding } = rowOf(more)
      expect(single(more).holding).toEqual(holding)
    }
  })

  test('financing: debt by instrument, preferred at liquidation preference, maturities, the count of the filing, senior claims', () => {
    expect(single(inHouse).financing).toMatchObject({
      debt: [{ name: '0% notes due 2029', principal_usd: 300_000_000, coupon_percent: 0, maturity: '2029-03-01', put: null }],
      preferred: [{ name: 'Series A', shares: 1_000_000, liquidation_preference_usd: 100_000_000 }],
      maturities: [{ label: 'next twelve months', to: '2027-09-30', amount_usd: 0 }],
      btc: 10_000,
      count_basis: null,
      senior_claims_usd: 400_000_000,
    })
    expect(single(inHouse).financing_note).toBeNull()
  })
})

describe('no mNAV in house over what is too old', () => {
  const old = { counts: [count(10_000, '2026-03-24')], report: report(), closes }

  test('the count of bitcoins', () => {
    expect(single(old)).toMatchObject({
      mnav: null,
      mnav_note: expect.stringMatching(/^The last bitcoin count .* for 2026-03-24, more than 240 days ago/),
    })
    const other = { ...old, thirdPartyMnav: column('MSTR.mnav.coingecko', '1', { '2026-11-20': 0.8 }) }
    expect(single(other).mnav).toMatchObject({
      value: 0.8,
      basis: 'third party',
      why_not_in_house: expect.stringContaining('2026-03-24'),
    })
  })

  test('the count of the shares', () => {
    const coverShares = [{ name: 'Class A', shares: 10_000_000, asOf: '2026-03-24' }]
    expect(single({ ...inHouse, report: report({ coverShares }) })).toMatchObject({
      mnav: null,
      mnav_note: expect.stringMatching(/^The last filed share count is for 2026-03-24/),
    })
  })
})

describe('mnav in house', () => {
  test('is over the served holding, not the count of the periodic filing', () => {
    expect(single({ ...inHouse, counts: [count(5_000, '2026-11-15')] }).mnav!.value).toBe(2.4)
  })

  test('where the holding is an estimate the ratio uses it as displayed', () => {
    const { holding, mnav } = single({ witnesses: [witness(9_996)], report: report(), closes })
    expect(holding!.btc_display).toBe(10_000)
    expect(mnav).toMatchObject({ value: 1.2 })
    expect(mnav!.inputs[2]).toMatchObject({ value: 10_000, what: 'bitcoins held, as displayed', source: 'CoinGecko' })
  })

  test('stands for 7 days after its session', () => {
    const on = (day: number) => single({ ...inHouse, closes: column('TEST.close', 'USD', { '2026-11-13': 120 }) }, day)
    expect(on(asOf).mnav).toMatchObject({ as_of: '2026-11-13', valid_until: '2026-11-20' })
    expect(on(asOf + 1).mnav).toBeNull()
  })
})

describe('mnav of a third party', () => {
  test('has source, the provider entity it was read for, day and time read, and why_not_in_house', () => {
    expect(single(thirdParty).mnav).toMatchObject({
      basis: 'third party',
      source: 'CoinGecko',
      provider_entity: 'MSTR.US',
      as_of: '2026-11-20',
      read_at: '2026-11-20T23:59:59Z',
      why_not_in_house: expect.stringMatching(/^[A-Z].*\.$/),
    })
  })

  const figure = { ticker: 'MSTR', thirdPartyMnav: thirdParty.thirdPartyMnav, witnesses: thirdParty.witnesses }
  test.each([
    ['no SEC filing reading', { ...figure }, 'no SEC filing reading'],
    ['a 20-F filer', { ...figure, foreign: true }, '20-F filer'],
    ['no stored close', { ...figure, report: report() }, 'No closing price of the listed share'],
    [
      'unreviewed share classes',
      { ...figure, report: report(), closes, classes: null },
      'share classes of the company have not been reviewed',
    ],
  ])('is used for %s', (_, more, why) => {
    expect(single(more).mnav).toMatchObject({ basis: 'third party', why_not_in_house: expect.stringContaining(why) })
  })

  test('is not used where there is one in house', () => {
    expect(single({ ...inHouse, ...figure }).mnav).toMatchObject({ basis: 'in house', why_not_in_house: null, source: null })
  })
})

describe('mnav is null with mnav_note stating why', () => {
  const none = { counts: [count(0, '2026-11-15')] }

  test.each<[string, Partial<KnownCompany>, string]>([
    [
      'neither basis has a figure: the provider publishes none',
      { ...exact, witnesses: [witness(10_000)] },
      'CoinGecko publishes no mNAV for the bitcoins of the company.',
    ],
    ['neither basis has a figure: the provider does not list the company', exact, 'CoinGecko does not list the company.'],
    ['no bitcoin count is available', {}, 'No bitcoin count of the company is available.'],
    [
      'no close of the listed share from the last 7 days is known',
      { ...exact, report: report() },
      'No closing price of the listed share from the last 7 days is available.',
    ],
    ['the filings state no bitcoin', { ...inHouse, ...none }, 'The filings of the company state that it holds no bitcoin.'],
    ['nor a third party then', { ...thirdParty, ...none }, 'The filings of the company state that it holds no bitcoin.'],
  ])('%s', (_, more, note) => {
    expect(single(more)).toMatchObject({ mnav: null, mnav_note: expect.stringContaining(note) })
  })

  test('beside an mnav there is no note', () => {
    expect(single(inHouse).mnav_note).toBeNull()
    expect(single(thirdParty).mnav_note).toBeNull()
  })
})

function without<Of extends object, Key extends keyof Of>(of: Of, key: Key): Omit<Of, Key> {
  const { [key]: _, ...rest } = of
  return rest
}
