import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportFiles, publishExports } from '../../pipeline/warehouse/analysts/exports.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { temporaryHome } from '../end-to-end/home.ts'

let home: Awaited<ReturnType<typeof temporaryHome>>
let store: Store

beforeAll(async () => {
  home = await temporaryHome()
  store = await emptyStore()
  await store.connection.run(`
    INSERT INTO observation
    SELECT 'S' || (i % 3), DATE '2015-01-01' + CAST(i // 3 AS INTEGER), i / 7, 'USD',
           TIMESTAMP '2015-01-02 16:30:00.5' + to_days(CAST(i // 3 AS INTEGER)), CASE WHEN i % 2 = 0 THEN 'filed' ELSE 'deadline' END,
           md5(CAST(i % 50 AS VARCHAR)), 1, CASE WHEN i % 4 = 3 THEN TIMESTAMP '2026-05-27 23:59:59' END
    FROM range(9000) t(i)`)
  await store.connection.run(`
    INSERT INTO metric_value SELECT metric, DATE '2026-07-22', 17.5, TIMESTAMP '2026-07-23 13:00:00', 'filed', 1 FROM metric WHERE metric IN ('vix', 'm2-supply')`)
  await publishExports(store, join(home.folder, 'exports'))
})

afterAll(async () => {
  await store.close()
  await home.remove()
})

const rowsOf = async (sql: string) => (await store.connection.runAndReadAll(sql)).getRowsJson()

describe('exports', () => {
  test('are the files they should be, nothing half-written beside them', async () => {
    expect((await readdir(join(home.folder, 'exports'))).sort()).toEqual([...exportFiles].sort())
  })

  test('Parquet holds the rows of the warehouse, types included', async () => {
    const path = join(home.folder, 'exports', 'observations.parquet')
    const columns = 'series, period, value, unit, known_at, known_basis, recording, version, vintage'
    expect(await rowsOf(`SELECT ${columns} FROM read_parquet('${path}') EXCEPT ALL SELECT ${columns} FROM observation`)).toEqual(
      [],
    )
    expect(await rowsOf(`SELECT count(*)::INTEGER FROM read_parquet('${path}')`)).toEqual([[9_000]])
  })

  test('values of metrics are exported, with their unit', async () => {
    const path = join(home.folder, 'exports', 'metric_values.parquet')
    expect(await rowsOf(`SELECT metric, CAST(period AS VARCHAR), value, unit, version FROM read_parquet('${path}')`)).toEqual([
      ['m2-supply', '2026-07-22', 17.5, 'USD bn', 1],
      ['vix', '2026-07-22', 17.5, 'points', 1],
    ])
  })

  test('Parquet carries the comment of its table and of every column', async () => {
    for (const [name, relation] of [
      ['series', 'series'],
      ['observations', 'observation'],
      ['metric_values', 'metric_value'],
      ['readings', 'v_readings'],
    ]) {
      const path = join(home.folder, 'exports', `${name}.parquet`)
      const metadata = new Map(
        (await rowsOf(`SELECT decode(key), decode(value) FROM parquet_kv_metadata('${path}')`)) as [string, string][],
      )
      const columns = (await rowsOf(`SELECT column_name FROM (DESCRIBE FROM read_parquet('${path}'))`)) as [string][]
      expect([name, columns.filter(([column]) => !metadata.get(`comment.${column}`))]).toEqual([name, []])
      const comments = await rowsOf(
        `SELECT comment FROM duckdb_tables() WHERE table_name = '${relation}' UNION SELECT comment FROM duckdb_views() WHERE view_name = '${relation}'`,
      )
      expect([[metadata.get('comment')]]).toEqual(comments)
    }
  })

  test('files whose rows are the same stay as they are', async () => {
    const folder = join(home.folder, 'exports')
    const inodes = () => Promise.all(exportFiles.map(async (name) => (await stat(join(folder, name))).ino))
    const before = await inodes()
    await publishExports(store, folder)
    expect(await inodes()).toEqual(before)
    await store.connection.run("UPDATE series SET title = title || ' ' WHERE id = (SELECT min(id) FROM series)")
    await publishExports(store, folder)
    const changed = (await inodes()).map((inode, i) => inode !== before[i] && exportFiles[i])
    expect(changed.filter((name) => name !== false)).toEqual(['series.parquet'])
  })

  test('Parquet holds the rows in the order of series, period and version, in their types', async () => {
    const path = join(home.folder, 'exports', 'observations.parquet')
    const rows = `SELECT * EXCLUDE (file_row_number) FROM read_parquet('${path}', file_row_number = true) ORDER BY file_row_number`
    const columns = 'series, period, value, unit, known_at, known_basis, recording, version, vintage'
    expect(await rowsOf(rows)).toEqual(await rowsOf(`SELECT ${columns} FROM observation ORDER BY series, period, version`))
    expect(
      (await rowsOf(`SELECT column_name, column_type FROM (DESCRIBE ${rows})`)).map((each) => each.join(' ')),
    ).toMatchInlineSnapshot(`
      [
        "series VARCHAR",
        "period DATE",
        "value DOUBLE",
        "unit VARCHAR",
        "known_at TIMESTAMP",
        "known_basis VARCHAR",
        "recording VARCHAR",
        "version INTEGER",
        "vintage TIMESTAMP",
      ]
    `)
  })

  test('an Arrow file that an earlier version wrote goes', async () => {
    const folder = join(home.folder, 'exports')
    await writeFile(join(folder, 'series.arrow'), '')
    await publishExports(store, folder)
    expect((await readdir(folder)).sort()).toEqual([...exportFiles].sort())
  })
})
