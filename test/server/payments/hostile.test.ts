import { expect, test } from 'vitest'
import { withoutPostgres } from '../../state/postgres.ts'
import { hostileTime } from './hostile.ts'

test.each(['sqlite', 'postgres'] as const)(
  'ten hostile seconds over %s: nobody is charged and not served, or served and not charged',
  async (kind) => {
    if (kind === 'postgres' && withoutPostgres) return console.warn('skipped: Postgres is not installed')
    const { purchases, ...figures } = await hostileTime(kind, 10, 3, 0)
    expect(purchases).toBeGreaterThan(5)
    expect(figures).toMatchObject({ forgedServed: 0, undeliverable: 0, unpaid: 0, difference: 0n, open: 0 })
  },
)
