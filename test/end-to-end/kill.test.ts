import { expect, test } from 'vitest'
import { killRefreshes } from './kill.ts'

test('2 kills during refresh and publish: the edition is always whole, nothing is half loaded, the next run completes', async () => {
  const figures = await killRefreshes(2, 1, 11)
  expect(figures).toMatchObject({ kills: 2, torn: [], different: [] })
  expect(figures.refreshes).toBeGreaterThan(0)
  expect(figures.readings).toBeGreaterThan(10)
})
