import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import type { RegimeDay, RegimeHistory, RegimePart } from '../../pipeline/analysis/regime/regime.ts'
import {
  mostLikelyOf,
  type RegimeName,
  type RegimeProbabilities,
  regimeNames,
} from '../../pipeline/analysis/regime/regime-forecast.ts'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import { crossRegime as briefer } from '../../pipeline/briefings/cross/cross.regime.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { emptyDay } from './empty-day.ts'

const probabilities = { expansion: 0.2, contraction: 0.2, transition: 0.6 }

function input(metric: string, contribution: number): RegimePart {
  const given = { about: 'conditions', measure: 'level', span: null, sign: -1, unit: 'points', period: '2026-12-30' } as const
  return { ...given, metric, value: 1, score: 10 * contribution, weight: 0.1, contribution, later_vintage: metric === 'payrolls' }
}

const inputs = [input('vix', -0.16), input('financial-conditions', 0.36), input('payrolls', 0.02)]

/** A day of this regime, as all before it are. */
function dayOf(
  regime: RegimeName,
  asOf: number,
  turn: { regime: RegimeName; days: number } | null = null,
  chances = probabilities,
): Day {
  const today: RegimeDay = {
    regime,
    probabilities: chances,
    mostLikely: mostLikelyOf(chances),
    score: { day: 0.31, mean: 0.24 },
    inputs,
  }
  return emptyDay(asOf, {
    regimes: () => ({ today: () => today, judged: () => null, ifScoreStays: () => turn }) as unknown as RegimeHistory,
    label: () => regime,
  })
}

function regimeIn(day: Day) {
  const [document] = briefingDocuments(
    day,
    briefingRows.filter(({ id }) => id === 'cross.regime'),
  )
  return document!.regime
}

test.each([
  ['expansion', 'risk_on_expansion'],
  ['contraction', 'risk_off_contraction'],
  ['transition', null],
] as const)('%s is told by its earlier name %s too, for the last time on 2026-12-31', (regime, earlier) => {
  const last = dayNumber('2026-12-31')!
  expect(regimeIn(dayOf(regime, last))).toMatchObject({ current_regime: regime, current_regime_legacy: earlier, probabilities })
  const after = regimeIn(dayOf(regime, last + 1))
  expect(after).toMatchObject({ current_regime: regime, probabilities })
  expect(after).not.toHaveProperty('current_regime_legacy')
})

test('the member says what the probabilities are of, what the score is made of, and when the likeliest regime is another', () => {
  const asOf = dayNumber('2026-12-31')!
  expect(regimeIn(dayOf('transition', asOf))).toMatchObject({
    horizon_days: 30,
    most_likely: 'transition',
    disagrees: false,
    score: { day: 0.31, mean: 0.24, enter: 0.5, leave: 0.2 },
    inputs,
  })
  const turning = { expansion: 0.7, contraction: 0.1, transition: 0.2 }
  expect(regimeIn(dayOf('transition', asOf, null, turning))).toMatchObject({ most_likely: 'expansion', disagrees: true })
})

const tell = (
  chances: RegimeProbabilities,
  turn: { regime: RegimeName; days: number } | null = null,
  regime: RegimeName = 'transition',
) => briefer.tell(dayOf(regime, dayNumber('2026-12-31')!, turn, chances))

test('the summary has whole sentences: what stands, what is likely, what speaks for and against, what would turn it', () => {
  expect(tell(probabilities).summary).toBe(
    'The regime is transition: conditions, growth and inflation together point neither way. It is also the most likely regime 30 days from now (60%). Financial conditions support expansion most (+0.36); the VIX opposes expansion most (-0.16). If today’s score of 0.31 lasts, the regime stays.',
  )
  const turning = tell({ expansion: 0.7, contraction: 0.1, transition: 0.2 }, { regime: 'expansion', days: 1 }).summary
  expect(turning).toContain('The regime is still transition, but expansion is the most likely regime 30 days from now (70%).')
  expect(turning).toContain('If today’s score of 0.31 lasts, expansion begins in 1 day.')
  expect(tell({ expansion: 0.48, contraction: 0.02, transition: 0.5 }).summary).toContain(
    'Transition (50%) and expansion (48%) are about equally likely 30 days from now.',
  )
})

test('a probability that rounds to certainty is not called certain', () => {
  expect(tell({ expansion: 0.001, contraction: 0.0002, transition: 0.9988 }).summary).toContain('(over 99%)')
})

test('the summary has at most 60 words, whatever the day', () => {
  const shares = [
    probabilities,
    { expansion: 0.49, contraction: 0.02, transition: 0.49 },
    { expansion: 0.1, contraction: 0.8, transition: 0.1 },
  ]
  for (const regime of regimeNames)
    for (const chances of shares)
      for (const turn of [null, { regime: 'contraction' as const, days: 21 }])
        expect(tell(chances, turn, regime).summary!.split(/\s+/).length).toBeLessThanOrEqual(60)
})

test('inputs that do not speak and values of a later vintage are named', () => {
  const notes = tell(probabilities).notes.join(' ')
  expect(notes).toContain('Of a later vintage than was published by this day: Nonfarm payrolls (2026-12-30).')
  expect(notes).toContain('Without a usable value on this day: Net liquidity,')
})
