import { expect, test } from 'vitest'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { columnOf as recordedColumn } from '../../bench/calibration/walk-series.ts'
import { head } from '../../pipeline/values/column.ts'
import { recordedFolder } from '../recorded.ts'
import { signalsOf } from './metrics.ts'
import { naiveWays } from './naive-confidence.ts'

test('and so on recorded histories, those with negative, zero and missing values among them', () => {
  for (const { facts, ...rest } of recordedSeries.filter(({ facts: { metric } }) =>
    ['wti-spot', 'rrp', 'sofr', 'fed-balance', 'unemployment'].includes(metric),
  )) {
    const column = head(recordedColumn({ facts, ...rest }, recordedFolder), 900)
    const ways = signalsOf(facts, column).map((signal) => signal?.way ?? null)
    expect(ways).toEqual(naiveWays(facts, column))
  }
})
