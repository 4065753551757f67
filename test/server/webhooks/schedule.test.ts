import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AttemptAnswer,
  attemptAnswerName,
  attemptOutcome,
  retryAfterOf,
  retryWaitsMs,
} from '../../../server/delivery/schedule.ts'

const now = 1_800_000_000_000
const hour = 3_600_000
const answered = (status: number, retryAfter: number | null = null): AttemptAnswer => ({ kind: 'answered', status, retryAfter })
const answers: fc.Arbitrary<AttemptAnswer> = fc.oneof(
  fc.record({
    kind: fc.constant('answered' as const),
    status: fc.oneof(fc.constantFrom(200, 204, 301, 400, 404, 410, 429, 500, 502, 503, 504), fc.integer({ min: 100, max: 599 })),
    retryAfter: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  }),
  fc.record({
    kind: fc.constant('failed' as const),
    fault: fc.constantFrom('timeout', 'connection', 'certificate', 'name', 'address'),
  }),
)
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the schedule', () => {
  test('is that of Standard Webhooks: ten attempts in 75 h 35 min 5 s', () => {
    expect(retryWaitsMs).toHaveLength(10)
    expect(retryWaitsMs.reduce((sum, wait) => sum + wait, 0)).toBe(75 * hour + 35 * 60_000 + 5_000)
  })

  test('never loses a message: whatever is answered, it is taken, given up, or tried at a later time of the schedule', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(answers, random, fc.boolean()), { minLength: 1, maxLength: 30 }), (sequence) => {
        let standing = { attempts: 0, failures: 0, tookOthers: false }
        let at = now
        for (const [answer, chance, tookOthers] of sequence) {
          const { delivery, webhook } = attemptOutcome({ ...standing, tookOthers }, answer, at, chance)
          const status = answer.kind === 'answered' ? answer.status : null
          const taken = status !== null && status >= 200 && status < 300
          expect(delivery.attempts).toBe(standing.attempts + 1)
          expect(delivery.attempts).toBeLessThanOrEqual(10)
          expect(delivery.state === 'delivered').toBe(taken)
          expect(webhook.failures).toBe(taken ? 0 : standing.failures + 1)
          expect(webhook.disabled === 'gone').toBe(status === 410)
          expect(webhook.disabled === 'failing').toBe(!taken && status !== 410 && delivery.attempts === 10 && !tookOthers)
          expect(webhook.not_before === 0 || [429, 502, 504].includes(status!)).toBe(true)
          expect(webhook.not_before).toBeLessThanOrEqual(at + 24 * hour)
          if (delivery.state !== 'waiting') break
          const wait = delivery.next_at - at
          const due = retryWaitsMs[delivery.attempts]!
          const asked = answer.kind === 'answered' ? Math.min((answer.retryAfter ?? 60) * 1_000, 24 * hour) : 0
          expect(wait).toBeGreaterThanOrEqual(due)
          expect(wait).toBeLessThanOrEqual(Math.max(due * 1.1 + 1, asked))
          standing = { attempts: delivery.attempts, failures: webhook.failures, tookOthers: false }
          at = delivery.next_at
        }
      }),
      { numRuns: 500 },
    )
  })

  test('takes 2xx alone for success, and honours Retry-After where it is later', () => {
    const first = { attempts: 0, failures: 0, tookOthers: false }
    const states = [199, 200, 204, 299, 300, 302, 304, 404, 410, 500].map(
      (code) => attemptOutcome(first, answered(code), now, 0).delivery.state,
    )
    expect(states).toEqual(['waiting', ...Array(3).fill('delivered'), ...Array(4).fill('waiting'), 'failed', 'waiting'])
    expect(attemptOutcome(first, answered(503, 90), now, 0)).toMatchObject({
      delivery: { next_at: now + 90_000 },
      webhook: { not_before: 0 },
    })
    expect(attemptOutcome(first, answered(503, 1), now, 0).delivery.next_at).toBe(now + 5_000)
    expect(attemptOutcome(first, answered(429), now, 0)).toMatchObject({
      delivery: { next_at: now + 60_000 },
      webhook: { not_before: now + 60_000 },
    })
    expect(attemptOutcome(first, answered(429, 1e9), now, 0).webhook.not_before).toBe(now + 24 * hour)
  })

  test('reads a Retry-After of seconds or a date, and no other', () => {
    expect(['120', ' 7 ', 'soon', '-1', '1.5', ''].map((text) => retryAfterOf(text, now))).toEqual([
      120,
      7,
      null,
      null,
      null,
      null,
    ])
    expect(retryAfterOf(new Date(now + 90_000).toUTCString(), now)).toBe(90)
    expect(retryAfterOf(new Date(now - 90_000).toUTCString(), now)).toBe(0)
    expect(retryAfterOf(undefined, now)).toBeNull()
  })

  test('names outcomes by a closed list', () => {
    expect([answered(204), answered(302), { kind: 'failed', fault: 'name' } as const].map(attemptAnswerName)).toEqual([
      '2xx',
      '3xx',
      'name',
    ])
  })
})
