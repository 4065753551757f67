import { describe, expect, test } from 'vitest'
import { extractTotals } from '../../../pipeline/companies/treasuries/extract-totals.ts'
import { report, spansOf } from '../../filings/passages.ts'
import { failedOf, filer, paragraphs, table, totalsOf } from './holdings.ts'

/** The updates below are in the style of miners and mixed holders whose current reports nobody compared by hand. */
const p = paragraphs

describe('what may be the holding is held for a person', () => {
  test.each([
    ['a round count called approximate', p('As of October 31, 2025, we held a total of approximately 10,000 bitcoins.'), '10000'],
    [
      'a count that only the press release dates',
      p(
        'EXAMPLETON, November 3, 2025 - Quartz Placeholder plc today announced that it bought bitcoin, bringing its total bitcoin holdings to 1,183 BTC.',
      ),
      '1183',
    ],
    [
      'two counts for one day',
      p('As of October 31, 2025, we held a total of 5,200 bitcoins. As of October 31, 2025, we held a total of 2,500 bitcoins.'),
      '5200',
    ],
    ['a day that has not come when it is filed', p('As of November 30, 2025, we held a total of 5,200 bitcoins.'), '5200'],
    [
      'the total below its parts',
      table('|Bitcoin Holdings as of October 31, 2025', 'Unrestricted|4,000', 'Restricted|443', 'Total|4,443'),
      '4443',
    ],
    [
      'a known heading with no price beside it',
      table('|As of October 31, 2025', '|Total Bitcoin Holdings', 'Treasury|4,443'),
      '4443',
    ],
    ['a column whose heading is not known', table('|Bitcoin Held at Month End as of October 31, 2025', 'Treasury|4,443'), '4443'],
  ])('%s', (_, body, coins) => expect(totalsOf(body).map(({ value, status }) => [value, status])).toEqual([[coins, 'held']]))
})

const months = '|October 2025|September 2025|% Change'

describe('tables that give the coins held on a day are read, and held until something bears them out', () => {
  test.each([
    [
      'rows by metric, columns by month',
      table(months, 'Bitcoin Produced|736|703|5%', 'Bitcoin Held|53,250|52,850|1%'),
      '53250',
      ['corroboration'],
    ],
    [
      'with a part pledged beside it',
      table(months, 'Bitcoin Sold|400|465|(14)%', 'Bitcoin Held (1)|19,287|19,309|0%', 'Restricted|3,300|3,300|-'),
      '19287',
      ['corroboration', 'heading'],
    ],
    [
      'columns headed by days in figures',
      table('Metric|10/31/2025|9/30/2025', 'Total BTC holdings|13,033|13,011', 'BTC posted as collateral|5,444|2,583'),
      '13033',
      ['corroboration'],
    ],
    [
      'columns headed by full days',
      table(
        '|As of October 31, 2025|As of September 30, 2025',
        'Total bitcoin holdings|1,764|1,747',
        'Hash rate (EH/s)|23.6|23.5',
      ),
      '1764',
      ['corroboration'],
    ],
    [
      'a yield',
      table(
        'BTC Yield|As of October 31, 2025|As of June 30, 2025',
        'Total BTC Holdings|5,048|4,449',
        'Assumed diluted shares|12,000|11,000',
      ),
      '5048',
      ['corroboration'],
    ],
    [
      'a row for each coin',
      p('Our digital assets as of October 31, 2025 were:') +
        table(
          'Asset|Units|Cost|Fair Value',
          'Bitcoin|742.5|$61.0|$81.9',
          'Ethereum|150,244|$400.2|$580.5',
          'Total||$461.2|$662.4',
        ),
      '742.5',
      ['corroboration'],
    ],
    [
      'a roll-forward of quantities',
      table(
        '|Quantity of bitcoin|Amount',
        'Balance at September 30, 2025|52,850|$6,024',
        'Produced|736|$84',
        'Balance at October 31, 2025|53,586|$6,108',
      ),
      '53586',
      ['corroboration'],
    ],
    [
      'lines of one coin, summed once',
      p('Our digital assets as of October 31, 2025 were:') +
        table('|Quantity', 'Bitcoin|37,063', 'Bitcoin - receivable|15,787', 'Total|52,850'),
      '52850',
      ['corroboration'],
    ],
  ])('%s', (_, body, coins, failed) => {
    const totals = totalsOf(body).map((total) => [total.value, total.asOf, total.status, failedOf(total).toSorted()])
    expect(totals).toEqual([[coins, '2025-10-31', 'held', failed]])
  })
})

