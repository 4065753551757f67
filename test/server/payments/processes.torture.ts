import { expect, test } from 'vitest'
import { killPurchases, leave, replay } from './processes.ts'

test('200 credentials, each sent 1,000 times at once to two processes', async () => {
  const figures = await replay(200, 1_000)
  console.log(`replay: ${figures.credentials} credentials, ${figures.served} served, ${figures.settleCalls} settle calls`)
  expect(figures).toMatchObject({ served: 200, settleCalls: 200, odd: [], difference: 0n })
})

test('200 kills at five points of a purchase', async () => {
  const figures = await killPurchases(200, 7)
  console.log(
    `kills: ${figures.kills}, undelivered ${figures.undelivered}, settled twice ${figures.doubleSettled}, unpaid ${figures.unpaid}`,
  )
  expect(figures).toEqual({ kills: 200, undelivered: 0, doubleSettled: 0, unpaid: 0, difference: 0n })
})

test('200 buyers who leave at a random moment of a purchase, two processes', async () => {
  let left = 0
  for (let seed = 1; left < 200; seed++) {
    const { left: gone, ...figures } = await leave(100, seed)
    expect(figures).toEqual({ undeliverable: 0, twice: 0, leases: 0, difference: 0n })
    left += gone
  }
  console.log(`leaving: ${left} left before they had the answer, 0 charged and undeliverable, 0 leases left`)
})
