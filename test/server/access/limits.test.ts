import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callCountOf } from '../../../server/access/limits.ts'
import { describeApi as describeServer } from '../../../server/openapi/describe.ts'
import { operations } from '../../../server/openapi/operations.ts'
import { nothingForSale } from '../../../server/payments/status.ts'
import {
  changeAccount,
  createAccount,
  type KeyHolder,
  keyHolder,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../server/state/accounts.ts'
import { countCall, dropOldCalls } from '../../../server/state/calls.ts'
import { secretHash } from '../../../server/state/key.ts'
import { openState, type State } from '../../../server/state/open.ts'
import { faultsOf } from '../../plain-sentences.ts'
import { kinds } from '../../state/stores.ts'
import { edition, type Running, running } from '../fixture.ts'
import { gateAt, type KeyHolders, keyHolders, madeKey } from '../key-holders.ts'
import { newsEdition } from '../news/edition.ts'
import { closedAfterTest, withKey } from '../served.ts'

async function severalServers(
  count: number,
  limits: { perHour?: number; perDay?: number },
  database: string | null = null,
): Promise<{ holders: KeyHolders; servers: Running[] }> {
  const holders = closedAfterTest(await keyHolders({ ...limits, database }))
  const others = Array.from({ length: count - 1 }, () => closedAfterTest(gateAt(holders.place)).gate)
  const servers = []
  for (const gate of [holders.gate, ...others]) servers.push(closedAfterTest(await running(edition({ edition: 'e1' }), { gate })))
  return { holders, servers }
}

beforeAll(() => Promise.all(kinds.map(([, kind]) => kind.begin())))
afterAll(() => Promise.all(kinds.map(([, kind]) => kind.end())))

describe('a limit', () => {
  const windows = [
    ['of the hour', { perHour: 60, perDay: 1_000 }, 60],
    ['of the day', { perHour: 1_000, perDay: 45 }, 45],
  ] as const
  test.each(kinds.flatMap(([store, kind]) => windows.map(([name, limits, most]) => [name, store, kind, limits, most] as const)))(
    '%s on %s: of five times as many calls at once over two servers exactly that many pass',
    async (_name, _store, kind, limits, most) => {
      const { holders, servers } = await severalServers(2, limits, await kind.place())
      const answers = await Promise.all(
        Array.from({ length: 5 * most }, (_, i) => servers[i % 2]!.get('/api/btc', withKey(holders.keys.basic))),
      )
      const passed = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status === 429)
      expect([passed.length, refused.length]).toEqual([most, 4 * most])
      for (const { headers, text } of refused) {
        expect(faultsOf(JSON.parse(text).message)).toEqual([])
        expect(JSON.parse(text)).toMatchObject({ error: 'RATE_LIMITED', retry_after: Number(headers['retry-after']) })
        expect(headers).toMatchObject({ 'x-ratelimit-limit': String(most), 'x-ratelimit-remaining': '0' })
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        expect(headers['ratelimit']).toMatch(new RegExp(`^"(hour|day)";r=0;t=${headers['retry-after']}$`))
      }
    },
  )

  test.each(kinds)('of 30 is 30 over four servers on one %s, however the calls fall on them', async (_store, kind) => {
    const { holders, servers } = await severalServers(4, { perHour: 30, perDay: 1_000 }, await kind.place())
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) => servers[(i * 7 + (i >> 3)) % 4]!.get('/api/btc', withKey(holders.keys.basic))),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(30)
    expect(answers.filter(({ status }) => status === 429).length).toBe(90)
  })

  test('used up is 429 on every operation that takes a key and on no other', async () => {
    const holders = closedAfterTest(await keyHolders({ perHour: 1, perDay: 400 }))
    const server = closedAfterTest(await running(newsEdition({}, { sample: true }), { gate: holders.gate }))
    const key = withKey(holders.keys.pro)
    expect((await server.get('/api/btc', key)).status).toBe(200)
    const described = describeServer(nothingForSale).paths as Record<string, { get: { responses: object } }>
    // this edition has no companies: companies/routes.test.ts uses up the calls of a key on them
    // claims are limited by address, and a balance is asked for by its own key
    const uncounted: readonly string[] = ['getClaimPage', 'createClaim', 'pollClaim', 'getBalance']
    for (const { path, id } of operations.filter(
      (each) => each.method === undefined && !uncounted.includes(each.id) && each.route !== 'company',
    )) {
      const filled = path.replace('{metric}', 'vix').replace('{ticker}', 'HRBX')
      const { status } = await server.get(id === 'getContext' ? `${filled}?briefing=btc.quick-check` : filled, key)
      expect([path, status === 429]).toEqual([path, '401' in described[path]!.get!.responses])
    }
  })

  test('what remains never rises, and HEAD, 304 and refusals cost nothing', async () => {
    const holders = closedAfterTest(await keyHolders({ perHour: 40, perDay: 400 }))
    const server = closedAfterTest(await running(edition({ edition: 'e1' }), { gate: holders.gate }))
    const left: number[] = []
    const ask = async (path: string, more: { method?: string; headers?: Record<string, string> } = {}) => {
      const answer = await server.get(path, { ...more, headers: { 'x-api-key': holders.keys.basic, ...more.headers } })
      left.push(Number(answer.headers['x-ratelimit-remaining'] ?? left.at(-1)))
      return answer
    }
    const { headers } = await ask('/api/btc')
    expect(left).toEqual([39])
    expect(Number(headers['x-ratelimit-reset']) % 3_600).toBe(0)
    expect(headers['ratelimit-policy']).toBe('"hour";q=40;w=3600, "day";q=400;w=86400')
    const [, until] = /^"hour";r=39;t=(\d+)$/.exec(headers['ratelimit'] as string)!
    expect(Math.abs(Date.now() / 1_000 + Number(until) - Number(headers['x-ratelimit-reset']))).toBeLessThan(60)
    for (let i = 0; i < 50; i++) {
      expect((await ask('/api/btc', { method: 'HEAD' })).status).toBe(200)
      expect((await ask('/api/btc', { headers: { 'if-none-match': headers.etag! } })).status).toBe(304)
      expect((await ask('/api/btc/treasury')).status).toBe(403)
      expect((await ask('/api/btc?x=1')).status).toBe(400)
    }
    expect(left.at(-1)).toBe(39)
    for (const [path, status] of [
      ['/api/btc/treasury', 403],
      ['/api/btc?x=1', 400],
      ['/api/none', 404],
      ['/api/btc?date=2020-01-01', 404],
    ] as const) {
      const refused = await ask(path)
      expect([path, refused.status]).toEqual([path, status])
      expect(refused.headers).toMatchObject({
        'x-ratelimit-limit': '40',
        'x-ratelimit-remaining': '39',
        'x-ratelimit-reset': headers['x-ratelimit-reset'],
        'ratelimit-policy': headers['ratelimit-policy'],
      })
    }
    const stranger = await ask('/api/none', { headers: { 'x-api-key': `${holders.keys.basic}0` } })
    expect([stranger.status, stranger.headers['x-ratelimit-limit']]).toEqual([404, undefined])
    for (let i = 0; i < 45; i++) await ask('/api/metrics/bitcoin-price')
    expect(left).toEqual([...left].sort((a, b) => b - a))
    expect(left.at(-1)).toBe(0)
    expect((await ask('/api/btc', { method: 'HEAD' })).status).toBe(200)
    expect((await ask('/api/btc')).status).toBe(429)
  })

  test.each(kinds)('what remains never rises for who asks one server and another in turn, on %s', async (_store, kind) => {
    const { holders, servers } = await severalServers(2, { perHour: 5_000, perDay: 9_000 }, await kind.place())
    const key = withKey(holders.keys.basic)
    const rest: number[] = []
    let calls = 0
    const ask = async (which: number, method = 'GET') => {
      const { status, headers } = await servers[which]!.get('/api/btc', { ...key, method })
      expect(status).toBe(200)
      if (method === 'GET') calls++
      rest.push(Number(headers['x-ratelimit-remaining']))
    }
    // one alone, then in turn, then as chance has it, then the other alone
    for (let i = 0; i < 60; i++) await ask(0)
    for (let i = 0; i < 60; i++) await ask(i % 2, i % 7 === 3 ? 'HEAD' : 'GET')
    for (let i = 0; i < 120; i++) await ask((i * 7_919) % 11 > 4 ? 1 : 0)
    for (let i = 0; i < 40; i++) await ask(1)
    await ask(0)
    expect(rest).toEqual([...rest].sort((a, b) => b - a))
    expect(rest.at(-1)).toBe(5_000 - calls)
  })

  test('what a server counted the next one finds after it stops', async () => {
    const holders = closedAfterTest(await keyHolders({ perHour: 4_000, perDay: 9_000 }))
    const rest: string[] = []
    for (let start = 0; start < 3; start++) {
      const opened = gateAt(holders.place)
      const server = await running(edition({ edition: 'e1' }), { gate: opened.gate })
      for (let i = 0; i < 2; i++)
        rest.push((await server.get('/api/btc', withKey(holders.keys.pro))).headers['x-ratelimit-remaining'] as string)
      await server.close()
      await opened.close()
    }
    expect(rest).toEqual(['3999', '3998', '3997', '3996', '3995', '3994'])
  })

  test('a limit is the same when the system clock jumps an hour, and a start under a clock set back finds its window', async () => {
    const clock = vi.spyOn(Date, 'now')
    const noon = Date.UTC(2026, 10, 1, 12, 30)
    try {
      clock.mockReturnValue(noon)
      const { holders, servers } = await severalServers(2, { perHour: 20, perDay: 1_000 })
      const passed = async (gate: Running[]) => {
        let count = 0
        for (let i = 0; i < 60; i++)
          if ((await gate[i % gate.length]!.get('/api/btc', withKey(holders.keys.pro))).status === 200) count++
        return count
      }
      // a gate opens after its server: its clock begins then
      for (const server of servers) await server.get('/api/btc', { ...withKey(holders.keys.pro), method: 'HEAD' })
      clock.mockReturnValue(noon + 3_600_000)
      expect(await passed(servers)).toBe(20)
      for (const jump of [3_600_000, -3_600_000, 0]) {
        clock.mockReturnValue(noon + jump)
        expect(await passed(servers)).toBe(0)
      }
      await dropOldCalls(holders.state, noon + 3_600_000)
      clock.mockReturnValue(noon)
      const later = closedAfterTest(gateAt(holders.place))
      expect(await passed([closedAfterTest(await running(edition({ edition: 'e1' }), { gate: later.gate }))])).toBe(0)
    } finally {
      clock.mockRestore()
    }
  })

  test('a refusal does not wait for a store that is silent to say how the limits stand', async () => {
    const holders = closedAfterTest(await keyHolders({ perHour: 40, perDay: 400 }))
    const gate = { ...holders.gate, caller: () => new Promise<never>(() => {}) }
    const server = closedAfterTest(await running(edition({ edition: 'e1' }), { gate }))
    const refused = await server.get('/api/none', withKey(holders.keys.basic))
    expect([refused.status, refused.headers['x-ratelimit-limit']]).toEqual([404, undefined])
  })

  test('a change of plan or limit, and the revocation of a key, hold within a second in every process', async () => {
    const { holders, servers } = await severalServers(2, { perHour: 10, perDay: 100 })
    const key = holders.keys.free
    const later = await createAccount(holders.state, { name: 'later', plan: 'pro', now: 0 })
    const made = await madeKey(holders.state, later.id)
    for (const server of servers) expect((await server.get('/api/btc', withKey(made.key))).status).toBe(200)
    await revokeKey(holders.state, made.id, { now: 1 })
    const { account } = (await keyHolder(holders.state, secretHash(key)))!
    for (const server of servers) expect((await server.get('/api/btc/treasury', withKey(key))).status).toBe(403)
    await changeAccount(holders.state, account, { plan: 'pro', per_hour: null, per_day: null }, { now: 1 })
    await changed()
    for (const server of servers) {
      const answer = await server.get('/api/btc/treasury', withKey(key))
      expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, '300'])
      expect((await server.get('/api/btc', withKey(made.key))).status).toBe(401)
    }
  })

  test('a suspended account reads nothing in any process until it is resumed, and its line says whose key it was', async () => {
    const { holders, servers } = await severalServers(2, {})
    const key = holders.keys.pro
    const { account, key: id } = (await keyHolder(holders.state, secretHash(key)))!
    const statuses = async () => {
      const all = []
      for (const server of servers) all.push((await server.get('/api/btc', withKey(key))).status)
      return all
    }
    expect(await statuses()).toEqual([200, 200])
    await changeAccount(holders.state, account, { suspended_at: 1 }, { now: 1 })
    await changed()
    expect(await statuses()).toEqual([403, 403])
    const refused = await servers[0]!.get('/api/btc', { headers: { authorization: `Bearer ${key}`, 'x-payment': 'x' } })
    expect(JSON.parse(refused.text)).toMatchObject({ error: 'ACCOUNT_SUSPENDED', status: 403 })
    expect(refused.headers['payment-required']).toBeUndefined()
    expect((await servers[0]!.get('/api/briefings', withKey(key))).status).toBe(200)
    const line = servers[0]!.lines.find(({ error }) => error === 'ACCOUNT_SUSPENDED')
    expect(line).toMatchObject({ key: id, account, status: 403 })
    await changeAccount(holders.state, account, { suspended_at: null }, { now: 1 })
    await changed()
    expect(await statuses()).toEqual([200, 200])
    const [byKey] = (await listKeys(holders.state)).filter((row) => row.id === id)
    expect(byKey).toMatchObject({ suspended_at: null })
  })

  test('a key is replaced without a gap: both work for the overlap, and the older one is refused from its end on', async () => {
    const { holders, servers } = await severalServers(2, {})
    const owner = await createAccount(holders.state, { name: 'turns', plan: 'free', now: 0 })
    const first = await madeKey(holders.state, owner.id)
    await madeKey(holders.state, owner.id)
    const now = Date.now()
    const turned = await rotateKey(holders.state, first.id, { prefix: 'mb', now, overlap: 2_000, by: 'desk' })
    if (typeof turned === 'string') throw new Error(turned)
    expect(await rotateKey(holders.state, first.id, { prefix: 'mb', now, overlap: 0 })).toBe('replaced already')
    await changed()
    for (const server of servers)
      for (const { key } of [first, turned.made]) expect((await server.get('/api/btc', withKey(key))).status).toBe(200)
    await new Promise((done) => setTimeout(done, now + 2_050 - Date.now()))
    for (const server of servers) {
      const refused = await server.get('/api/btc', withKey(first.key))
      expect([refused.status, JSON.parse(refused.text).error]).toEqual([401, 'KEY_INVALID'])
      expect((await server.get('/api/btc', withKey(turned.made.key))).status).toBe(200)
    }
  })

  test('the last use of a key is kept when its server stops, and the later of two stands', async () => {
    const holders = closedAfterTest(await keyHolders())
    const { key: id } = (await keyHolder(holders.state, secretHash(holders.keys.pro)))!
    const last = async () => (await listKeys(holders.state)).find((row) => row.id === id)!.last_used_at
    const begun = Date.now()
    const opened = [gateAt(holders.place), gateAt(holders.place)]
    for (const { gate } of opened) await gate.caller({ 'x-api-key': holders.keys.pro })
    expect(await last()).toBeNull()
    await opened[1]!.close()
    const used = (await last())!
    expect(used).toBeGreaterThanOrEqual(begun - 1_000)
    await opened[0]!.close()
    expect(await last()).toBe(used)
  })
})

