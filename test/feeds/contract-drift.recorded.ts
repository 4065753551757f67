import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { contractDrift } from '../../pipeline/warehouse/load/body-shapes.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordedBody, recordedRows } from '../recorded.ts'
import { loadOf } from './loads.ts'

async function driftIn(loads: readonly Load[], batch: number, now: number) {
  const store = await emptyStore()
  for (let at = 0; at < loads.length; at += batch) await load(store, loads.slice(at, at + batch), () => [])
  const rows = await select<{ row: string }>(store, 'SELECT to_json(s)::VARCHAR AS row FROM body_shape s ORDER BY row')
  const fields = await select<{ field: string }>(store, "SELECT field FROM v_body_field WHERE feed = 'fred-graph' ORDER BY field")
  const drift = await contractDrift(store, now)
  await store.close()
  return { rows, drift, fields: fields.map(({ field }) => field) }
}

describe('on real bodies', () => {
  test('FRED renamed the first column of its graph files from DATE to observation_date: it is reported, in whatever order they are loaded', async () => {
    const rows = recordedRows().filter(({ url }) => feedFor(url)?.id === 'fred-graph' && /WTREGEN|DGS10|VIX/.test(url))
    const loads = await Promise.all(rows.map((row) => loadOf(row.url, recordedBody(row), `${row.fetched_on}T23:59:59Z`)))
    const now = Math.max(...loads.map(({ recording }) => Date.parse(recording.at))) + dayMs
    const forwards = await driftIn(loads, 25, now)
    expect(forwards.drift.map(({ field, change }) => [field, change])).toEqual([
      ['DATE', 'missing'],
      ['observation_date', 'new'],
    ])
    expect(forwards.fields).toEqual(expect.arrayContaining(['', 'DATE', 'observation_date', 'WTREGEN']))
    expect(await driftIn(loads.toReversed(), 7, now)).toEqual(forwards)
    expect(await driftIn([...loads, ...loads], 3, now)).toEqual(forwards)
  })
})
