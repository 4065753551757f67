import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { btcTreasury } from '../../pipeline/briefings/bitcoin/btc.treasury.ts'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import type { Day } from '../../pipeline/days/day.ts'
import type { TreasuryHolder } from '../../pipeline/documents/charts.ts'
import { holdersBlocks } from '../../pipeline/documents/holders-table.ts'
import type { TreasuryRow } from '../../pipeline/documents/treasury-list.ts'
import { blocksPage } from '../../pipeline/render/blocks-page.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { emptyDay, noTreasuries } from './empty-day.ts'

const filing = { btc: 709_715, as_of: '2026-01-19', source: '8-K filed 2026-01-20' }
const list = { btc: 844_000, as_of: '2026-07-08', source: 'CoinGecko' }

const holding = {
  ticker: 'XMPL',
  company_name: 'Example',
  precision: 'exact',
  btc_exact: filing.btc,
  btc_display: 710_000,
  as_of: filing.as_of,
  age_days: 185,
  freshness: { status: 'late', stale_after: '2026-09-16T23:59:59Z' },
  known_at: '2026-01-20T13:00:00Z',
  source: { id: 'sec', name: filing.source },
  filing: { url: 'https://example.org/filing.htm' },
  filing_url: 'https://example.org/filing.htm',
  financing_summary: null,
  mnav_summary: { value: 1.31, basis: 'in house', as_of: '2026-07-22' },
  adjudication: {
    verdict: 'filing_stands',
    rule: 'A filing stands against a list.',
    difference_percent: 18.9,
    decided_on: list.as_of,
    evidence: [filing, list],
  },
}
const estimate = {
  ...holding,
  ticker: 'OTHR',
  company_name: 'Other',
  precision: 'estimate',
  btc_exact: null,
  mnav_summary: { value: 0.8, basis: 'third party', as_of: '2026-07-23' },
  known_at: '2026-07-08T06:00:00Z',
  source: { id: 'coingecko', name: 'CoinGecko' },
  filing: null,
  adjudication: null,
}

/** A day on which these are listed and nobody has filed a total. */
const dayOf = (holdings: readonly object[], total_btc_exact = 800_000): Day =>
  emptyDay(dayNumber('2026-07-23')!, {
    treasuries: () => ({ list: { ...noTreasuries, holdings: holdings as TreasuryRow[], total_btc_exact }, companies: [] }),
  })
const day = dayOf([holding, estimate], filing.btc)

test('treasury shows what was decided between sources, and when each kind of source was last read', () => {
  const { sections, also } = btcTreasury.tell(day)
  const rowsOf = (id: string) => sections.find((section) => section.id === id)?.rows
  expect(rowsOf('adjudications')).toMatchObject([
    { company_name: 'Example', stands: 709_715, other: 844_000, difference: 18.9, decided_on: '2026-07-08' },
  ])
  expect(rowsOf('lists')).toEqual([
    { source: 'Filings', newest: '2026-01-20T13:00:00Z', age_days: 184, btc: 709_715 },
    { source: 'Lists of third parties', newest: '2026-07-08T06:00:00Z', age_days: 15, btc: null },
  ])
  expect(also).toEqual([
    'mNAV in house is 1.31 (XMPL), on 22 July.',
    'mNAV of third parties is 0.8 (OTHR), on 23 July.',
    'Sources disagree on Example: its filing stands.',
  ])
})

test('treasury has the notice of a source that only its rows use, with the day of the newest row', () => {
  const row = briefingRows.filter(({ id }) => id === 'btc.treasury')
  const [document] = briefingDocuments(day, row)
  expect(document!.notices).toContain('Data by CoinGecko (coingecko.com).')
  expect(document!.sources).toContainEqual(expect.objectContaining({ id: 'coingecko', as_of: '2026-07-23' }))
})

test('treasury leads with what all companies count, and adds up what they owe and what is due', () => {
  const summary = (as_of: string, senior_claims_usd: number, due_within_24_months_usd: number | null) => ({
    ...{ as_of, senior_claims_usd, due_within_24_months_usd },
  })
  const owing = { ...holding, adjudication: null, mnav_summary: null, financing_summary: summary('2026-03-31', 8e9, 1e9) }
  const other = {
    ...owing,
    ticker: 'YMPL',
    as_of: '2026-06-30',
    age_days: 23,
    financing_summary: summary('2026-06-30', 5e8, null),
  }
  const { facts, also, sections } = btcTreasury.tell(dayOf([owing, other, estimate]))
  expect(facts!.map(({ text }) => text)).toEqual([
    'Two companies count 800,000 BTC in their filings, as of 19 January to 30 June.',
  ])
  expect(facts![0]!.clauses).toEqual([
    ['Two companies count 800,000 BTC in filings as of 19 January to 30 June'],
    ['Filings of two companies add up to 800,000 BTC, as of 19 January to 30 June'],
  ])
  expect(also).toContain('Senior claims on two companies are $8.5bn; $1bn falls due within 24 months of the reports.')
  expect(sections[0]!.rows).toEqual([
    { what: 'Bitcoins by filings', value: 800_000, value_unit: 'BTC', companies: 2, from: '2026-01-19', to: '2026-06-30' },
    {
      what: 'Senior claims by the latest reports',
      value: 8.5e9,
      value_unit: 'USD',
      companies: 2,
      from: '2026-03-31',
      to: '2026-06-30',
    },
    { what: 'Due within 24 months of these', value: 1e9, value_unit: 'USD', companies: 1, from: '2026-03-31', to: '2026-03-31' },
  ])
})

test('one count alone is called that, with its age; nothing is called silent', () => {
  const { facts } = btcTreasury.tell(dayOf([holding]))
  expect(facts![0]!.text).toBe('The only filing read is Example’s of 19 January: 800,000 BTC, now 185 days old.')
  expect(btcTreasury.state.labels).toEqual(['accumulating', 'steady', 'distributing'])
})

test('treasury names the basis and the day of each mNAV and never puts two bases into one column', () => {
  const { columns, rows, note } = btcTreasury.tell(day).sections.find(({ id }) => id === 'holdings')!
  expect(rows.map((row) => columns.filter(({ key }) => key.startsWith('mnav')).map(({ key }) => row[key]))).toEqual([
    [1.31, '2026-07-22', null, null],
    [null, null, 0.8, '2026-07-23'],
  ])
  expect(columns.map(({ label }) => label)).toEqual(expect.arrayContaining(['mNAV in house', 'mNAV of a third party']))
  expect(note).toContain('not diluted')
})

test('so does its page', () => {
  const holders = [holding, estimate].map((each) => ({
    ...each,
    filing: null,
    age_days: 1,
    freshness: { status: 'fresh' },
  })) as unknown as TreasuryHolder[]
  const html = blocksPage(holdersBlocks(holders, '2026-07-23', 'page'), { as_of: '2026-07-23', sample: true })
  expect(html).toContain('mNAV, in house</th>')
  expect(html).toContain('mNAV, third party</th>')
  expect(html).toContain('>1.31 in house, 22 July</td><td role="cell" data-head="mNAV, third party"></td>')
  expect(html).toContain('data-head="mNAV, in house"></td><td role="cell" data-head="mNAV, third party">0.8')
})
