import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revisionOf } from '../../pipeline/analysis/make-reading.ts'
import { asKnownAt } from '../../pipeline/values/column.ts'
import { columnOf } from './columns.ts'

/** Payrolls by month, in thousands, as [month, value, day of publication]. */
const vintages = (rows: readonly (readonly [number, number, number])[]) =>
  columnOf(
    rows.map(([month, value, known]) => [20_000 + 30 * month, value, known] as const),
    '1',
    'PAYEMS',
  )
const earlier = Array.from({ length: 20 }, (_, month) => [month, 150_000 + 100 * month, 100 + month] as const)
const newest = (versions: ReturnType<typeof vintages>, moment: number) => {
  const column = asKnownAt(versions, moment)
  return revisionOf(column, column.period.length - 1, versions)
}

test('a release revises the month before: May 2026 from 159,001 to 158,927 thousand', () => {
  const versions = vintages([...earlier, [20, 159_001, 200], [20, 158_927, 230], [21, 158_984, 230]])
  expect(newest(versions, 229)).toBeNull()
  expect(newest(versions, 230)).toEqual({ period: '2026-05-27', from: 159_001, to: 158_927, change: -74 })
})

test('a revision of less than a tenth of the usual step is left out, and so is one of another day', () => {
  expect(newest(vintages([...earlier, [20, 152_000, 200], [20, 152_005, 230], [21, 152_100, 230]]), 230)).toBeNull()
  const later = vintages([...earlier, [20, 152_000, 200], [20, 152_050, 240], [21, 152_100, 230]])
  expect(newest(later, 230)).toBeNull()
})

test('what becomes known later plays no part', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 100, max: 900 }), fc.nat(30)), { minLength: 3 }),
      fc.nat(30),
      (rows, moment) => {
        const sorted = [...rows].sort((a, b) => a[0] - b[0] || a[2] - b[2])
        const known = sorted.filter(([, , at]) => at <= moment)
        const asked = asKnownAt(vintages(sorted), moment)
        const last = asked.period.length - 1
        expect(revisionOf(asked, last, vintages(sorted))).toEqual(revisionOf(asked, last, vintages(known)))
      },
    ),
  )
})
