import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { regimeInputs } from '../../data/regime.ts'
import { series } from '../../data/series.ts'
import { dayView, type Known, nothingFiled } from '../../pipeline/analysis/days/day-view.ts'
import { rhythmOfSeries } from '../../pipeline/analysis/days/release-times.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { RegimeHistory } from '../../pipeline/analysis/regime/regime.ts'
import { RegimeMemory } from '../../pipeline/analysis/regime/regime-days.ts'
import type { Estimate } from '../../pipeline/analysis/regime/regime-followed.ts'
import type { Probabilities, RegimeName } from '../../pipeline/analysis/regime/regime-forecast.ts'
import { regime as regimeBriefing } from '../../pipeline/briefings/cross/cross.regime.ts'
import type { Column } from '../../pipeline/column.ts'
import { feedFor } from '../../pipeline/source/feeds/index.ts'
import { dayNumber, dayOf, endOfDay, isoDay } from '../../pipeline/time/day.ts'
import { releaseTime } from '../../pipeline/time/release.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { laterVintages, readVersions } from '../../pipeline/warehouse/observations.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { columnOf, seeded } from '../analysis/columns.ts'
import { recordedLoads } from '../load-of.ts'
import { withoutRecorded } from '../recorded.ts'
import { temporaryHome } from './home.ts'

const script = join(import.meta.dirname, '..', 'truth', 'regime.py')
const withoutPython = spawnSync('python3', ['--version']).status !== 0
if (withoutPython) console.warn('skipping the comparison of regimes with another program: python3 is absent')

interface Input {
  readonly facts: MetricFacts
  readonly column: Column
  due(period: number): number
}

interface Case {
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
    probabilities: Probabilities
    most_likely: RegimeName
    score: { day: number; mean: number }
    inputs: readonly { metric: string; period: string; score: number; weight: number; contribution: number }[]
  } | null)[]
  /** The probabilities since 2006 against the regimes that came. */
  readonly scored: Record<
    'brier' | 'persistence' | 'frequencies' | 'calibration_error' | 'changes_a_year' | 'days',
    number
  > | null
  readonly followed: readonly { regime: string; n: number; median: Estimate | null; rose: Estimate | null }[]
}

