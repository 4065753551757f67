import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { depsFor } from '../../cli/deps.ts'
import { readSettings } from '../../cli/settings.ts'
import { type FakeS3, fakeS3 } from '../store/fake-s3.ts'
import { refreshOf } from './installation.ts'
import { machines } from './machine.ts'

describe('an object store that breaks a rule', () => {
  let store: FakeS3
  let cluster: Awaited<ReturnType<typeof machines>>
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    store = await fakeS3()
    env = {
      BRIEFING_STORE: `s3://bucket/unfit?endpoint=${encodeURIComponent(store.endpoint)}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'testtest',
    }
    cluster = await machines({ ...env, TEMPORAL_ADDRESS: '127.0.0.1:9' })
  })
  afterAll(async () => {
    await cluster?.close()
    await store?.close()
  })

  test.each([
    ['briefing worker', ['worker', '--roles', 'writer']],
    ['briefing worker without a warehouse', ['worker', '--roles', 'fetch,render']],
    ['briefing refresh', [...refreshOf(20), '--host', 'in-process']],
  ])('%s ends with 69 before it stores anything where conditions are ignored', async (_, args) => {
    store.conditional = false
    store.seen.length = 0
    const machine = await cluster.run(args, {}, [69])
    expect(machine.output()).toContain('STORE_UNFIT')
    const written = store.seen.filter(({ method }) => method === 'PUT').map(({ key }) => key)
    expect(written.length).toBeGreaterThan(0)
    for (const key of written) expect(key).toMatch(/^unfit\/probe\//)
    expect(store.objects.size).toBe(0)
    expect((await machine.files()).filter((file) => file.includes('duckdb'))).toEqual([])
  })

  test('a machine whose clock is ten minutes behind records by the clock of the store', async () => {
    store.conditional = true
    store.clock = () => Date.now() + 600_000
    const deps = await depsFor(readSettings(env), join(tmpdir(), 'unused'))
    const before = Date.now()
    expect(deps.clock()).toBeGreaterThanOrEqual(before + 590_000)
    expect(deps.clock()).toBeLessThanOrEqual(Date.now() + 610_000)
    store.clock = () => Date.now() + 20_000
    await deps.blobs.has('artifacts/current')
    expect(deps.clock()).toBeLessThanOrEqual(Date.now())
    await deps.close()
  })
})
