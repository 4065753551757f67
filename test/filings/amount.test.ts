import { describe, expect, test } from 'vitest'
import { amountOf, amountsIn } from '../../pipeline/filings/amount.ts'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import { scaleIn } from '../../pipeline/filings/scale.ts'
import type { Span } from '../../pipeline/filings/span.ts'
import { recorded, textOf } from './recorded.ts'

const cell = (text: string, more: Partial<Span> = {}) => ({ text, heading: '', label: '', terms: '', ...more })

describe('the scale a text states', () => {
  test.each([
    ['(in thousands, except share and per share data)', 3, 'share and per share data'],
    ['Available for Issuance and Sale (in millions) (1)', 6, ''],
    ['Dollars in billions', 9, ''],
    ['(millions of dollars, unless noted)', 6, ''],
    ['U.S. dollars in thousands', 3, ''],
    ['(In US$ millions)', 6, ''],
    ["($000's)", 3, ''],
    ['(in 000s, except per share)', 3, 'per share'],
    ['USD (000)', 3, ''],
  ])('%s', (text, exponent, except) => expect(scaleIn(text)).toEqual({ exponent, except }))

  test.each(['Bitcoin', '(000-12345)', 'in thousandths', 'a million reasons', 'thousands of coins'])('none in %s', (text) =>
    expect(scaleIn(text)).toBeNull(),
  )
})

describe('the amount of a cell', () => {
  test.each([
    ['$ 75.1 million', {}, '75.1', '75100000', '100000', '$'],
    ['$ 1,637.3', { heading: 'As of | Available (in millions)' }, '1637.3', '1637300000', '100000', '$'],
    ['(1,234)', { heading: '(in thousands)' }, '-1234', '-1234000', '1000', null],
    ['$ (55,957)', { terms: 'U.S. dollars in thousands' }, '-55957', '-55957000', '1000', '$'],
    ['$ (55,957)', { heading: '2025 | In thousands', terms: 'In thousands' }, '-55957', '-55957000', '1000', '$'],
    ['672,500 (1)', {}, '672500', null, null, null],
    ['672,500 BTC', {}, '672500', '672500', '1', 'BTC'],
    ['29.98%', { terms: '(in thousands)' }, '29.98', '29.98', '0.01', '%'],
    ['US$ 5', {}, '5', null, null, 'US$'],
    ['—', {}, '0', '0', '1', null],
    ['$ -', { terms: '(in thousands)' }, '0', '0', '1', '$'],
  ])('%s', (text, more, printed, value, step, unit) =>
    expect(amountOf(cell(text, more))).toEqual({ printed, value, step, unit, text, at: 0 }),
  )

  test('a scale of the whole table is not for counts, prices and what is excepted', () => {
    const terms = '(in thousands, except share and per share data)'
    const value = (text: string, label: string) => amountOf(cell(text, { terms, label }))?.value
    expect(value('$ 202,687', 'Bitcoin')).toBe('202687000')
    expect(value('12,434,658', 'Shares outstanding')).toBeNull()
    expect(value('9,976', 'Weighted average shares')).toBeNull()
    expect(value('$ 1.27', 'Basic')).toBeNull()
    expect(value('$ 1.27', 'Basic loss per share')).toBe('1.27')
    expect(amountOf(cell('$ 1.27', { terms: '(in thousands)', label: 'Loss per share' }))?.value).toBeNull()
  })

  test.each(['', 'Bitcoin', '5 of 6', '(5', '5)', '12/31/2025', '10-Q', '5,3981', '$', '1 2'])('none in %s', (text) =>
    expect(amountOf(cell(text))).toBeNull(),
  )
})

