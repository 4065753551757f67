import { expect, test } from 'vitest'
import { killPurchases, replay } from './processes.ts'

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
