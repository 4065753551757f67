import { expect, test } from 'vitest'
import { momentOf } from '../../cli/day-and-time.ts'

const clock = Date.parse('2026-07-23T18:30:00Z')
const at = (time: string) => Date.parse(time)

test.each([
  ['no day is today at the clock', undefined, undefined, '2026-07-23', at('2026-07-23T18:30:00Z')],
  ['a past day is judged at its end', '2026-07-22', undefined, '2026-07-22', at('2026-07-22T23:59:59Z')],
  ['today is judged at the clock', '2026-07-23', undefined, '2026-07-23', at('2026-07-23T18:30:00Z')],
  ['a time that is named wins', '2026-07-22', '2026-07-24T01:00:00+02:00', '2026-07-22', at('2026-07-23T23:00:00Z')],
  ['of a time alone the day is that of UTC', undefined, '2026-07-24T01:00:00+02:00', '2026-07-23', at('2026-07-23T23:00:00Z')],
])('%s', (_, day, time, asOf, now) => expect(momentOf(day, time, clock)).toEqual({ asOf, now }))

test.each([
  ['2026-07-24', undefined, 'AS_OF'],
  ['2026-02-30', undefined, 'AS_OF'],
  [undefined, '2026-07-24', 'NOW'],
])('no day and time: %s %s', (day, time, code) =>
  expect(() => momentOf(day, time, clock)).toThrow(expect.objectContaining({ name: 'InputError', code })),
)
