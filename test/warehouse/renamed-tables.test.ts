import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { folderOfTests } from '../closed-after.ts'

test('a warehouse of an earlier version keeps the rows of its renamed tables, also after an earlier version ran again', async () => {
  const path = join(await folderOfTests(), 'warehouse.duckdb')
  const before = await openStore(path)
  await before.connection.run(`INSERT INTO briefing_state VALUES ('btc.context', DATE '2026-07-14', 'supported', 'a')`)
  for (const [now, then] of [
    ['briefing_state', 'label'],
    ['day_end_reading', 'closing'],
  ])
    await before.connection.run(`ALTER TABLE ${now} RENAME TO ${then}`)
  await before.connection.run(`UPDATE schema_mark SET made_of = 'earlier'`)
  await before.close()
  const after = await openStore(path)
  try {
    expect(await select(after, 'SELECT briefing, label FROM briefing_state')).toEqual([
      { briefing: 'btc.context', label: 'supported' },
    ])
    expect(await select(after, 'SELECT count(*)::INTEGER AS rows FROM day_end_reading')).toEqual([{ rows: 0 }])
    await after.connection.run(`CREATE TABLE label AS FROM briefing_state`)
    await after.connection.run(`UPDATE schema_mark SET made_of = 'earlier'`)
  } finally {
    await after.close()
  }
  const again = await openStore(path)
  try {
    expect(await select(again, 'SELECT briefing, label FROM briefing_state')).toHaveLength(1)
    expect(await select(again, "SELECT table_name FROM duckdb_tables() WHERE table_name IN ('label', 'closing')")).toEqual([])
  } finally {
    await again.close()
  }
})
