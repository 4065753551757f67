import { expect, test } from 'vitest'
import { openWhilePublishing } from './market.ts'

test('1,000 opens of market.duckdb by 4 processes during 50 publishes', async () => {
  const run = await openWhilePublishing(4, 50, 1_000)
  console.log(`market: ${run.opens} opens during ${run.publishes} publishes, ${run.failed.length} errors`)
  expect(run.failed).toEqual([])
  expect(run.opens).toBeGreaterThanOrEqual(1_000)
})
