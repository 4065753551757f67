import fc from 'fast-check'
import { expect, test } from 'vitest'
import { morningHours } from '../../../server/accounts/settings-page.ts'
import { isZone, morningAt, nextMorning } from '../../../server/mornings/local-morning.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString()

test.each([
  // the night in which summer time begins, and the one in which it ends
  ['Europe/London', 7, '2026-03-28T07:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['Europe/London', 7, '2026-10-24T06:00:00Z', '2026-10-25T07:00:00.000Z'],
  ['America/New_York', 5, '2026-03-07T10:00:00Z', '2026-03-08T09:00:00.000Z'],
  ['America/New_York', 5, '2026-10-31T09:00:00Z', '2026-11-01T10:00:00.000Z'],
  ['Australia/Lord_Howe', 4, '2026-04-03T17:00:00Z', '2026-04-04T17:30:00.000Z'],
  ['Asia/Kathmandu', 6, '2026-07-23T00:14:00Z', '2026-07-23T00:15:00.000Z'],
  ['UTC', 7, '2026-07-23T07:00:00Z', '2026-07-24T07:00:00.000Z'],
] as const)('in %s the mail of %i is next after %s at %s', (zone, hour, now, next) => {
  expect(iso(nextMorning(at(now), { zone, hour }))).toBe(next)
})

test('every local day has one moment at which the mail is due, and it is morning there then', () => {
  const zones = [
    'Europe/London',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'America/Santiago',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...morningHours),
      fc.integer({ min: 0, max: 364 }),
      (zone, hour, day) => {
        const first = nextMorning(at('2026-01-01T00:00:00Z') + day * 86_400_000, { zone, hour })
        const second = nextMorning(first, { zone, hour })
        const [one, other] = [first, second].map((each) => morningAt(each, { zone, hour }))
        expect([one!.isMorning, other!.isMorning]).toEqual([true, true])
        expect(at(other!.day) - at(one!.day)).toBe(86_400_000)
        expect(morningAt(first - 1, { zone, hour }).isMorning).toBe(false)
      },
    ),
  )
})

test('the morning ends at noon', () => {
  expect(morningAt(at('2026-07-23T10:59:59Z'), { zone: 'Europe/London', hour: 7 }).isMorning).toBe(true)
  expect(morningAt(at('2026-07-23T11:00:00Z'), { zone: 'Europe/London', hour: 7 }).isMorning).toBe(false)
})

test('a zone is one of the IANA: an offset knows no summer time', () => {
  expect(['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].map(isZone)).toEqual([true, true, true, true])
  expect(['+01:00', 'Europe/Atlantis', '', 'Z', '<b>'].map(isZone)).toEqual([false, false, false, false, false])
})
