import { expect, test } from 'vitest'
import { mutateParser, parsers } from './mutations.ts'

test.each(parsers.map((parser) => [parser[0].id, parser] as const))('%s: 2,000 mutated bodies', async (id, parser) => {
  const run = await mutateParser(parser, 2_000, 7)
  console.log(
    `${id}: ${run.read} read, ${run.refused} refused, ${run.crashes.length} crashes, ${run.strange.length} strange rows, slowest ${run.slowestMs.toFixed(0)} ms`,
  )
  expect(run.crashes).toEqual([])
  expect(run.strange).toEqual([])
  expect(run.slowestMs).toBeLessThan(2_000)
})
