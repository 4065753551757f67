import type { LateRelease } from '../analysis/late-release.ts'
import type { Confidence, Correlation, Reading, Signal } from '../analysis/reading.ts'
import type { Probabilities, RegimeName, RegimePart } from '../analysis/regime.ts'
import type { Quality } from '../freshness.ts'

/** Where a document stands in time and what it is made from (contract.md, identity of a document). */
export interface Identity {
  as_of: string
  computed_at: string
  /** `sha256:` over the RFC 8785 canonical JSON of the document without this member. */
  fingerprint: string
  sample: boolean
  notices: string[]
}

/** GET /api/metrics/{metric}, full read. */
export interface MetricData extends Reading, Identity {
  access: { served: 'full' | 'latest_reading' | 'late_release'; why: string | null; full_needs: string | null }
}

/** The whole of the previous release while a newer one is due and not read, `access.served = late_release`. */
export interface MetricLateRelease extends MetricData {
  late: LateRelease
}

/** The head of MetricData alone, `access.served = latest_reading`. */
export type MetricLatestReading = Omit<
  MetricData,
  'trend' | 'momentum' | 'signal' | 'confidence' | 'percentile_90d' | 'data_quality' | 'method'
>

export type CellValue = string | number | null

export interface SectionColumn {
  key: string
  label: string
  unit: string | null
}

/** A table. `columns` are what is printed, in order; a row may carry more, such as an identifier its link already shows. */
export interface Section {
  id: string
  title: string
  note: string | null
  columns: SectionColumn[]
  rows: Record<string, CellValue>[]
}

export interface Change {
  /** Metric name, or the briefing id for a change of its state. */
  what: string
  field: 'state' | 'signal' | 'momentum' | 'value'
  from: CellValue
  to: CellValue
  /** The sentence the Markdown prints. */
  text: string
}

/** The label a briefing carries, since when, and the one before. */
export interface StandingState {
  label: string
  since: string
  previous: string | null
  /** `since` is the earliest day that was looked at, not the day the state was entered: it has stood at least since then. */
  since_at_least: boolean
}

/** The member `regime` of cross.regime (contract.md). */
export interface Regime {
  current_regime: RegimeName
  /** The name it had before; in documents of days through 2026-12-31, null for what had none. */
  current_regime_legacy?: 'risk_on_expansion' | 'risk_off_contraction' | null
  probabilities: Probabilities
  since: string
  /** Days it has stood, the day itself counted. */
  days: number
  /** As in `state`: `since` and `days` are then the least it can be. */
  since_at_least: boolean
  inputs: RegimePart[]
}

/** A finished briefing (contract.md, Briefing). One pure function makes it, one renderer a format writes it. */
export interface BriefingDocument extends Identity {
  briefing: string
  title: string
  tier: string
  summary: string
  state: StandingState | null
  lead: string | null
  signal: Signal | null
  confidence: Confidence | null
  readings: Record<string, Reading>
  sections: Section[]
  changes: { '1d': Change[]; '7d': Change[] }
  next_releases: { series: string; title: string; due_at: string }[]
  data_quality: { status: Quality; stale: string[]; missing: { what: string; why: string }[] }
  sources: { id: string; name: string; url: string | null; as_of: string }[]
  notes: string[]
  correlations?: Correlation[]
  regime?: Regime
}
