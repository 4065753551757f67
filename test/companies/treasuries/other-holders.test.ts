import { describe, expect, test } from 'vitest'
import { readBitcoinTotal } from '../../../pipeline/companies/treasuries/bitcoin-total.ts'
import { extractTotals } from '../../../pipeline/companies/treasuries/extract-totals.ts'
import { report, spansOf } from '../../filings/recorded.ts'

/** An invented filer whose current reports nobody compared by hand; the updates below are in the style of miners and mixed holders. */
const quartz = 'us:0009900005'
const filed = new Map([['x', '2025-11-04']])
const read = (body: string) =>
  readBitcoinTotal(spansOf(report(body, 'FORM 6-K'), 'x', quartz), filed).map(({ value, asOf, status }) => [value, asOf, status])
const p = (text: string) => `<p>${text}</p>`
const table = (head: readonly string[], ...rows: readonly (readonly string[])[]) =>
  `<table>${[head, ...rows].map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`

describe('sentences that state the whole holding are read', () => {
  test.each([
    [
      'As of October 31, 2025, the Company held a total of 52,850 BTC, of which 17,357 were loaned, pledged or restricted.',
      '52850',
    ],
    ['As of October 31, 2025, we held a total of 5,398 bitcoin.', '5398'],
    ['As of October 31, 2025, Quartz Placeholder plc owned an aggregate of 1,764 bitcoins.', '1764'],
    ['As of October 31, 2025, the Company held a total of 6,412.6 BTC.', '6412.6'],
    ['We held a total of 2,201 BTC as of October 31, 2025, compared to 2,126 BTC as of September 30, 2025.', '2201'],
    ['As of October 31, 2025, the Company’s total bitcoin holdings were 7,525 BTC.', '7525'],
    ['As of October 31, 2025, our total Bitcoin treasury holdings stood at 1,021 bitcoin.', '1021'],
    [
      'On October 31, 2025, the Company acquired an additional 25 BTC, bringing its total Bitcoin treasury holdings to 1,083 BTC.',
      '1083',
    ],
    [
      'Company’s total Bitcoin holdings increased to 5,833 Bitcoin as of October 31, 2025, compared with 833 a year before.',
      '5833',
    ],
    [
      'Quartz Placeholder plc, a company that builds infrastructure for bitcoin, held a total of 5,098 bitcoin in its strategic reserve as of October 31, 2025.',
      '5098',
    ],
    [
      'On October 31, 2025, Quartz Placeholder plc purchased approximately 210 bitcoins for $22.1 million in cash, bringing its total bitcoin holdings to 5,048 bitcoins.',
      '5048',
    ],
    [
      'As of October 31, 2025, the Company held 4,081 bitcoins, acquired at an aggregate purchase price of approximately $477.5 million and an average purchase price of approximately $117,005 per bitcoin.',
      '4081',
    ],
  ])('%s', (text, coins) => {
    const [total, ...more] = readBitcoinTotal(spansOf(report(p(text), 'FORM 6-K'), 'x', quartz), filed)
    expect([total?.value, total?.asOf, more]).toEqual([coins, '2025-10-31', []])
    const bornOut = text.includes('average purchase price')
    expect(total?.check.flatMap(({ name, passed }) => (passed ? [] : name))).toEqual(bornOut ? [] : ['corroboration'])
  })

  test('of two days in one sentence the newest', () => {
    const text =
      'As of September 30, 2025, the Company held a total of 5,000 BTC; as of October 31, 2025, the Company held a total of 5,200 BTC.'
    expect(read(p(text))).toEqual([['5200', '2025-10-31', 'held']])
  })
})

