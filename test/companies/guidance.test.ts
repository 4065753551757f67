import { describe, expect, test } from 'vitest'
import { guidanceActions, guidedBases, guidedMetrics, outlookWords } from '../../data/companies/guidance.ts'
import { lastGiven } from '../../pipeline/companies/blocks/against-guidance.ts'
import { expectedIn } from '../../pipeline/companies/documents/guidance-sentence.ts'

test.each(guidedMetrics)('$metric: $example', ({ metric, example }) => {
  expect(expectedIn(example, false).map(({ measure }) => measure.metric.metric)).toContain(metric)
})
test.each(guidedBases)('$basis: $example', ({ basis, example }) => {
  expect(expectedIn(example, false).map(({ measure }) => measure.basis)).toContain(basis)
})
test.each(guidanceActions)('$action: $example', ({ words, example }) => {
  expect(example).toMatch(words)
})

describe('sentences without guidance', () => {
  test.each([
    'Revenue of $2.5 billion was better than expected.',
    'We expect Domestic segment revenue of $8 billion in 2024.',
    'We expect Comirnaty revenues of approximately $13.5 billion in 2023.',
    'Excluding COVID-19 products, Pfizer is now expecting 6% to 8% operational revenue growth in 2023.',
    'Compared to our prior guidance, revenue of $5.0 billion for 2023 was higher.',
    'The Company expects a tax rate of 24.5% for 2024.',
    'Adjusted EPS of 73.3 cps and Adjusted Free Cash Flow of $848 million, in line with guidance provided in May.',
    'We expect cost of sales as a percentage of revenue of 28% to 30% in 2024.',
    'Equity in net income (loss) of investees is expected to be approximately $100,000.',
    'The 53rd week is expected to add approximately $700 million of revenue to Q4 FY24.',
  ])('%s', (sentence) => {
    expect(outlookWords.test(sentence) || /better|higher|guidance/.test(sentence)).toBe(true)
    expect(expectedIn(sentence, false)).toEqual([])
  })
})

type Known = Parameters<typeof lastGiven>[0][number]
const said = (known: number, low: number | null, high: number | null, more: Partial<Known> = {}): Known => ({
  ...{ company: 'us:1', filing: `filing ${known}`, form: '8-K', metric: 'revenue', basis: 'reported', period: 'FY2025' },
  ...{ low, high, unit: 'USD', action: null, prior_low: null, prior_high: null, quote: '', url: '', place: '', recording: '' },
  ...{ known, ...more },
})

describe('what a range changes', () => {
  test.each([
    ['given', [said(1, 10, 12)]],
    ['kept', [said(1, 10, 12), said(2, 10, 12)]],
    ['raised', [said(1, 10, 12), said(2, 11, 13)]],
    ['raised', [said(1, 10, 12), said(2, 11, 12)]],
    ['raised', [said(1, 10, 12), said(2, 11, 12, { filing: 'release' }), said(2, 11, 12)]],
    ['cut', [said(1, 10, 12), said(2, 10, 11, { action: 'kept' })]],
    ['narrowed', [said(1, 10, 13), said(2, 11, 12)]],
    ['given', [said(1, 10, 12), said(2, 9, 13)]],
    ['new_basis', [said(1, 10, 12), said(2, 7, 8, { action: 'new_basis' })]],
    ['given', [said(1, 10, 12), said(2, 10, 11, { basis: 'adjusted' })]],
    ['given', [said(1, 10, 12), said(2, 10, 11, { period: 'FY2026' })]],
    ['withdrawn', [said(1, 10, 12), said(2, null, null, { metric: 'all', action: 'withdrawn' })]],
    ['given', [said(1, 10, 12), said(2, null, null, { metric: 'all', action: 'withdrawn' }), said(3, 5, 6)]],
  ] as const)('%s', (action, rows) => {
    expect(lastGiven(rows).at(-1)!.action).toBe(action)
  })
})
