import { expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { columnOf as recordedColumn } from '../../bench/calibration/walk-series.ts'
import { columnSlice } from '../../pipeline/values/column.ts'
import { recordedFolder } from '../recorded.ts'
import { turnsAt, turnsExactly } from './turning.ts'

test('a turning level turns the signal, and a hair less does not, on past days of recorded histories of every cadence', () => {
  let tried = 0
  for (const series of recordedSeries.filter(({ facts: { category, weekdays } }) => category !== 'recorded' && !weekdays)) {
    const whole = recordedColumn(series, recordedFolder)
    const { length } = whole.period
    for (const back of [3, 211]) {
      const column = columnSlice(whole, Math.max(0, length - 1_400), length - back)
      for (const turn of turnsAt(series.facts, column)) {
        expect([series.facts.metric, back, turn, turnsExactly(series.facts, column, turn)]).toEqual([
          series.facts.metric,
          back,
          turn,
          true,
        ])
        tried++
      }
    }
  }
  expect(tried).toBeGreaterThan(30)
})