describe('the amounts of a sentence', () => {
  const amounts = (text: string) => amountsIn(text).map(({ printed, value, unit }) => [printed, value, unit])

  test('coins, money and percentages, each with what stands beside it', () => {
    expect(
      amounts(
        'As of November 17, 2024, the Company held an aggregate of approximately 331,200 bitcoins, acquired for $16.5 billion at an average of $49,874 per bitcoin, a yield of 41.8%.',
      ),
    ).toEqual([
      ['331200', '331200', 'BTC'],
      ['16.5', '16500000000', '$'],
      ['49874', null, '$'],
      ['41.8', '41.8', '%'],
    ])
  })

  test.each([
    ['loss of $(5.2) million', [['-5.2', '-5200000', '$']]],
    ['its cash ($5.2 million)', [['5.2', '5200000', '$']]],
    ['one thousand (1,000) shares', [['1000', '1000', 'shares']]],
    ['the twelve (12) and the 1,500 others', [['1500', null, null]]],
    ['notes of US$650 million due', [['650', '650000000', 'US$']]],
    [
      'a 3-year term, 5 BTC (2)',
      [
        ['3', null, null],
        ['5', '5', 'BTC'],
      ],
    ],
    ['€1.5bn', [['1.5', '1500000000', '€']]],
  ])('%s', (text, expected) => expect(amounts(text)).toEqual(expected))

  test.each([
    'On December 31, 2025 and 2024',
    'Item 8.01, Note 5, Rule 405, Series 2025, Form 10-Q',
    'between 10-15 and 3/4',
    'ASC 350-60, COVID-19, Q3, 0001050446-25-000001',
  ])('none in %s', (text) => expect(amounts(text)).toEqual([]))
})

describe.skipIf(!recorded)('recorded documents, every passage', () => {
  const spans = (file: string) => readFiledDocument(textOf(file), null, () => true).spans

  test('ATM capacity of Strategy by 2025-12-07, in dollars', () => {
    const capacity = spans('sec/filings/mstr_8k/8k-2025-12-08-310607.html').filter((span) =>
      span.heading.startsWith('As of December 7, 2025 | Available for Issuance and Sale'),
    )
    expect(capacity.map((span) => [span.label, amountOf(span)?.value])).toEqual([
      ['STRF Stock', '1637300000'],
      ['STRC Stock', '4042400000'],
      ['STRK Stock', '20335700000'],
      ['STRD Stock', '4097800000'],
      ['MSTR Stock', '13445700000'],
    ])
  })

  test('amounts of cells agree with the tags of the same cells, but for what the filers tagged otherwise', () => {
    const wrong: string[] = []
    let right = 0
    for (const file of [
      'mstr_10q_10-Q-2024-05-01',
      'clsk_10q_10Q-2025-06-30',
      'bmnr_10q_10q-2026-01-13',
      'companies/nice_20f_2026',
    ]) {
      const { facts, spans: all } = readFiledDocument(textOf(`sec/filings/${file}.html`), null, () => true)
      const rows = new Map<string, Span[]>()
      for (const span of all) {
        const row = span.place.replace(/, column.*/u, '')
        rows.set(row, [...(rows.get(row) ?? []), span])
      }
      for (const { number, shown, place, concept } of facts) {
        const beside = rows
          .get(`table ${place.table}, row ${place.row}`)
          ?.find((span) => span.text.replace(/[^\d.,]/gu, '') === shown)
        const amount = beside === undefined ? null : amountOf(beside)
        if (number === null || amount === null || amount.value === null) continue
        const read = Math.abs(Number(amount.value)) / (amount.unit === '%' ? 100 : 1)
        if (Math.abs(read - Math.abs(number)) <= 1e-9 * read) right += 1
        else wrong.push(`${concept} ${number}, not ${read}`)
      }
    }
    expect(right).toBeGreaterThan(600)
    expect([...new Set(wrong)]).toEqual([
      'mstr:ProceedsFromIssuanceOrSaleOfEquityNet 338962, not 338962000',
      'mstr:ProceedsFromIssuanceOrSaleOfEquityNet 137152, not 137152000',
    ])
  })
})
