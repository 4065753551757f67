import { createHash } from 'node:crypto'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { MetricData } from '../../pipeline/documents/metric.ts'
import type { Correlation } from '../../pipeline/documents/reading.ts'
import type { Draft } from '../../pipeline/documents/schema.ts'
import type { TreasuryDocument } from '../../pipeline/documents/treasury.ts'
import type { CalibrationRow, CorrelationRow, PublishedRows, RegimeRow } from '../../pipeline/tables/published.ts'
import type { ReadingRow } from '../../pipeline/tables/reading.ts'

/** The figures of a day's documents as rows of the analysts' tables; `computedAt` is a logical time (RFC 3339 UTC). */
export function publishedRows(
  metrics: readonly Draft<MetricData>[],
  briefings: readonly Draft<BriefingDocument>[],
  computedAt: string,
): Omit<PublishedRows, keyof ReturnType<typeof treasuryRows>> {
  const correlations = briefings.flatMap(({ correlations = [], as_of }) =>
    correlations.map((correlation) => correlationRow(correlation, as_of, computedAt)),
  )
  return {
    reading: metrics.map((document) => readingRow(document, computedAt)),
    // a day has one regime, however many briefings carry it
    regime: briefings.flatMap((document) => regimeRow(document, computedAt) ?? []).slice(0, 1),
    // several briefings tell of the same pair
    correlation: [...new Map(correlations.map((row) => [`${row.a} ${row.b}`, row])).values()],
    calibration: metrics.flatMap((document) => calibrationRow(document, computedAt) ?? []),
  }
}

/** Treasury documents as rows: each is stored under its hash, without its day and the age of its count. */
export function treasuryRows(
  companies: readonly TreasuryDocument[],
  computedAt: string,
): Pick<PublishedRows, 'treasury' | 'treasury_document'> {
  const rows = companies.map(({ as_of, ...rest }) => {
    const document = rest.holding === null ? rest : { ...rest, holding: { ...rest.holding, age_days: undefined } }
    const id = createHash('sha256').update(JSON.stringify(document)).digest('hex')
    return { treasury: { ticker: rest.ticker, as_of, said: id, computed_at: computedAt }, document: { id, document } }
  })
  return { treasury: rows.map(({ treasury }) => treasury), treasury_document: rows.map(({ document }) => document) }
}

function regimeRow({ regime, as_of }: Draft<BriefingDocument>, computed_at: string): RegimeRow | null {
  if (!regime?.score || regime.horizon_days === undefined || regime.most_likely === undefined) return null
  const { current_regime, score, probabilities, horizon_days, most_likely } = regime
  return {
    as_of,
    regime: current_regime,
    score: score.day,
    mean: score.mean,
    ...probabilities,
    horizon_days,
    most_likely,
    computed_at,
  }
}

function correlationRow({ kinds: _, from, to, ...figures }: Correlation, as_of: string, computed_at: string): CorrelationRow {
  return { ...figures, as_of, from_day: from, to_day: to, computed_at }
}

function calibrationRow({ metric, as_of, confidence }: Draft<MetricData>, computed_at: string): CalibrationRow | null {
  if (confidence.calibration === null) return null
  const { from, to, ...figures } = confidence.calibration
  return { metric, as_of, horizon_days: confidence.horizon_days, ...figures, from_day: from, to_day: to, computed_at }
}

function readingRow(document: Draft<MetricData>, computedAt: string): ReadingRow {
  const { trend, momentum, signal, confidence, percentile_90d, data_quality } = document
  return {
    metric: document.metric,
    as_of: document.as_of,
    period: document.period,
    value: document.value,
    unit: document.unit,
    known_at: document.known_at,
    known_basis: document.known_basis,
    freshness: document.freshness.status,
    change_unit: trend['7d']?.change_unit ?? trend['30d']?.change_unit ?? trend['90d']?.change_unit ?? null,
    change_7d: trend['7d']?.change ?? null,
    change_30d: trend['30d']?.change ?? null,
    change_90d: trend['90d']?.change ?? null,
    strength_7d: trend['7d']?.strength ?? null,
    strength_30d: trend['30d']?.strength ?? null,
    strength_90d: trend['90d']?.strength ?? null,
    momentum: momentum?.state ?? null,
    signal: signal?.direction ?? null,
    confidence: confidence.score,
    percentile_90d: percentile_90d?.value ?? null,
    quality: data_quality.status,
    disagreement: data_quality.disagreement,
    method: document.method.version,
    computed_at: computedAt,
  }
}
