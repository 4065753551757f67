import type { Briefing } from '../../data/briefings.ts'
import { metricByName } from '../../data/metrics.ts'
import { regimeForecast } from '../../data/regime.ts'
import { seriesById } from '../../data/series.ts'
import { dayInWords } from '../analysis/amounts.ts'
import { type Day, type Labelled, noSignal } from '../analysis/days/day.ts'
import { seriesOf } from '../analysis/formulas/evaluate.ts'
import { forecastOf, type RegimeName, regimes } from '../analysis/regime/regime-forecast.ts'
import { rounded } from '../analysis/rounding.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Charts, RegimePath, Revision, Revisions, Run } from '../documents/charts.ts'
import type { Unstamped } from '../documents/schema.ts'
import { asOfMoment } from '../time/day.ts'
import { chartLines, history } from './chart-lines.ts'
import { curvesOf } from './macro/curve.ts'

/** Days of states below a headline, and of regimes in their chart. */
const stateDays = 365
const regimeDays = 1_095
/** About every so many days a probability is drawn. */
const regimeStep = 5

/** A briefing with its own pictures, beside the histories of its readings and of its states. */
interface Charted extends Labelled {
  charts?(day: Day): Partial<Charts>
}

/** What the page of a briefing shows. */
export function briefingCharts(row: Briefing, briefer: Charted, document: Unstamped<BriefingDocument>, day: Day): Charts {
  const pointed = document.points.map(({ metric }) => metric)
  const lines = chartLines(row, day, pointed)
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
  const line = history(metric, day)
  return {
    lines: line === null ? [] : [line],
    ...(line === null ? {} : { signals: signalsOf(metric, day, line.points[0]![0]) }),
    revisions: revisionsOf(metric, day),
  }
}

/** Labels of days in a row, from day number `first` on, as runs; null where a day was not judged. */
function runsOf(first: number, labels: readonly (string | null)[]): Run[] {
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

function signalsOf(metric: string, day: Day, first: number): Run[] {
  const { polarity, mechanical } = metricByName.get(metric)!
  const signals = day.signalRuns(metric)
  if (signals === null || polarity === 'none' || mechanical) return []
  const { from, until, way } = signals
  const labels: (string | null)[] = Array.from({ length: Math.max(0, day.asOf - first + 1) }, () => null)
  for (const [i, start] of from.entries()) {
    const end = Math.min(until[i]!, (from[i + 1] ?? day.asOf + 1) - 1, day.asOf)
    if (way[i] === noSignal || end < first) continue
    labels.fill(way[i] === 1 ? 'bullish' : way[i] === -1 ? 'bearish' : 'neutral', Math.max(start, first) - first, end - first + 1)
  }
  return runsOf(first, labels)
}

function regimePath(day: Day): RegimePath {
  const { first, score, mean, state } = day.regimes().days
  const start = Math.max(0, day.asOf - regimeDays - first)
  const nameOf = (at: number): RegimeName | null => regimes[state[at]!] ?? null
  const points: (readonly [number, number, number])[] = []
  const labels: (string | null)[] = []
  const last = state.length - 1
  for (let at = start; at <= last; at++) {
    const name = nameOf(at)
    labels.push(name)
    if (name === null || (last - at) % regimeStep !== 0) continue
    const { expansion, contraction } = forecastOf(name, mean[at]!, score[at]!)
    points.push([first + at, rounded(expansion, 3), rounded(contraction, 3)])
  }
  return { horizonDays: regimeForecast.horizonDays, points, runs: runsOf(first + start, labels) }
}

/** Names of filed documents by their addresses. */
export function filingNames(filings: readonly { form: string | null; filed: string; url: string }[]): Record<string, string> {
  return Object.fromEntries(filings.map(({ form, filed, url }) => [url, filingName(form, filed)]))
}

/** `10-Q of 5 May 2026` */
function filingName(form: string | null, filed: string): string {
  return `${form ?? 'Filing'} of ${dayInWords(filed, '-')}`
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