describe('sentences that do not state it, or not exactly, give nothing', () => {
  test.each([
    // bounds and roundings
    'As of October 31, 2025, the Company held over 10,000 BTC.',
    'As of October 31, 2025, the Company held a total of more than 10,000 bitcoins.',
    'As of October 31, 2025, we held an aggregate of at least 3,000 bitcoins.',
    'As of October 31, 2025, we held a total of nearly 8,000 bitcoins.',
    'As of October 31, 2025, we held a total of between 900 and 1,000 bitcoins.',
    'As of October 31, 2025, we held a total of 12 thousand bitcoins.',
    // flows
    'During October 2025, the Company produced 736 BTC and sold 100 BTC.',
    'In October 2025 we mined a total of 612 bitcoins, up 3% from September 30, 2025.',
    'On October 31, 2025, the Company acquired 100 BTC at an average price of $110,250 per bitcoin.',
    'As of October 31, 2025, the Company has purchased a total of 1,200 bitcoins since inception.',
    'As of October 31, 2025, the Company sold an aggregate of 589.9 bitcoins.',
    // parts
    'As of October 31, 2025, the Company held a total of 10,428 BTC, excluding 2,583 BTC posted as collateral.',
    'As of October 31, 2025, the Company held a total of 10,428 BTC, plus 2,583 BTC pledged.',
    'As of October 31, 2025, the Company held a total of 3,300 BTC as collateral under its credit facility.',
    'As of October 31, 2025, we held a total of 17,357 BTC loaned to third parties.',
    'As of October 31, 2025, we held a total of 24 unencumbered BTC.',
    'As of October 31, 2025, we held a total of 513 BTC mined by our own machines.',
    'As of October 31, 2025, we held a total of 1,492 bitcoin in our Investment Treasury.',
    'As of October 31, 2025, we held 1,500 bitcoins, 30% of our total bitcoin holdings.',
    'As of October 31, 2025, we held a total of 1,200 BTC in addition to 300 BTC receivable.',
    'As of October 31, 2025, we held a total of 1,200 BTC receivable.',
    // others' coins, joint totals
    'As of October 31, 2025, we held a total of 9,000 bitcoins on behalf of customers.',
    'As of October 31, 2025, we held a total of 9,000 bitcoins, of which 8,000 belong to our clients.',
    'As of October 31, 2025, the Company held an aggregate of 10,264 bitcoins, including 2,443 bitcoins held by its majority-owned subsidiary.',
    'As of October 31, 2025, the Company and its joint venture held an aggregate of 10,264 bitcoins.',
    'As of October 31, 2025, Mulberry Example Corp., in which we own 40%, held a total of 4,000 bitcoins.',
    'As of October 31, 2025, our customers held a total of 4,000 bitcoins.',
    'As of October 31, 2025, public companies held a total of 1,000,000 bitcoins.',
    'As of October 31, 2025, we held a total of 15,000 bitcoins and other digital assets.',
    'As of October 31, 2025, we held an aggregate of 12,345 BTC-equivalent.',
    // other coins, things that are no coins
    'As of October 31, 2025, the Company held a total of 150,000 ETH and a bitcoin reserve worth $5 million.',
    'As of October 31, 2025, the Company held a total of 2,000 SOL; it holds no bitcoin.',
    'As of October 31, 2025, we owned a total of 65,000 bitcoin miners.',
    'As of October 31, 2025, we owned a total of 8,900 Bitcoin ATMs.',
    'As of October 31, 2025, we held a total of 3,000 bitcoin options.',
    'As of October 31, 2025, we held a total of 2 bitcoin per 1,000 shares.',
    'As of October 31, 2025, we held an aggregate of $300 million bitcoin.',
    // ratios, goals, suppositions, what is still to come
    'The updated Bitcoin holdings translate to approximately 0.108309 BTC per 1,000 shares.',
    'With a goal of 10,000 BTC by December 31, 2025, the Company continues to execute its roadmap.',
    'Our goal is that as of December 31, 2025 we hold a total of 10,000 bitcoins.',
    'The Company plans to purchase bitcoin such that as of December 31, 2025, the Company holds a total of 5,000 BTC.',
    'Assuming full conversion, as of October 31, 2025, the Company held a total of 5,000 bitcoins.',
    'As of October 31, 2025, the Company held a total of 5,000 bitcoins on a pro forma basis.',
    'As of October 31, 2025, the Company held a total of 5,000 bitcoins, subject to delivery by the seller.',
    'On October 31, 2025, the Company agreed to acquire 500 BTC, bringing its total bitcoin holdings to 1,500 BTC.',
    'On October 31, 2025, the Company acquired 25 BTC, bringing its total bitcoin holdings to over 1,000 BTC.',
    // no day
    'Our total bitcoin holdings were 4,443 BTC at month end.',
  ])('%s', (text) => expect(read(p(text))).toEqual([]))
})

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
      table(
        ['', 'Bitcoin Holdings as of October 31, 2025'],
        ['Unrestricted', '4,000'],
        ['Restricted', '443'],
        ['Total', '4,443'],
      ),
      '4443',
    ],
    [
      'a known heading with no price beside it',
      table(['', 'As of October 31, 2025'], ['', 'Total Bitcoin Holdings'], ['Treasury', '4,443']),
      '4443',
    ],
    [
      'a column whose heading is not known',
      table(['', 'Bitcoin Held at Month End as of October 31, 2025'], ['Treasury', '4,443']),
      '4443',
    ],
  ])('%s', (_, body, coins) => expect(read(body).map(([value, , status]) => [value, status])).toEqual([[coins, 'held']]))
})

const months = ['', 'October 2025', 'September 2025', '% Change']

