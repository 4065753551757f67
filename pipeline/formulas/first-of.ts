import { metricByName } from '../../data/metrics.ts'
import { seriesById } from '../../data/series.ts'
import { upstreamById } from '../../data/upstreams.ts'
import type { Column } from '../values/column.ts'
import { type Calculated, type Formula, inputPartAt } from './formula.ts'
import { scaleDownFormula } from './same-day.ts'

/**
 * One quantity from several sources in a stated order: for each period the value of the first source that has one, as that source gives
 * it. Where the newest value is not the first source's, it says so.
 */
export const firstAvailableSource: Formula = (of, metric) => {
  const sources = of.filter((each) => each !== null)
  const [first, ...others] = sources
  if (!first) return null
  const firstSource = of[0] ?? null
  if (others.length === 0 && firstSource) return first
  const { title = metric.name, of: names = [] } = metricByName.get(metric.name) ?? {}
  const preferred = sourceName(names[0] ?? '')
  const { from, at: entries } = merged(sources)
  const rowAt = (i: number) => ({ source: sources[from[i]!]!, at: entries[i]! })
  const used = [...new Set(from.toReversed())].map((k) => sources[k]!)
  const columnOf = (i: number): Column => sources[from[i]!]!.column
  return {
    column: {
      series: metric.name,
      unit: metric.unit,
      period: entries.map((at, i) => columnOf(i).period[at]!),
      value: Float64Array.from(entries, (at, i) => columnOf(i).value[at]!),
      known: Float64Array.from(entries, (at, i) => columnOf(i).known[at]!),
      basis: Uint8Array.from(entries, (at, i) => columnOf(i).basis[at]!),
    },
    words: null,
    dependsOn: used.flatMap(({ dependsOn }) => dependsOn),
    parts: (i) => {
      const { source, at } = rowAt(i)
      return source === firstSource ? [] : [inputPartAt(source.column, at)]
    },
    notes: (i) => {
      const { source, at } = rowAt(i)
      if (source === firstSource) return source.notes(at)
      return [`${title} is from ${sourceName(source.column.series)}; ${preferred} has none for the day.`, ...source.notes(at)]
    },
  }
}

/** The upstream of a series, or of the first one a metric is made of. */
function sourceName(id: string): string {
  const [first] = metricByName.get(id)?.of ?? []
  if (first !== undefined) return sourceName(first)
  const upstream = seriesById.get(id)?.upstream
  return (upstream && upstreamById.get(upstream)?.name) ?? id
}

/** The Wednesday level where it is known, else the weekly average, which is another thing and says so. Never a mixture of the two. */
export const treasuryGeneralAccount: Formula = ([level, average], metric) => {
  const read = level ?? average
  if (!read) return null
  const words = `${read.column.series} / 1,000`
  const stated = { ...scaleDownFormula(1_000).calculate([read], metric)!, words }
  if (level) return stated
  const notes = () => ['The Treasury account is its weekly average, not the Wednesday level.']
  return { ...stated, words: `${words} (weekly average)`, notes }
}

/** For every period of any source, ascending, the first source that has it (its index), and the index of the entry there. */
function merged(sources: readonly Calculated[]): { from: Uint8Array; at: Int32Array } {
  const most = sources.reduce((sum, { column }) => sum + column.period.length, 0)
  const from = new Uint8Array(most)
  const at = new Int32Array(most)
  const next = sources.map(() => 0)
  for (let count = 0; ; count++) {
    let chosen = -1
    let period = Number.POSITIVE_INFINITY
    for (let k = 0; k < sources.length; k++) {
      const own = sources[k]!.column.period[next[k]!] ?? Number.POSITIVE_INFINITY
      if (own >= period) continue
      period = own
      chosen = k
    }
    if (chosen < 0) return { from: from.subarray(0, count), at: at.subarray(0, count) }
    from[count] = chosen
    at[count] = next[chosen]!
    for (let k = 0; k < sources.length; k++) if (sources[k]!.column.period[next[k]!] === period) next[k]!++
  }
}
