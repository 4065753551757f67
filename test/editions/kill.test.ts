import { expect, test } from 'vitest'
import { figureLine, killPublishers } from './kill.ts'

test('a publisher killed 10 times at random moments tears nothing and loses nothing it acknowledged', async () => {
  const figures = await killPublishers({ kills: 10, readers: 2, seed: Math.trunc(Math.random() * 2 ** 31) })
  console.log(figureLine(figures))
  expect(figures).toMatchObject({ torn: [], lost: 0, ledger: [], kills: 10 })
  expect(figures.published).toBeGreaterThan(0)
  expect(figures.readings).toBeGreaterThanOrEqual(10 * 2)
})
