import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReadingCandidate, readingPlan } from '../../../pipeline/feeds/reading-plan.ts'

const today = 20_000
const nights = { today, perNight: 2, asked: 0, againAfter: 120 }
const never = { readOn: null, filedOn: null, failures: 0, failedOn: null }
const one = (company: string, place: number | null, more: Partial<ReadingCandidate> = {}): ReadingCandidate => ({
  company,
  place,
  ...never,
  ...more,
})
const planned = (all: readonly ReadingCandidate[], more: Partial<typeof nights> = {}) =>
  readingPlan(all, { ...nights, ...more }).map(({ company, why, on }) => `${company} ${why} ${on - today}`)

test.each<[string, ReadingCandidate[], string[], Partial<typeof nights>?]>([
  [
    'filed since, never read, read long ago; the largest and the oldest first',
    [
      one('old', 1, { readOn: today - 121 }),
      one('older', 9, { readOn: today - 300 }),
      one('small', 8),
      one('large', 2),
      one('filed', 7, { readOn: today - 5, filedOn: today - 5 }),
      one('read', 3, { readOn: today - 5, filedOn: today - 6 }),
    ],
    ['filed filed 0', 'large new 0', 'small new 1', 'older old 1', 'old old 2'],
  ],
  ['what tonight has asked counts', [one('a', 1), one('b', 2)], ['a new 0', 'b new 1'], { asked: 1 }],
  ['more than a night may ask is room for none', [one('a', 1)], ['a new 1'], { asked: 7 }],
  [
    'one that failed waits, and the next takes its place',
    [one('a', 1, { failures: 1, failedOn: today }), one('b', 2), one('c', 3), one('d', 4)],
    ['b new 0', 'c new 0', 'a new 1', 'd new 1'],
  ],
  [
    'a wait doubles, up to 32 days, and is over when it is over',
    [3, 9]
      .map((failures) => one(`${failures}`, 1, { failures, failedOn: today }))
      .concat(one('x', 2, { failures: 2, failedOn: today - 9 })),
    ['x new 0', '3 new 4', '9 new 32'],
  ],
  [
    'one that is listed no longer is read again only for a report',
    [one('gone', null), one('left', null, { readOn: today - 300 }), one('filer', null, { readOn: 1, filedOn: 2 })],
    ['filer filed 0'],
  ],
])('%s', (_, all, expected, more) => {
  expect(planned(all, more)).toEqual(expected)
})

test('each company once, no night above its budget, none left empty before the last where nobody failed, whatever the order given', () => {
  const candidate = fc.record({
    place: fc.option(fc.integer({ min: 1, max: 50 })),
    readOn: fc.option(fc.integer({ min: today - 200, max: today })),
    filedOn: fc.option(fc.integer({ min: today - 200, max: today })),
    failed: fc.option(
      fc.record({ failures: fc.integer({ min: 1, max: 9 }), failedOn: fc.integer({ min: today - 40, max: today }) }),
    ),
  })
  const all = fc
    .array(candidate, { maxLength: 30 })
    .map((rows) => rows.map(({ failed, ...row }, at) => ({ company: `c${at}`, ...never, ...row, ...failed })))
  fc.assert(
    fc.property(all, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 }), (rows, perNight, asked) => {
      const plan = readingPlan(rows, { ...nights, perNight, asked })
      expect(new Set(plan.map(({ company }) => company)).size).toBe(plan.length)
      expect(readingPlan(rows.toReversed(), { ...nights, perNight, asked })).toEqual(plan)
      const counts = new Map<number, number>()
      for (const { on } of plan) counts.set(on, (counts.get(on) ?? 0) + 1)
      for (const [on, count] of counts) expect(count).toBeLessThanOrEqual(on === today ? Math.max(0, perNight - asked) : perNight)
      if (rows.every(({ failedOn }) => failedOn === null)) {
        const last = Math.max(today, ...counts.keys())
        for (let on = today + 1; on < last; on++) expect(counts.get(on)).toBe(perNight)
      }
    }),
  )
})
