import { describe, expect, test } from 'vitest'
import type { Schedule } from '../../data/schedules.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { CancelledError } from '../../workflows/hosts/failure.ts'
import { keepSchedules, readCursor, writeCursor } from '../../workflows/scheduler.ts'
import { temporaryHome } from '../end-to-end/home.ts'
import { fakeTimer } from '../http/fake-timer.ts'
import { losingAnswer, memoryBlobs } from '../store/memory.ts'
import type { Line } from './contract.ts'
import { lineLog } from './line-log.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.parse('2026-11-20T00:00:00Z')

const hourly: Schedule = {
  id: 'hourly',
  title: 'every hour',
  runs: { orchestration: 'refresh', feeds: [] },
  when: { everyMinutes: 60 },
  jitterMinutes: 0,
  catchUpMinutes: 180,
  overlap: 'skip',
}
const daily: Schedule = { ...hourly, id: 'daily', when: { at: ['06:00'], weekdays: [1, 2, 3, 4, 5, 6, 7], zone: 'UTC' } }

/** A scheduler on a clock of the test's own. `takes` is how long a run of a row takes, in minutes; `asleep` skips the clock without a timer. */
function bench(options: {
  schedules: readonly Schedule[]
  cursor?: ReadonlyMap<string, number>
  from?: number
  takes?: (schedule: Schedule) => number
  fails?: () => boolean
  idle?: () => Promise<boolean>
  chance?: number
}) {
  const timer = fakeTimer()
  const stop = new AbortController()
  const began: string[] = []
  const saved: ReadonlyMap<string, number>[] = []
  const lines: Line[] = []
  let slept = 0
  let running = 0
  let most = 0
  const clock = () => (options.from ?? midnight) + slept + timer.now()
  const ended = keepSchedules({
    schedules: options.schedules,
    cursor: options.cursor ?? new Map(options.schedules.map(({ id }) => [id, options.from ?? midnight])),
    save: async (cursor) => void saved.push(new Map(cursor)),
    run: async (schedule, due) => {
      began.push(`${schedule.id} ${isoTime(due).slice(8, 16)} at ${isoTime(clock()).slice(8, 16)}`)
      most = Math.max(most, ++running)
      await new Promise<void>((done, fail) => {
        timer.after((options.takes?.(schedule) ?? 1) * minuteMs, done)
        stop.signal.addEventListener('abort', () => fail(new CancelledError()))
      })
      running--
      if (options.fails?.()) throw Object.assign(new Error('the disk is full'), { code: 'STORE_NOT_WRITABLE' })
    },
    ...(options.idle ? { idle: options.idle } : {}),
    clock,
    timer,
    chance: () => options.chance ?? 0,
    log: lineLog(lines),
    signal: stop.signal,
  })
  return {
    began,
    saved,
    lines,
    mostAtOnce: () => most,
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= minuteMs) await timer.advance(Math.min(minuteMs, left))
    },
    /** The machine sleeps: time goes by and no timer rings. */
    sleep: (ms: number) => {
      slept += ms
    },
    stop: async () => {
      stop.abort()
      await ended
    },
  }
}