/** A process remembers a key for a second. */
const changed = () => new Promise((done) => setTimeout(done, 1_100))

const holder = {
  key: 'k',
  account: 'acct_x',
  plan: 'pro',
  perHour: 2,
  perDay: 3,
  scope: 'account',
  expiresAt: null,
  suspended: false,
} as const

const taken = async (
  state: State,
  { account, perHour, perDay }: Pick<KeyHolder, 'account' | 'perHour' | 'perDay'>,
  now: number,
) => countCall(state, { account, limits: { hour: perHour, day: perDay }, now })

test('of any calls in any order over any processes never more pass than the limit, and all of it is used', async () => {
  const holders = closedAfterTest(await keyHolders())
  const states = [holders.state, closedAfterTest(await openState(holders.place)), closedAfterTest(await openState(holders.place))]
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 200 }),
      async (perHour, calls) => {
        const one = { account: `acct_${run++}`, perHour, perDay: 10_000 }
        const now = Date.UTC(2026, 10, 1, 12, 30)
        const passed = (await Promise.all(calls.map((which) => taken(states[which]!, one, now)))).filter((each) => each.passed)
        expect(passed.length).toBe(Math.min(perHour, calls.length))
        const rest = await Promise.all(Array.from({ length: 2 * perHour }, (_, i) => taken(states[i % 3]!, one, now)))
        expect(passed.length + rest.filter((each) => each.passed).length).toBe(perHour)
      },
    ),
    { numRuns: 25, seed: 5 },
  )
})

test('the next hour begins anew, the day goes on, and old counts are removed', async () => {
  const { state } = closedAfterTest(await keyHolders())
  let now = Date.UTC(2026, 10, 1, 12, 59, 59)
  const take = async () => {
    const { passed, ...counted } = await taken(state, holder, now)
    const { span, remaining, reset, resetIn } = callCountOf(holder, counted, passed, {
      now: () => now,
      wall: () => now,
      shown: (at) => at,
    })
    expect(reset).toBe(now / 1_000 + resetIn)
    return [passed, span, remaining, resetIn]
  }
  expect([await take(), await take(), await take()]).toEqual([
    [true, 'hour', 1, 1],
    [true, 'hour', 0, 1],
    [false, 'hour', 0, 1],
  ])
  now += 1_000
  expect([await take(), await take()]).toEqual([
    [true, 'day', 0, 39_600],
    [false, 'day', 0, 39_600],
  ])
  const days = async () => (await state.db.selectFrom('call_count').select('day').execute()).map(({ day }) => day)
  await dropOldCalls(state, now + 31 * 86_400_000)
  expect(await days()).toEqual([Date.UTC(2026, 10, 1)])
  await dropOldCalls(state, now + 32 * 86_400_000)
  expect(await days()).toEqual([])
})
