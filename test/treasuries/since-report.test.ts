import { describe, expect, test } from 'vitest'
import { financingItems, offeringForms } from '../../data/financing-filings.ts'
import { financingOf } from '../../pipeline/treasuries/financing.ts'
import { financingSince, statedSince } from '../../pipeline/treasuries/since-report.ts'
import { company, count, filing, report } from './known-company.ts'

const accepted = (accession: string, knownAt: string, items: readonly string[] = ['2.03']) => ({
  filing: { ...filing, form: '8-K', accession, filed: knownAt.slice(0, 10), knownAt },
  items,
})

describe('later financing filings', () => {
  test('are those accepted after the periodic report, newest first', () => {
    const filings = [
      accepted('before', '2026-11-05T20:59:59Z'),
      accepted('with it', filing.knownAt),
      accepted('first', '2026-11-05T21:00:01Z'),
      accepted('second', '2026-11-09T13:00:00Z', ['1.01', '3.02']),
    ]
    expect(financingSince(report(), filings).map(({ accession, items }) => [accession, items])).toEqual([
      ['second', ['1.01', '3.02']],
      ['first', ['2.03']],
    ])
    expect(financingSince(null, filings)).toEqual([])
  })

  test('are listed, never added in, and the list ends at 40 with the count of all', () => {
    const laterFinancing = Array.from({ length: 57 }, (_, i) => ({ ...filing, accession: `${i}`, items: ['2.03'] }))
    const found = financingOf(company({ report: report(), laterFinancing }), null)!
    expect(found.later_filings.map(({ accession }) => accession)).toEqual(Array.from({ length: 40 }, (_, i) => `${i}`))
    expect(found.later_filings_count).toBe(57)
    expect({ ...found, later_filings: [], later_filings_count: 0 }).toEqual(financingOf(company({ report: report() }), null))
  })

  test('of a foreign issuer are those that can be told, for a 6-K names no items: how many there are is not said', () => {
    const laterFinancing = [{ ...filing, form: '424B5', items: [] }]
    const found = financingOf(company({ foreign: true, report: report(), laterFinancing }), null)!
    expect([found.later_filings.length, found.later_filings_count]).toEqual([1, null])
  })

  test('are 8-Ks with an item that is financing by itself, and offerings', () => {
    expect(financingItems.map(({ item }) => item)).toEqual(['2.03', '2.04', '3.02', '3.03'])
    for (const form of ['424B5', 'S-3ASR', 'F-3']) expect(offeringForms).toContain(form)
    for (const form of ['424B3', '424B7', 'S-8', 'S-4', '6-K', '8-K']) expect(offeringForms).not.toContain(form)
  })
})

describe('counts stated since the periodic report', () => {
  const known = company({
    report: report(),
    counts: [
      count(9_000, '2026-09-27'),
      count(10_000, '2026-09-30', { filing }),
      count(10_100, '2026-11-05'),
      count(10_200, '2026-11-08'),
      count(10_300, '2026-11-15'),
      count(99_999, '2026-11-16', { status: 'held' }),
    ],
  })

  test('are the served ones of 8-Ks accepted after it, newest first', () => {
    expect(statedSince(known).map(({ btc, as_of, filing: { form, filed } }) => [btc, as_of, form, filed])).toEqual([
      [10_300, '2026-11-15', '8-K', '2026-11-15'],
      [10_200, '2026-11-08', '8-K', '2026-11-08'],
    ])
  })

  test('of an 8-K that comes later but speaks of the balance sheet day or before there is none', () => {
    const late = count(10_000, '2026-09-30', { filing: { ...filing, form: '8-K/A', knownAt: '2026-11-10T13:00:00Z' } })
    expect(statedSince({ ...known, counts: [late] })).toEqual([])
  })

  test('without a report there is nothing to be later than', () => {
    expect(statedSince({ ...known, report: null })).toEqual([])
  })

  test('per-BTC figures still divide by the count of the periodic filing', () => {
    expect(financingOf(known, null)).toMatchObject({ btc: 10_000, senior_claims_per_btc_usd: 40_000 })
  })
})
