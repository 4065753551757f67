import { test } from 'vitest'
import { expectNoDrift } from './drift.ts'

test('10,000 random requests', async () => {
  const statuses = await expectNoDrift(10_000)
  console.log(
    `requests: ${[...statuses]
      .sort()
      .map(([status, count]) => `${status} ${count}`)
      .join(', ')}; 0 off the description`,
  )
})
