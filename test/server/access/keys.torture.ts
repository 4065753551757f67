import { expect, test } from 'vitest'
import { KeyDirectory } from '../../../server/access/directory.ts'
import { createAccount, keyHolder, revokeKey } from '../../../server/state/accounts.ts'
import { newKey, secretHash } from '../../../server/state/key.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, type Running, running } from '../fixture.ts'
import { gateAt, madeKey } from '../key-holders.ts'
import { served } from '../served.ts'

const { holders, server } = await served(undefined, {}, { perHour: 1_000_000, perDay: 1_000_000 })
const other = closedAfter(gateAt(holders.place))
const servers = [server, closedAfter(await running(edition({ edition: 'e1' }), { gate: other.gate }))]

test('A-20: a million lookalikes of keys cause no look into the store', async () => {
  let reads = 0
  const keys = new KeyDirectory({
    async holder() {
      reads++
      return null
    },
    storeUses: async () => {},
    now: () => performance.now(),
  })
  let admitted = 0
  for (let i = 0; i < 1_000_000; i++) {
    const { key } = newKey('mb', 'live')
    const at = 8 + (i % 36)
    const lookalike = `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`
    if ((await keys.find(lookalike)) !== null) admitted++
  }
  await keys.end()
  console.log(`A-20: 1,000,000 lookalikes, ${reads} reads, ${admitted} admitted`)
  expect([reads, admitted]).toEqual([0, 0])
})

test('A-26: a revoked key is refused within a second by both processes, and never taken after', async () => {
  let slowest = 0
  let stale = 0
  const rounds = 50
  for (let round = 0; round < rounds; round++) {
    const { id: account } = await createAccount(holders.state, { name: 'r', plan: 'pro', now: 0 })
    const made = await madeKey(holders.state, account)
    const ask = (server: Running) => server.get('/api/btc', { headers: { 'x-api-key': made.key } })
    for (const server of servers) expect((await ask(server)).status).toBe(200)
    expect((await keyHolder(holders.state, secretHash(made.key)))?.key).toBe(made.id)
    await revokeKey(holders.state, made.id, { now: 1 })
    const revoked = performance.now()
    await Promise.all(
      servers.map(async (server) => {
        while ((await ask(server)).status !== 401);
        slowest = Math.max(slowest, performance.now() - revoked)
        for (let i = 0; i < 5; i++) if ((await ask(server)).status !== 401) stale++
      }),
    )
  }
  console.log(`A-26: ${rounds} revocations on 2 servers, slowest ${slowest.toFixed(0)} ms, ${stale} stale`)
  expect(stale).toBe(0)
  expect(slowest).toBeLessThan(1_000)
})
