import { expect, test } from 'vitest'
import { mutateParser, parsers } from './mutations.ts'

test.each(parsers.map((parser) => [parser[0].id, parser] as const))('%s: 20 mutated bodies', async (_, parser) => {
  const run = await mutateParser(parser, 20, 1)
  expect(run.rows).toBeGreaterThan(parser[0].kind === 'bulk' ? -1 : 0)
  expect(run.crashes).toEqual([])
  expect(run.strange).toEqual([])
  expect(run.slowestMs).toBeLessThan(2_000)
  expect(run.refused + run.read).toBe(20)
})
