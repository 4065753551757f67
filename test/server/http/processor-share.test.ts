import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestWaitMs, ProcessorShare } from '../../../server/http/processor-share.ts'
import { ownTime } from '../../own-time.ts'
import { served } from '../served.ts'

/** A call of an address that takes some milliseconds, so long after the previous one. */
const call = fc.record({
  address: fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2', '2001:db8:1::1'),
  after: fc.integer({ min: 0, max: 40 }),
  ms: fc.double({ min: 0, max: 60, noNaN: true }),
})

const networkOf = (address: string) => (address === '2001:db8::2' ? '2001:db8::1' : address)

describe('shares of the serving thread', () => {
  test('over any calls an address takes at most its share and what it may run ahead', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 400 }), (calls) => {
        const share = new ProcessorShare()
        const taken = new Map<string, number>()
        let now = 1_000
        for (const { address, after, ms } of calls) {
          now += after
          const turn = share.enter(address, now)
          if ('retryAfter' in turn) {
            if (turn.retryAfter <= 0) return false
            continue
          }
          if (turn.waitMs > longestWaitMs) return false
          if (turn.waitMs > 0) {
            now += turn.waitMs
            share.leave()
          }
          share.charge(address, ms, now, turn.expectedMs)
          const from = networkOf(address)
          taken.set(from, (taken.get(from) ?? 0) + ms)
          // two fifths of the time that passed, what may be ahead, and the call that went over it
          if (taken.get(from)! > 0.4 * (now - 1_000) + 600 + 60 + 1) return false
        }
        return true
      }),
      { numRuns: 300, seed: 53 },
    )
  })

  test('an address that keeps to its share never waits, whatever others do', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
        const share = new ProcessorShare()
        let now = 0
        for (const { address, ms } of calls) {
          now += 10
          const turn = share.enter(address, now)
          if (!('retryAfter' in turn)) {
            if (turn.waitMs > 0) share.leave()
            share.charge(address, ms, now, turn.expectedMs)
          }
          const own = share.enter('198.51.100.7', now)
          if (!('waitMs' in own) || own.waitMs > 0) return false
          share.charge('198.51.100.7', 4, now)
        }
        return true
      }),
      { numRuns: 100, seed: 53 },
    )
  })

  test('calls that arrive together wait behind one another, then are refused with the time to come back', () => {
    const share = new ProcessorShare()
    share.charge('192.0.2.1', 700, 0)
    share.charge('192.0.2.1', 20, 0)
    const turns = Array.from({ length: 60 }, () => share.enter('192.0.2.1', 0))
    const waits = turns.flatMap((turn) => ('waitMs' in turn ? [turn.waitMs] : []))
    expect(waits.length).toBeGreaterThan(10)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(new Set(waits).size).toBe(waits.length)
    expect(turns.at(-1)).toEqual({ retryAfter: expect.any(Number) })
    expect(share.enter('192.0.2.1', 60_000)).toEqual({ waitMs: 0, expectedMs: 0 })
  })

  test('at most so many wait in all, and the addresses remembered stay few', () => {
    const share = new ProcessorShare()
    const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
    for (let n = 0; n < 1_100; n++) share.charge(addressOf(n), 700, 0)
    const turns = Array.from({ length: 1_100 }, (_, n) => share.enter(addressOf(n), 0))
    expect(turns.filter((turn) => 'waitMs' in turn)).toHaveLength(1_000)
    for (let n = 0; n < 20_000; n++) share.charge(addressOf(n), 700, 1)
    expect(share.size).toBeLessThanOrEqual(10_000)
  })
})

describe('a server', () => {
  test('makes the address that costs too much wait, not others, keys or monitors', async () => {
    const burn = async (): Promise<never> => {
      for (const end = ownTime() + 3_000; ownTime() < end; );
      throw new Error('no runs')
    }
    const { holders, server } = await served(undefined, { runs: burn, proxies: ['127.0.0.1'] })
    const asked = (path: string, address: string, headers: Record<string, string> = {}) =>
      server.get(path, { headers: { 'x-forwarded-for': address, ...headers } })
    const version = async (address: string) => (await asked('/api/version', address)).status
    expect((await asked('/api/status', '2001:db8::1')).status).toBe(200)
    const refused = await asked('/api/briefings', '2001:db8::2')
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await version('2001:db8::2')).toBe(200)
    expect((await asked('/api/btc', '2001:db8::2', { 'x-api-key': holders.keys.pro! })).status).toBe(200)
    expect((await asked('/api/briefings', '2001:db8:0:1::1')).status).toBe(200)
  })
})
