/** A measure of a segment table, by the concepts of a market. */
export interface SegmentMeasure {
  readonly measure: 'revenue' | 'external_revenue' | 'result' | 'assets'
  /** Concepts of amounts of segments: the first counts that adds up. */
  readonly concepts: readonly string[]
  /** Concepts of the whole company, in order; the same concept where left out. */
  readonly whole?: readonly string[]
  /** What reconciles the two under other concepts. */
  readonly added?: readonly string[]
  readonly takenOff?: readonly string[]
}
