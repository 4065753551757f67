import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import type { RegimeHistory, RegimeName } from '../../pipeline/analysis/regime.ts'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import type { Day } from '../../pipeline/briefings/day.ts'
import { dayNumber, endOfDay } from '../../pipeline/calendar/day.ts'
import { noTreasuries } from './no-treasuries.ts'

const probabilities = { expansion: 0.2, contraction: 0.2, transition: 0.6 }

/** A day of this regime, as all before it are. */
function dayOf(regime: RegimeName, asOf: number): Day {
  return {
    asOf,
    now: endOfDay(asOf),
    sample: false,
    reading: () => null,
    treasuries: () => ({ list: noTreasuries, companies: [] }),
    late: () => null,
    signalRuns: () => null,
    judged: () => null,
    correlation: () => null,
    regimes: () => ({ today: () => ({ regime, probabilities, inputs: [] }), judged: () => null }) as unknown as RegimeHistory,
    column: () => null,
    figures: () => null,
    rests: () => [],
    notes: () => [],
    companies: () => [],
    label: () => regime,
    closing: (metric) => ({ metric, as_of: '', period: null, value: null, signal: null, momentum: null, inputs: '' }),
  }
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
