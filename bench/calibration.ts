/**
 * `npm run calibration`: walks every recorded history of five years or more forward and judges the score each day would have had against
 * what happened. Prints a line a series, the pooled figures with their intervals, and the reliability table. Exit 1 where the pooled
 * calibration error is above 0.03 or the pooled Brier score above that of the base rate, 69 where no recorded histories are there.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { blockDays, type JudgedForecast } from '../pipeline/analysis/calibration.ts'
import { isoDay } from '../pipeline/calendar/day.ts'
import type { CalibrationReport, Sampled } from '../pipeline/documents/calibration.ts'
import { judge } from './calibration/judge.ts'
import { recordedSeries } from './calibration/recorded-series.ts'
import { columnOf, walkSeries } from './calibration/walk-series.ts'

const largestError = 0.03
const folder = join(import.meta.dirname, '..', '..', 'shared', 'feeds')

if (!existsSync(folder)) {
  process.stderr.write('No recorded histories: the folder ../shared/feeds is absent.\n')
  process.exit(69)
}

const scores: JudgedForecast[] = []
const bases: JudgedForecast[] = []
print('series', 'from', 'to', 'values', 'forecasts', 'n', 'hit rate', 'Brier', 'base Brier', 'skill', 'error')
for (const series of recordedSeries) {
  const column = columnOf(series, folder)
  const walked = walkSeries(series, column)
  for (const score of walked.scores) scores.push(score)
  for (const base of walked.bases) bases.push(base)
  const [from, to] = [column.period[0]!, column.period.at(-1)!].map(isoDay)
  const report = judge(walked.scores, blockDays)
  print(series.facts.metric, from, to, column.period.length, ...(report === null ? ['no score'] : figures(report)))
}

const pooled = judge(scores, blockDays)!
const base = judge(bases, blockDays)!
print()
print('pooled', `${recordedSeries.length} series`)
print('forecasts', pooled.forecasts)
print('n, windows that do not overlap', pooled.n)
print('hit rate', pooled.hit_rate.toFixed(4))
print('calibration error', interval(pooled.calibration_error))
print('Brier', interval(pooled.brier))
print("Brier of the signal's own base rate", interval(pooled.base_brier))
print('Brier of the base rate the scores are drawn towards', interval(base.brier))
print('skill', interval(pooled.skill))
print()
print('probability', 'forecasts', 'said', 'held')
for (const { from, to, forecasts, probability, hit_rate } of pooled.reliability)
  print(`${from} to ${to}`, forecasts, probability?.toFixed(4) ?? '', hit_rate?.toFixed(4) ?? '')
print()

const failures = [
  ...(pooled.calibration_error.value > largestError ? [`calibration error above ${largestError}`] : []),
  ...(pooled.brier.value > pooled.base_brier.value ? ["Brier above that of the signal's own base rate"] : []),
  ...(pooled.brier.value > base.brier.value ? ['Brier above that of the base rate the scores are drawn towards'] : []),
]
print(failures.length === 0 ? 'holds' : `MISSED: ${failures.join('; ')}`)
process.exitCode = failures.length === 0 ? 0 : 1

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

function interval({ value, low, high }: Sampled): string {
  const to = low === null || high === null ? 'too few blocks' : `${low.toFixed(4)} to ${high.toFixed(4)}`
  return `${value.toFixed(4)} (${to})`
}

function print(...cells: (string | number | undefined)[]): void {
  process.stdout.write(`${cells.join('\t')}\n`)
}
