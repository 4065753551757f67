import type { Briefing } from '../../data/briefings.ts'
import { barChartMetrics, pairedChartMetrics } from '../../data/charts.ts'
import { metricByName } from '../../data/metrics.ts'
import { regimeForecast } from '../../data/regime.ts'
import { seriesById } from '../../data/series.ts'
import { type RegimeName, regimeNames, regimeProbabilities } from '../analysis/regime/regime-forecast.ts'
import { type Day, type LabelledBriefing, noSignalCode } from '../days/day.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { ChartHistory, ChartLine, Charts, LabelRun, RegimePath, Revision, Revisions } from '../documents/charts.ts'
import type { Draft } from '../documents/schema.ts'
import { seriesOf } from '../formulas/evaluate.ts'
import { asOfMoment } from '../time/day.ts'
import { dayInWords } from '../values/amounts.ts'
import { type Column, indexAtOrBefore } from '../values/column.ts'
import { rounded } from '../values/rounding.ts'
import { curvesOf } from './macro/curve.ts'

/** Days of states below a headline, and of regimes in their chart. */
const stateDays = 365
const regimeDays = 1_095
/** About every so many days a probability is drawn. */
const regimeStep = 5

/** A briefing with its own pictures, beside the histories of its readings and of its states. */
interface Charted extends LabelledBriefing {
  charts?(day: Day): Partial<Charts>
}

/** What the page of a briefing shows. */
export function briefingCharts(row: Briefing, briefer: Charted, document: Draft<BriefingDocument>, day: Day): Charts {
  const pointed = document.points.map(({ metric }) => metric)
  const lines = briefingChartLines(row, day, pointed)
  const states = document.state === null ? [] : [...day.labels(briefer, stateDays), document.state.label]
  const metrics: readonly string[] = row.metrics
  return {
    lines,
    states: runsOf(day.asOf - stateDays, states),
    ...(document.regime === undefined ? {} : { regimes: regimePath(day) }),
    ...(metrics.includes('treasury-10y') && metrics.includes('treasury-2y') ? { curves: curvesOf(day) } : {}),
    ...briefer.charts?.(day),
  }
}

/** What the page of a metric shows. */
export function metricCharts(metric: string, day: Day): Charts {
  const line = lineOf(metric, day, largeOf(metric), pairedChartMetrics.find(([first]) => first === metric)?.[1])
  return {
    lines: line === null ? [] : [line],
    ...(line === null ? {} : { signals: signalsOf(metric, day, line.points[0]![0]) }),
    revisions: revisionsOf(metric, day),
  }
}

/** Labels of days in a row, from day number `first` on, as runs; null where a day was not judged. */
function runsOf(first: number, labels: readonly (string | null)[]): LabelRun[] {
  const runs: { from: number; to: number; label: string }[] = []
  for (const [at, label] of labels.entries()) {
    const day = first + at
    const last = runs.at(-1)
    if (label === null) continue
    if (last?.label === label && last.to === day - 1) last.to = day
    else runs.push({ from: day, to: day, label })
  }
  return runs
}

function signalsOf(metric: string, day: Day, first: number): LabelRun[] {
  const { polarity, mechanical } = metricByName.get(metric)!
  const signals = day.signalRuns(metric)
  if (signals === null || polarity === 'none' || mechanical) return []
  const { from, until, way } = signals
  const labels: (string | null)[] = Array.from({ length: Math.max(0, day.asOf - first + 1) }, () => null)
  for (const [i, start] of from.entries()) {
    const end = Math.min(until[i]!, (from[i + 1] ?? day.asOf + 1) - 1, day.asOf)
    if (way[i] === noSignalCode || end < first) continue
    labels.fill(way[i] === 1 ? 'bullish' : way[i] === -1 ? 'bearish' : 'neutral', Math.max(start, first) - first, end - first + 1)
  }
  return runsOf(first, labels)
}

function regimePath(day: Day): RegimePath {
  const { first, score, mean, state } = day.regimes().days
  const start = Math.max(0, day.asOf - regimeDays - first)
  const nameOf = (at: number): RegimeName | null => regimeNames[state[at]!] ?? null
  const points: (readonly [number, number, number])[] = []
  const labels: (string | null)[] = []
  const last = state.length - 1
  for (let at = start; at <= last; at++) {
    const name = nameOf(at)
    labels.push(name)
    if (name === null || (last - at) % regimeStep !== 0) continue
    const { expansion, contraction } = regimeProbabilities(name, mean[at]!, score[at]!)
    points.push([first + at, rounded(expansion, 3), rounded(contraction, 3)])
  }
  return { horizonDays: regimeForecast.horizonDays, points, runs: runsOf(first + start, labels) }
}

/** Names of filed documents by their addresses: `10-Q of 5 May 2026`. */
export function filingNames(filings: readonly { form: string | null; filed: string; url: string }[]): Record<string, string> {
  return Object.fromEntries(filings.map(({ form, filed, url }) => [url, `${form ?? 'Filing'} of ${dayInWords(filed)}`]))
}

/** Revisions listed one by one. */
const mostRevisions = 5

/** What was first on record and what replaced it, by the end of the day. */
function revisionsOf(metric: string, day: Day): Revisions {
  const moment = asOfMoment(day.asOf)
  const all: Revision[] = []
  let periods = 0
  for (const id of seriesOf(metric)) {
    const versions = day.versions(id)
    if (versions === null) continue
    const { period, value, known } = versions
    for (let i = 0; i < period.length; ) {
      const first = i
      let now = -1
      for (; i < period.length && period[i] === period[first]; i++) if (known[i]! <= moment) now = i
      if (now < 0) continue
      periods++
      if (value[now] === value[first]) continue
      all.push({
        series: id,
        unit: seriesById.get(id)?.unit ?? '1',
        period: period[first]!,
        first: { value: value[first]!, known: known[first]! },
        now: { value: value[now]!, known: known[now]! },
      })
    }
  }
  const newest = all.sort((a, b) => b.now.known - a.now.known || b.period - a.period).slice(0, mostRevisions)
  return { revised: all.length, periods, newest }
}

/** How far back a chart goes, in days, and about how many points it has: that of the lead is large, the others are small. */
const large = { days: 1_095, points: 300 }
/** Every session of these days has its bar. */
const halfYear = { days: 182, points: 200 }
const largeOf = (metric: string) => (barChartMetrics.some((name) => name === metric) ? halfYear : large)
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
export function briefingChartLines(row: Briefing, day: Day, points: readonly string[] = []): ChartLine[] {
  const lead = row.lead ?? points[0] ?? row.metrics[0]!
  const others = [...new Set(points)].filter((metric) => metric !== lead).slice(0, most)
  const second = pairedChartMetrics.find(([first, beside]) => first === lead && row.metrics.includes(beside))?.[1]
  const lines = [lineOf(lead, day, largeOf(lead), second), ...others.map((metric) => lineOf(metric, day, small))]
  return lines.filter((line) => line !== null)
}

/** The last year of one metric for a glance beside its name. */
export const yearSparkline = (metric: string, day: Day): ChartLine | null => lineOf(metric, day, tiny)

/** The history of one metric, with that of a second one where it is drawn with one; null where it is too short for a picture. */
function lineOf(metric: string, day: Day, size: typeof large, second?: string): ChartLine | null {
  const own = historyOf(metric, day, size)
  const beside = second === undefined ? null : historyOf(second, day, large)
  return own && { ...own, unit: metricByName.get(metric)!.unit, beside }
}

function historyOf(metric: string, day: Day, { days, points: mostPoints }: typeof large): ChartHistory | null {
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
