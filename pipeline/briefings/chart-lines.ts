import type { Briefing } from '../../data/briefings.ts'
import { drawnTogether } from '../../data/charts.ts'
import { type Metric, metricRows } from '../../data/metrics.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import type { Day } from './day.ts'

/** The history of one metric as known on a day, thinned for a picture: day numbers and values, oldest first. */
interface History {
  readonly metric: string
  readonly title: string
  readonly points: readonly (readonly [day: number, value: number])[]
}

/** What one chart shows: a metric, and maybe another of the same unit beside it. */
export interface ChartLine extends History {
  readonly unit: string
  readonly beside: History | null
}

/** A chart goes back this many days, with about so many points; fewer than the least make none. */
const reach = 365
const mostPoints = 180
const leastPoints = 8
/** Charts of one briefing. */
const charts = 4

const rows = new Map<string, Metric>(metricRows.map((row) => [row.metric, row]))

/** What the charts of a briefing show: its lead first, then its other metrics in their order, those with enough of a history. */
export function chartLines(row: Briefing, day: Day): ChartLine[] {
  const metrics = [...new Set([...(row.lead ? [row.lead] : []), ...row.metrics])]
  const pairs = drawnTogether.filter((pair) => pair.every((metric) => metrics.includes(metric)))
  const lines: ChartLine[] = []
  for (const metric of metrics) {
    if (lines.length === charts) break
    if (pairs.some(([, second]) => second === metric)) continue
    const second = pairs.find(([first]) => first === metric)?.[1]
    const history = historyOf(metric, day)
    if (history) lines.push({ ...history, unit: rows.get(metric)!.unit, beside: second ? historyOf(second, day) : null })
  }
  return lines
}

function historyOf(metric: string, day: Day): History | null {
  const column = day.column(metric)
  if (!column) return null
  const last = column.period.length - 1
  const first = indexAtOrBefore(column, column.period[last]! - reach) + 1
  if (last - first + 1 < leastPoints) return null
  const points = thinned(column, first, last).map((i) => [column.period[i]!, column.value[i]!] as const)
  return { metric, title: rows.get(metric)!.title, points }
}

/**
 * Places of the values that are drawn: all where they are few, else the lowest and the highest of every so many, so that no spike is lost,
 * with the first and the last.
 */
function thinned({ value }: Column, first: number, last: number): number[] {
  const count = last - first + 1
  const size = count <= mostPoints ? 1 : Math.ceil((2 * count) / mostPoints)
  const drawn = new Set([first])
  for (let from = first; from <= last; from += size) {
    let [low, high] = [from, from]
    for (let i = from; i < from + size && i <= last; i++) {
      if (value[i]! < value[low]!) low = i
      if (value[i]! > value[high]!) high = i
    }
    drawn.add(Math.min(low, high)).add(Math.max(low, high))
  }
  return [...drawn.add(last)]
}
