/**
 * `npm run regime`: fits the probabilities of the regime on the recorded histories through 2014, judges them on the days since 2006 and since
 * 2015, and puts benchmarks beside them, whichever wins. Prints the coefficients `data/regime.ts` should hold, and writes
 * what the docs print to `bench/measured.json` (then: `npm run docs`). Exit 1 where they are not those,
 * or a bar is missed: pooled calibration error at most 0.03, Brier at least 20% below persistence and class frequencies, at most 3 changes
 * of the label a year, all since 2006. 69 where no recorded histories are there. Values are of the newest recorded vintage; each counts from
 * the day it was due.
 */

import { regimeForecast, regimeInputs } from '../data/regime.ts'
import { RegimeHistory } from '../pipeline/analysis/regime/regime.ts'
import { type RegimeName, regimeNames, regimeProbabilities } from '../pipeline/analysis/regime/regime-forecast.ts'
import { dayNumber, daysBetween, isoDay } from '../pipeline/time/day.ts'
import { type Column, indexAtOrBefore } from '../pipeline/values/column.ts'
import { recordedFolder } from './calibration/read-history.ts'
import { writeMeasured } from './measured.ts'
import { areaUnderCurve, brierOf, calibrationErrorOf, type Judged, reliabilityOf } from './regime/figures.ts'
import { historyOf, lastDay, recordedInputs } from './regime/histories.ts'
import { chancesOf, fitLogit, type Sample } from './regime/logit.ts'
import { wildChances } from './regime/markov.ts'

const folder = recordedFolder()
/** Recessions of the United States by month, the month after the peak to the trough (National Bureau of Economic Research). */
const recessions = [
  ['1990-08', '1991-03'],
  ['2001-04', '2001-11'],
  ['2008-01', '2009-06'],
  ['2020-03', '2020-04'],
] as const

const ahead = regimeForecast.horizonDays
const through = dayNumber(regimeForecast.through)!
const spans = [dayNumber('2006-01-01')!, through + 1] as const

const known = recordedInputs(folder)
const { days } = new RegimeHistory(known, lastDay)
const nasdaq = historyOf('nasdaq-composite', folder)
const vix = known('vix')!.column
const wild = wildDays(nasdaq)
const failures: string[] = []
const labels: { since: string; changes: string; shares: string; differs: string }[] = []
const forecasts = new Map<string, string[]>()
const eventRows = new Map<string, string[]>()
const add = (rows: Map<string, string[]>, name: string, ...cells: readonly string[]) =>
  rows.set(name, [...(rows.get(name) ?? []), ...cells])

print('input', 'from', 'to')
for (const { metric } of regimeInputs) {
  const column = known(metric)?.column
  print(metric, ...(column ? [column.period[0]!, Math.min(lastDay, column.period.at(-1)!)].map(isoDay) : ['not recorded']))
}

const labelled = daysBetween(days.first, lastDay - ahead).filter((day) => stateOn(day) >= 0 && stateOn(day + ahead) >= 0)
const fitted = labelled.filter((day) => day + ahead <= through)
const coefficients = fitLogit(samplesOf(fitted, scoresOf), 3)
const names = ['constant', 'mean', 'gap', 'inExpansion', 'inContraction'] as const
print()
print(`fitted on ${fitted.length} days, ${isoDay(fitted[0]!)} to ${isoDay(fitted.at(-1)!)}`)
for (const [k, regime] of (['expansion', 'contraction'] as const).entries()) {
  print(`  ${regime}: { ${names.map((name, i) => `${name}: ${coefficients[k]![i]!.toFixed(3)}`).join(', ')} },`)
  for (const [i, name] of names.entries())
    if (Math.abs(regimeForecast[regime][name] - coefficients[k]![i]!) > 0.0006)
      failures.push(`${regime}.${name} of data/regime.ts`)
}

