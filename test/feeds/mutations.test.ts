import { expect, test } from 'vitest'
import { mutateParser, parsers } from './mutations.ts'

test.each(parsers.map(([feed, url]) => [feed.id, feed, url] as const))('%s: 20 mutated bodies', async (_, feed, url) => {
  const run = await mutateParser(feed, url, 20, 1)
  expect(run.crashes).toEqual([])
  expect(run.strange).toEqual([])
  expect(run.slowestMs).toBeLessThan(2_000)
  expect(run.refused + run.read).toBe(20)
})
