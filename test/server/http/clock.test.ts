import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openClock } from '../../../server/http/clock.ts'
import { createAccount, createKey } from '../../../server/state/accounts.ts'
import { edition, fakeReader, running } from '../fixture.ts'
import { keyHolders } from '../key-holders.ts'
import { closedAfterTest } from '../served.ts'
import { openReceiver, until } from '../webhooks/receiver.ts'

const [minute, hour] = [60_000, 3_600_000]

/** A machine whose clock can be set, and which can sleep: then the steady clock stands. */
function machine(begun: number) {
  let [wall, steady] = [begun, 5]
  return {
    clock: openClock(
      () => wall,
      () => steady,
    ),
    wall: () => wall,
    run(ms: number) {
      wall += ms
      steady += ms
    },
    step(ms: number) {
      wall += ms
    },
  }
}

describe('the clock of a server', () => {
  test('never goes back, is never behind the clock of the system, and has no other time once that was not set back', () => {
    const moves = fc.array(fc.record({ step: fc.integer({ min: -25 * hour, max: 25 * hour }), run: fc.nat(10 * hour) }))
    fc.assert(
      fc.property(moves, (each) => {
        const { clock, wall, run, step } = machine(Date.UTC(2026, 10, 28))
        let last = clock.now()
        for (const move of each) {
          step(move.step)
          run(move.run)
          const now = clock.now()
          expect(now).toBeGreaterThanOrEqual(Math.max(last, wall()))
          last = now
        }
        run(2 * (last - wall()) + 1)
        expect(clock.now()).toBe(wall())
      }),
    )
  })

  test('continues at half speed where the system was set back by an hour, until that has caught up two hours later', () => {
    const { clock, wall, run, step } = machine(0)
    step(-hour)
    for (let minutes = 1; minutes < 120; minutes++) {
      run(minute)
      expect(clock.now()).toBe((minutes * minute) / 2)
      expect(clock.shown(clock.now())).toBe(wall())
    }
    run(minute)
    expect([clock.now(), clock.shown(7)]).toEqual([wall(), 7])
  })
})

describe.each([8 * hour, -hour, 25 * hour])('after a step of the clock by %i ms while the steady one stands', (ms) => {
  test('keys end, claims live 15 minutes, limits reset within the hour, and receivers take what is signed', async () => {
    const { clock, wall, step } = machine(Date.now())
    const reader = fakeReader(edition({ edition: 'e1' }))
    const holders = closedAfterTest(await keyHolders({ clock, webhooks: { reader, local: true } }))
    const { id: account } = await createAccount(holders.state, { name: 'a', plan: 'pro', now: 1 })
    const keyFor = async (life: number) => {
      const made = { account, name: 'n', prefix: 'mb', mode: 'test', now: 1, expiresAt: clock.now() + life } as const
      return ((await createKey(holders.state, made)) as { key: string }).key
    }
    const [short, long] = [await keyFor(2 * hour), await keyFor(100 * hour)]
    const server = closedAfterTest(await running(edition({ edition: 'e1' }), { gate: holders.gate, now: clock.now }))
    const receiver = closedAfterTest(await openReceiver())
    const headers = { authorization: `Bearer ${long}`, 'content-type': 'application/json' }
    const post = (path: string, body: object) => server.get(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const before = clock.now()
    expect((await server.get('/api/btc', { headers: { authorization: `Bearer ${short}` } })).status).toBe(200)
    step(ms)
    const statuses = [short, long].map(async (key) => (await server.get('/api/btc', { headers: { 'x-api-key': key } })).status)
    expect(await Promise.all(statuses)).toEqual([ms > 2 * hour ? 401 : 200, 200])
    const { headers: limits } = await server.get('/api/btc', { headers })
    const reset = Number(limits['x-ratelimit-reset']) * 1_000 - wall()
    expect(reset).toBeGreaterThan(0)
    expect(reset).toBeLessThanOrEqual(hour + 1_000)
    const claim = JSON.parse((await post('/api/agent/claims', { client_name: 'A' })).text)
    expect(Math.abs(Date.parse(claim.expires_at) - wall() - 15 * minute)).toBeLessThan(2_000)
    const polled = await server.get(new URL(claim.poll.url).pathname, {
      headers: { authorization: `Bearer ${claim.claim_token}` },
    })
    expect(JSON.parse(polled.text)).toMatchObject({ status: 'pending', expires_at: claim.expires_at })
    const hook = JSON.parse((await post('/api/webhooks', { url: `${receiver.url}/hook` })).text)
    await post(`/api/webhooks/${hook.id}/test`, {})
    await until(() => receiver.arrived.length === 1)
    const signedAt = Number(receiver.arrived[0]!.headers['webhook-timestamp']) * 1_000
    expect(Math.abs(signedAt - wall())).toBeLessThan(2_000)
    expect(clock.now()).toBeGreaterThanOrEqual(before)
  })
})
