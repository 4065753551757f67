import { expect, test } from 'vitest'
import { backdropSection, macroSnapshot } from '../../pipeline/briefings/macro/macro.snapshot.ts'
import type { Day } from '../../pipeline/days/day.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { columnOf } from '../analysis/columns.ts'

/** The last days of 36 months up to October 2026, those of `absent` left out. */
function dayWith(absent: readonly string[], last: string, over: Partial<Reading> = {}): Day {
  const months = Array.from({ length: 36 }, (_, i) => isoDay(Date.UTC(2023, 11 + i, 0) / 86_400_000))
  const column = columnOf(
    months.flatMap((month, i) => (absent.includes(month) || month > last ? [] : [[month, 300 + i] as const])),
  )
  const period = isoDay(column.period.at(-1)!)
  const reading = { metric: 'consumer-prices', title: 'Consumer prices', unit: 'index', value: column.value.at(-1)!, period }
  const known = { ...reading, ...over, freshness: { status: 'fresh', cadence: 'monthly' } }
  return {
    asOf: 20_800,
    reading: (metric: string) => (metric === 'consumer-prices' ? known : null),
    column: (metric: string) => (metric === 'consumer-prices' ? column : null),
  } as unknown as Day
}
const rowsOf = (day: Day) => backdropSection(day).flatMap(({ rows }) => rows)

test('a year on is the same month a year before; where that month has no value there is no change over the year', () => {
  expect(rowsOf(dayWith([], '2026-10-31'))[0]).toMatchObject({ year_ago: 323, change: expect.closeTo(100 * (335 / 323 - 1), 9) })
  // October 2025 was never published: twelve months later September would make it thirteen
  expect(rowsOf(dayWith(['2025-10-31'], '2026-10-31'))).toEqual([])
  expect(rowsOf(dayWith(['2025-10-31'], '2026-09-30'))[0]).toMatchObject({ year_ago: 322 })
})

test('a value of a later vintage is called that in the summary too', () => {
  const told = (over: Partial<Reading>) => macroSnapshot.tell(dayWith([], '2026-10-31', over)).also
  expect(told({})).toEqual([[{ metric: 'consumer-prices', text: 'consumer prices rose 3.7% in the year to October' }]])
  expect(told({ later_vintage: true })).toEqual([
    [{ metric: 'consumer-prices', text: 'consumer prices rose 3.7% in the year to October (later vintage)' }],
  ])
})
