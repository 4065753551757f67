import { expect, test } from 'vitest'
import { withoutPostgres } from '../../state/postgres.ts'
import { hostileTime, leastPurchases } from './hostile.ts'

test('two hostile seconds over each store: nobody is charged and not served, or served and not charged', async () => {
  if (withoutPostgres) console.warn('skipped over Postgres: it is not installed')
  const kinds = withoutPostgres ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const)
  // at once: most of the time they wait for leases to run out
  for (const { purchases, ...figures } of await Promise.all(kinds.map((kind) => hostileTime(kind, 2, 3, 0)))) {
    expect(purchases).toBeGreaterThanOrEqual(leastPurchases)
    expect(figures).toMatchObject({ forgedServed: 0, undeliverable: 0, unpaid: 0, difference: 0n, open: 0 })
  }
})
