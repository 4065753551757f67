import { expect, test } from 'vitest'
import { followFeed } from './feed.ts'

test('readers of the feed get every event of two processes once and in order, and no document older than its event', async () => {
  const figures = await followFeed({ processes: 2, publishers: 2, editionsEach: 6, readers: 2, seed: 7 })
  expect(figures.readEach).toEqual([figures.events, figures.events])
  expect([figures.outOfOrder, figures.older]).toEqual([0, 0])
  expect(figures.documents).toBeGreaterThan(10)
})
