import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { publishMarket } from '../../pipeline/warehouse/market.ts'
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
