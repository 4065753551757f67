import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { compiled } from '../compiled.ts'
import { temporaryHome } from '../end-to-end/home.ts'
import { openWhilePublishing } from './market.ts'

const uncommented = `
  SELECT 'table ' || table_name FROM duckdb_tables() WHERE NOT internal AND comment IS NULL
  UNION ALL SELECT 'view ' || view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL
  UNION ALL SELECT 'column ' || table_name || '.' || column_name FROM duckdb_columns() WHERE NOT internal AND coalesce(comment, '') = ''
  UNION ALL SELECT 'macro ' || function_name FROM duckdb_functions() WHERE NOT internal AND comment IS NULL`

describe('the warehouse file', () => {
  test('every table, view, column and macro has a comment, in the analysts’ copy too', async () => {
    const home = await temporaryHome()
    const store = await openStore(join(home.folder, 'store.duckdb'))
    expect((await store.connection.runAndReadAll(uncommented)).getRows()).toEqual([])
    const path = join(home.folder, 'market.duckdb')
    await publishMarket(store, path)
    const copy = await (await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })).connect()
    expect((await copy.runAndReadAll(uncommented)).getRows()).toEqual([])
    const columns = (
      await copy.runAndReadAll(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'observation' ORDER BY column_index",
      )
    ).getRows()
    expect(columns.slice(0, 7)).toEqual([
      ['series', 'VARCHAR'],
      ['period', 'DATE'],
      ['value', 'DOUBLE'],
      ['unit', 'VARCHAR'],
      ['known_at', 'TIMESTAMP'],
      ['known_basis', 'VARCHAR'],
      ['recording', 'VARCHAR'],
    ])
    expect((await copy.runAndReadAll("SELECT count(*)::INTEGER FROM as_known(DATE '2026-07-23')")).getRows()).toEqual([[0]])
    copy.closeSync()
    await store.close()
    expect((await readdir(home.folder)).filter((name) => name.includes('.new'))).toEqual([])
    await home.remove()
  })

  test('another version brings schema and registries up to date, and the same version leaves them as they are', async () => {
    const home = await temporaryHome()
    const path = join(home.folder, 'store.duckdb')
    const shown = async (change?: string) => {
      const { connection, close } = await openStore(path)
      const [row] = (
        await connection.runAndReadAll(`SELECT title, (SELECT comment FROM duckdb_views() WHERE view_name = 'v_latest')
                                        FROM metric WHERE metric = 'vix'`)
      ).getRows()
      if (change !== undefined) await connection.run(change)
      await close()
      return row
    }
    const current = await shown("UPDATE metric SET title = 'older'; COMMENT ON VIEW v_latest IS 'older'")
    expect(current).toEqual(['VIX', expect.stringContaining('latest')])
    expect(await shown("UPDATE schema_mark SET made_of = 'another version'")).toEqual(['older', 'older'])
    expect(await shown()).toEqual(current)
    await home.remove()
  })

  test('macros as of a day work when the file is attached under another name', async () => {
    const home = await temporaryHome()
    const store = await openStore(':memory:')
    await store.connection.run(`
      INSERT INTO observation VALUES ('M2SL', DATE '2026-05-31', 1, 'USD bn', TIMESTAMP '2026-06-25', 'filed', 'r', 1, TIMESTAMP '2026-07-30'),
                                     ('M2SL', DATE '2026-06-30', 2, 'USD bn', TIMESTAMP '2026-07-25', 'filed', 'r', 1, NULL)`)
    await store.connection.run(
      "INSERT INTO metric_value VALUES ('m2-supply', DATE '2026-05-31', 1, TIMESTAMP '2026-06-25', 'filed', 1)",
    )
    const path = join(home.folder, 'market.duckdb')
    await publishMarket(store, path)
    await store.close()
    const other = await (await DuckDBInstance.create(':memory:')).connect()
    const rowsOf = async (sql: string) => (await other.runAndReadAll(sql)).getRowsJson()
    for (const name of ['my market', 'm']) {
      const quoted = `"${name}"`
      await other.run(`ATTACH '${path}' AS ${quoted} (READ_ONLY)`)
      const known = (macro: string) =>
        rowsOf(`SELECT count(*)::INTEGER FROM ${quoted}.${macro}(DATE '2026-07-23', attached := '${name}')`)
      expect(await known('as_known')).toEqual([[1]])
      expect(await known('as_known_strict')).toEqual([[0]])
      expect(await known('metric_as_known')).toEqual([[1]])
      const perDay = `SELECT d.day::VARCHAR, k.value FROM (SELECT unnest([DATE '2026-06-01', DATE '2026-07-23', DATE '2026-07-25']) AS day) d,
                      LATERAL (SELECT max(value) AS value FROM ${quoted}.as_known(d.day, attached := '${name}')) k ORDER BY 1`
      expect(await rowsOf(perDay)).toEqual([
        ['2026-06-01', null],
        ['2026-07-23', 1],
        ['2026-07-25', 2],
      ])
      expect(await rowsOf(`SELECT count(*)::INTEGER FROM ${quoted}.v_latest`)).toEqual([[1]])
      if (name !== 'm') await other.run(`DETACH ${quoted}`)
    }
    await other.run('USE m')
    expect(await rowsOf("SELECT value FROM m.metric_as_known(DATE '2026-07-23')")).toEqual([[1]])
    other.closeSync()
    await home.remove()
  })

  test('a second process is told who holds the store', async () => {
    const home = await temporaryHome()
    const path = join(home.folder, 'store.duckdb')
    const holder = spawn(process.execPath, [compiled('test/warehouse/hold-store.ts'), path])
    await once(holder.stdout, 'data')
    await expect(openStore(path)).rejects.toMatchObject({
      name: 'UnavailableError',
      code: 'STORE_HELD',
      facts: { pid: holder.pid },
    })
    holder.stdin.end()
    await once(holder, 'exit')
    await (await openStore(path)).close()
    await home.remove()
  })

  test('a file that is no database is told apart from one that is held', async () => {
    const home = await temporaryHome()
    await expect(openStore(home.folder)).rejects.toMatchObject({ name: 'UnavailableError', code: 'STORE_UNREADABLE' })
    await home.remove()
  })
})

test('other processes open the analysts’ file at any time while it is published', async () => {
  const run = await openWhilePublishing(2, 5, 20)
  expect(run.failed).toEqual([])
  expect(run.opens).toBeGreaterThanOrEqual(20)
  expect(run.publishes).toBeGreaterThanOrEqual(5)
})
