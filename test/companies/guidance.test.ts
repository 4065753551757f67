import { describe, expect, test } from 'vitest'
import { guidanceActions, guidedBases, guidedMetrics, outlookWords } from '../../data/companies/guidance.ts'
import { newestGuidance } from '../../pipeline/companies/blocks/against-guidance.ts'
import { guidanceInSentence } from '../../pipeline/companies/documents/guidance-sentence.ts'
import without from './guidance.json' with { type: 'json' }

test.each(guidedMetrics)('$metric: $example', ({ metric, example }) => {
  expect(guidanceInSentence(example, false).map(({ measure }) => measure.metric.metric)).toContain(metric)
})
test.each(guidedBases)('$basis: $example', ({ basis, example }) => {
  expect(guidanceInSentence(example, false).map(({ measure }) => measure.basis)).toContain(basis)
})
test.each(guidanceActions)('$action: $example', ({ words, example }) => {
  expect(example).toMatch(words)
})

describe('sentences without guidance', () => {
  test.each(without)('%s', (sentence) => {
    expect(outlookWords.test(sentence) || /better|higher|guidance/.test(sentence)).toBe(true)
    expect(guidanceInSentence(sentence, false)).toEqual([])
  })
})

type Known = Parameters<typeof newestGuidance>[0][number]
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
    expect(newestGuidance(rows).at(-1)!.action).toBe(action)
  })
})
