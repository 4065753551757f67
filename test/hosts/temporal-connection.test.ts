import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { policies } from '../../activities/policies.ts'
import { freePort } from '../../scripts/program.ts'
import { queuesOf, taskQueue } from '../../workflows/hosts/queues.ts'
import { temporalHost } from '../../workflows/hosts/temporal.ts'
import { connectWithPatience, temporalSettings, throwTemporalError } from '../../workflows/hosts/temporal-connection.ts'
import { startWorkers } from '../../workflows/worker.ts'
import type { Line } from './contract.ts'
import { lineLog } from './line-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'temporal-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the Temporal settings', () => {
  test('are Temporal’s own variables', () => {
    const env = { TEMPORAL_ADDRESS: 'temporal.example:7233', TEMPORAL_NAMESPACE: 'briefing', TEMPORAL_API_KEY: 'k' }
    const { address, namespace, connection } = temporalSettings(env)
    expect([address, namespace, connection.apiKey]).toEqual(['temporal.example:7233', 'briefing', 'k'])
  })

  test('come from a profile of a file as well', () => {
    const file = join(folder, 'temporal.toml')
    writeFileSync(file, '[profile.production]\naddress = "cluster.example:7233"\nnamespace = "market"\n')
    const { address, namespace } = temporalSettings({ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'production' })
    expect([address, namespace]).toEqual(['cluster.example:7233', 'market'])
  })

  test('that cannot be read are wrong use', () => {
    const file = join(folder, 'broken.toml')
    writeFileSync(file, '[profile.default]\napi_key = "sekret" [not toml')
    const wrong = [
      { TEMPORAL_CONFIG_FILE: file },
      { TEMPORAL_CONFIG_FILE: join(folder, 'none.toml') },
      { TEMPORAL_PROFILE: 'none', HOME: folder },
    ]
    for (const env of wrong)
      expect(() => temporalSettings(env)).toThrow(
        expect.objectContaining({ code: 'TEMPORAL_SETTINGS', message: expect.not.stringContaining('sekret') }),
      )
  })

  test('name a server of this machine when they name none', () => {
    const { address, namespace } = temporalSettings({ HOME: folder })
    expect([address, namespace]).toEqual(['localhost:7233', 'default'])
  })
})

describe('a Temporal server that does not answer', () => {
  const refused = { name: 'UnavailableError', code: 'TEMPORAL_UNREACHABLE' }

  test.each(['client', 'worker'])('ends the %s with its address and the two ways out', async (side) => {
    const address = `127.0.0.1:${await freePort()}`
    const lines: Line[] = []
    const shared = { env: { TEMPORAL_ADDRESS: address }, log: lineLog(lines), installation: 'test', patience: 600 }
    const began = performance.now()
    const error = await (side === 'client'
      ? temporalHost(shared)
      : startWorkers({ ...shared, activities: {}, policies, concurrency: { writer: 1, fetch: 1, render: 1 } })
    ).catch((reason: Error) => reason)
    expect(error).toMatchObject({ ...refused, facts: { address } })
    expect((error as Error).message).toBe(
      `Temporal at ${address} did not answer for 1 s; start it (npm run temporal:dev) or correct TEMPORAL_ADDRESS`,
    )
    expect(performance.now() - began).toBeGreaterThanOrEqual(600)
    expect(lines).toEqual([{ level: 'warn', message: 'waiting for Temporal', facts: { address, forMs: 600 } }])
  })

  test('is waited for: one that comes up in time is used', async () => {
    const port = await freePort()
    let tries = 0
    const connect = async () => {
      tries++
      if (tries < 3) throw new Error('connection refused')
      return port
    }
    expect(await connectWithPatience(`127.0.0.1:${port}`, connect, lineLog([]), 1_000)).toBe(port)
    expect(tries).toBe(3)
  })

  test('is told apart from one that is no Temporal server', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await expect(
      temporalHost({ env: { TEMPORAL_ADDRESS: `127.0.0.1:${port}` }, log: lineLog([]), installation: 'test', patience: 300 }),
    ).rejects.toMatchObject(refused)
    server.close()
  })

  test('that refuses the credentials is not asked again', async () => {
    let tries = 0
    const connect = async () => {
      tries++
      throw Object.assign(new Error('7 PERMISSION_DENIED: no'), { code: 7, details: 'no', metadata: {} })
    }
    await expect(connectWithPatience('cluster.example:7233', connect, lineLog([]), 5_000)).rejects.toMatchObject({
      code: 'TEMPORAL_REFUSED',
    })
    expect(tries).toBe(1)
  })
})

test('the queues of an installation carry its name', () => {
  expect(queuesOf(taskQueue('market-briefing', 'workflow'))).toEqual({
    writer: 'market-briefing.writer',
    fetch: 'market-briefing.fetch',
    render: 'market-briefing.render',
  })
})

test.each([
  ["Unexpected error: status: NotFound, message: 'Namespace x is not found.'", 'TEMPORAL_NAMESPACE'],
  ["Worker validation failed: status: PermissionDenied, message: 'Request unauthorized.'", 'TEMPORAL_REFUSED'],
  ["status: 'Unauthenticated', message: 'no key'", 'TEMPORAL_REFUSED'],
  ['invalid peer certificate: UnknownIssuer', 'TEMPORAL_REFUSED'],
  ["status: Unavailable, message: 'transport error'", 'TEMPORAL_UNREACHABLE'],
])('what the native library says of the server has our words: %s', (message, code) => {
  const error = new Error('the worker failed', { cause: new Error(message) })
  expect(() => throwTemporalError(error, { address: 'temporal.example:7233', namespace: 'x' })).toThrow(
    expect.objectContaining({ name: 'UnavailableError', code }),
  )
})
