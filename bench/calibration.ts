/**
 * `npm run calibration`: walks every recorded history of five years or more forward and judges the score each day would have had against
 * what happened, and the signals by how often they change and how late they follow a turn. Prints a line a series, the pooled figures with
 * their intervals, and the reliability table, and writes what the docs print to `bench/measured.json` (then: `npm run docs`). `--fit` prints the coefficients that the forecasts which had ended by 2014 give. Exit 1
 * where a goal is missed, 69 where no recorded histories are there.
 */

import type { SignalForecast } from '../pipeline/analysis/past.ts'
import type { CalibrationReport, SampledFigure } from '../pipeline/documents/calibration.ts'
import { isoDay } from '../pipeline/time/day.ts'
import { fitted } from './calibration/fit.ts'
import { judge } from './calibration/judge.ts'
import { recordedFolder } from './calibration/read-history.ts'
import { recordedSeries } from './calibration/recorded-series.ts'
import { changesAYear, lagsOf, quantile, waysOf } from './calibration/turns.ts'
import { columnOf, forecastsOf } from './calibration/walk-series.ts'
import { writeMeasured } from './measured.ts'

const folder = recordedFolder()
const day = (text: string) => Date.parse(text) / 86_400_000
/** Coefficients were fitted on what had ended by then. */
const fittedTo = day('2015-01-01')
const fittedFrom = day('1990-01-01')

const pool: (SignalForecast & { readonly published: boolean })[] = []
const changes: number[] = []
const lags: number[] = []
print('series', 'from', 'to', 'values', 'changes a year', 'forecasts', 'n', 'hit rate', 'Brier', 'base Brier', 'skill', 'error')
for (const series of recordedSeries) {
  const { facts, derived } = series
  const column = columnOf(series, folder)
  const ways = waysOf(facts, column)
  const forecasts = forecastsOf(facts, column)
  if (!derived) for (const forecast of forecasts) pool.push({ ...forecast, published: facts.category !== 'recorded' })
  const [from, to] = [column.period[0]!, column.period.at(-1)!]
  const turned = changesAYear(column, ways, to - 5 * 365.25)
  if (facts.cadence.endsWith('daily') && facts.polarity !== 'none' && turned !== null) changes.push(turned)
  if (facts.cadence.endsWith('daily') && facts.unit === 'USD') lags.push(...lagsOf(column, ways))
  const report = judge(forecasts)
  print(
    facts.metric,
    isoDay(from),
    isoDay(to),
    column.period.length,
    turned?.toFixed(1),
    ...(report === null ? ['no score'] : figures(report)),
  )
}
print()

if (process.argv.includes('--fit')) {
  for (const [name, weights] of fitted(pool.filter(({ day: made, end }) => made >= fittedFrom && end < fittedTo)))
    print(name, weights.map((weight) => weight.toFixed(3)).join(', '))
  print()
}
const spans = [
  { name: 'all since 1970', since: 0, published: false, skill: null },
  { name: 'all since 2006', since: day('2006-01-01'), published: false, skill: 0.015 },
  { name: 'all since 2015', since: fittedTo, published: false, skill: 0.012 },
  { name: 'metrics since 2006', since: day('2006-01-01'), published: true, skill: 0.02 },
  { name: 'metrics since 2015', since: fittedTo, published: true, skill: 0.018 },
]
const missed: string[] = []
const pools: string[][] = []
const steps: string[][] = []
print('pooled', 'forecasts', 'n', 'Brier', 'Brier of the base rate', 'skill', 'calibration error', 'goal of the skill')
for (const { name, since, published, skill } of spans) {
  const report = judge(pool.filter((forecast) => forecast.day >= since && (!published || forecast.published)))!
  const { forecasts, n, brier, base_brier, skill: reached, calibration_error: error } = report
  print(name, forecasts, n, interval(brier), interval(base_brier), interval(reached), interval(error), skill ?? '')
  pools.push([
    name,
    ...[forecasts, n].map((count) => count.toLocaleString('en-US')),
    reached.value.toFixed(4),
    interval(reached).replace(/^.*\((.*)\)$/u, '$1'),
    error.value.toFixed(4),
  ])
  if (skill !== null && reached.value < skill) missed.push(`${name}: skill ${reached.value.toFixed(4)} below ${skill}`)
  if (!published && error.value > 0.01) missed.push(`${name}: calibration error ${error.value.toFixed(4)} above 0.01`)
}
print()

