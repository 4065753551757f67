import { describe, expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'
import { deadlineOf } from '../../pipeline/time/deadline.ts'
import { matchCompany } from '../../server/news/company.ts'
import { kainos, read } from './european.ts'

test('companies of India and Europe are asked for by their ISIN and their LEI', () => {
  const companies = [kainos, 'in:INE002A01018', 'us:0000320193'].map((company) => ({ company, codes: [] }))
  const addresses = ['213800H2PQMIF3OVZY47', 'INE002A01018', '320193', 'INE002A01026']
  expect(addresses.map((address) => matchCompany({ companies }, address)?.company)).toEqual([
    ...companies.map(({ company }) => company),
    undefined,
  ])
})

describe('reports in xBRL-JSON', () => {
  const year = '2021-04-01T00:00:00/2022-04-01T00:00:00'
  const end = '2022-04-01T00:00:00'

  test('prefixes are those of the document; ends are midnights; minus zero is zero', () => {
    const { amounts } = read([
      ['i:Revenue', year, 'c:GBP', '5.5E3'],
      ['i:Assets', end, 'c:GBP', '-0'],
      ['i:BasicEarningsLossPerShare', year, 'c:GBP/x:shares', '0.29'],
      ['i:WeightedAverageShares', year, 'x:shares', '7'],
    ])
    expect(amounts).toEqual([
      ['ifrs-full:Revenue', '2021-04-01', '2022-03-31', 'GBP', '5500'],
      ['ifrs-full:Assets', null, '2022-03-31', 'GBP', '0'],
      ['ifrs-full:BasicEarningsLossPerShare', '2021-04-01', '2022-03-31', 'GBP/shares', '0.29'],
      ['ifrs-full:WeightedAverageShares', '2021-04-01', '2022-03-31', 'shares', '7'],
    ])
  })

  test('parts, other entities and concepts of the issuer are left out', () => {
    const { amounts, rejected } = read([
      ['i:Equity', end, 'c:GBP', '1', { 'i:ComponentsOfEquityAxis': 'i:IssuedCapitalMember' }],
      ['i:Assets', end, 'c:GBP', '1', { entity: 's:213800H2PQMIF3OVZY40' }],
      ['own:Revenue', year, 'c:GBP', '1'],
      ['c:Revenue', year, 'c:GBP', '1'],
    ])
    expect(amounts).toEqual([])
    expect(rejected.map(({ rule }) => rule)).toEqual(['no-statements'])
  })

  test('of an amount and the same one rounded the finer one counts; of two that differ none does', () => {
    const { amounts, rejected } = read([
      ['i:Assets', end, 'c:GBP', '207000000', { decimals: -6 }],
      ['i:Assets', end, 'c:GBP', '207222000', { decimals: -3 }],
      ['i:Liabilities', end, 'c:GBP', '99000000', { decimals: -3 }],
      ['i:Liabilities', end, 'c:GBP', '99532000', { decimals: -3 }],
    ])
    expect(amounts).toEqual([['ifrs-full:Assets', null, '2022-03-31', 'GBP', '207222000']])
    expect(rejected.map(({ rule }) => rule)).toEqual(['two-amounts'])
  })

  test('the form of the statements follows from what they state', () => {
    const deposits = ['i:DepositsFromCustomers', end, 'c:GBP', '1'] as const
    expect(shapeOf({ company: kainos, industryCode: read([deposits]).issuer.industry_code })).toBe('bank')
    const both = read([deposits, ['i:CurrentAssets', end, 'c:GBP', '1']]).issuer
    expect(shapeOf({ company: kainos, industryCode: both.industry_code })).toBe('general')
    const insurer = read([['i:InsuranceRevenue', year, 'c:GBP', '1']]).issuer
    expect(shapeOf({ company: kainos, industryCode: insurer.industry_code })).toBe('insurer')
  })

  test('deadlines are put off to a weekday, and months end with months', () => {
    expect(deadlineOf('eu', 'annual report', '2022-03-31')).toBe('2022-08-01')
    expect(deadlineOf('eu', 'annual report', '2023-02-28')).toBe('2023-06-30')
    expect(deadlineOf('eu', 'annual report', '2023-06-15')).toBe('2023-10-16')
    expect(deadlineOf('in', 'quarterly results', '2024-12-31')).toBe('2025-02-14')
    expect(deadlineOf('us', 'annual report', '2023-06-30')).toBe('2023-09-28')
    expect(deadlineOf('us', 'current report', '2023-06-30')).toBeNull()
  })
})
