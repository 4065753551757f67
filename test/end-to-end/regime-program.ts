import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { regimeInputs } from '../../data/regime.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { RegimeHistory } from '../../pipeline/analysis/regime/regime.ts'
import { RegimeMemory } from '../../pipeline/analysis/regime/regime-days.ts'
import type { IntervalEstimate } from '../../pipeline/analysis/regime/regime-followed.ts'
import type { RegimeName, RegimeProbabilities } from '../../pipeline/analysis/regime/regime-forecast.ts'
import { dayNumber, dayOf, endOfDay, isoDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { columnOf } from '../analysis/columns.ts'

const script = join(import.meta.dirname, '..', 'truth', 'regime.py')
export const withoutPython = spawnSync('python3', ['--version']).status !== 0

export interface Input {
  readonly facts: MetricFacts
  readonly column: Column
  due(period: number): number
}

export interface Case {
  readonly asOf: number
  /** Days before it whose regime is told with its inputs. */
  readonly days: readonly number[]
  readonly inputs: ReadonlyMap<string, Input>
  readonly price: Column
}

interface Answer {
  readonly runs: readonly { regime: RegimeName; from: string; to: string }[]
  readonly days: readonly ({
    regime: RegimeName
    probabilities: RegimeProbabilities
    most_likely: RegimeName
    score: { day: number; mean: number }
    inputs: readonly { metric: string; period: string; score: number; weight: number; contribution: number }[]
  } | null)[]
  /** The probabilities since 2006 against the regimes that came. */
  readonly scored: Record<
    'brier' | 'persistence' | 'frequencies' | 'calibration_error' | 'changes_a_year' | 'days',
    number
  > | null
  readonly followed: readonly { regime: string; n: number; median: IntervalEstimate | null; rose: IntervalEstimate | null }[]
}

export function factsOf(change: MetricFacts['change'], cadence: MetricFacts['cadence']): MetricFacts {
  return {
    metric: 'walk',
    title: 'Walk',
    category: 'macro',
    unit: 'points',
    for: null,
    window: '30d',
    version: 1,
    polarity: 'none',
    change,
    cadence,
  }
}

/** An input nothing is known of. */
const absent: Input = {
  facts: factsOf('unit', 'daily'),
  column: columnOf([]),
  due: endOfDay,
}

const columnFor = (column: Column) => ({ periods: Array.from(column.period, isoDay), values: [...column.value] })

/** The cases as `regime.py` answers them, all in one process. */
export function answersTo(cases: readonly Case[]): Answer[] {
  const asked = cases.map(({ asOf, days, inputs, price }) => ({
    as_of: isoDay(asOf),
    scored_from: '2006-01-01',
    days: days.map(isoDay),
    inputs: regimeInputs.map((row) => {
      const { facts, column, due } = inputs.get(row.metric) ?? absent
      const { change, cadence } = facts
      const due_days = Array.from(column.period, (period) => isoDay(dayOf(due(period))))
      return { ...row, change, cadence, ...columnFor(column), due_days }
    }),
    price: columnFor(price),
  }))
  const { stdout, stderr, status } = spawnSync('python3', [script], {
    input: JSON.stringify(asked),
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Answer[]
}

const rounded = (value: number) => Number(value.toFixed(4)) + 0

export function roundedDay(day: Answer['days'][number]) {
  if (!day) return null
  const { regime, probabilities, most_likely, score, inputs } = day
  const [expansion, contraction] = [rounded(probabilities.expansion), rounded(probabilities.contraction)]
  return {
    regime,
    probabilities: { expansion, contraction, transition: rounded(1 - expansion - contraction) },
    mostLikely: most_likely,
    score: { day: rounded(score.day), mean: rounded(score.mean) },
    inputs: inputs.map(({ metric, period, ...figures }) => ({
      metric,
      period,
      score: rounded(figures.score),
      weight: rounded(figures.weight),
      contribution: rounded(figures.contribution),
    })),
  }
}

const roundedOrNull = (of: IntervalEstimate | null) =>
  of && { value: rounded(of.value), low: rounded(of.low), high: rounded(of.high) }

/** Expects the product to say the same; every day's regime is the same where the ends of all runs and the number of changes are. */
export function expectSame({ asOf, days, inputs, price }: Case, answer: Answer): void {
  const memory = new RegimeMemory()
  const historyOn = (day: number) => new RegimeHistory((metric) => inputs.get(metric) ?? null, day, memory)
  for (const [i, day] of [...days, asOf].entries()) {
    const today = historyOn(day).today()
    expect(
      today && {
        ...today,
        inputs: today.inputs.map(({ metric, period, score, weight, contribution }) => ({
          metric,
          period,
          score,
          weight,
          contribution,
        })),
      },
      isoDay(day),
    ).toEqual(roundedDay(answer.days[i]!))
  }
  for (const { regime, from, to } of answer.runs)
    for (const day of [from, to]) expect([day, historyOn(dayNumber(day)!).today()?.regime]).toEqual([day, regime])
  const history = historyOn(asOf)
  const { runs } = answer
  expect(history.judged()).toEqual(
    runs.length === 0
      ? null
      : {
          first: dayNumber(runs[0]!.from),
          days: runs.reduce((sum, { from, to }) => sum + dayNumber(to)! - dayNumber(from)! + 1, 0),
          changes: runs.filter(({ regime }, i) => i > 0 && regime !== runs[i - 1]!.regime).length,
        },
  )
  expect(history.followed(price)).toEqual(
    answer.followed.map(({ regime, n, median, rose }) => ({
      regime,
      n,
      median: roundedOrNull(median),
      rose: roundedOrNull(rose),
    })),
  )
}

export const spread = (next: () => number, count: number, from: number, to: number) =>
  Array.from({ length: count }, () => from + Math.floor(next() * (to - from)))
