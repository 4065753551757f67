import { expect, test } from 'vitest'
import { withoutPostgres } from '../../state/postgres.ts'
import { hostileTime, leastPurchases } from './hostile.ts'

test.each(['sqlite', 'postgres'] as const)(
  'two hostile seconds over %s: nobody is charged and not served, or served and not charged',
  async (kind) => {
    if (kind === 'postgres' && withoutPostgres) return console.warn('skipped: Postgres is not installed')
    const { purchases, ...figures } = await hostileTime(kind, 2, 3, 0)
    expect(purchases).toBeGreaterThanOrEqual(leastPurchases)
    expect(figures).toMatchObject({ forgedServed: 0, undeliverable: 0, unpaid: 0, difference: 0n, open: 0 })
  },
)
