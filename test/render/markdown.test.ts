import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { sampleNotice } from '../../data/notices.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { escapeText } from '../../pipeline/documents/escape.ts'
import type { MetricData, MetricLatestReading } from '../../pipeline/documents/metric.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import { renderJson } from '../../pipeline/render/json.ts'
import { renderMarkdown } from '../../pipeline/render/markdown.ts'
import { briefingOf, latestData, liquidityReading, metricData, priceReading, sayingOnly } from './documents.ts'
import { figuresNotIn } from './figures.ts'
import parts from './markdown.json' with { type: 'json' }

type Document = BriefingDocument | MetricData | MetricLatestReading

const written = (document: Document) => renderMarkdown('briefing' in document ? briefingKind : metricKind, document)

/** A briefing of the price alone, with some members changed. */
const reading = (changed: Partial<Reading>) =>
  written(briefingOf({ readings: { 'bitcoin-price': { ...priceReading, ...changed } } }))

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
const scored = parts.confidence
const wti: Reading = {
  ...priceReading,
  metric: 'wti-spot',
  title: 'WTI crude oil spot',
  unit: 'USD/bbl',
  value: 12.17,
  signal: null,
  momentum: null,
  percentile_90d: null,
  trend: parts.trend as Reading['trend'],
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
      sections: parts.sections,
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
    expect(figuresNotIn(text.replace('22 Jun', '23 Jun'), metricData)).toEqual(['-06-23'])
    expect(figuresNotIn(text.replace('22 July 2026', '22 July 2025'), metricData)).toEqual(['2025-07-22'])
    expect(figuresNotIn(`${text} 4711 of 7`, metricData)).toEqual(['4711'])
  })

  test('a metric costs at least 35% fewer tokens than the minified JSON', () => {
    const saved = (document: Document) => 1 - countTokens(written(document)) / countTokens(renderJson('Metric', document))
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

  test.each([true, false])('each of several notices is an item of the same list (sample data: %s)', (sample) => {
    const notices = ['First (a.example), CC BY-NC 4.0.', 'Second *.', 'Third.']
    const lines = written(briefingOf({ sample, notices: [...(sample ? [sampleNotice] : []), ...notices] })).split('\n')
    const first = lines.findIndex((line) => line.startsWith('- First'))
    expect(lines.slice(first - 1, first + 4)).toEqual(['', `- ${notices[0]}`, '- Second \\*.', '- Third.', ''])
  })

  test('where nothing would change the state, nothing is said of it', () => {
    expect(written(briefingOf({ turns: [], next_releases: [] }))).not.toContain('What would change it')
  })

  test('the headline is not printed next to a sentence that repeats it, and what is missing takes one line per reason', () => {
    const headline = 'The Fed balance sheet is at $6,743bn, its largest since March 2025.'
    const first = 'The Fed balance sheet stood at $6,743bn on 15 July, its largest since March 2025, up 0.1% over the week.'
    const other = 'Net liquidity rose 2.4% in four weeks.'
    expect(written(briefingOf({ headline, summary: `${other} ${first}` }))).toContain(
      `\n\n**${escapeText(first)}**\n\n${other}\n\n`,
    )
    expect(written(briefingOf({ headline, summary: other }))).toContain(`\n\n**${escapeText(headline)}**\n\n${other}\n\n`)
    const missing = ['prime-rate', 'germany-10y', 'x', 'y', 'a', 'b', 'c', 'd', 'e'].map((what, at) => ({
      what,
      why: at === 0 ? 'too short' : `no value on record as known on 2026-07-16 (needs series.${at})`,
    }))
    const lines = written(briefingOf({ data_quality: { status: 'partial', stale: [], missing } })).match(/Missing: .*/g)
    expect(lines).toEqual([
      'Missing: Bank prime rate (too short)',
      'Missing: German 10-year yield, x, y, a, b, c and 2 more (no value on record)',
    ])
  })

  test('of the changes of a week the five most unusual stand there, and how many more there are', () => {
    const change = (rank: number) => ({
      what: 'vix',
      field: 'signal' as const,
      from: 'a',
      to: 'b',
      text: `Change ${rank}.`,
      rank,
    })
    const text = (count: number) =>
      written(briefingOf({ changes: { '1d': [], '7d': Array.from({ length: count }, (_, at) => change(count - at)) } }))
    expect(text(7)).toContain('1. Change 1.\n2. Change 2.\n3. Change 3.\n4. Change 4.\n5. Change 5.\n\nAnd 2 smaller ones.')
    expect(text(6)).toContain('And 1 smaller one.')
    expect(text(5)).not.toContain('smaller')
    expect(text(0)).toContain(
      'The state, the signals and the readings released weekly or less often did not change, and no record was set.',
    )
  })

  test('a disputed sign and a signal say what they are in words', () => {
    const signal = priceReading.signal!
    expect(reading({ signal: { ...signal, direction: 'bearish', for: 'bonds' } })).toContain('|bearish for bonds|')
    expect(reading({ signal: { ...signal, direction: 'neutral', for: 'bonds' } })).toContain('|neutral|')
    expect(reading({ signal: { ...signal, direction: 'neutral', polarity: 'none', moving: 'falling' } })).toContain('|falling|')
  })

  test('a metric names its record', () => {
    const record = (set: NonNullable<MetricData['record']>) => written({ ...metricData, record: set })
    expect(record({ kind: 'highest', window: null, since: '2023-10-31' })).toContain(
      'on 22 July 2026, highest since October 2023.',
    )
    expect(record({ kind: 'largest_fall', window: '30d', since: '2026-03-02' })).toContain(
      'on 22 July 2026, largest fall over 30 days since 2 March.',
    )
  })

  test('what is late, partial or disputed has a line of its own; what is stale stands first, once', () => {
    const { freshness, data_quality } = priceReading
    const due = { ...freshness, next_due_at: '2026-07-22T00:00:00Z' }
    expect(reading({ freshness: { ...due, status: 'late' } })).toContain(
      '\n- Bitcoin price: late, due 22 July 00:00Z and not read.\n',
    )
    expect(reading({ data_quality: { ...data_quality, status: 'partial', notes: ['No value for 2026-07-15.'] } })).toContain(
      '\n- Bitcoin price: data partial. No value for 2026-07-15.\n',
    )
    expect(reading({ data_quality: { ...data_quality, status: 'partial', gaps: 3 } })).toContain(
      '\n- Bitcoin price: data partial, 3 gaps in 90 days.\n',
    )
    expect(reading({ data_quality: { ...data_quality, disagreement: 'Kraken: 99.' } })).toContain(
      'Sources disagree: Kraken: 99.\n',
    )
    const stale = reading({ freshness: { ...due, status: 'stale' } })
    expect(stale).toContain('\n**STALE DATA: Bitcoin price (newest value of 22 July 2026). No signal is drawn from it.**\n')
    expect(stale).not.toContain('- Bitcoin price:')
    // three periods are printed with their day, an older value is in the warning alone
    const aged = (period: string) => reading({ period, freshness: { ...due, status: 'stale', cadence: 'weekly' } })
    expect(aged('2026-07-02')).toContain('|Bitcoin price|')
    expect(aged('2026-07-01')).not.toContain('|Bitcoin price|')
    expect(aged('2026-07-01')).toContain('**STALE DATA: Bitcoin price (newest value of 1 July 2026).')
    const many = Array.from({ length: 9 }, (_, i) => ({ ...priceReading, title: `Reading ${i}` }))
    const all = (changed: Partial<Reading>) =>
      written(briefingOf({ readings: Object.fromEntries(many.map((each, i) => [`m${i}`, { ...each, ...changed }])) }))
    expect(all({ freshness: { ...due, status: 'stale' } })).toContain('Reading 4, Reading 5 and 3 more (newest value of')
    // the same said of several is said once
    expect(all({ freshness: { ...due, status: 'late' } }).match(/late, due/g)).toHaveLength(1)
  })

  test('a metric says the values at which its signal would turn', () => {
    const turns = [
      // printed it has to turn the signal too
      { to: 'neutral', side: 'below', value: 61_250.508, held: 'next_release', display: '$61,250' },
      { to: 'bearish', side: 'below', value: 55_000, held: 'week', display: '$55,000' },
    ] as const
    const signal = {
      ...metricData.signal!,
      direction: 'bullish' as const,
      for: 'bitcoin',
      since: '2025-12-30',
      turns: [...turns],
    }
    expect(written({ ...metricData, signal })).toContain(
      '- Signal: **bullish for bitcoin** since 30 December 2025. It turns neutral at $61,250 or lower at the next release, or bearish at $55,000 or lower for a week.',
    )
  })

  test('hostile text in any place adds no line, cell, link or tag', () => {
    const shape = (document: Document) =>
      written(document)
        .replace(/\\[!-/:-@[-`{-~]/g, '')
        .split('\n')
        .map((line) => line.replace(/[^|`<[\]]/g, ''))
    const plain = shape(sayingOnly('plain'))
    const hostile = fc.string({ unit: fc.constantFrom(...'ab1|`<>[]()\\#*_~&;:/\n\r-!'), minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(hostile, (text) => {
        // A text of blanks alone leaves an empty place; the letter keeps the shapes comparable.
        expect(shape(sayingOnly(`${text}a`))).toEqual(plain)
      }),
    )
  })
})
