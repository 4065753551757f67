import type { MetricName } from '../metrics.ts'

/**
 * A finished document for sale. The route alias, price, catalogue entry and docs follow from the row; its contents from the file of the
 * same name in `pipeline/briefings/`. `subjects` are the metrics its headline may be about, besides what only this briefing tells: no other briefing's, so that a
 * fact opens one briefing of an edition. `lead` is the metric whose signal and confidence stand at the head, `pairs` the correlations shown.
 */
export interface Briefing {
  readonly id: string
  readonly path: string
  readonly tier: 'free' | 'basic' | 'pro'
  readonly title: string
  readonly description: string
  readonly metrics: readonly MetricName[]
  readonly subjects: readonly MetricName[]
  readonly lead: MetricName | null
  readonly pairs: readonly (readonly [MetricName, MetricName])[]
}

/** A briefing as its file states it: its path follows from its id, and no correlations are shown, where left out. */
export type BriefingRow = Omit<Briefing, 'id' | 'path' | 'pairs'> & Partial<Pick<Briefing, 'path' | 'pairs'>>

/** Briefings of a file, by their ids. */
export type BriefingRows = Readonly<Record<string, BriefingRow>>