const seven = pool.filter(({ moment, horizonDays, day: made }) => moment.way !== 0 && horizonDays === 7 && made >= fittedTo)
print('direction over seven days since 2015, skill', interval(judge(seven)!.skill))
print()

print('steps of the last 21 entries over three years', 'all said', 'held', 'metrics said', 'held')
for (const [from, to] of [
  [0, 0.7],
  [0.7, 0.9],
  [0.9, 1.1],
  [1.1, 1.4],
  [1.4, Number.POSITIVE_INFINITY],
] as const) {
  const cells = [false, true].flatMap((published) => {
    const some = pool.filter(
      ({ moment: { volatility }, day: made, ...forecast }) =>
        made >= fittedTo &&
        Math.exp(volatility.short) >= from &&
        Math.exp(volatility.short) < to &&
        (!published || forecast.published),
    )
    const mean = (size: (forecast: SignalForecast) => number) =>
      some.reduce((sum, forecast) => sum + size(forecast), 0) / some.length
    const [probability, held] = [mean((forecast) => forecast.probability), mean((forecast) => (forecast.held ? 1 : 0))]
    const allowed = published ? 0.05 : 0.03
    if (Math.abs(probability - held) > allowed) missed.push(`steps ${from} to ${to}: ${probability} said, ${held} held`)
    return [probability.toFixed(4), held.toFixed(4)]
  })
  print(`${from} to ${to}`, ...cells)
  const span = from === 0 ? `below ${to}` : to === Number.POSITIVE_INFINITY ? `above ${from}` : `${from} to ${to}`
  steps.push([span, ...cells.map((cell) => Number(cell).toFixed(2))])
}
print()

const [median, ninth, lag] = [quantile(changes, 0.5), quantile(changes, 0.9), quantile(lags, 0.5)]
print('changes of daily signals a year over the last five, median', median.toFixed(1))
print('ninth decile', ninth.toFixed(1))
print('days a signal follows a turn of prices late, median', lag)
if (median > 20 || ninth > 26) missed.push('signals change too often')
if (lag > 21) missed.push('signals follow turns too late')
print()

print('probability', 'forecasts', 'said', 'held')
for (const { from, to, forecasts, probability, hit_rate } of judge(pool)!.reliability)
  print(`${from} to ${to}`, forecasts, probability?.toFixed(4) ?? '', hit_rate?.toFixed(4) ?? '')
print()
writeMeasured({
  calibration: {
    histories: {
      all: recordedSeries.length,
      pooled: recordedSeries.filter(({ derived }) => !derived).length,
      metrics: recordedSeries.filter(({ facts }) => facts.category !== 'recorded').length,
    },
    pools,
    steps,
    changes: { histories: changes.length, median: median.toFixed(0), ninth: ninth.toFixed(0), lag: String(lag) },
  },
})
print(missed.length === 0 ? 'holds' : `MISSED: ${missed.join('; ')}`)
process.exitCode = missed.length === 0 ? 0 : 1

function figures({
  forecasts,
  n,
  hit_rate,
  brier,
  base_brier,
  skill,
  calibration_error,
}: CalibrationReport): (string | number)[] {
  const four = [hit_rate, brier.value, base_brier.value].map((value) => value.toFixed(4))
  return [forecasts, n, ...four, interval(skill), interval(calibration_error)]
}

function interval({ value, low, high }: SampledFigure): string {
  const to = low === null || high === null ? 'too few blocks' : `${low.toFixed(4)} to ${high.toFixed(4)}`
  return `${value.toFixed(4)} (${to})`
}

function print(...cells: (string | number | undefined)[]): void {
  process.stdout.write(`${cells.map((cell) => cell ?? '').join('\t')}\n`)
}
