import { expect, test } from 'vitest'
import { passagesOf, type Sought } from '../../../pipeline/source/feeds/passage.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { recordedBody } from '../../recorded.ts'

const sought = (key: string, period: string, value: number, rest: Partial<Sought> = {}): Sought => ({
  key,
  period: dayNumber(period)!,
  value,
  frequency: 'business',
  factors: [1],
  ...rest,
})

test('a price of a recorded workbook is named by sheet, cell, month and commodity', () => {
  const body = recordedBody({ file: 'worldbank/CMO-Historical-Data-Monthly_2026-06-02.xlsx' })
  const month = sought('Natural gas, Europe', '2026-05-31', 16.17, { frequency: 'monthly' })
  expect(passagesOf(body)(month)!.passages).toEqual([
    expect.objectContaining({
      cell: expect.stringMatching(/^Monthly Prices![A-Z]+803$/),
      row: '2026M05',
      column: expect.stringMatching(/^Natural gas, Europe/),
    }),
  ])
})
