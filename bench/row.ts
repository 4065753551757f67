/** One line of the table `npm run bench` prints. */
export interface BenchRow {
  readonly goal: string
  readonly measured: number
  /** Most that holds, in the same unit. */
  readonly target: number
  /** Empty for a ratio. */
  readonly unit: '' | 'ms' | 's' | 'min' | 'MB'
  readonly note?: string
}

/** A row in the order of the table, without a note. */
export function benchRow(goal: string, measured: number, target: number, unit: BenchRow['unit'] = ''): BenchRow {
  return { goal, measured, target, unit }
}

/** Middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('there is no median of nothing')
  const sorted = [...values].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Whether a goal is met. */
export const holds = ({ measured, target }: BenchRow): boolean => measured <= target

/** A row as text: goal, measured, target, verdict and note, with so many decimals. */
export function lineOf(row: BenchRow, decimals = 2): string {
  const measured = row.measured.toFixed(row.unit === '' && Number.isInteger(row.measured) ? 0 : decimals)
  const cells = [`${measured} ${row.unit}`.trim(), `<= ${row.target} ${row.unit}`.trim(), holds(row) ? 'holds' : 'MISSED']
  return `${[row.goal, ...cells, row.note ?? ''].join('\t')}\n`
}
