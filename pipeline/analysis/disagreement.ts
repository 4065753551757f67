import { isoDay } from '../time/day.ts'
import { type Column, indexAtOrBefore } from '../values/column.ts'

/** Another source of the same quantity, as known at the moment, and how far it may be off: in percent of the value, or in its unit. */
export interface ComparisonSource {
  readonly title: string
  readonly column: Column
  readonly tolerance: number
  readonly in: 'percent' | 'unit'
}

/** Periods this many days before the newest one are still compared. */
const reach = 7

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })

/**
 * What the witnesses say otherwise: each is compared on the newest period it has in common with `column` up to index `last`, if that is at
 * most seven days before; a difference beyond its tolerance is reported with both values. Null when none differs.
 */
export function sourceDisagreement(column: Column, last: number, witnesses: readonly ComparisonSource[]): string | null {
  const said = witnesses.flatMap((witness) => {
    const at = newestCommon(column, last, witness.column)
    if (at === null) return []
    const [value, other] = [column.value[at[0]]!, witness.column.value[at[1]]!]
    const off = witness.in === 'percent' ? 100 * (other / value - 1) : other - value
    // a difference as large as the tolerance is within it, whatever binary arithmetic makes of the two
    if (!(Math.abs(off) > witness.tolerance * (1 + 1e-9))) return []
    const unit = witness.in === 'percent' ? '%' : ` ${column.unit === 'percent' ? 'percentage points' : column.unit}`
    const by = `${number.format(Math.abs(off))}${unit} ${off > 0 ? 'above' : 'below'}`
    return [`${witness.title}: ${number.format(other)} on ${isoDay(column.period[at[0]]!)}, ${by} ${number.format(value)}.`]
  })
  return said.length > 0 ? said.join(' ') : null
}

function newestCommon(a: Column, last: number, b: Column): readonly [number, number] | null {
  for (let i = last; i >= 0 && a.period[i]! >= a.period[last]! - reach; i--) {
    const j = indexAtOrBefore(b, a.period[i]!)
    if (j >= 0 && b.period[j] === a.period[i]) return [i, j]
  }
  return null
}
