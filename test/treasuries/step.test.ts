import { describe, expect, test } from 'vitest'
import { checkAgainstPrevious, extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import type { Extraction } from '../../pipeline/treasuries/extraction.ts'

import { report, spansOf } from '../filings/passages.ts'

const total = (value: string, asOf = '2026-01-11'): Extraction => ({
  accession: 'x',
  company: 'us:0001050446',
  what: 'bitcoin-total',
  value,
  unit: 'BTC',
  asOf,
  how: 'table',
  place: 'table 1, row 1, column 1',
  quote: value,
  check: [],
  status: 'served',
  reason: null,
})
const week = { acquired: '13627', sold: '0', from: '2026-01-05', to: '2026-01-11' }
const before = { asOf: '2026-01-04', value: '673783' }

describe('previous + acquired', () => {
  test.each([
    ['687410', 'served'],
    ['687411', 'served'],
    ['687409', 'served'],
    ['687412', 'held'],
    ['686410', 'held'],
  ])('%s is %s', (value, status) => {
    const checked = checkAgainstPrevious(total(value), week, before)
    expect(checked.status).toBe(status)
    expect(checked.check[0]?.detail).toContain('673783 (2026-01-04) + 13627 = 687410')
    expect(checked.reason === null).toBe(status === 'served')
  })

  test('coins sold are taken off', () => {
    expect(checkAgainstPrevious(total('687310'), { ...week, sold: '100' }, before).status).toBe('served')
    expect(checkAgainstPrevious(total('687410'), { ...week, sold: '100' }, before).status).toBe('held')
  })

  test.each([
    ['days left out before', { ...week, from: '2026-01-06' }, before],
    ['days counted twice', { ...week, from: '2026-01-04' }, before],
    ['days left out behind', { ...week, to: '2026-01-10' }, before],
    ['an older previous total', week, { asOf: '2025-12-28', value: '672497' }],
  ])('%s: noted, not held', (_, change, previous) => {
    const checked = checkAgainstPrevious(total('690000'), change, previous)
    expect(checked.status).toBe('served')
    expect(checked.check[0]?.detail).toContain('not comparable')
  })

  test('nothing to compare: no check', () => {
    expect(checkAgainstPrevious(total('1'), null, before).check).toEqual([])
    expect(checkAgainstPrevious(total('1'), week, null).check).toEqual([])
    expect(checkAgainstPrevious(total('1'), week, { asOf: '2026-01-11', value: '5' }).check).toEqual([])
  })
})

describe('a filer over time', () => {
  const update = (accession: string, filed: string, from: string, to: string, bought: string, held: string) => ({
    accession,
    filingDate: filed,
    spans: spansOf(
      report(
        `<p>bitcoin</p><table><tr><td>During Period ${from} to ${to}</td><td colspan="3">As of ${to}</td></tr>
         <tr><td>BTC Acquired</td><td>Aggregate BTC Holdings</td><td>Aggregate Purchase Price</td><td>Average Purchase Price</td></tr>
         <tr><td>${bought}</td><td>${held}</td><td>$ ${held}0,000</td><td>$ 10,000</td></tr></table>`,
      ),
      accession,
    ),
  })
  const weeks = [
    update('a', '2026-01-12', 'January 5, 2026', 'January 11, 2026', '10', '1,000'),
    update('b', '2026-01-19', 'January 12, 2026', 'January 18, 2026', '5', '1,050'),
    update('c', '2026-01-26', 'January 19, 2026', 'January 25, 2026', '-', '1,005'),
    update('d', '2026-02-02', 'January 26, 2026', 'February 1, 2026', '2', '1,007'),
  ]

  test('a wrong one is held and the next is not stepped from it', () => {
    const totals = extractTotals(weeks)
    expect(totals.map(({ accession, status }) => [accession, status])).toEqual([
      ['a', 'served'],
      ['b', 'held'],
      ['c', 'served'],
      ['d', 'served'],
    ])
    expect(totals[2]?.check.at(-1)?.detail).toContain('1000 (2026-01-11) + 0 = 1000, stated 1005; not comparable')
    expect(totals[3]?.check.at(-1)).toEqual({ name: 'step', passed: true, detail: '1005 (2026-01-25) + 2 = 1007' })
  })

  test('the order of the documents does not matter', () => {
    expect(extractTotals([...weeks].reverse())).toEqual(extractTotals(weeks))
  })

  test('a filing no index names yet is placed by its day and its age not checked', () => {
    const totals = extractTotals(weeks.map((document) => ({ ...document, filingDate: null })))
    expect(totals.map(({ accession, status }) => `${accession} ${status}`)).toEqual([
      'a served',
      'b held',
      'c served',
      'd served',
    ])
  })
})
