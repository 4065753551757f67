import { describe, expect, test } from 'vitest'
import { isHeldUncontested } from '../../pipeline/treasuries/corroboration.ts'
import type { CheckName } from '../../pipeline/treasuries/extraction.ts'
import { holdingOf } from '../../pipeline/treasuries/holding.ts'
import { withheldAbove, withheldByFailedCheck } from '../../pipeline/treasuries/withheld.ts'
import { asOf, company, count } from './known-company.ts'

const failed = (...names: string[]) =>
  count(5_555, '2026-11-15', {
    status: 'held',
    checks: [
      { name: 'number', passed: !names.includes('number'), detail: '' },
      ...names.filter((name) => name !== 'number').map((name) => ({ name, passed: false, detail: '5555' })),
    ],
  })
const reasonOf = (...names: string[]) => withheldByFailedCheck(failed(...names)).reason

describe('why a count is withheld', () => {
  // what is compared with a value the filing states, and by what price
  test.each<[CheckName, RegExp]>([
    ['fair value', /does not match that filing: times the price of the day/],
    ['market value', /does not match that filing: times the price of the day/],
    ['price', /does not match that filing: times the average price paid/],
  ])('%s: it does not match its filing', (name, reason) => expect(reasonOf(name)).toMatch(reason))

  test.each<[CheckName, RegExp]>([
    ['number', /is pending: .*does not state a single number/],
    ['as-of', /is pending: the date .* is uncertain/],
    ['agreement', /is pending: the filing states more than one count/],
    ['statements', /is pending: the filing states more than one count/],
    ['period', /is pending: the purchases stated with it end on a different day/],
    ['step', /is pending: it does not follow from the previous total/],
    ['fair value stated', /is pending: the filing states more than one fair value/],
    ['restricted', /is pending: it may exclude restricted bitcoins/],
    ['assets', /is pending: the value stated for it exceeds total assets/],
    ['heading', /is pending: its heading may not refer to the whole/],
    ['neighbour', /is pending: a neighbouring sentence may count further bitcoins/],
    ['corroboration', /is pending: nothing confirms it yet/],
    ['report', /is pending: the report could not be read/],
    ['review', /is pending: a reviewer has not accepted it/],
  ])('%s: a review is pending', (name, reason) => {
    expect(reasonOf(name)).toMatch(reason)
    expect(reasonOf(name)).not.toContain('does not match')
  })

  test('of several failed checks the contradiction is the reason; without one the first of the list', () => {
    expect(reasonOf('corroboration', 'step', 'fair value')).toContain('does not match that filing')
    expect(reasonOf('corroboration', 'agreement')).toContain('more than one count')
  })

  test('a check of another name, or none that failed, claims nothing but the review', () => {
    const plain = 'A review of the count read from the filing is pending.'
    expect([reasonOf('a check of an earlier release'), reasonOf()]).toEqual([plain, plain])
  })

  test('a third party above what was filed: the day of the filing is told, and no count', () => {
    const { reason } = withheldAbove(count(1_000, '2025-12-31'))
    expect(reason).toBe('The count of the source is above the total the company itself reported last, as of 2025-12-31.')
  })

  test('what withholds a company and what waits without doing so', () => {
    const open = ['corroboration', 'heading', 'neighbour']
    for (const name of open)
      expect([isHeldUncontested(failed(name)), holdingOf(company({ counts: [failed(name)] }), asOf)]).toEqual([true, null])
    for (const name of ['fair value', 'step', 'restricted'])
      expect(holdingOf(company({ counts: [failed(name, 'corroboration')] }), asOf)).toMatchObject({
        withheld: { reason: reasonOf(name) },
      })
  })
})
