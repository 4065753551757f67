import { expect, test } from 'vitest'
import { limitOption, runMomentOf, timeOption } from '../../cli/day-and-time.ts'

const clock = Date.parse('2026-07-23T18:30:00Z')
const at = (time: string) => Date.parse(time)

test.each([
  ['no day is today at the clock', undefined, undefined, '2026-07-23', at('2026-07-23T18:30:00Z')],
  ['a past day is judged at its end', '2026-07-22', undefined, '2026-07-22', at('2026-07-22T23:59:59Z')],
  ['today is judged at the clock', '2026-07-23', undefined, '2026-07-23', at('2026-07-23T18:30:00Z')],
  ['a time that is named wins', '2026-07-22', '2026-07-24T01:00:00+02:00', '2026-07-22', at('2026-07-23T23:00:00Z')],
  ['of a time alone the day is that of UTC', undefined, '2026-07-24T01:00:00+02:00', '2026-07-23', at('2026-07-23T23:00:00Z')],
])('%s', (_, day, time, asOf, now) => expect(runMomentOf(day, time, clock)).toEqual({ asOf, now }))

test.each([
  ['2026-07-24', undefined, 'AS_OF'],
  ['2026-02-30', undefined, 'AS_OF'],
  [undefined, '2026-07-24', 'NOW'],
])('no day and time: %s %s', (day, time, code) =>
  expect(() => runMomentOf(day, time, clock)).toThrow(expect.objectContaining({ name: 'InputError', code })),
)

test.each([
  ['2026-07-22', false, '2026-07-22T00:00:00Z'],
  ['2026-07-22', true, '2026-07-23T00:00:00Z'],
  ['2026-07-22T01:00:00+02:00', true, '2026-07-21T23:00:00Z'],
])('%s as an end (%s) is %s', (text, end, time) => expect(timeOption('--to', text, end)).toBe(at(time)))

test.each(['0', '-1', '1.5', '1000000', ''])('%j is refused as a limit', (text) => {
  expect(() => limitOption(text)).toThrow(expect.objectContaining({ code: 'LIMIT' }))
  expect([limitOption(), limitOption('1'), limitOption('999999')]).toEqual([50, 1, 999_999])
})
