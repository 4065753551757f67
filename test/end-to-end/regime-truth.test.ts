import { expect, test } from 'vitest'
import { regimeInputs } from '../../data/regime.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { columnOf, seeded } from '../analysis/columns.ts'
import { answersTo, type Case, expectSame, factsOf, type Input, spread, withoutPython } from './regime-program.ts'

if (withoutPython) console.warn('skipping the comparison of regimes with another program: python3 is absent')

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
