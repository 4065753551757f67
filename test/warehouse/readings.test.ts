import { describe, expect, test } from 'vitest'
import type { ReadingRow } from '../../pipeline/tables/reading.ts'
import { putPublished } from '../../pipeline/warehouse/readings.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import vix from './readings.json' with { type: 'json' }

const row: ReadingRow = vix as ReadingRow

const later = '2026-07-25T23:59:59Z'

describe('readings', () => {
  test('the same said again adds nothing, another one the next version, and the view has the newest of each day', async () => {
    const store = await emptyStore()
    expect(await putPublished(store, { reading: [row, { ...row, metric: 'rrp' }] })).toBe(2)
    expect(
      await putPublished(store, {
        reading: [row, { ...row, metric: 'rrp' }].map((each) => ({ ...each, computed_at: '2026-07-24T23:59:59Z' })),
      }),
    ).toBe(0)
    expect(await putPublished(store, { reading: [{ ...row, value: 17.5, computed_at: later }] })).toBe(1)
    expect(await putPublished(store, { reading: [{ ...row, as_of: '2026-07-24', computed_at: later }] })).toBe(1)
    const columns = 'metric, CAST(as_of AS VARCHAR) AS as_of, value, version, CAST(computed_at AS VARCHAR) AS computed_at'
    expect(await select(store, `SELECT ${columns} FROM reading ORDER BY metric, as_of, version`)).toEqual([
      { metric: 'rrp', as_of: '2026-07-23', value: 17.25, version: 1, computed_at: '2026-07-23 23:59:59' },
      { metric: 'vix', as_of: '2026-07-23', value: 17.25, version: 1, computed_at: '2026-07-23 23:59:59' },
      { metric: 'vix', as_of: '2026-07-23', value: 17.5, version: 2, computed_at: '2026-07-25 23:59:59' },
      { metric: 'vix', as_of: '2026-07-24', value: 17.25, version: 1, computed_at: '2026-07-25 23:59:59' },
    ])
    expect(await select(store, 'SELECT metric, value FROM v_readings ORDER BY metric, as_of')).toEqual([
      { metric: 'rrp', value: 17.25 },
      { metric: 'vix', value: 17.5 },
      { metric: 'vix', value: 17.25 },
    ])
    await store.close()
  })

  test('what was said before and is said again is a version too: the newest stands', async () => {
    const store = await emptyStore()
    for (const value of [1, 2, 1]) await putPublished(store, { reading: [{ ...row, value }] })
    expect(await select(store, 'SELECT value, version FROM v_readings')).toEqual([{ value: 1, version: 3 }])
    await store.close()
  })
})
