import { expect, test } from 'vitest'
import { killRefreshes } from './kill.ts'

test('6 kills during refresh and publish: the edition is always whole, nothing is half loaded, the next run completes', async () => {
  const figures = await killRefreshes(6, 2, 11)
  expect(figures).toMatchObject({ kills: 6, torn: [], different: [] })
  expect(figures.refreshes).toBeGreaterThan(0)
  expect(figures.readings).toBeGreaterThan(10)
}, 240_000)
