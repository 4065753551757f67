import { expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { columnOf } from '../../bench/calibration/walk-series.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import { TurningLevels } from '../../pipeline/analysis/turns.ts'
import { head } from '../../pipeline/values/column.ts'
import { recordedFolder } from '../recorded.ts'
import { turnsExactly, upcomingOf } from './turning.ts'

const days = 100

test('every turning level of 100 past days of every recorded metric turns the signal, and a hair less does not', {
  timeout: 3_600_000,
}, () => {
  const counts = { levels: 0, wrong: 0, next: 0, week: 0 }
  for (const { facts, ...series } of recordedSeries.filter(
    ({ facts: { category, weekdays } }) => category !== 'recorded' && !weekdays,
  )) {
    const whole = columnOf({ facts, ...series }, recordedFolder)
    const { length } = whole.period
    const past = new SignalBacktest(facts)
    const levels = new TurningLevels(facts)
    for (let k = 0; k < days; k++) {
      const last = length - 1 - (days - 1 - k) * Math.max(1, Math.floor(length / 2 / days))
      const column = head(whole, last)
      const turns = levels.at(past, column, last, upcomingOf(facts, column.period[last]!))
      const kept = new SignalBacktest(facts)
      kept.at(column, last)
      for (const turn of turns) {
        counts.levels++
        counts[turn.held === 'week' ? 'week' : 'next']++
        if (!turnsExactly(facts, column, turn, kept.keep())) counts.wrong++
      }
    }
  }
  process.stdout.write(`turning levels: ${JSON.stringify(counts)}\n`)
  expect(counts.levels).toBeGreaterThan(1_000)
  expect(counts.wrong).toBe(0)
})
