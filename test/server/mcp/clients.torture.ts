import { expect, test } from 'vitest'
import { metricRows } from '../../../data/metrics.ts'
import { createAccount } from '../../../server/state/accounts.ts'
import { madeKey } from '../key-holders.ts'
import { served } from '../served.ts'
import { clients } from './clients.ts'

const { holders, server } = await served(undefined, { requests: false })

test('A-30: each of 200 clients at once gets the answers to its own 50 calls, by its own plan', async () => {
  const plans = ['free', 'basic', 'pro'] as const
  const eras = Object.values(clients)
  const connected = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const plan = plans[i % 3]!
      const limits = { perHour: 1_000, perDay: 1_000 }
      const { id } = await createAccount(holders.state, { name: `a${i}`, plan, now: 0, ...limits })
      const { key } = await madeKey(holders.state, id)
      return { plan, client: await eras[i % eras.length]!(server.port, key) }
    }),
  )
  let [foreign, wrongPlan] = [0, 0]
  await Promise.all(
    connected.map(async ({ plan, client }, i) => {
      for (let call = 0; call < 25; call++) {
        const { metric } = metricRows[(i * 31 + call * 7) % metricRows.length]!
        const { text } = await client.call('get_metric', { metric })
        if (!text.includes(`metric ${metric} of e1`)) foreign++
        const { data } = await client.call('get_health')
        const { account } = data as { account: { tier: string; remaining: number } }
        // what is left counts the calls of this client alone
        if (account.tier !== plan || account.remaining !== 1_000 - call - 1) wrongPlan++
      }
      await client.close()
    }),
  )
  console.log(`A-30: 200 clients x 50 calls, ${foreign} foreign answers, ${wrongPlan} wrong plans or counts`)
  expect([foreign, wrongPlan]).toEqual([0, 0])
})
