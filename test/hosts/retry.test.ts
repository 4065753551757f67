import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nonRetryable, type Policy, policies } from '../../activities/policies.ts'
import { UnavailableError, UpstreamError } from '../../pipeline/errors.ts'
import { longestRetryAfterMs, queueAllowanceMs, retryDelayMs, scheduleToCloseMs } from '../../workflows/hosts/retry.ts'

const { fetch } = policies
const busy = (retryAfterMs?: number) => new UpstreamError('BUSY', 'busy; wait', {}, retryAfterMs)

describe('the wait before another attempt', () => {
  test('grows by the factor up to the longest, for as many attempts as there are', () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelayMs(fetch, nonRetryable, attempt, busy()))).toEqual([1_000, 3_000, 9_000, null])
    const long: Policy = { ...fetch, retry: { attempts: 9, firstMs: 1_000, factor: 10, maxMs: 60_000 } }
    expect([1, 2, 3, 8].map((attempt) => retryDelayMs(long, nonRetryable, attempt, busy()))).toEqual([
      1_000, 10_000, 60_000, 60_000,
    ])
  })

  test('is what the upstream asks for, shorter or longer', () => {
    const delays = [250, longestRetryAfterMs, 0].map((ms) => retryDelayMs(fetch, nonRetryable, 1, busy(ms)))
    expect(delays).toEqual([250, longestRetryAfterMs, 1_000])
  })

  test('is given while another process has the warehouse, for some minutes, but not to a command', () => {
    const held = new UnavailableError('STORE_HELD', 'another process is using the warehouse (process 7); stop it', { pid: 7 })
    const { load } = policies
    expect([1, 2, 3, 9].map((attempt) => retryDelayMs(load, nonRetryable, attempt, held))).toEqual([1_000, 3_000, 9_000, 60_000])
    expect(retryDelayMs(load, nonRetryable, 10, held)).toBeNull()
    expect(retryDelayMs(load, [...nonRetryable, 'UnavailableError'], 1, held)).toBeNull()
  })
})

test('the whole time covers every attempt, every wait and an hour in line', () => {
  expect(scheduleToCloseMs(fetch)).toBe(4 * 120_000 + 3 * longestRetryAfterMs + queueAllowanceMs)
  const wait = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      wait,
      wait,
      fc.float({ min: 1, max: 10, noNaN: true }),
      (attempts, firstMs, maxMs, factor) => {
        const policy: Policy = { ...fetch, retry: { attempts, firstMs, factor, maxMs } }
        let most = 0
        for (let attempt = 1; attempt <= attempts; attempt++) {
          const waits = [busy(), busy(longestRetryAfterMs)].map(
            (error) => retryDelayMs(policy, nonRetryable, attempt, error) ?? 0,
          )
          most += policy.startToCloseMs + Math.max(...waits)
        }
        expect(scheduleToCloseMs(policy)).toBeGreaterThanOrEqual(most + queueAllowanceMs)
      },
    ),
  )
})
