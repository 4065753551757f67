import { expect, test } from 'vitest'
import { killPurchases, leave, replay } from './processes.ts'

test('6 credentials, each sent 60 times at once to two processes, buy one answer each and settle once', async () => {
  expect(await replay(6, 60)).toEqual({ credentials: 6, replays: 60, served: 6, settleCalls: 6, odd: [], difference: 0n })
})

test('a server killed at each point of a purchase: charged once, delivered once', async () => {
  expect(await killPurchases(5, 3)).toEqual({ kills: 5, undelivered: 0, doubleSettled: 0, unpaid: 0, difference: 0n })
})

test('buyers who leave at any moment of a purchase get their answer with the same credential, once', async () => {
  const { left, ...figures } = await leave(20, 5)
  expect(left).toBeGreaterThan(2)
  expect(figures).toEqual({ undeliverable: 0, twice: 0, leases: 0, difference: 0n })
})
