import { expect, test } from 'vitest'
import { hostileTime } from './hostile.ts'

/** Half an hour over each kind of store. */
const seconds = 60 * Number(process.env['HOSTILE_MINUTES'] ?? 30)

test.each(['sqlite', 'postgres'] as const)('a hostile half hour over %s', async (kind) => {
  const figures = await hostileTime(kind, seconds, 11)
  console.log(
    `hostile, ${kind}: ${Object.entries(figures)
      .map(([name, figure]) => `${name} ${figure}`)
      .join(', ')}`,
  )
  expect(figures).toMatchObject({
    forgedServed: 0,
    undeliverable: 0,
    unpaid: 0,
    difference: 0n,
    open: 0,
    leases: 0,
    lateWrites: 0,
  })
  expect(figures.handles).toBeLessThanOrEqual(0)
})
