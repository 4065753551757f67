import { expect, test } from 'vitest'
import { PerMinute } from '../../../server/http/per-minute.ts'
import { openCallsPerMinute } from '../../../server/mcp/tool.ts'
import { createAccount } from '../../../server/state/accounts.ts'
import { ask, edition, noon, posted } from '../fixture.ts'
import { madeKey } from '../key-holders.ts'
import { served } from '../served.ts'
import { callOf } from './clients.ts'

const looks = { entries: 0 }
let now = noon

/** An edition that counts who looks its entries up. */
function counted(name: string) {
  const view = edition({ edition: name })
  const entries = new Map(view.entries)
  entries.get = (place) => {
    looks.entries++
    return view.entries.get(place)
  }
  return { ...view, entries }
}

const { holders, server } = await served(counted('e1'), { now: () => now })

const search = (id: number, words: string, name = 'list_metrics') => callOf(id, name, { search: words })
async function post(message: unknown, headers: Record<string, string> = {}) {
  const answer = await ask(server.port, '/api/mcp', posted(message, headers))
  return { ...answer, json: JSON.parse(answer.text) }
}

test('what searches look into is made once an edition, and finds what it is asked for', async () => {
  now += 60_000
  server.reader.adopt(counted('e2'))
  looks.entries = 0
  const first = await post([search(1, 'yield 10'), search(2, 'gold', 'list_briefings')])
  expect(looks.entries).toBeGreaterThan(200)
  const made = looks.entries
  const ten = Array.from({ length: 10 }, (_, n) =>
    search(n, n % 2 === 0 ? 'yield 10' : 'hash', n % 3 === 0 ? 'list_briefings' : 'list_metrics'),
  )
  await post(ten)
  expect(looks.entries).toBe(made)
  const names = (answer: { result: { structuredContent: Record<string, { metric?: string; id?: string }[]> } }) =>
    Object.values(answer.result.structuredContent).flatMap((rows) =>
      Array.isArray(rows) ? rows.map(({ metric, id }) => metric ?? id) : [],
    )
  expect(names(first.json[0])).toContain('treasury-10y')
  expect(names(first.json[1])).toContain('commodities.gold-miners')
  server.reader.adopt(counted('e3'))
  await post(search(3, 'gold'))
  expect(looks.entries).toBeGreaterThan(made)
})

test('searches of one network beyond those of a minute are refused, and so are those of one account; a key reads on', async () => {
  now += 60_000
  const ten = Array.from({ length: 10 }, (_, n) => search(n, 'gold'))
  for (let n = 0; n < openCallsPerMinute / 10; n++) {
    const { json } = await post(ten)
    expect(json.filter((each: { error?: object }) => each.error !== undefined)).toEqual([])
  }
  const over = await post(search(1, 'gold'))
  expect([over.status, over.headers['retry-after'], over.json]).toEqual([
    429,
    '60',
    {
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32_029,
        message: expect.stringContaining('120 times within a minute'),
        data: { hint: 'Wait 60 seconds, then send the same request again.' },
      },
    },
  ])
  const batch = await post(ten)
  expect([batch.status, batch.json.map(({ error }: { error: { code: number } }) => error.code)]).toEqual([
    200,
    Array(10).fill(-32_029),
  ])
  const read = callOf(1, 'get_metric', { metric: 'vix' })
  expect((await post(read, { authorization: `Bearer ${holders.keys.pro}` })).json.result.isError ?? false).toBe(false)
  const other = await createAccount(holders.state, { name: 'other', plan: 'pro', now: 0, perHour: null, perDay: null })
  const keys = [holders.keys.pro, (await madeKey(holders.state, other.id)).key]
  const [pro, another] = keys.map((key) => ({ authorization: `Bearer ${key}` }))
  for (let n = 0; n < openCallsPerMinute / 10; n++)
    expect((await post(ten, pro)).json.filter((each: { error?: object }) => each.error !== undefined)).toEqual([])
  const spent = await post(search(1, 'gold'), pro)
  expect([spent.status, spent.json.error.message]).toEqual([429, expect.stringContaining('Your account called')])
  expect((await post(search(1, 'gold'), another)).status).toBe(200)
  now += 60_000
  expect((await post(search(1, 'gold'))).status).toBe(200)
})

test('each network has a minute of its own, and an IPv6 network is its /64', () => {
  const calls = new PerMinute(2)
  const take = (address: string, at: number) => calls.take(address, at)
  expect([take('192.0.2.1', 0), take('192.0.2.1', 59_999), take('192.0.2.1', 59_999), take('192.0.2.2', 59_999)]).toEqual([
    0, 0, 1, 0,
  ])
  expect([take('2001:db8::1', 59_000), take('2001:db8::2', 59_000), take('2001:db8::3', 59_000)]).toEqual([0, 0, 1])
  expect([take('192.0.2.1', 60_000), take('192.0.2.1', 0)]).toEqual([0, 0])
})
