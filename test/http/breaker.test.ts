import { describe, expect, test } from 'vitest'
import { circuitBreaker } from '../../pipeline/http/breaker.ts'
import { fakeTimer } from './fake-timer.ts'

const rest = 20 * 60_000

describe('an upstream that keeps failing', () => {
  test('rests for 20 minutes after three failures in a row over ten seconds; from then on a single failure is enough', async () => {
    const timer = fakeTimer()
    const gate = circuitBreaker(timer)
    expect([gate.failed(), gate.failed(), gate.failed(), gate.restMs()]).toEqual([false, false, false, 0])
    await timer.advance(10_000)
    expect([gate.failed(), gate.restMs()]).toEqual([true, rest])
    await timer.advance(rest)
    expect(gate.restMs()).toBe(0)
    expect([gate.failed(), gate.restMs()]).toEqual([true, rest])
  })

  test('is forgiven everything by one answer', async () => {
    const timer = fakeTimer()
    const gate = circuitBreaker(timer)
    gate.failed()
    gate.failed()
    await timer.advance(60_000)
    gate.answered()
    expect([gate.failed(), gate.failed(), gate.failed(), gate.restMs()]).toEqual([false, false, false, 0])
  })

  test('two failures are not many, however far apart', async () => {
    const timer = fakeTimer()
    const gate = circuitBreaker(timer)
    gate.failed()
    await timer.advance(3_600_000)
    expect([gate.failed(), gate.restMs()]).toEqual([false, 0])
  })
})
