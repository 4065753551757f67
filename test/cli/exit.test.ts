import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../cli/check/home.ts'
import { errorSentence, exitFor, failureJson } from '../../cli/exit.ts'
import { InputError, NotFoundError, UnavailableError } from '../../pipeline/errors.ts'
import { compiled } from '../compiled.ts'
import { smallHome, temporaryHome } from '../end-to-end/home.ts'
import { briefing } from './command.ts'

test.each([
  [new InputError('WORD', 'x'), 1],
  [new NotFoundError('NOTHING_LOADED', 'x'), 2],
  [new UnavailableError('STORE_HELD', 'x'), 69],
  [Object.assign(new Error('IO Error: x'), { name: 'Error' }), 70],
  [new TypeError('x is not a function'), 70],
  [Object.assign(new Error('no space left'), { code: 'ENOSPC' }), 2],
  [Object.assign(new Error('i/o error'), { code: 'EIO' }), 70],
  ['a text', 70],
])('%s ends a command with %i', (error, code) => {
  expect(exitFor(error)).toBe(code)
  expect(errorSentence(error).includes('this was not expected: run "briefing doctor"')).toBe(code === 70)
})

test.each([
  [
    new InputError('WORD', 'x; y'),
    { error: 'WORD', message: 'x; y', hint: expect.stringContaining('"briefing keys --help"'), exit_code: 1 },
  ],
  [new InputError('ID_MISSING', 'x'), { hint: 'Run "briefing keys list" for the ids, and give one of them.' }],
  [new UnavailableError('STORE_HELD', 'x'), { hint: expect.stringContaining('run the same command again'), exit_code: 69 }],
  [
    Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
    { error: 'DISK_FULL', hint: expect.stringContaining('Free space') },
  ],
  [
    new TypeError('x is not a function'),
    { error: 'TypeError', message: 'x is not a function', hint: expect.stringContaining('doctor') },
  ],
])('%s has the next step apart from what happened', (error, members) => {
  expect(failureJson(error, ['--json', 'keys', 'frob'])).toMatchObject(members)
})

test('with --json an error is the last line of standard output, and its sentence is on standard error', async () => {
  const { code, out, said } = await briefing('keys', 'frob')
  expect(JSON.parse(out)).toMatchObject({ error: 'ACTION', hint: 'Use create, list, rotate or revoke.', exit_code: code })
  expect(said).toMatch(/^ACTION: [^\n]+\n$/)
})

describe('market.duckdb that another program has open for writing', () => {
  let home: Awaited<ReturnType<typeof temporaryHome>>
  let holder: ReturnType<typeof spawn>
  beforeAll(async () => {
    home = await temporaryHome((await smallHome()).folder)
    holder = spawn(process.execPath, [compiled('test/warehouse/hold-database.ts'), join(home.folder, 'market.duckdb')])
    await once(holder.stdout!, 'data')
  })
  afterAll(async () => {
    holder.stdin!.end()
    await once(holder, 'close')
    await home.remove()
  })
  const words = () => `STORE_HELD: another process is using the warehouse (process ${holder.pid})`

  test.each([
    ['status', []],
    ['explain', ['vix']],
    ['quarantine', ['list']],
    ['review', ['list']],
  ])('%s says so and ends with 69', async (name, more) => {
    const { code, said } = await briefing(name, ...more, '--home', home.folder)
    expect([code, said]).toEqual([69, expect.stringContaining(words())])
  })

  test('doctor has a row for it next to all others, and ends with 69', async () => {
    const { code, out } = await briefing('doctor', '--home', home.folder, '--host', 'in-process')
    const { findings } = JSON.parse(out) as { findings: Finding[] }
    expect(code).toBe(69)
    expect(findings.find(({ check }) => check === 'copy')).toMatchObject({
      level: 'FAIL',
      detail: 'STORE_HELD',
      next: expect.stringContaining('open market.duckdb only for reading'),
    })
    expect(findings.find(({ check }) => check === 'edition')).toMatchObject({ level: 'OK' })
  })
})

test('market.duckdb that is not a database has a code and a next step', async () => {
  const home = await temporaryHome()
  await writeFile(join(home.folder, 'market.duckdb'), 'no database')
  const { code, said } = await briefing('status', '--home', home.folder)
  expect([code, said]).toEqual([
    69,
    expect.stringContaining('STORE_UNREADABLE: market.duckdb cannot be opened; run "briefing refresh"'),
  ])
  await home.remove()
})
