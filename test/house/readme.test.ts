import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiled } from '../compiled.ts'
import { blocksOf } from './markdown.ts'
import { read, root } from './tree.ts'

const run = promisify(execFile)
const checked = blocksOf(read('README.md')).filter(({ words }) => words.join(' ') === 'sh check')
const firstSteps = blocksOf(read('docs/analysts.md')).filter(({ words }) => words[0] === 'python')
/** A Python that has the libraries of the first steps. */
const python = process.env['ANALYSTS_PYTHON']
if (!python)
  console.warn('skipping the first steps in Python: ANALYSTS_PYTHON names no Python with duckdb, pandas, pyarrow and polars')
const queries = blocksOf(read('docs/analysts.md')).filter(({ words }) => words.join(' ') === 'sql query')

/**
 * Types a block of the docs into a shell, its folder `var/` being a temporary one. `npx briefing` is the command of this tree, and not what
 * was built last.
 */
async function typed(folder: string, text: string): Promise<string> {
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${compiled('cli/briefing.ts')}" "$@"\n`
  await writeFile(join(folder, 'npx'), npx, { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, BRIEFING_LOG: 'warn' }
  const { stdout } = await run('sh', ['-ec', text.replaceAll('var/', `${folder}/`)], { cwd: root, env, maxBuffer: 16 << 20 })
  return stdout
}

describe('the README', () => {
  let folder: string
  const said: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readme-'))
    for (const { text } of checked) said.push(await typed(folder, text))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has commands that are checked, and they do what it says', () => {
    expect(checked).toHaveLength(1)
    expect(said[0]).toMatch(/^edition [0-9a-f]+ as of \d{4}-\d\d-\d\d: \d+ documents$/m)
    expect(said[0]).toContain('# Bitcoin Quick Check')
    expect(said[0]).toMatch(/^(\d+) of \1 recordings loaded, 0 refused, 0 rows in quarantine$/m)
  })

  test('shows an answer as it is given: its headings and the heads of its tables', () => {
    const [shown] = blocksOf(read('README.md')).filter(({ words }) => words[0] === 'text')
    const frame = shown!.text.split('\n').filter((line) => /^(#|\*\*SAMPLE|\|Reading\||\|-)/.test(line))
    expect(frame.length).toBeGreaterThan(4)
    expect(frame.filter((line) => !said[0]!.split('\n').includes(line))).toEqual([])
  })

  test('and docs/analysts.md have queries that the file made by them answers', async () => {
    const asked = [...queries.map(({ text }) => text), /-readonly \S+ "([^"]+)"/.exec(read('README.md'))![1]!]
    expect(asked).toHaveLength(12)
    const instance = await DuckDBInstance.create(join(folder, 'first', 'market.duckdb'), { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    for (const sql of asked) {
      const answer = await connection.runAndReadAll(sql)
      expect([sql, answer.currentRowCount > 0]).toEqual([sql, true])
    }
    const rows = (sql: string) => connection.runAndReadAll(sql).then((answer) => answer.getRowObjectsJson())
    const late = `SELECT count(*) AS n FROM as_known(DATE '2026-07-23') WHERE known_at >= TIMESTAMP '2026-07-24'`
    expect(await rows(late)).toEqual([{ n: '0' }])
    expect(await rows('SELECT bool_and(sample) AS sample FROM recording')).toEqual([{ sample: true }])
    const silent = "SELECT count(*) AS n FROM duckdb_columns() WHERE NOT internal AND coalesce(comment, '') = ''"
    expect(await rows(silent)).toEqual([{ n: '0' }])
    connection.closeSync()
    instance.closeSync()
  })
  test.skipIf(!python)('and docs/analysts.md has a first step for DuckDB, pandas and polars, and each prints rows', async () => {
    expect(firstSteps).toHaveLength(3)
    for (const { text } of firstSteps) {
      const { stdout } = await run(python!, ['-c', text.replaceAll('var/', `${join(folder, 'first')}/`)])
      expect([text, /\d\.\d/.test(stdout)]).toEqual([text, true])
    }
  })
})
