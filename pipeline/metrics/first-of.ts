import { type Calculated, type Formula, partAt } from './formula.ts'

/**
 * One quantity from several sources in a stated order: for each period the value of the first source that has one, as that source gives
 * it. Where the newest value is not the first source's, it says so.
 */
export const firstOf: Formula = (of, metric) => {
  const sources = of.filter((each) => each !== null)
  const [first, ...others] = sources
  if (!first) return null
  const firstSource = of[0] ?? null
  if (others.length === 0 && firstSource) return first
  const rows = merged(sources)
  const used = [...new Set(rows.map(({ source }) => source).reverse())]
  return {
    column: {
      series: metric.name,
      unit: metric.unit,
      period: Int32Array.from(rows, ({ source, at }) => source.column.period[at]!),
      value: Float64Array.from(rows, ({ source, at }) => source.column.value[at]!),
      known: Float64Array.from(rows, ({ source, at }) => source.column.known[at]!),
      basis: Uint8Array.from(rows, ({ source, at }) => source.column.basis[at]!),
    },
    words: null,
    rests: used.flatMap(({ rests }) => rests),
    parts: (i) => (rows[i]!.source === firstSource ? [] : [partAt(rows[i]!.source.column, rows[i]!.at)]),
    notes: (i) => {
      const { source, at } = rows[i]!
      if (source === firstSource) return source.notes(at)
      return [
        `The value of ${metric.name} is that of ${source.column.series}: the first source has no value for the day.`,
        ...source.notes(at),
      ]
    },
  }
}

/** For every period of any source the first source that has it, with the index of the entry there; periods ascend. */
function merged(sources: readonly Calculated[]): { source: Calculated; at: number }[] {
  const next = sources.map(() => 0)
  const rows: { source: Calculated; at: number }[] = []
  for (;;) {
    let chosen = -1
    let period = Number.POSITIVE_INFINITY
    for (const [k, { column }] of sources.entries()) {
      const own = column.period[next[k]!] ?? Number.POSITIVE_INFINITY
      if (own >= period) continue
      period = own
      chosen = k
    }
    if (chosen < 0) return rows
    rows.push({ source: sources[chosen]!, at: next[chosen]! })
    for (const [k, { column }] of sources.entries()) if (column.period[next[k]!] === period) next[k]!++
  }
}
