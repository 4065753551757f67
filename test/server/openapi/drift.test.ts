import { expect, test } from 'vitest'
import { expectNoDrift } from './drift.ts'

test('random requests are answered as described', async () => {
  const statuses = await expectNoDrift(600)
  for (const status of [200, 204, 304, 400, 401, 402, 403, 404, 405, 429])
    expect([status, statuses.has(status)]).toEqual([status, true])
})
