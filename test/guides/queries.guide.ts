import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { pageBlocks } from './block.ts'
import { firstHome } from './session.ts'

const run = promisify(execFile)
const queries = pageBlocks().filter((block) => block.run === 'query')
const programs = pageBlocks().filter((block) => block.run === 'python')
/** A Python that has the libraries the docs import. */
const python = process.env['ANALYSTS_PYTHON']
if (!python)
  console.warn('skipping the Python of the docs: ANALYSTS_PYTHON names no Python with duckdb, pandas, pyarrow and polars')

describe('the analysts’ copy of a home of sample feeds', () => {
  test('answers every query of the docs', async () => {
    const folder = await firstHome()
    const instance = await DuckDBInstance.create(join(folder, 'market.duckdb'), { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    try {
      expect(queries.length).toBeGreaterThan(6)
      const empty: string[] = []
      for (const { page, text } of queries)
        for (const sql of text.split(/;\s*$/m).filter((each) => each.trim() !== '')) {
          const answer = await connection.runAndReadAll(sql)
          if (answer.currentRowCount === 0) empty.push(`${page}: ${sql}`)
        }
      expect(empty).toEqual([])
      const rows = (sql: string) => connection.runAndReadAll(sql).then((answer) => answer.getRowObjectsJson())
      const late = `SELECT count(*) AS n FROM as_known(DATE '2026-07-23') WHERE known_at >= TIMESTAMP '2026-07-24'`
      expect(await rows(late)).toEqual([{ n: '0' }])
      expect(await rows('SELECT bool_and(sample) AS sample FROM recording')).toEqual([{ sample: true }])
      const silent = "SELECT count(*) AS n FROM duckdb_columns() WHERE NOT internal AND coalesce(comment, '') = ''"
      expect(await rows(silent)).toEqual([{ n: '0' }])
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })

  test.skipIf(!python)('gives rows to every Python program of the docs', async () => {
    const folder = await firstHome()
    expect(programs.length).toBeGreaterThan(2)
    for (const { text } of programs) {
      const { stdout } = await run(python!, ['-c', text.replaceAll('var/', `${folder}/`)])
      expect([text, /\d\.\d/.test(stdout)]).toEqual([text, true])
    }
  })
})
