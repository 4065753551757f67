import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'

/** Rules of what a briefing says, each read from the documents alone, over 60 recorded days. */
test('a metric opens one briefing alone', () => {
  const all = briefingRows.flatMap(({ subjects }) => subjects)
  expect(all.filter((metric, at) => all.indexOf(metric) !== at)).toEqual([])
})
