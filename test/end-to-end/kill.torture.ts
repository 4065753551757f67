import { expect, test } from 'vitest'
import { killRefreshes } from './kill.ts'

test('200 kills during refresh and publish, 4 readers', async () => {
  const figures = await killRefreshes(200, 4, 5)
  console.log(
    `kill: ${figures.kills} kills, ${figures.refreshes} refreshes, ${figures.readings} readings by 4 processes, ${figures.torn.length} torn, ${figures.different.length} half loaded, ${figures.seconds} s`,
  )
  expect(figures).toMatchObject({ kills: 200, torn: [], different: [] })
})