function factsOf(change: MetricFacts['change'], cadence: MetricFacts['cadence']): MetricFacts {
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
function answersTo(cases: readonly Case[]): Answer[] {
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

function roundedDay(day: Answer['days'][number]) {
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

const roundedOrNull = (of: Estimate | null) => of && { value: rounded(of.value), low: rounded(of.low), high: rounded(of.high) }

/** Expects the product to say the same; every day's regime is the same where the ends of all runs and the number of changes are. */
function expectSame({ asOf, days, inputs, price }: Case, answer: Answer): void {
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

let recorded: ReturnType<typeof readRecorded> | null = null

function recordedKnown(): ReturnType<typeof readRecorded> {
  recorded ??= readRecorded()
  return recorded
}

const upstreams = new Set(['fred', 'fiscaldata', 'coinmetrics', 'coinbase', 'kraken'])

async function readRecorded(): Promise<Pick<Known, 'versions' | 'vintages'>> {
  const home = await temporaryHome()
  const store = await openStore(join(home.folder, 'store.duckdb'))
  try {
    const loads = recordedLoads(({ url }) => upstreams.has(feedFor(url)?.upstream ?? ''))
    await load(store, loads, () => [])
    const versions = await readVersions(
      store,
      series.map(({ id }) => id),
    )
    return { versions, vintages: await laterVintages(store) }
  } finally {
    await store.close()
    await home.remove()
  }
}

const spread = (next: () => number, count: number, from: number, to: number) =>
  Array.from({ length: count }, () => from + Math.floor(next() * (to - from)))

describe.skipIf(withoutRecorded || withoutPython)('regimes of the recorded histories', () => {
  test('are those of another program, which finds their probabilities calibrated and better than persistence', async () => {
    const asOf = dayNumber('2026-07-23')!
    const day = dayView(
      {
        ...(await recordedKnown()),
        ...nothingFiled,
        sample: false,
      },
      asOf,
      endOfDay(asOf),
    )
    const inputs = new Map(
      regimeInputs.flatMap(({ metric }): [string, Input][] => {
        const facts = metricRows.find((row) => row.metric === metric)!
        const column = day.column(metric)
        return column
          ? [[metric, { facts, column, due: (period: number) => releaseTime(rhythmOfSeries(facts.clock).rule, period) }]]
          : []
      }),
    )
    // no recording holds the dominance of Tether
    expect([...inputs.keys()]).toEqual(regimeInputs.map(({ metric }) => metric).filter((metric) => metric !== 'usdt-dominance'))
    const days = spread(seeded(40), 40, dayNumber('2006-06-01')!, asOf)
    const recorded = { asOf, days, inputs, price: day.column('bitcoin-price')! }
    const [answer] = answersTo([recorded])
    expectSame(recorded, answer!)
    const history = day.regimes()
    expect(history.today()).toMatchObject(roundedDay(answer!.days.at(-1)!)!)
    // the figures of docs/methodology.md
    expect(history.judged()!.changes).toBe(74)
    expect(answer!.followed.map(({ regime, n, median }) => [regime, n, median!.value.toFixed(1)])).toEqual([
      ['expansion', 60, '4.7'],
      ['contraction', 28, '1.4'],
      ['transition', 124, '2.8'],
      ['any', 194, '2.9'],
    ])
    const scored = answer!.scored!
    expect(scored.days).toBeGreaterThan(7_000)
    expect(scored.calibration_error).toBeLessThanOrEqual(0.03)
    expect(scored.brier).toBeLessThanOrEqual(0.8 * Math.min(scored.persistence, scored.frequencies))
    expect(scored.changes_a_year).toBeLessThanOrEqual(3)
    const { summary, sections } = regimeBriefing.tell(day)
    expect(summary).toBe(
      'The regime is transition: conditions, growth and inflation together point neither way. It is also the most likely regime 30 days from now (56%). Initial jobless claims support expansion most (+0.39); consumer prices oppose expansion most (-0.1). If today’s score of 0.56 lasts, expansion begins in 16 days.',
    )
    expect(sections[0]!.rows[1]).toMatchObject({
      regime: 'contraction',
      n: 28,
      median: 1.4,
      median_95: '-12.3 to 5.5',
      rose: 61,
      rose_low: 42,
    })
    expect(sections[0]!.note).toContain('so far the regime says nothing about what bitcoin does next')
    // what was published in 2008 of figures that are revised is not on record
    const crisis = dayNumber('2008-10-15')!
    const inCrisis = dayView({ ...(await recordedKnown()), ...nothingFiled, sample: false }, crisis, endOfDay(crisis))
    const today = inCrisis.regimes().today()!
    const later = today.inputs.filter(({ later_vintage }) => later_vintage).map(({ metric }) => metric)
    expect([today.regime, later]).toEqual([
      'contraction',
      ['financial-conditions', 'dollar-index', 'initial-claims', 'payrolls', 'consumer-prices'],
    ])
    expect(regimeBriefing.tell(inCrisis).notes.join(' ')).toContain(
      'Of a later vintage than was published by this day: Financial conditions (2008-10-03)',
    )
  })
})

/** Cadences that are mixed, and the days their walks run over. */
const mixes = [
  { cadences: ['daily'], length: 250 },
  { cadences: ['weekly'], length: 1_500 },
  { cadences: ['business daily', 'weekly'], length: 250 },
  { cadences: ['weekly', 'monthly'], length: 1_500 },
] as const
const stepOf = { daily: 1, 'business daily': 1, weekly: 7, monthly: 30 } as const

const oneOf = <Of>(next: () => number, list: readonly Of[]): Of => list[Math.floor(next() * list.length)]!

/** A walk on hundredths with holes of more than 21 days; now and then constant, short, late or past zero. */
function walkOf(next: () => number, first: number, last: number, cadence: keyof typeof stepOf): Input {
  const [constant, short, late] = [next() < 0.1, next() < 0.1, next() < 0.1]
  const points: [number, number][] = []
  let value = oneOf(next, [100, 2])
  for (let day = first + Math.floor(next() * 10); day <= last && !(short && points.length === 25); day += stepOf[cadence]) {
    if (next() < 0.01) day += 22 + Math.floor(next() * 20)
    if (day > last) break
    if (!constant) value = Math.round(100 * value + 60 * (next() - 0.5)) / 100
    points.push([day, value])
  }
  const lag = late ? 15 + Math.floor(next() * 15) : Math.floor(next() * 4)
  const change = oneOf(next, ['percent', 'basis_points', 'unit'] as const)
  return { facts: factsOf(change, cadence), column: columnOf(points), due: (period) => endOfDay(period + lag) }
}

function walksOf(seed: number): Case {
  const next = seeded(seed)
  const { cadences, length } = mixes[seed % mixes.length]!
  const first = dayNumber('2019-01-01')!
  const last = first + length
  const inputs = new Map(
    regimeInputs.filter(() => next() > 0.05).map(({ metric }) => [metric, walkOf(next, first, last, oneOf(next, cadences))]),
  )
  const asOf = last + Math.floor(next() * 30)
  return { asOf, days: spread(next, 5, first + 100, asOf), inputs, price: walkOf(next, first, last, 'daily').column }
}

test.skipIf(withoutPython)('regimes of 200 sets of random walks are those of another program', () => {
  const cases = Array.from({ length: 200 }, (_, seed) => walksOf(seed))
  const answers = answersTo(cases)
  for (const [i, each] of cases.entries()) expectSame(each, answers[i]!)
  const days = answers.flatMap((answer) => answer.days)
  for (const regime of ['expansion', 'contraction', 'transition', undefined])
    expect(days.filter((day) => day?.regime === regime).length, `days of ${regime ?? 'no regime'}`).toBeGreaterThan(50)
  expect(answers.flatMap(({ followed }) => followed).filter(({ median }) => median !== null).length).toBeGreaterThan(50)
})
