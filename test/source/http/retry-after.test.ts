import { expect, test } from 'vitest'
import { retryAfterMs } from '../../../pipeline/source/http/live.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['120', 120_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['99999999999', 86_400_000],
  ['Fri, 20 Nov 2026 12:01:30 GMT', 90_000],
  ['Friday, 20-Nov-26 12:01:30 GMT', 90_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['Fri, 20 Nov 2030 11:00:00 GMT', 86_400_000],
])('%s is %i ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected)
})

test.each([undefined, '', '-1', '1.5', 'soon', '2026-11-20', 'Friday'])('%s says nothing', (header) => {
  expect(retryAfterMs(header, now)).toBeUndefined()
})
