import { makeReading } from '../../../pipeline/analysis/make-reading.ts'
import type { MetricFacts } from '../../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest } from '../../../pipeline/analysis/past.ts'
import type { BriefingDocument } from '../../../pipeline/documents/briefing.ts'
import type { MetricData, MetricLatestReading } from '../../../pipeline/documents/metric.ts'
import { latestReading } from '../../../pipeline/documents/metric-kind.ts'
import type { Reading } from '../../../pipeline/documents/reading.ts'
import { withFingerprint } from '../../../pipeline/documents/render/fingerprint.ts'
import { dayMs, dayNumber } from '../../../pipeline/time/day.ts'
import { columnOf } from '../../analysis/columns.ts'

/** Documents made by hand: figures written down here, nothing random, nothing of today. */
export const today = dayNumber('2026-07-22')!
const now = Date.parse('2026-07-23T23:59:59Z')

const price: MetricFacts = {
  metric: 'bitcoin-price',
  title: 'Bitcoin price',
  category: 'bitcoin',
  unit: 'USD',
  cadence: 'daily',
  polarity: 'higher_is_bullish',
  for: 'bitcoin',
  window: '7d',
  change: 'percent',
  version: 1,
}

/** A swing around a rising level, so that every window has a change and a spread. */
const swing = (level: number, rise: number, size: number) => (i: number) =>
  Math.round((level + rise * i + size * (Math.sin(i / 9) + 0.4 * Math.sin(i / 2.3))) * 1e4) / 1e4

function readingOf(
  facts: MetricFacts,
  count: number,
  every: number,
  valueAt: (i: number) => number,
  calculated: boolean,
): Reading {
  const points = Array.from({ length: count }, (_, i) => [today - (count - 1 - i) * every, valueAt(i)] as const)
  const column = columnOf(points, facts.unit, facts.metric)
  const last = count - 1
  return makeReading({
    metric: facts,
    column,
    last,
    judged: column,
    turns: [],
    now,
    past: new SignalBacktest(facts).at(column, last),
    expected: Array.from(column.period).filter((day) => day > today - 90),
    release: { nextDueAt: (today + every + 1) * dayMs, graceMs: dayMs / 2, staleMs: 2 * dayMs },
    source: calculated
      ? { id: 'calculated', name: 'calculated', series: 'fed-balance - tga - rrp', url: null }
      : { id: 'coinmetrics', name: 'Coin Metrics', series: 'PriceUSD', url: 'https://coinmetrics.io/community-network-data/' },
    inputs: calculated
      ? [
          {
            series: 'WALCL',
            period: '2026-07-22',
            value: 6_543_210,
            unit: 'USD mn',
            known_at: '2026-07-23T20:30:00Z',
            url: null,
          },
          {
            series: 'RRPONTSYD',
            period: '2026-07-22',
            value: 3.456,
            unit: 'USD bn',
            known_at: '2026-07-23T13:00:00Z',
            url: null,
          },
        ]
      : [],
  })
}

export const priceReading = readingOf(price, 500, 1, swing(60_000, 20, 2_500), false)
export const liquidityReading = readingOf(
  {
    ...price,
    metric: 'net-liquidity',
    title: 'Net liquidity',
    category: 'macro',
    unit: 'USD bn',
    cadence: 'weekly',
    window: '30d',
  },
  200,
  7,
  swing(5_700, 0.5, 60),
  true,
)
export const ribbonReading = readingOf(
  { ...price, metric: 'hash-ribbon', title: 'Hash ribbon', unit: '1', window: '30d', change: 'unit', polarity: 'none' },
  300,
  1,
  (i) => Math.round((1 + 0.03 * Math.sin(i / 40)) * 1e6) / 1e6,
  false,
)

const identity = {
  as_of: '2026-07-23',
  sample: true,
  notices: [
    'SAMPLE DATA: invented values and issuers, not market data.',
    'Network data: Coin Metrics (coinmetrics.io), CC BY-NC 4.0.',
  ],
}
const computedAt = '2026-07-23T23:59:59Z'

export const metricData: MetricData = withFingerprint(
  { ...priceReading, ...identity, access: { served: 'full', why: null, full_needs: null } },
  computedAt,
)

export const latestData: MetricLatestReading = withFingerprint(
  latestReading({ ...liquidityReading, ...identity, access: { served: 'full', why: null, full_needs: null } }),
  computedAt,
)