describe('tables that give the coins held on a day are read, and held until something bears them out', () => {
  test.each([
    [
      'rows by metric, columns by month',
      table(months, ['Bitcoin Produced', '736', '703', '5%'], ['Bitcoin Held', '53,250', '52,850', '1%']),
      '53250',
      ['corroboration'],
    ],
    [
      'with a part pledged beside it',
      table(
        months,
        ['Bitcoin Sold', '400', '465', '(14)%'],
        ['Bitcoin Held (1)', '19,287', '19,309', '0%'],
        ['Restricted', '3,300', '3,300', '-'],
      ),
      '19287',
      ['corroboration', 'heading'],
    ],
    [
      'columns headed by days in figures',
      table(
        ['Metric', '10/31/2025', '9/30/2025'],
        ['Total BTC holdings', '13,033', '13,011'],
        ['BTC posted as collateral', '5,444', '2,583'],
      ),
      '13033',
      ['corroboration'],
    ],
    [
      'columns headed by full days',
      table(
        ['', 'As of October 31, 2025', 'As of September 30, 2025'],
        ['Total bitcoin holdings', '1,764', '1,747'],
        ['Hash rate (EH/s)', '23.6', '23.5'],
      ),
      '1764',
      ['corroboration'],
    ],
    [
      'a yield',
      table(
        ['BTC Yield', 'As of October 31, 2025', 'As of June 30, 2025'],
        ['Total BTC Holdings', '5,048', '4,449'],
        ['Assumed diluted shares', '12,000', '11,000'],
      ),
      '5048',
      ['corroboration'],
    ],
    [
      'a row for each coin',
      p('Our digital assets as of October 31, 2025 were:') +
        table(
          ['Asset', 'Units', 'Cost', 'Fair Value'],
          ['Bitcoin', '742.5', '$61.0', '$81.9'],
          ['Ethereum', '150,244', '$400.2', '$580.5'],
          ['Total', '', '$461.2', '$662.4'],
        ),
      '742.5',
      ['corroboration'],
    ],
    [
      'a roll-forward of quantities',
      table(
        ['', 'Quantity of bitcoin', 'Amount'],
        ['Balance at September 30, 2025', '52,850', '$6,024'],
        ['Produced', '736', '$84'],
        ['Balance at October 31, 2025', '53,586', '$6,108'],
      ),
      '53586',
      ['corroboration'],
    ],
    [
      'lines of one coin, summed once',
      p('Our digital assets as of October 31, 2025 were:') +
        table(['', 'Quantity'], ['Bitcoin', '37,063'], ['Bitcoin - receivable', '15,787'], ['Total', '52,850']),
      '52850',
      ['corroboration'],
    ],
  ])('%s', (_, body, coins, failed) => {
    const [total, ...more] = readBitcoinTotal(spansOf(report(body, 'FORM 6-K'), 'x', quartz), filed)
    expect([total?.value, total?.asOf, total?.status, more]).toEqual([coins, '2025-10-31', 'held', []])
    expect(total?.check.flatMap(({ name, passed }) => (passed ? [] : name)).toSorted()).toEqual(failed)
  })
})

describe('tables of flows, of others and of no day give nothing', () => {
  test.each([
    [
      'hash rate beside it',
      table(['', 'Hash rate (EH/s)', 'BTC Produced', 'BTC Sold'], ['October 31, 2025', '25.0', '602.6', '589.9']),
    ],
    ['a total over coins', table(['', 'BTC', 'ETH', 'Total'], ['Holdings at October 31, 2025', '742', '150,244', '150,986'])],
    ['assets of customers', table(['', 'Bitcoin held in custody as of October 31, 2025'], ['Customers', '40,000'])],
    [
      'holdings by entity',
      table(['Entity', 'Bitcoin Holdings'], ['Quartz Placeholder', '7,821'], ['Mulberry Example', '2,443'], ['Total', '10,264']),
    ],
    ['an unrestricted part alone', table(['', 'Bitcoin Held as of October 31, 2025'], ['Unrestricted', '4,000'])],
    [
      'holdings by entity on a day',
      table(['As of October 31, 2025', 'Bitcoin Holdings'], ['Quartz Placeholder', '7,821'], ['Mulberry Example', '2,443']),
    ],
    [
      'a roll-forward that does not say of what',
      table(
        ['', 'Bitcoin'],
        ['Balance at September 30, 2025', '52,850'],
        ['Produced', '736'],
        ['Balance at October 31, 2025', '53,250'],
      ),
    ],
    [
      'a roll-forward of another coin',
      table(['', 'Quantity of ETH'], ['Balance at September 30, 2025', '2,850'], ['Balance at October 31, 2025', '3,250']),
    ],
    ['coins lent', table(['', 'As of October 31, 2025'], ['Bitcoin held as collateral', '4,000'], ['Bitcoin loaned', '500'])],
  ])('%s', (_, body) => expect(read(p('The following is our bitcoin production and operations update.') + body)).toEqual([]))
})

describe('a filer whose current reports nobody compared', () => {
  const spans = spansOf(report(p('As of October 31, 2025, we held a total of 5,200 bitcoins.'), 'FORM 6-K'), 'x', quartz)
  const document = { accession: 'x', filingDate: '2025-11-04', spans }
  const twice = spansOf(
    report(
      p('As of October 31, 2025, we held a total of 5,200 bitcoins.') +
        p('Our CFO: “As of October 31, 2025, we owned an aggregate of 5,200 BTC.”'),
      'FORM 6-K',
    ),
    'x',
    quartz,
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
