import { describe, expect, test } from 'vitest'
import { likelyStatements } from '../../../pipeline/companies/treasuries/likely-statement.ts'
import { report, spansOf } from '../../filings/passages.ts'
import { filer, readAlone, table } from './holdings.ts'
import cases from './likely-statement.json' with { type: 'json' }

const likely = (...paragraphs: string[]) =>
  likelyStatements(
    spansOf(report(paragraphs.map((text) => (text.startsWith('<') ? text : `<p>${text}</p>`)).join('')), 'x', filer),
  ).map(({ coins, asOf }) => [coins, asOf])

const results =
  'FERNWICK, Aug 14, 2023 (GLOBE NEWSWIRE) - The Company announced its results for the second quarter ended June 30, 2023.'

describe('the count a filing most likely states', () => {
  test.each(cases.likely)('%s', (text, coins, day) => expect(likely(text)).toEqual([[coins, day]]))

  test('is held for a person, in these words', () => {
    expect(
      readAlone('192,000 bitcoin holdings at a total cost of $6.01 billion, as of February 5, 2024', '2024-02-06'),
    ).toMatchObject([
      { value: '192000', asOf: '2024-02-05', status: 'held', reason: expect.stringContaining('its words are not known') },
    ])
  })

  test('what is held now is of the day of the filing, else of the day told nearest', () => {
    const now = 'We currently hold 4,443 bitcoins at an average price of $88,914.'
    expect(readAlone(now, '2025-11-04')).toMatchObject([{ value: '4443', asOf: '2025-11-04', status: 'held' }])
    expect(likely(now)).toEqual([])
    expect(
      likely(
        'The Company reports for the three months ended and as of September 30, 2025:',
        'Bitcoin holdings of 5,092 Bitcoins.',
      ),
    ).toEqual([['5092', '2025-09-30']])
    expect(likely('As of September 30, 2025 and June 30, 2025:', 'Bitcoin holdings of 5,092 Bitcoins.')).toEqual([])
  })

  test('digital assets are counted where the filing says that they are bitcoin alone', () => {
    const counted =
      'As of September 30, 2025, the Company held 1,250.5 digital assets at Harbour with a cost basis of $106,955,229.'
    const alone = 'The Company’s digital assets are comprised solely of Bitcoin.'
    expect(readAlone(`<p>${alone}</p><p>${counted}</p>`, '2025-11-14')).toMatchObject([
      { what: 'bitcoin-total', value: '1250.5', asOf: '2025-09-30', status: 'held' },
    ])
    expect(readAlone(`<p>The Company trades bitcoin 24 hours a day.</p><p>${counted}</p>`, '2025-11-14')).toEqual([])
  })

  test('a count on a line of its own belongs to the line above it', () => {
    expect(likely('Bitcoin holdings increased 91%', 'TO 48,315 BTC', 'Including 900 BTC lent as of September 30, 2025.')).toEqual(
      [['48315', '2025-09-30']],
    )
    expect(
      likely('Bitcoin production increased 91%', 'TO 48,315 BTC', 'Including 900 BTC lent as of September 30, 2025.'),
    ).toEqual([])
  })

  test('a count is for the end of the month it is told with, or reported on', () => {
    const dateline = 'FERNWICK, May 5, 2025 (GLOBE NEWSWIRE) - The Company announced an update.'
    expect(likely(dateline, 'The sale reduces the treasury position from 471 BTC in March to 362 BTC in April.')).toEqual([
      ['362', '2025-04-30'],
    ])
    expect(
      likely(
        'The Company Announces August 2025 Bitcoin Production and Operation Updates: Bitcoin Holdings Increasing to 1,924 BTC',
      ),
    ).toEqual([['1924', '2025-08-31']])
  })

  test('none where the text tells what another one stated, or corrects it', () => {
    expect(
      likely('The report stated that the Company currently holds 118 Bitcoin as of June 30, 2025, the correct number is 291.'),
    ).toEqual([])
  })

  test.each(cases.none)('none: %s', (_, text) => expect(likely(text)).toEqual([]))

  test('none where two compete for the newest day', () => {
    const [first, other] = [
      'hodl position near 4,000 bitcoin as of March 31, 2023',
      'reserve near 4,100 bitcoin as of March 31, 2023',
    ]
    expect(likely(`Our ${first}.`)).toEqual([['4000', '2023-03-31']])
    expect(likely(`Our ${first}.`, `Our ${other}.`)).toEqual([])
  })

  test('a time in words is the end of the period the release reports on, and of no other', () => {
    expect(likely('Grows HODL 118 BTC to 563 BTC in Q2 2023', results)).toEqual([['563', '2023-06-30']])
    expect(likely('Grows HODL 118 BTC to 563 BTC at quarter-end', results)).toEqual([['563', '2023-06-30']])
    expect(likely('Grows HODL 118 BTC to 563 BTC in Q1 2023', results)).toEqual([])
    expect(likely('Grows HODL 118 BTC to 563 BTC in Q2 2022', results)).toEqual([])
    expect(likely('Grows HODL 118 BTC to 563 BTC at year end', results)).toEqual([])
    expect(likely('Grows HODL 118 BTC to 563 BTC', results)).toEqual([['563', '2023-08-14']])
  })

  test('one older than the filing allows is no count of it', () => {
    expect(
      readAlone('192,000 bitcoin holdings at a total cost of $6.01 billion, as of February 5, 2021', '2024-02-06'),
    ).toMatchObject([{ what: 'bitcoin-passage', value: null }])
  })
})

