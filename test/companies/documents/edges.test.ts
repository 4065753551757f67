import { expect, test } from 'vitest'
import { positionInRange } from '../../../pipeline/companies/blocks/against-guidance.ts'
import { growthPercent } from '../../../pipeline/companies/blocks/numbers.ts'
import { fiscalYears } from '../../../pipeline/companies/figures/fiscal.ts'
import { splitFactor } from '../../../pipeline/companies/figures/splits.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'

const at = (value: number, known: number, unit = 'USD') => ({ value, known, unit }) as never

test.each([
  [110, 100, 10],
  [0, 100, -100],
  [-1, 100, null],
  [10, 0, null],
  [10, -100, null],
])('growth to %d from %d is %j percent', (now, then, percent) =>
  expect(growthPercent(at(now, 20), at(then, 10), [])).toMatchObject({ percent }),
)

test('a split is between two figures from the day after the earlier one became known to the day of the later one', () => {
  const splits = [2, 3, 5].map((ratio, n) => ({ ratio, name: `${ratio} for 1`, known: 10 * (n + 1), filing: 'f' }))
  const between = (after: number, until: number) => splitFactor(splits, after, until)
  expect([between(9, 10), between(10, 20), between(10, 19), between(0, 30), between(30, 40)]).toEqual([2, 3, 1, 30, 1])
  const why = (then: number, now: number) => growthPercent(at(110, now, 'shares'), at(100, then, 'shares'), splits).why
  expect([why(10, 20), why(20, 10), why(10, 19)].map((each) => each?.match(/\d for 1/)?.[0] ?? null)).toEqual([
    '3 for 1',
    '3 for 1',
    null,
  ])
})

test.each([
  [9.99, 10, 12, 'below'],
  [10, 10, 12, 'within'],
  [12, 10, 12, 'within'],
  [12.01, 10, 12, 'above'],
  [10.46, 10.5, 10.5, 'within'],
  [10.44, 10.5, 10.5, 'below'],
])('%d against guidance from %d to %d is %s', (value, low, high, position) =>
  expect(positionInRange(value, { low, high })).toBe(position),
)

test('a year of 52 or 53 weeks that no report has as its own counts as those that end at about its time do', () => {
  const [before, last, labelled] = ['2023-01-28', '2024-02-03', '2022-01-29'].map((day) => dayNumber(day)!) as [
    number,
    number,
    number,
  ]
  const figures = [labelled, before, last].map((to) => ({ span: 'year', line: 'revenue', form: '10-K', from: to - 363, to }))
  const labels = new Map([
    [labelled, 2021],
    [before, 2022],
  ])
  expect(fiscalYears({ figures: () => figures } as never, labels).map(({ id }) => id)).toEqual(['FY2021', 'FY2022', 'FY2023'])
})
