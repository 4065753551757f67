import { expect, test } from 'vitest'
import { pastMomentsFrom } from '../../pipeline/feeds/moments.ts'
import { parsers } from './mutations.ts'
import { saidLater } from './standing.ts'

const day = 86_400_000
const noon = Date.parse('2026-11-20T12:00:00Z')

test.each(parsers.map((parser) => [parser[1].slice(0, 120), parser] as const))(
  'the same bytes of %s say nothing else before their reading ends',
  async (_, [feed, url, bodyOf]) => {
    if (feed.kind === 'bulk') return
    const body = await bodyOf()
    for (const at of [noon - 12 * day, noon - 2 * day, noon, noon + 9 * day]) expect(saidLater(feed, url, body, at)).toEqual([])
  },
)

test('the first moment that is still to come ends a reading; what is not a time does not', () => {
  const { reached, until } = pastMomentsFrom(noon)
  expect([reached(noon), until()]).toEqual([true, undefined])
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, 9e15]) expect([reached(none), until()]).toEqual([false, undefined])
  expect([reached(noon + 2 * day), reached(noon + day), reached(noon + 3 * day), until()]).toEqual([
    false,
    false,
    false,
    noon + day,
  ])
})
