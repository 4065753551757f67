import { expect, test } from 'vitest'
import { type TreasuryFacts, treasuryDocument, treasuryList } from '../../pipeline/treasuries/document.ts'
import { holdingOf } from '../../pipeline/treasuries/holding.ts'
import type { KnownCompany } from '../../pipeline/treasuries/known.ts'
import { asOf, company, count, witness } from './known-company.ts'

const stamp = { asOf: '2026-11-20', sample: false, notices: ['Data by CoinGecko.'] }
const facts = (more: Partial<KnownCompany>): TreasuryFacts => ({
  company: company(more),
  rate: null,
  mnav: () => ({ mnav: null, note: 'No closing price of the listed share from the last 7 days is available.' }),
  atmCapacity: [],
  statedSince: [],
})
const single = (more: Partial<KnownCompany>) => treasuryDocument(facts(more), holdingOf(company(more), asOf), stamp)
const exact = { ticker: 'BIG', counts: [count(12_345, '2026-11-15')] }

test('the list has the largest first, the same by ticker, and leaves out of whom nobody speaks', () => {
  const held = { ticker: 'HELD', counts: [count(5_555, '2026-11-15', { status: 'held' })] }
  const small = { ticker: 'EST', witnesses: [witness(987.6)] }
  const list = treasuryList([small, { ...small, ticker: 'ALSO' }, held, exact, { ticker: 'NONE' }].map(facts), asOf, stamp)
  expect(list.holdings.map(({ ticker, btc_display }) => [ticker, btc_display])).toEqual([
    ['BIG', 12_300],
    ['ALSO', 988],
    ['EST', 988],
  ])
  expect(list.withheld.map(({ ticker }) => ticker)).toEqual(['HELD'])
  expect(list.notices).toEqual(stamp.notices)
})

test('an exact row says how its count was read, where it stands, and what bore it out', () => {
  expect(single(exact).holding).toMatchObject({
    source: { id: 'sec', name: '8-K filed 2026-11-15' },
    reading: { how: 'table', place: 'table 1, row 2, column 3', checks: [{ name: 'price', detail: 'borne out' }] },
  })
  expect(single({ ...exact, market: 'jp' }).holding).toMatchObject({ source: { id: 'edinet' } })
})
