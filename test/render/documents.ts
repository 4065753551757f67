import { makeReading } from '../../pipeline/analysis/make-reading.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { MetricData, MetricLatestReading } from '../../pipeline/documents/metric.ts'
import { latestReading } from '../../pipeline/documents/metric-kind.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import { withFingerprint } from '../../pipeline/render/fingerprint.ts'
import { dayMs, dayNumber } from '../../pipeline/time/day.ts'
import { columnOf } from '../analysis/columns.ts'
import written from './documents.json' with { type: 'json' }

/** Documents made by hand: figures written down here, nothing random, nothing of today. */
export const today = dayNumber('2026-07-22')!
const now = Date.parse('2026-07-23T23:59:59Z')

const price = written.price as MetricFacts

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
    source: calculated ? written.sources.calculated : written.sources.given,
    inputs: calculated ? written.inputs : [],
  })
}

export const priceReading = readingOf(price, 500, 1, swing(60_000, 20, 2_500), false)
export const liquidityReading = readingOf(
  { ...price, ...(written.liquidity as Partial<MetricFacts>) },
  200,
  7,
  swing(5_700, 0.5, 60),
  true,
)
export const ribbonReading = readingOf(
  { ...price, ...(written.ribbon as Partial<MetricFacts>) },
  300,
  1,
  (i) => Math.round((1 + 0.03 * Math.sin(i / 40)) * 1e6) / 1e6,
  false,
)

const identity = written.identity
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
      ...(written.briefing as Pick<BriefingDocument, keyof typeof written.briefing>),
      ...identity,
      signal: priceReading.signal,
      confidence: priceReading.confidence,
      readings: { 'bitcoin-price': priceReading, 'net-liquidity': liquidityReading, 'hash-ribbon': ribbonReading },
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
