import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { acceleratedClock } from '../../bench/rehearsal/clock.ts'
import { dueTimes } from '../../bench/rehearsal/verdicts.ts'

test('time jumps from alarm to alarm, in order, and not to one that was called off', async () => {
  const { now, timer } = acceleratedClock(1_000)
  const rang: string[] = []
  const ring = (name: string) => () => void rang.push(`${name} ${now()}`)
  timer.after(60_000, ring('minute'))
  const callOff = timer.after(20_000, ring('called off'))
  await new Promise<void>((done) => {
    timer.after(10_000, () => {
      ring('ten')()
      callOff()
      timer.after(5_000, ring('after ten'))
    })
    timer.after(3_600_000, done)
  })
  expect(rang).toEqual(['ten 11000', 'after ten 16000', 'minute 61000'])
  expect(now()).toBe(3_601_000)
})

test('time stands while anything real is under way', async () => {
  const { now, timer, busy } = acceleratedClock(0)
  const [one, other] = [busy(), busy()]
  const passed = new Promise<number>((done) => timer.after(1_000, () => done(now())))
  one()
  one()
  await wait(20)
  expect(now()).toBe(0)
  other()
  expect(await passed).toBe(1_000)
})

test('a clock time of New York is due an hour later in UTC once summer time has ended', () => {
  const when = { at: ['16:32'], weekdays: [5, 7, 1], zone: 'America/New_York' }
  const [from, until] = ['2026-10-30', '2026-11-03'].map((day) => Date.parse(day)) as [number, number]
  expect(dueTimes({ when }, from, until).map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-30T20:32:00.000Z',
    '2026-11-01T21:32:00.000Z',
    '2026-11-02T21:32:00.000Z',
  ])
})
