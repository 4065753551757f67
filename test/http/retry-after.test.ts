import { expect, test } from 'vitest'
import { retryAfterMs } from '../../pipeline/http/live.ts'
import headers from './retry-after.json' with { type: 'json' }

const now = Date.parse('2026-11-20T12:00:00Z')

test.each(headers as [string, number][])('%s is %i ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected)
})

test.each([undefined, '', '-1', '1.5', 'soon', '2026-11-20', 'Friday'])('%s says nothing', (header) => {
  expect(retryAfterMs(header, now)).toBeUndefined()
})
