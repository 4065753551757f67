import { expect, test } from 'vitest'
import { type TreasuryFacts, treasuryDocument, treasuryList } from '../../pipeline/treasuries/document.ts'
import { holdingOf } from '../../pipeline/treasuries/holding.ts'
import type { KnownCompany } from '../../pipeline/treasuries/known.ts'
import { asOf, company, count, report, witness } from './known-company.ts'

const stamp = { asOf: '2026-11-20', sample: false, notices: ['Data by CoinGecko.'] }
const facts = (more: Partial<KnownCompany>): TreasuryFacts => ({
  company: company(more),
  rate: null,
  mnav: () => ({ mnav: null, note: 'No close of the listed share from the last 7 days is held.' }),
  atmCapacity: [],
  statedSince: [],
})
const single = (more: Partial<KnownCompany>) => treasuryDocument(facts(more), holdingOf(company(more), asOf), stamp)

const exact = facts({ ticker: 'BIG', counts: [count(12_345, '2026-11-15')], report: report() })
const estimate = facts({ ticker: 'EST', witnesses: [witness(987.6)] })
const held = facts({ ticker: 'HELD', counts: [count(5_555, '2026-11-15', { status: 'held' })] })

test('the list holds rows, the exact total without estimates, and who is withheld', () => {
  const list = treasuryList([estimate, held, exact, facts({ ticker: 'NONE' })], asOf, stamp)
  expect(
    list.holdings.map(({ ticker, precision, btc_exact, btc_display }) => [ticker, precision, btc_exact, btc_display]),
  ).toEqual([
    ['BIG', 'exact', 12_345, 12_300],
    ['EST', 'estimate', null, 988],
  ])
  expect(list).toMatchObject({
    total_btc_exact: 12_345,
    financing: { companies_with_filed_financing: 1 },
    mnav: { companies_with_mnav: 0 },
    withheld: [{ ticker: 'HELD', company_name: 'Test Company', evidence_filing: { form: '8-K', filed: '2026-11-15' } }],
  })
  expect(JSON.stringify(list)).not.toContain('5555')
})

test('nobody is withheld: the member is there and empty', () => {
  expect(treasuryList([exact], asOf, stamp).withheld).toEqual([])
})

test('an exact row links its filing, an estimate its source', () => {
  expect(single(exact.company).holding).toMatchObject({
    filing_url: expect.stringContaining('sec.gov'),
    source: { id: 'sec', name: '8-K filed 2026-11-15' },
    reading: { how: 'table', checks: [{ name: 'price', detail: 'borne out' }] },
  })
  expect(single(estimate.company).holding).toMatchObject({ filing_url: null, source: { id: 'coingecko' }, as_of: '2026-11-19' })
})

test('a withheld company has its reason, its filing and its financing, no count and no mnav', () => {
  const document = single({ ...held.company, report: report() })
  expect(document).toMatchObject({ holding: null, withheld: { reason: expect.stringContaining('does not match') } })
  expect(document.financing).not.toBeNull()
  expect('mnav' in document || 'mnav_note' in document).toBe(false)
  expect(JSON.stringify(document)).not.toContain('5555')
})

test('each null says why', () => {
  const document = single({ ticker: 'NONE' })
  expect(document).toMatchObject({
    holding: null,
    financing: null,
    financing_note: expect.stringContaining('none of a periodic report is stored'),
    mnav: null,
    mnav_note: 'No holding is known.',
    atm_capacity: [],
    btc_stated_since: [],
  })
})
