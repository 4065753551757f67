import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenBucket } from '../../pipeline/http/bucket.ts'
import { fakeTimer, mostWithin } from './fake-timer.ts'

const never = new AbortController().signal
setMaxListeners(0, never)

describe('tokenBucket', () => {
  test('5,000 requests queued at 8 a second: never over the limit, never slower than it', async () => {
    const timer = fakeTimer()
    const bucket = tokenBucket({ perSecond: 8, burst: 1, concurrency: 2 }, timer)
    const times: number[] = []
    const order: number[] = []
    for (let asked = 0; asked < 5_000; asked++)
      void bucket.acquire(never).then((giveBack) => {
        times.push(timer.now())
        order.push(asked)
        // Answers take 5 to 204 ms, so that places and tokens both run short.
        timer.after(5 + ((asked * 37) % 200), giveBack)
      })
    await timer.drain(50_000)

    expect(times).toHaveLength(5_000)
    expect(order).toEqual(order.map((_, place) => place))
    expect(mostWithin(times, 999.999)).toBeLessThanOrEqual(8)
    expect(mostWithin(times, 1_000)).toBeLessThanOrEqual(9)
    expect((times.at(-1) as number) - (times[0] as number)).toBeLessThan(4_999 * 125 * 1.05)
  })

  test('in any sliding second at most rate + burst, whatever comes when, leaves when, gives up when', async () => {
    const ask = fc.record({
      at: fc.integer({ min: 0, max: 4_000 }),
      takes: fc.integer({ min: 0, max: 900 }),
      leaves: fc.option(fc.nat(3_000)),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.3, max: 40, noNaN: true }),
        fc.double({ min: 1, max: 40, noNaN: true }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(ask, { maxLength: 120 }),
        async (perSecond, burst, concurrency, asks) => {
          const timer = fakeTimer()
          const bucket = tokenBucket({ perSecond, burst, concurrency }, timer)
          const times: number[] = []
          let underWay = 0
          let most = 0
          let left = 0
          for (const { at, takes, leaves } of asks)
            timer.after(at, () => {
              const patience = new AbortController()
              if (leaves !== null) timer.after(leaves, () => patience.abort(new Error('left')))
              bucket.acquire(patience.signal).then(
                (giveBack) => {
                  times.push(timer.now())
                  most = Math.max(most, ++underWay)
                  timer.after(takes, () => {
                    underWay--
                    giveBack()
                  })
                },
                () => left++,
              )
            })
          await timer.drain(10_000)
          expect(times.length + left).toBe(asks.length)
          expect(mostWithin(times, 1_000)).toBeLessThanOrEqual(perSecond + burst + 1e-6)
          expect(most).toBeLessThanOrEqual(concurrency)
          expect(timer.pending).toBe(0)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('after a quiet time the burst leaves at once, then one an interval', async () => {
    const timer = fakeTimer()
    const bucket = tokenBucket({ perSecond: 4, burst: 3, concurrency: 100 }, timer)
    await timer.advance(60_000)
    const times: number[] = []
    for (let asked = 0; asked < 6; asked++) void bucket.acquire(never).then(() => times.push(timer.now() - 60_000))
    await timer.drain(100)
    expect(times).toEqual([0, 0, 0, 250, 500, 750])
  })

  test('who gives up while waiting costs the others nothing, and is told the reason of the signal', async () => {
    const timer = fakeTimer()
    const bucket = tokenBucket({ perSecond: 1, burst: 1, concurrency: 1 }, timer)
    const first = await bucket.acquire(never)
    const patience = new AbortController()
    const second = bucket.acquire(patience.signal)
    const third = bucket.acquire(never)
    patience.abort(new Error('cancelled'))
    await expect(second).rejects.toThrow('cancelled')
    first()
    await timer.advance(1_000)
    ;(await third)()
    await expect(bucket.acquire(patience.signal)).rejects.toThrow('cancelled')
    expect(timer.pending).toBe(0)
  })

  test('giving a place back twice frees it once', async () => {
    const timer = fakeTimer()
    const bucket = tokenBucket({ perSecond: 1_000, burst: 100, concurrency: 1 }, timer)
    const giveBack = await bucket.acquire(never)
    let granted = 0
    for (let asked = 0; asked < 3; asked++) void bucket.acquire(never).then(() => granted++)
    giveBack()
    giveBack()
    giveBack()
    await timer.drain(10)
    expect(granted).toBe(1)
  })

  test('dismiss turns away all who wait and leaves no alarm', async () => {
    const timer = fakeTimer()
    const bucket = tokenBucket({ perSecond: 1, burst: 1, concurrency: 5 }, timer)
    await bucket.acquire(never)
    const waiting = [1, 2, 3].map(() => bucket.acquire(never))
    const outcomes = Promise.allSettled(waiting)
    bucket.dismiss(new Error('resting'))
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(timer.pending).toBe(0)
    const next = bucket.acquire(never)
    await timer.advance(1_000)
    await expect(next).resolves.toBeTypeOf('function')
  })

  test.each([
    { perSecond: 0, burst: 1, concurrency: 1 },
    { perSecond: Number.NaN, burst: 1, concurrency: 1 },
    { perSecond: Number.POSITIVE_INFINITY, burst: 1, concurrency: 1 },
    { perSecond: 1, burst: 0.5, concurrency: 1 },
    { perSecond: 1, burst: 1, concurrency: 0 },
    { perSecond: 1, burst: 1, concurrency: 1.5 },
  ])('refuses limits %o', (limits) => {
    expect(() => tokenBucket(limits, fakeTimer())).toThrow(expect.objectContaining({ code: 'LIMIT_INVALID' }))
  })
})
