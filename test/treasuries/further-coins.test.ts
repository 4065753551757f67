import { describe, expect, test } from 'vitest'
import { corroborated } from '../../pipeline/treasuries/corroboration.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import type { FiledCount } from '../../pipeline/treasuries/known.ts'
import { report, spansOf, strategy } from '../filings/passages.ts'
import neighbours from './further-coins.json' with { type: 'json' }
import { failedOf, filer, paragraphs, table, totalsOf } from './holdings.ts'
import { column, count } from './known-company.ts'

/** A filer whose current reports nobody compared, and one whose were: what waits of the one may be served at once of the other. */
const filers = [filer, strategy]
const p = paragraphs
const failed = (body: string, company: string) => totalsOf(body, company).map((total) => [total.value, failedOf(total)])

const held = 'As of October 31, 2025, we held a total of 4,500 bitcoins.'

describe('a count next to a sentence that may count further coins waits for a person', () => {
  test('before it or after it, in its paragraph or the next', () => {
    for (const text of neighbours)
      for (const company of filers)
        for (const body of [p(`${held} ${text}`), p(`${text} ${held}`), p(held, text), p(text, held)])
          expect(failed(body, company), body).toEqual([['4500', expect.arrayContaining(['neighbour'])]])
  })

  test('a table that is borne out by what the coins cost stands beside it', () => {
    const update = `<table><tr><td></td><td colspan="5">As of October 31, 2025</td></tr>
      <tr><td></td><td>Aggregate BTC Holdings</td><td colspan="2">Aggregate Purchase Price (in millions)</td><td colspan="2">Average Purchase Price</td></tr>
      <tr><td>Treasury</td><td>4,500</td><td>$</td><td>526.5</td><td>$</td><td>117,005</td></tr></table>`
    expect(failed(p(`${held} We mined 300 bitcoins in October 2025.`) + update, strategy)).toEqual([['4500', []]])
  })
})

describe('what a third party or a report says within 1% does not bless it', () => {
  const counted = (body: string): FiledCount => {
    const [total] = extractTotals([
      { accession: 'x', filingDate: '2025-11-04', spans: spansOf(report(body, 'FORM 8-K'), 'x', filers[0]) },
    ])
    return count(Number(total?.value), total?.asOf ?? '', { how: total?.how ?? '', status: 'held', checks: total?.check ?? [] })
  }
  const witnesses = [{ name: 'CoinGecko', column: column('TEST.bitcoin.coingecko', 'BTC', { '2025-11-03': 4_510 }) }]
  const periodic = count(4_490, '2025-09-30', { checks: [{ name: 'fair value', passed: true, detail: '' }] })
  const report10q = { ...periodic, filing: { ...periodic.filing, form: '10-Q' } }
  const statusOf = (one: FiledCount) => [corroborated([one], witnesses)[0]?.status, corroborated([one, report10q], [])[0]?.status]

  test('alone it is served once either says so', () => expect(statusOf(counted(p(held)))).toEqual(['served', 'served']))

  test('next to further coins it is not', () => {
    for (const text of neighbours) expect(statusOf(counted(p(`${held} ${text}`))), text).toEqual(['held', 'held'])
  })

  test('nor a table without prices whose caption counts further coins', () => {
    const cells = table('|As of October 31, 2025', '|Total Bitcoin Holdings', 'Treasury|4,500')
    expect(statusOf(counted(p('Our bitcoin treasury was as follows in October 2025.') + cells))).toEqual(['served', 'served'])
    expect(statusOf(counted(p('Plus 300 mined bitcoins, our treasury was as follows.') + cells))).toEqual(['held', 'held'])
  })
})

describe('a lone sentence waits until something bears it out', () => {
  const totals = (...bodies: [string, string][]) =>
    extractTotals(
      bodies.map(([filingDate, body], i) => ({
        accession: `x${i}`,
        filingDate,
        spans: spansOf(report(body), `x${i}`, strategy),
      })),
    ).map(({ value, status, check }) => [value, status, check.find(({ name }) => name === 'corroboration')?.passed])

  test('of a filer whose reports were compared too', () =>
    expect(totals(['2025-11-04', p(held)])).toEqual([['4500', 'held', false]]))

  test('said twice in the same words it is said once', () =>
    expect(totals(['2025-11-04', p(held, held)])).toEqual([['4500', 'held', false]]))

  test('the total before and what was bought since bear it out', () => {
    const cost = (coins: string, day: string) =>
      `As of ${day}, the Company held ${coins} bitcoins, acquired at an aggregate purchase price of approximately $468.0 million and an average purchase price of approximately $117,005 per bitcoin.`
    const bought =
      'During the period between October 27, 2025 and October 31, 2025, the Company acquired approximately 500 bitcoins for $55.0 million.'
    const before: [string, string] = ['2025-10-28', p(cost('4,000', 'October 26, 2025'))]
    expect(
      totals(before, ['2025-11-04', p(bought, 'Our reports are public.', 'Our bitcoin page has figures of 2025.', held)]),
    ).toEqual([
      ['4000', 'served', undefined],
      ['4500', 'served', true],
    ])
    expect(totals(before, ['2025-11-04', p(held)])[1]).toEqual(['4500', 'held', false])
  })
})
