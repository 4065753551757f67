import { describe, expect, test } from 'vitest'
import { financingNote, financingOf, yenRate } from '../../pipeline/treasuries/financing.ts'
import { column, company, filing, report } from './known-company.ts'

const rate = { value: 150, date: '2026-09-30', source: 'H.10', url: 'https://h10.example' }

describe('financing', () => {
  test('a part no filing states is missing, not guessed: no total is made without it', () => {
    const found = financingOf(company({ report: report({ preferred: null, dueWithin24Months: null }) }), null)!
    expect(found).toMatchObject({ senior_claims_usd: null, senior_claims_per_btc_usd: null, debt_principal_usd: 300_000_000 })
    expect(found.missing).toEqual(['preferred stock at liquidation preference', 'amount due within 24 months'])
  })

  test('no preferred stock is none of it, which is something else than not stated', () => {
    const found = financingOf(company({ report: report({ preferred: [], debt: [] }) }), null)!
    expect(found).toMatchObject({ senior_claims_usd: 0, preferred_usd: 0, missing: [] })
  })

  test('of a yen filer amounts are dollars at one rate, ratios are worked out on yen, and the claims stand as filed', () => {
    const yen = report({
      currency: 'JPY',
      btc: { value: 30, basis: 'report text' },
      debt: [{ name: 'bonds', principal: 3_000_000_000, couponPercent: null, maturity: null, put: null }],
      preferred: [],
      btcFairValue: 400_000_000,
      totalAssets: 8_000_000_000,
    })
    const laterFinancing = [{ ...filing, items: ['3.02'] }]
    const found = financingOf(company({ market: 'jp', report: yen, laterFinancing }), rate)!
    expect(found).toMatchObject({
      senior_claims_usd: 20_000_000,
      senior_claims_per_btc_usd: 666_666.67,
      btc_share_of_total_assets_percent: 5,
      count_basis: 'report text',
      filed_currency: { currency: 'JPY', senior_claims: 3_000_000_000, rate: { jpy_per_usd: 150, date: '2026-09-30' } },
      later_filings: [],
    })
    expect(found.citation).toContain('EDINET')
    expect(financingOf(company({ market: 'jp', report: yen }), null)).toBeNull()
  })

  test('where there is none the note says why', () => {
    expect(financingNote(company())).toMatch(/no periodic report is stored/)
    expect(financingNote(company({ heldReport: filing }))).toMatch(/10-Q, filed 2026-11-05\) is held for review/)
    expect(financingNote(company({ foreign: true }))).toMatch(/no periodic report with the SEC/)
  })

  test('the rate is that of the balance sheet day, or the last before it within a week', () => {
    const rates = column('H10.JPY', 'JPY/USD', { '2026-09-25': 149, '2026-09-29': 150 })
    expect(yenRate(rates, '2026-09-30')).toEqual({ value: 150, date: '2026-09-29' })
    expect(yenRate(rates, '2026-09-28')).toEqual({ value: 149, date: '2026-09-25' })
    expect(yenRate(rates, '2026-09-24')).toBeNull()
    expect(yenRate(rates, '2026-10-07')).toBeNull()
  })
})