describe('tables', () => {
  test('a row in words that are not known is listed with its count', () => {
    const html = table(' |October 2025|September 2025', 'BTC units on hand, all sites|1,250|1,180', 'Cash|$ 5.0|$ 4.0')
    expect(likely(html)).toEqual([['1250', '2025-10-31']])
    expect(likely(table(' |October 2025', 'BTC units on hand, pledged|1,250'))).toEqual([])
    expect(likely(table(' |October 2025', 'BTC units on hand, at fair value|1,250'))).toEqual([])
  })

  test('a block of rows under the name of a coin counts that coin', () => {
    const rows = ['Bitcoin||', 'Number of units|412|412', 'Cost basis|$ 6|$ 6', 'Ether||', 'Number of units|3,062|3,055']
    const html = table(' |June 30, 2024|December 31, 2023', 'Digital assets|$ 36|$ 24', ...rows)
    expect(readAlone(html, '2024-08-02')).toMatchObject([{ value: '412', asOf: '2024-06-30', how: 'table' }])
  })

  test('the balance of a day without a year is of the year above it', () => {
    const rows = ['Balance as of January 1,|10|20', 'Bitcoin mined|15|5', 'Balance as of December 31,|25|10']
    const html = table(' |Year ended December 31,|', ' |2021|2020', ' |Quantity of bitcoin|Quantity of bitcoin', ...rows)
    expect(readAlone(html, '2022-03-28')).toMatchObject([{ value: '25', asOf: '2021-12-31' }])
  })

  test('a row names its own day', () => {
    const html = table(
      '(in thousands)|Amount',
      'Balance as of March 31, 2024|$ 654',
      'Number of bitcoin held as of March 31, 2024|9,174',
    )
    expect(readAlone(html, '2024-05-15')).toMatchObject([{ value: '9174', asOf: '2024-03-31' }])
  })
})

describe('what led to a holding dates it', () => {
  const after = 'Following these transactions, the Company’s total bitcoin holdings increased to 7,812.6 bitcoin.'
  test.each(cases.days)('%s', (_, before, day) => {
    expect(readAlone(`<p>${before} ${after}</p>`, '2026-01-13')).toMatchObject([{ value: '7812.6', asOf: day, status: 'held' }])
  })

  test('two days without a period date nothing', () => {
    const before = 'On January 9, 2026 and on January 12, 2026, we purchased 131 bitcoin.'
    expect(readAlone(`<p>${before} ${after}</p>`, '2026-01-13')).toMatchObject([{ value: null }])
  })
})
