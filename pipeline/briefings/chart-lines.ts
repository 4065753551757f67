import type { Briefing } from '../../data/briefings.ts'
import { drawnTogether } from '../../data/charts.ts'
import { metricByName } from '../../data/metrics.ts'
import type { Day } from '../analysis/days/day.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import type { ChartLine, History } from '../documents/charts.ts'

/** How far back a chart goes, in days, and about how many points it has: that of the lead is large, the others are small. */
const large = { days: 1_095, points: 300 }
const small = { days: 365, points: 100 }
const tiny = { days: 365, points: 60 }
/** Fewer points than these make no chart. */
const leastPoints = 8
/** Small charts of one briefing. */
const most = 5

/**
 * What the charts of a briefing show, those with enough of a history: first its lead, large, or without one the first of what stands out or
 * of its metrics; then the metrics of its points in their order, small.
 */
export function chartLines(row: Briefing, day: Day, points: readonly string[] = []): ChartLine[] {
  const lead = row.lead ?? points[0] ?? row.metrics[0]!
  const others = [...new Set(points)].filter((metric) => metric !== lead).slice(0, most)
  const second = drawnTogether.find(([first, beside]) => first === lead && row.metrics.includes(beside))?.[1]
  const lines = [lead, ...others].map((metric, at): ChartLine | null => {
    const history = historyOf(metric, day, at === 0 ? large : small)
    const beside = at === 0 && second ? historyOf(second, day, large) : null
    return history && { ...history, unit: metricByName.get(metric)!.unit, beside }
  })
  return lines.filter((line) => line !== null)
}

/** The history of one metric, large; null where it is too short for a picture. */
export function history(metric: string, day: Day): ChartLine | null {
  const { unit } = metricByName.get(metric)!
  const second = drawnTogether.find(([first]) => first === metric)?.[1]
  const own = historyOf(metric, day, large)
  return own && { ...own, unit, beside: second === undefined ? null : historyOf(second, day, large) }
}

/** The last year of one metric for a glance beside its name. */
export function glance(metric: string, day: Day): ChartLine | null {
  const own = historyOf(metric, day, tiny)
  return own && { ...own, unit: metricByName.get(metric)!.unit, beside: null }
}

function historyOf(metric: string, day: Day, { days, points: mostPoints }: typeof large): History | null {
  const column = day.column(metric)
  if (!column) return null
  const last = column.period.length - 1
  const first = indexAtOrBefore(column, column.period[last]! - days) + 1
  if (last - first + 1 < leastPoints) return null
  const points = thinned(column, first, last, mostPoints).map((i) => [column.period[i]!, column.value[i]!] as const)
  return { metric, title: metricByName.get(metric)!.title, points }
}

/**
 * Places of the values that are drawn: all where they are few, else the lowest and the highest of every so many, so that no spike is lost,
 * with the first and the last.
 */
function thinned({ value }: Column, first: number, last: number, mostPoints: number): number[] {
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
