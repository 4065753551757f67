import { expect, test } from 'vitest'
import { passagesOf } from '../../pipeline/feeds/passage.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { recordedBody } from '../recorded.ts'

test('a price of a recorded workbook is named by sheet, cell, month and commodity', () => {
  const body = recordedBody({ file: 'worldbank/CMO-Historical-Data-Monthly_2026-06-02.xlsx' })
  const period = dayNumber('2026-05-31')!
  const month = { key: 'Natural gas, Europe', period, value: 16.17, frequency: 'monthly', factors: [1] } as const
  expect(passagesOf(body)(month)!.passages).toEqual([
    expect.objectContaining({
      cell: expect.stringMatching(/^Monthly Prices![A-Z]+803$/),
      row: '2026M05',
      column: expect.stringMatching(/^Natural gas, Europe/),
    }),
  ])
})