describe('tables of flows, of others and of no day give nothing', () => {
  test.each([
    ['hash rate beside it', table('|Hash rate (EH/s)|BTC Produced|BTC Sold', 'October 31, 2025|25.0|602.6|589.9')],
    ['a total over coins', table('|BTC|ETH|Total', 'Holdings at October 31, 2025|742|150,244|150,986')],
    ['assets of customers', table('|Bitcoin held in custody as of October 31, 2025', 'Customers|40,000')],
    [
      'holdings by entity',
      table('Entity|Bitcoin Holdings', 'Quartz Placeholder|7,821', 'Mulberry Example|2,443', 'Total|10,264'),
    ],
    ['an unrestricted part alone', table('|Bitcoin Held as of October 31, 2025', 'Unrestricted|4,000')],
    [
      'holdings by entity on a day',
      table('As of October 31, 2025|Bitcoin Holdings', 'Quartz Placeholder|7,821', 'Mulberry Example|2,443'),
    ],
    [
      'a roll-forward that does not say of what',
      table('|Bitcoin', 'Balance at September 30, 2025|52,850', 'Produced|736', 'Balance at October 31, 2025|53,250'),
    ],
    [
      'a roll-forward of another coin',
      table('|Quantity of ETH', 'Balance at September 30, 2025|2,850', 'Balance at October 31, 2025|3,250'),
    ],
    ['coins lent', table('|As of October 31, 2025', 'Bitcoin held as collateral|4,000', 'Bitcoin loaned|500')],
  ])('%s', (_, body) => expect(totalsOf(p('The following is our bitcoin production and operations update.') + body)).toEqual([]))
})

describe('a filer whose current reports nobody compared', () => {
  const spans = spansOf(report(p('As of October 31, 2025, we held a total of 5,200 bitcoins.'), 'FORM 6-K'), 'x', filer)
  const document = { accession: 'x', filingDate: '2025-11-04', spans }
  const twice = spansOf(
    report(
      p('As of October 31, 2025, we held a total of 5,200 bitcoins.') +
        p('Our CFO: “As of October 31, 2025, we owned an aggregate of 5,200 BTC.”'),
      'FORM 6-K',
    ),
    'x',
    filer,
  )

  test('its count is held, with what to compare', () => {
    const [total] = extractTotals([document])
    expect(total).toMatchObject({ value: '5200', status: 'held', reason: expect.stringContaining('Read the filing and accept') })
    expect(total?.check.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['corroboration'])
  })

  test('accepted by an operator it is served', () => {
    const said = new Map([
      ['x/bitcoin-total/2025-10-31/5200', { verdict: 'accept', who: 'A', when: '2025-11-05T00:00:00Z', why: '' } as const],
    ])
    expect(extractTotals([document], said)).toMatchObject([{ value: '5200', status: 'served' }])
  })

  const reviewed = twice.map((span) => ({ ...span, company: 'us:0001808110' }))
  const inExhibit = (text: string) =>
    reviewed.slice(0, 1).map((span) => ({ ...span, text, url: 'https://www.sec.gov/x.htm', place: `EX-99.1, ${span.place}` }))

  test('a reviewed one is served by its own checks, not what only an exhibit says', () => {
    expect(extractTotals([{ ...document, spans: reviewed }])).toMatchObject([{ status: 'served', reason: null }])
    const exhibit = inExhibit('As of October 31, 2025, we held a total of 5,200 bitcoins.')
    expect(extractTotals([{ ...document, spans: exhibit }])).toMatchObject([{ value: '5200', status: 'held' }])
  })

  test('what the report itself says stands over its exhibits, in whichever order they come', () => {
    const exhibit = inExhibit('As of November 2, 2025, we held a total of 4,000 bitcoins.')
    for (const spans of [
      [...reviewed, ...exhibit],
      [...exhibit, ...reviewed],
    ])
      expect(extractTotals([{ ...document, spans }])).toMatchObject([{ value: '5200', asOf: '2025-10-31', status: 'served' }])
  })
})