for (const from of spans) {
  const judged = labelled.filter((day) => day >= from)
  const changes = daysBetween(from, lastDay).filter((day) => stateOn(day) !== stateOn(day - 1)).length
  const perYear = (365.25 * changes) / (lastDay - from + 1)
  const shares = regimeNames.map((regime, k) => `${regime} ${share(daysBetween(from, lastDay).map((day) => stateOn(day) === k))}`)
  print()
  print(`the label 30 days on, since ${isoDay(from)}: ${judged.length} days to ${isoDay(judged.at(-1)!)}`)
  print(`label: ${perYear.toFixed(2)} changes a year; ${shares.join(', ')}`)
  print('forecast', 'Brier', 'calibration error')
  const own = judgedBy(judged, (day) => {
    const forecast = regimeProbabilities(regimeNames[stateOn(day)]!, days.mean[day - days.first]!, days.score[day - days.first]!)
    return regimeNames.map((regime) => forecast[regime])
  })
  const benchmarks = [
    ['persistence', (day: number) => regimeNames.map((_, k) => (k === stateOn(day) ? 1 : 0))],
    ['class frequencies of the same days', frequencies(judged)],
    ['how often each label stayed, through 2014', staying()],
    ['VIX alone', fittedOn((day) => [1, Math.log(vixOn(day))])],
    ['VIX and the label', fittedOn((day) => [1, Math.log(vixOn(day)), ...labelOn(day)])],
    ['two-state hidden Markov model of returns', fittedOn((day) => [1, wildOn(day)])],
    ['hidden Markov model and the label', fittedOn((day) => [1, wildOn(day), ...labelOn(day)])],
  ] as const
  const brier = brierOf(own)
  const error = calibrationErrorOf(own)
  print('the product', brier.toFixed(4), error.toFixed(4))
  add(forecasts, 'the product', brier.toFixed(3), error.toFixed(3))
  for (const [name, chances] of benchmarks) {
    const other = judgedBy(judged, chances)
    const below = 1 - brier / brierOf(other)
    add(forecasts, name, brierOf(other).toFixed(3), calibrationErrorOf(other).toFixed(3))
    print(name, brierOf(other).toFixed(4), calibrationErrorOf(other).toFixed(4), `the product ${(100 * below).toFixed(0)}% below`)
    if (from === spans[0] && /^(persistence|class)/.test(name) && below < 0.2) failures.push(`Brier against ${name}`)
  }
  print('probability', 'n', 'said', 'came')
  for (const [i, { n, said, came }] of reliabilityOf(own).entries())
    print(`${i / 10} to ${(i + 1) / 10}`, n, said.toFixed(3), came.toFixed(3))
  const differ = judged.filter((_, i) => own[i]!.chances.indexOf(Math.max(...own[i]!.chances)) !== stateOn(judged[i]!))
  const differs = `${((100 * differ.length) / judged.length).toFixed(1)}% of days`
  print('another regime than the label is the most likely', differs)
  labels.push({ since: isoDay(from).slice(0, 4), changes: perYear.toFixed(1), shares: shares.join(', '), differs })
  if (from === spans[0] && error > 0.03) failures.push('calibration error')
  if (from === spans[0] && perYear > 3) failures.push('changes a year')
}

const events = [
  ['Nasdaq 5% below its close on a day of the next 30', fallsWithin],
  ['a recession month (NBER)', inRecession],
] as const
for (const [event, came] of events) {
  print()
  print(event)
  print('by', ...spans.flatMap((from) => [`area since ${isoDay(from).slice(0, 4)}`, 'Brier']))
  const possible = daysBetween(days.first, lastDay - ahead).filter((day) => stateOn(day) >= 0)
  const by = [
    ['base rate through 2014', () => [1]],
    ['VIX alone', (day: number) => [1, Math.log(vixOn(day))]],
    ['two-state hidden Markov model of returns', (day: number) => [1, wildOn(day)]],
    ['regime: 21-day mean', (day: number) => [1, -meanOn(day)]],
    ['regime: label', (day: number) => [1, ...labelOn(day)]],
    ['VIX and the 21-day mean', (day: number) => [1, Math.log(vixOn(day)), -meanOn(day)]],
  ] as const
  for (const [name, figures] of by) {
    const fit = fitLogit(
      possible.filter((day) => day + ahead <= through).map((day) => ({ known: figures(day), came: came(day) ? 0 : 1 })),
      2,
    )
    const cells = spans.flatMap((from) => {
      const judged = possible.filter((day) => day >= from)
      const chances = judged.map((day) => chancesOf(fit, figures(day)))
      const outcomes = judged.map(came)
      const area = areaUnderCurve(
        chances.map(([chance]) => chance!),
        outcomes,
      )
      return [area.toFixed(3), brierOf(chances.map((each, i) => ({ chances: each, came: outcomes[i] ? 0 : 1 }))).toFixed(4)]
    })
    print(name, ...cells)
    add(eventRows, name, ...cells.filter((_, i) => i % 2 === 0))
  }
}

