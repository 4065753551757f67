/** One line of the table `npm run bench` prints. */
export interface BenchRow {
  readonly goal: string
  /** Ratio to hold: `ratio` at most this. */
  readonly target: number
  /** What was measured and the floor it stands against, with units. */
  readonly measured: string
  readonly floor: string
  readonly ratio: number
  readonly note?: string
}
