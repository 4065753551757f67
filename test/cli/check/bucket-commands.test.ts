import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkStateStore } from '../../../cli/check/state.ts'
import { analystCopyHome } from '../../../cli/market.ts'
import { readSettings } from '../../../cli/settings.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'briefing-'))
})
afterAll(() => rm(home, { recursive: true }))

const bucket = { BRIEFING_STORE: 's3://briefing/prod', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'testtest' }
const settingsOf = (env: Record<string, string>) => readSettings({ BRIEFING_HOME: home, ...env })

test('with a bucket the copy of the warehouse is read in the home of a writer only', async () => {
  expect(analystCopyHome(settingsOf({}), {})).toBe(home)
  expect(() => analystCopyHome(settingsOf(bucket), {})).toThrow(
    expect.objectContaining({ code: 'NOT_THE_WRITER', name: 'InputError' }),
  )
  await writeFile(join(home, 'store.duckdb.writer'), '{}')
  expect(analystCopyHome(settingsOf(bucket), {})).toBe(home)
})

test('doctor says where keys are, and that a database does not answer, without its password', async () => {
  const [none] = await checkStateStore(settingsOf({}), undefined)
  expect(none).toMatchObject({ level: 'OK', detail: 'no keys and payments yet' })
  const [alone] = await checkStateStore(settingsOf(bucket), undefined)
  expect(alone).toMatchObject({ level: 'WARN', next: expect.stringContaining('STATE_URL') })
  const [away] = await checkStateStore(settingsOf({ STATE_URL: 'postgres://briefing:pass-word@127.0.0.1:9/briefing' }), undefined)
  expect(away).toMatchObject({ level: 'FAIL', outside: true, next: expect.stringContaining('STATE_URL') })
  expect(JSON.stringify(away)).not.toContain('pass-word')
})