/** The briefing with some members changed, stamped. */
export function briefingOf(changed: Partial<Omit<BriefingDocument, 'computed_at' | 'fingerprint'>> = {}): BriefingDocument {
  return withFingerprint(
    {
      briefing: 'btc.quick-check',
      title: 'Bitcoin Quick Check',
      tier: 'free',
      ...identity,
      headline: 'Bitcoin price 70,000 USD on 2026-07-22.',
      summary: 'Bitcoin price 70,000 USD on 2026-07-22. Correlation 0.35 (weak) over 30 weekly changes.',
      state: { label: 'supported', since: '2026-07-20', previous: 'quiet', since_at_least: false },
      lead: 'bitcoin-price',
      signal: priceReading.signal,
      confidence: priceReading.confidence,
      readings: { 'bitcoin-price': priceReading, 'net-liquidity': liquidityReading, 'hash-ribbon': ribbonReading },
      sections: [
        {
          id: 'average',
          title: 'Against the 200-day average',
          note: null,
          columns: [
            { key: 'period', label: 'Day', unit: null },
            { key: 'price', label: 'Price', unit: 'USD' },
            { key: 'average', label: '200-day average', unit: 'USD' },
            { key: 'distance', label: 'Distance', unit: 'percent' },
          ],
          rows: [{ period: '2026-07-22', price: 70_000, average: 66_003.4567, distance: 6.05505 }],
        },
      ],
      correlations: [
        {
          a: 'bitcoin-price',
          b: 'net-liquidity',
          value: 0.353211,
          low: -0.00821,
          high: 0.633402,
          n: 30,
          independent: 30,
          kinds: ['percent', 'percent'],
          word: 'not distinguishable from zero',
          from: '2025-12-24',
          to: '2026-07-22',
        },
      ],
      changes: {
        '1d': [],
        '7d': [
          {
            what: 'btc.quick-check',
            field: 'state',
            from: 'quiet',
            to: 'supported',
            text: 'State moved from quiet to supported.',
            rank: 1,
          },
        ],
      },
      turns: [
        {
          to: 'quiet',
          needs: [{ metric: 'bitcoin-price', side: 'below', value: 61_250.5, held: 'week', display: '$61,250' }],
          by: { series: 'WALCL', due_at: '2026-07-30T20:30:00Z' },
        },
        {
          to: 'strained',
          needs: [
            { metric: 'bitcoin-price', side: 'below', value: 55_000, held: 'week', display: '$55,000' },
            { metric: 'net-liquidity', side: 'below', value: 5_612.25, held: 'next_release', display: '$5,612bn' },
          ],
          by: null,
        },
      ],
      points: [
        { metric: 'bitcoin-price', text: 'Bitcoin is 6.1% above its 200-day average.', rank: 1 },
        { metric: 'net-liquidity', text: 'Net liquidity fell over four weeks.', rank: 2 },
      ],
      next_releases: [
        { series: 'WALCL', title: 'Federal Reserve total assets, Wednesday level', due_at: '2026-07-30T20:30:00Z' },
      ],
      data_quality: {
        status: 'good',
        stale: [],
        missing: [{ what: 'btc-price-200d-ma', why: 'fewer than 200 daily prices are on record' }],
      },
      sources: [
        { id: 'coinmetrics', name: 'Coin Metrics', url: 'https://coinmetrics.io/community-network-data/', as_of: '2026-07-22' },
        { id: 'fred', name: 'FRED, Federal Reserve Bank of St. Louis', url: 'https://fred.stlouisfed.org/', as_of: '2026-07-22' },
      ],
      notes: ['It describes, it does not forecast.'],
      ...changed,
    },
    computedAt,
  )
}

/** A briefing that says this in every place a text may come from elsewhere. */
export const sayingOnly = (text: string): BriefingDocument =>
  briefingOf({
    title: text,
    summary: text,
    state: { label: text, since: '2026-07-20', previous: text, since_at_least: false },
    readings: {
      'bitcoin-price': {
        ...priceReading,
        title: text,
        source: { ...priceReading.source, name: text },
        data_quality: { ...priceReading.data_quality, disagreement: text, notes: [text] },
      },
    },
    sections: [
      {
        id: 'x',
        title: text,
        note: text,
        columns: [
          { key: 'a', label: text, unit: text },
          { key: 'b', label: 'B', unit: null },
        ],
        rows: [
          { a: text, b: text },
          { a: `https://a.example/${text}`, b: text },
        ],
      },
    ],
    changes: { '1d': [{ what: 'x', field: 'release', from: text, to: text, text, rank: 1 }], '7d': [] },
    next_releases: [{ series: text, title: text, due_at: '2026-07-30T20:30:00Z' }],
    data_quality: { status: 'good', stale: [text], missing: [{ what: text, why: text }] },
    sources: [{ id: text, name: text, url: text, as_of: '2026-07-22' }],
    notices: [`SAMPLE DATA ${text}`, text],
    notes: [text],
  })
