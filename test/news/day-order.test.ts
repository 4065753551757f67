import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inDayOrder } from '../../pipeline/news/day-order.ts'

const record = (id: string, at: string | null, source = 'sec') => ({ id, at, source })

test('records with a time come first, newest first whatever zone their clocks are in; those of the day alone follow, by id', () => {
  const [tokyo, washington] = [record('a', '2026-08-14T06:30:00Z'), record('b', '2026-08-14T18:00:00Z')]
  expect(inDayOrder([record('9', null), tokyo, record('1', null), washington]).map(({ id }) => id)).toEqual(['b', 'a', '1', '9'])
})

test('equal times stand by id, so that every order of arrival gives the same', () => {
  const times = [null, '2026-08-14T06:30:00Z', '2026-08-14T06:31:00Z']
  const made = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.constantFrom(...times)), { maxLength: 12 })
  fc.assert(
    fc.property(made, fc.func(fc.integer()), (rows, shuffle) => {
      const all = rows.map(([id, at]) => record(id, at))
      const other = all.toSorted((a, b) => shuffle(a) - shuffle(b))
      expect(inDayOrder(other)).toEqual(inDayOrder(all))
    }),
    { seed: 4, numRuns: 200 },
  )
})