describe('the scheduler of one process', () => {
  test('works on what is left while nothing is due, until there is no more of it; a due row comes first', async () => {
    const pieces: string[] = []
    const { began, pass, stop } = bench({
      schedules: [hourly],
      cursor: new Map([['hourly', midnight - hourMs]]),
      idle: async () => pieces.push(`after ${began.length}`) < 3,
    })
    await pass(1.5 * hourMs)
    expect(pieces).toEqual(['after 1', 'after 1', 'after 1'])
    expect(began).toEqual(['hourly 20T00:00 at 20T00:00', 'hourly 20T01:00 at 20T01:00'])
    await stop()
  })

  test('reports work that fails, does not repeat it, and keeps the schedules', async () => {
    let pieces = 0
    const { began, lines, pass, stop } = bench({
      schedules: [hourly],
      idle: () => {
        pieces++
        throw Object.assign(new Error('the disk is full'), { code: 'STORE_NOT_WRITABLE' })
      },
    })
    await pass(1.5 * hourMs)
    expect([pieces, began]).toEqual([1, ['hourly 20T01:00 at 20T01:00']])
    expect(lines).toContainEqual(expect.objectContaining({ facts: expect.objectContaining({ code: 'STORE_NOT_WRITABLE' }) }))
    await stop()
  })

  test('runs one at a time: what comes up meanwhile runs after', async () => {
    const { began, mostAtOnce, pass, stop } = bench({
      schedules: [hourly, daily],
      takes: ({ id }) => (id === 'hourly' ? 10 : 5),
    })
    await pass(6.4 * hourMs)
    expect(began.slice(-2)).toEqual(['hourly 20T06:00 at 20T06:00', 'daily 20T06:00 at 20T06:10'])
    expect(mostAtOnce()).toBe(1)
    await stop()
  })

  test('after a sleep of ten hours a row runs once, not ten times', async () => {
    const { began, pass, sleep, stop } = bench({ schedules: [hourly, daily] })
    await pass(1.5 * hourMs)
    sleep(10 * hourMs)
    await pass(15 * minuteMs)
    expect(began.slice(1)).toEqual(['hourly 20T11:00 at 20T11:31'])
    await stop()
  })

  test('what is older than its catch-up window is told and passed over, once', async () => {
    const { began, lines, saved, pass, sleep, stop } = bench({ schedules: [daily] })
    await pass(hourMs)
    sleep(9 * hourMs)
    await pass(hourMs)
    expect(began).toEqual([])
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'missed for longer than its catch-up window',
        facts: { schedule: 'daily', due: '2026-11-20T06:00:00Z' },
      },
    ])
    expect(saved).toEqual([new Map([['daily', Date.parse('2026-11-20T06:00:00Z')]])])
    await stop()
  })

  test.each([
    ['skip', ['hourly 20T01:00 at 20T01:00', 'hourly 20T04:00 at 20T04:00']],
    ['buffer-one', ['hourly 20T01:00 at 20T01:00', 'hourly 20T03:00 at 20T03:30', 'hourly 20T06:00 at 20T06:00']],
  ] as const)('a run that outlasts two due times, overlap %s', async (overlap, expected) => {
    const { began, pass, stop } = bench({ schedules: [{ ...hourly, overlap }], takes: () => 150 })
    await pass(6.2 * hourMs)
    expect(began).toEqual(expected)
    await stop()
  })

  test('a run that failed is tried again after five minutes while its window lasts, and then passed over', async () => {
    const { began, lines, pass, stop } = bench({ schedules: [{ ...daily, catchUpMinutes: 14 }], fails: () => true })
    await pass(7 * hourMs)
    expect(began).toEqual(['daily 20T06:00 at 20T06:00', 'daily 20T06:00 at 20T06:06', 'daily 20T06:00 at 20T06:12'])
    expect(lines.map(({ facts }) => facts!['code'] ?? 'passed')).toEqual([...Array(3).fill('STORE_NOT_WRITABLE'), 'passed'])
    await stop()
  })

  test('a start is put off by a part of its jitter', async () => {
    const { began, pass, stop } = bench({ schedules: [{ ...daily, jitterMinutes: 10 }], chance: 0.5 })
    await pass(7 * hourMs)
    expect(began).toEqual(['daily 20T06:00 at 20T06:05'])
    await stop()
  })

  test('a process that was down for hours catches up from what the one before has left', async () => {
    const home = await temporaryHome()
    const blobs = folderBlobs(home.folder)
    expect(await readCursor(blobs, 'sample')).toBeNull()
    const first = bench({ schedules: [hourly, daily] })
    await first.pass(1.5 * hourMs)
    await first.stop()
    await writeCursor(blobs, 'sample', first.saved.at(-1)!)
    expect(await readCursor(blobs, 'live')).toBeNull()
    const cursor = (await readCursor(blobs, 'sample'))!
    expect(cursor).toEqual(first.saved.at(-1))
    const second = bench({ schedules: [hourly, daily], cursor, from: midnight + 7.5 * hourMs })
    await second.pass(10 * minuteMs)
    expect(second.began).toEqual(['daily 20T06:00 at 20T07:30', 'hourly 20T07:00 at 20T07:31'])
    await second.stop()
    await home.remove()
  })

  test.each([
    { when: 'was written, as it was before', others: {}, kept: { daily: 2 * hourMs, hourly: 5 * hourMs } },
    {
      when: 'was written, and another process was next',
      others: { daily: 3 * hourMs, hourly: 4 * hourMs },
      kept: { daily: 3 * hourMs, hourly: 5 * hourMs },
    },
  ])('a cursor whose answer was lost $when is kept with the later times', async ({ others, kept }) => {
    const blobs = memoryBlobs()
    const before = { daily: hourMs, hourly: hourMs, ...others }
    const losing = losingAnswer(blobs, () => writeCursor(blobs, 'sample', new Map(Object.entries(before))))
    await writeCursor(losing, 'sample', new Map(Object.entries({ daily: 2 * hourMs, hourly: 5 * hourMs })))
    expect(Object.fromEntries((await readCursor(blobs, 'sample'))!)).toEqual(kept)
  })

  test('stops while it waits and while it runs', async () => {
    const waiting = bench({ schedules: [daily] })
    await waiting.pass(minuteMs)
    await waiting.stop()
    expect(waiting.began).toEqual([])
    const running = bench({ schedules: [hourly], takes: () => 30 })
    await running.pass(1.2 * hourMs)
    await running.stop()
    expect(running.began).toHaveLength(1)
    expect([running.saved, running.lines]).toEqual([[], []])
  })
})
