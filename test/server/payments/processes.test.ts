import { expect, test } from 'vitest'
import { startPostgres, withoutPostgres } from '../../state/postgres.ts'
import { killPurchases, leave, replay } from './processes.ts'

test('6 credentials, each sent 60 times at once to two processes, buy one answer each and settle once', async () => {
  const whole = { credentials: 6, replays: 60, served: 6, paid: 6, settleCalls: 6, odd: [], difference: 0n }
  expect(await replay(6, 60)).toEqual(whole)
})

/** Some by day, hundreds at night. */
const offered = Number(process.env['PAYMENT_ROUNDS'] ?? 8)

const stores = withoutPostgres ? ['SQLite'] : ['SQLite', 'Postgres']

test.each(stores)('payments offered to two servers on one %s at the same time are each paid once', async (store) => {
  const postgres = store === 'Postgres' ? await startPostgres() : null
  try {
    const figures = await replay(offered, 2, await postgres?.database())
    expect(figures).toMatchObject({ served: offered, paid: offered, odd: [], difference: 0n })
  } finally {
    await postgres?.stop()
  }
})

test('a server killed at each point of a purchase: charged once, delivered once', async () => {
  expect(await killPurchases(5, 3)).toEqual({ kills: 5, undelivered: 0, doubleSettled: 0, unpaid: 0, difference: 0n })
})

test('buyers who leave at any moment of a purchase get their answer with the same credential, once', async () => {
  const { left, ...figures } = await leave(20, 5)
  expect(left).toBeGreaterThan(2)
  expect(figures).toEqual({ undeliverable: 0, twice: 0, leases: 0, difference: 0n })
})
