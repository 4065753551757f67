import { describe, expect, test } from 'vitest'
import { moveFromExtreme, passedRecordOf, weekMoveInUsualDays } from '../../pipeline/analysis/lately.ts'
import { columnOf } from './columns.ts'
import { metricOf } from './metrics.ts'

const daily = metricOf({ cadence: 'daily', change: 'unit' })
/** A quiet year that moves by one each day, then `newest`. */
const quietThen = (...newest: number[]) =>
  columnOf([...Array.from({ length: 400 }, (_, i) => 100 + (i % 2)), ...newest].map((value, i) => [20_000 + i, value] as const))
const last = (column: ReturnType<typeof quietThen>) => column.period.length - 1

describe('the move from the extreme of the last week', () => {
  test('begins at the low or the high, whichever is further, and counts usual weeks', () => {
    const column = quietThen(101, 92, 95, 100, 99, 104)
    expect(moveFromExtreme(daily, column, last(column))).toMatchObject({ from: 401, change: 12 })
    const fallen = quietThen(101, 115, 110, 106, 104, 99)
    expect(moveFromExtreme(daily, fallen, last(fallen))).toMatchObject({ from: 401, change: -16 })
  })

  test('is null where the week itself moved as far, where it is usual, and for series without a value per day', () => {
    const column = quietThen(101, 92, 95, 100, 99, 104)
    expect(moveFromExtreme(daily, quietThen(102, 103), 401)).toBeNull()
    const rising = quietThen(102, 104, 106, 108, 110, 112, 114)
    expect(moveFromExtreme(daily, rising, last(rising))).toBeNull()
    expect(moveFromExtreme(metricOf({ cadence: 'weekly' }), column, last(column))).toBeNull()
  })

  test('in usual days', () => {
    const column = quietThen(101, 92, 95, 100, 104)
    const { from, change, times } = weekMoveInUsualDays(daily, column, last(column))!
    expect([from, change, Math.round(times)]).toEqual([401, 12, 12])
    expect(weekMoveInUsualDays(daily, column, 40)).toBeNull()
  })
})

describe('a record that other values followed', () => {
  test('is that of a value known for less than a week, unless the newest goes back as far', () => {
    const column = quietThen(107, 104)
    expect(passedRecordOf(daily, column, 0, null)).toEqual({ at: 400, kind: 'highest', since: null })
    expect(passedRecordOf(daily, column, 0, { kind: 'lowest', window: null, since: null })).toBeNull()
    expect(passedRecordOf(daily, column, Number.POSITIVE_INFINITY, null)).toBeNull()
    expect(passedRecordOf(daily, quietThen(101, 100), 0, null)).toBeNull()
  })
})
