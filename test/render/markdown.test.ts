import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { MetricData, MetricLatestReading } from '../../pipeline/documents/metric.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import { briefingMarkdown } from '../../pipeline/render/briefing-markdown.ts'
import { renderJson } from '../../pipeline/render/json.ts'
import { metricMarkdown } from '../../pipeline/render/metric-markdown.ts'
import { briefingOf, latestData, liquidityReading, metricData, priceReading } from './documents.ts'
import { figuresNotIn } from './figures.ts'

type Document = BriefingDocument | MetricData | MetricLatestReading

const written = (document: Document) => ('briefing' in document ? briefingMarkdown(document) : metricMarkdown(document))

const lateReading: Reading = {
  ...liquidityReading,
  freshness: { ...liquidityReading.freshness, status: 'late' },
  data_quality: {
    ...liquidityReading.data_quality,
    status: 'partial',
    coverage_90d: 0.923077,
    gaps: 1,
    notes: ['No value for 2026-07-15.'],
  },
}
const scored = {
  score: 62,
  why: null,
  horizon_days: 7,
  no_information: 50,
  edge: { points: 6.2, low: 1.4, high: 11 },
  text: 'On 120 such days since 2019 the value was higher 7 days later 58 % of the time, against 52 % of all days: an edge so far.',
  factors: [{ name: 'agreement', effect: '+8', detail: '3 of 3 windows agree' }],
  calibration: {
    n: 120,
    hit_rate: 0.583333,
    base_rate: 0.521,
    brier: 0.2432,
    skill: 0.01,
    skill_low: -0.002,
    skill_high: 0.022,
    from: '2019-01-02',
    to: '2026-07-15',
  },
}
const wti: Reading = {
  ...priceReading,
  metric: 'wti-spot',
  title: 'WTI crude oil spot',
  unit: 'USD/bbl',
  value: 12.17,
  signal: null,
  momentum: null,
  percentile_90d: null,
  trend: {
    '7d': {
      change: null,
      change_unit: 'percent',
      direction: 'up',
      strength: null,
      span: '7 days',
      from: { period: '2020-04-20', value: -36.98 },
      to: { period: '2020-04-27', value: 12.17 },
      note: 'No percent change from a value that is not positive.',
    },
    '30d': null,
    '90d': null,
  },
}

const documents: readonly (readonly [string, Document])[] = [
  ['briefing', briefingOf()],
  [
    'briefing-with-gaps',
    briefingOf({
      sample: false,
      notices: [],
      state: { label: 'unknown', since: '2026-07-01', previous: null, since_at_least: false },
      signal: null,
      confidence: scored,
      readings: { 'net-liquidity': lateReading, 'wti-spot': wti },
      sections: [
        {
          id: 'filed',
          title: 'Filed totals',
          note: 'Newest first.',
          columns: [{ key: 'a', label: 'Total', unit: 'BTC' }],
          rows: [],
        },
      ],
      correlations: [],
      changes: { '1d': [], '7d': [] },
      next_releases: [],
      data_quality: { status: 'partial', stale: ['vix'], missing: [{ what: 'rrp', why: 'no value on record' }] },
      notes: [],
    }),
  ],
  ['metric', metricData],
  ['metric-latest', latestData],
  ['metric-without-percent', { ...metricData, ...wti, confidence: scored }],
]

describe('Markdown', () => {
  test.each(documents)('%s reads as written down', async (name, document) => {
    await expect(written(document)).toMatchFileSnapshot(`golden/${name}.txt`)
  })

  test.each(documents)('%s: every figure is in the JSON', (_, document) => {
    expect(figuresNotIn(written(document), document)).toEqual([])
  })

  test('a figure that is not in the JSON is found', () => {
    const text = written(metricData)
    expect(figuresNotIn(text.replace('67,561.67', '67,561.68'), metricData)).toEqual(['67561.68'])
    expect(figuresNotIn(text.replace('-6.26%', '+6.26%'), metricData)).toEqual(['6.26'])
    expect(figuresNotIn(text.replace('2026-06-22', '2026-06-23'), metricData)).toEqual(['2026-06-23'])
    expect(figuresNotIn(`${text} 4711 of 7`, metricData)).toEqual(['4711'])
  })

  test('costs at least 40 % fewer tokens than the minified JSON, a briefing; 35 % a metric', () => {
    const saved = (document: Document) =>
      1 - countTokens(written(document)) / countTokens(renderJson('briefing' in document ? 'Briefing' : 'Metric', document))
    for (const [name, document] of documents)
      if ('briefing' in document) expect(saved(document), name).toBeGreaterThanOrEqual(0.4)
    expect(saved(metricData)).toBeGreaterThanOrEqual(0.35)
    expect(saved(latestData)).toBeGreaterThan(0)
  })

  test('sample data says so under the title, once', () => {
    expect(written(briefingOf()).split('\n')[2]).toBe('**SAMPLE DATA: invented values and issuers, not market data.**')
    expect(written(briefingOf()).match(/SAMPLE DATA/g)).toHaveLength(1)
    expect(written(briefingOf({ notices: [] })).split('\n')[2]).toBe(
      '**SAMPLE DATA: invented values and issuers, not market data.**',
    )
    expect(written(briefingOf({ sample: false, notices: [] }))).not.toContain('SAMPLE')
  })

  test('carries the fingerprint and every notice', () => {
    for (const document of [briefingOf(), metricData, latestData]) {
      expect(written(document)).toContain(document.fingerprint)
      for (const notice of document.notices) expect(written(document)).toContain(notice)
    }
  })

  test('a change whose window starts on another day names it', () => {
    expect(written(briefingOf())).toContain('-1.11% from 2026-06-17')
  })

  test('hostile text in any place adds no line, cell, link or tag', () => {
    const place = (text: string): BriefingDocument => {
      const hostile = {
        ...priceReading,
        title: text,
        data_quality: { ...priceReading.data_quality, disagreement: text, notes: [text] },
      }
      return briefingOf({
        title: text,
        summary: text,
        state: { label: text, since: '2026-07-20', previous: text, since_at_least: false },
        readings: { 'bitcoin-price': hostile },
        sections: [
          {
            id: 'x',
            title: text,
            note: text,
            columns: [
              { key: 'a', label: text, unit: text },
              { key: 'b', label: 'B', unit: null },
            ],
            rows: [{ a: text, b: text }],
          },
        ],
        changes: { '1d': [{ what: 'x', field: 'release', from: text, to: text, text, rank: 1 }], '7d': [] },
        next_releases: [{ series: text, title: text, due_at: '2026-07-30T20:30:00Z' }],
        data_quality: { status: 'good', stale: [text], missing: [{ what: text, why: text }] },
        sources: [{ id: text, name: text, url: text, as_of: '2026-07-22' }],
        notices: [text],
        notes: [text],
      })
    }
    const shape = (document: Document) =>
      written(document)
        .replace(/\\[!-/:-@[-`{-~]/g, '')
        .split('\n')
        .map((line) => line.replace(/[^|`<[\]]/g, ''))
    const plain = shape(place('plain'))
    const hostile = fc.string({ unit: fc.constantFrom(...'ab1|`<>[]()\\#*_~&;:/\n\r-!'), minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(hostile, (text) => {
        // A text of blanks alone leaves an empty place; the letter keeps the shapes comparable.
        expect(shape(place(`${text}a`))).toEqual(plain)
      }),
    )
  })
})
