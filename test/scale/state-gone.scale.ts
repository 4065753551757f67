import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/program.ts'
import type { Health } from '../../server/schemas/system.ts'
import { copyHome, smallHome } from '../end-to-end/home.ts'
import { startPostgres, withoutPostgres } from '../state/postgres.ts'
import { machines } from './machine.ts'

const today = '/api/metrics/bitcoin-price'

describe.skipIf(withoutPostgres)('a server whose Postgres is gone', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let cluster: Awaited<ReturnType<typeof machines>>
  let database: string
  let url: string
  let key: string

  beforeAll(async () => {
    postgres = await startPostgres()
    database = await postgres.database()
    url = `http://127.0.0.1:${await freePort()}`
    cluster = await machines({ STATE_URL: database, BRIEFING_URL: url })
    const made = await cluster.run(['--json', 'keys', 'create', '--name', 'desk', '--plan', 'pro'])
    key = (JSON.parse(made.output()) as { key: string }).key
    const BRIEFING_HOME = `${made.folder}/home`
    await copyHome((await smallHome()).folder, BRIEFING_HOME)
    const server = await cluster.start(['serve', '--port', new URL(url).port], { BRIEFING_HOME })
    await server.printed(/serving/)
  })
  afterAll(async () => {
    await cluster?.close()
    await postgres?.stop()
  })

  const keyed = () => fetch(`${url}${today}`, { headers: { 'x-api-key': key } })
  const left = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'))
  const buy = (codes: readonly number[]) => cluster.run(['--json', 'buy', `${url}${today}`], {}, codes)
  async function sales(): Promise<number> {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM play_transfer')
    await client.end()
    return rows[0]!.n
  }

  test('refuses keyed and paid calls with 503, charges neither, serves open pages, and is well once it is back', async () => {
    await buy([0])
    const sold = await sales()
    expect(sold).toBe(1)
    const before = await keyed()
    expect(before.status).toBe(200)

    await postgres.halt()
    let unpaid = await fetch(`${url}${today}`)
    for (; unpaid.status === 402; unpaid = await fetch(`${url}${today}`)) await wait(50)
    expect([unpaid.status, unpaid.headers.get('payment-required')]).toEqual([503, null])
    expect(await unpaid.json()).toMatchObject({ error: 'STATE_UNAVAILABLE' })
    const { checks } = (await (await fetch(`${url}/api/health?format=json`)).json()) as Health
    expect(checks.find(({ name }) => name === 'payments')?.status).toBe('degraded')
    for (let again = 0; again < 5; again++) {
      const refused = await keyed()
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
      expect(await refused.json()).toMatchObject({ error: 'STATE_UNAVAILABLE' })
    }
    expect((await buy([69])).output()).toContain('503')
    for (const open of ['/', '/api/record', '/api/metrics', '/openapi.json', '/api/health'])
      expect([open, (await fetch(`${url}${open}`)).status]).toEqual([open, 200])

    await postgres.crash()
    let after = await keyed()
    for (; after.status === 503; after = await keyed()) await wait(200)
    expect(after.status).toBe(200)
    for (unpaid = await fetch(`${url}${today}`); unpaid.status === 503; unpaid = await fetch(`${url}${today}`)) await wait(50)
    expect(unpaid.status).toBe(402)
    expect(left(after)).toBe(left(before) - 1)
    expect(await sales()).toBe(sold)
    await buy([0])
    expect(await sales()).toBe(sold + 1)
  })
})