print()
writeMeasured({
  regime: {
    fitted: { days: fitted.length, from: isoDay(fitted[0]!) },
    until: isoDay(lastDay),
    labels,
    forecasts: [...forecasts].map((row) => row.flat()),
    events: [...eventRows].map((row) => row.flat()),
  },
})
print(failures.length === 0 ? 'holds' : `MISSED: ${failures.join('; ')}`)
process.exitCode = failures.length === 0 ? 0 : 1

function stateOn(day: number): number {
  return days.state[day - days.first] ?? -1
}

function meanOn(day: number): number {
  return days.mean[day - days.first]!
}

function labelOn(day: number): number[] {
  return (['expansion', 'contraction'] satisfies RegimeName[]).map((regime) => (regimeNames[stateOn(day)] === regime ? 1 : 0))
}

/** What the product's probabilities are made of, in the order of `names`. */
function scoresOf(day: number): number[] {
  return [1, meanOn(day), days.score[day - days.first]! - meanOn(day), ...labelOn(day)]
}

/** The newest VIX published by the end of a day: that of the day before or earlier. */
function vixOn(day: number): number {
  return vix.value[indexAtOrBefore(vix, day - 1)]!
}

/** The chance of the wild state of the returns known by the end of a day. */
function wildOn(day: number): number {
  return wild[indexAtOrBefore(nasdaq, day)]!
}

function wildDays({ period, value }: Column): number[] {
  const returns = Array.from(value, (close, i) => (i === 0 ? 0 : Math.log(close / value[i - 1]!)))
  return wildChances(returns, period.filter((day) => day <= through).length)
}

function samplesOf(sampled: readonly number[], figures: (day: number) => readonly number[]): Sample[] {
  return sampled.map((day) => ({ known: figures(day), came: stateOn(day + ahead) }))
}

function judgedBy(sampled: readonly number[], chances: (day: number) => readonly number[]): Judged[] {
  return sampled.map((day) => ({ chances: chances(day), came: stateOn(day + ahead) }))
}

function fittedOn(figures: (day: number) => readonly number[]): (day: number) => number[] {
  const fit = fitLogit(samplesOf(fitted, figures), 3)
  return (day) => chancesOf(fit, figures(day))
}

function frequencies(sampled: readonly number[]): () => number[] {
  const came = sampled.map((day) => stateOn(day + ahead))
  const shares = regimeNames.map((_, k) => came.filter((state) => state === k).length / came.length)
  return () => shares
}

function staying(): (day: number) => number[] {
  const rows = regimeNames.map((_, k) => frequencies(fitted.filter((day) => stateOn(day) === k))())
  return (day) => rows[stateOn(day)]!
}

function fallsWithin(day: number): boolean {
  const at = indexAtOrBefore(nasdaq, day)
  for (let i = at + 1; nasdaq.period[i]! <= day + ahead; i++) if (nasdaq.value[i]! <= 0.95 * nasdaq.value[at]!) return true
  return false
}

function inRecession(day: number): boolean {
  const month = isoDay(day).slice(0, 7)
  return recessions.some(([from, to]) => month >= from && month <= to)
}

function share(values: readonly boolean[]): string {
  return `${((100 * values.filter(Boolean).length) / values.length).toFixed(0)}%`
}

function print(...cells: (string | number)[]): void {
  process.stdout.write(`${cells.join('\t')}\n`)
}
