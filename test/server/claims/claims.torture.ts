import { beforeEach, expect, test } from 'vitest'
import { network } from '../../../server/http/network.ts'
import { takeAttempt } from '../../../server/state/attempts.ts'
import { listClaims } from '../../../server/state/claims.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, posted, type Running, running } from '../fixture.ts'
import { gateAt } from '../key-holders.ts'
import { served } from '../served.ts'

const { holders, server } = await served(undefined, { now: Date.now, requests: false })
const { gate } = closedAfter(gateAt(holders.place))
const second = closedAfter(await running(edition({ edition: 'e1' }), { gate, now: Date.now, requests: false }))
const servers = [server, second] as const
const forget = () => holders.state.db.deleteFrom('attempt').execute()
beforeEach(async () => {
  await forget()
  await holders.state.db.deleteFrom('claim').execute()
})

const create = (server: Running, headers: Record<string, string>) =>
  server.get('/api/agent/claims', posted({ client_name: 'a' }, headers))

test('A-09: 500 equal requests at once with one Idempotency-Key make one claim and have one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => create(servers[i % 2]!, { 'idempotency-key': 'one' })))
  // each server names itself
  const bodies = new Set(answers.map(({ text }) => text.replace(/127\.0\.0\.1:\d+/g, 'HERE')))
  const claims = await listClaims(holders.state, Date.now())
  const statuses = [...new Set(answers.map(({ status }) => status))]
  console.log(`A-09: 500 requests, ${claims.length} claim, ${bodies.size} body, statuses ${statuses.join(' ')}`)
  expect([claims.length, bodies.size]).toEqual([1, 1])
})

test('A-25: of 10,000 claims of one network, under any forged header or address, exactly 5 are made', async () => {
  let made = 0
  for (let at = 0; at < 5_000; at += 100) {
    const forged = (i: number) => `${(at + i) % 223}.${i}.${at % 251}.7`
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        create(servers[i % 2]!, { 'x-forwarded-for': forged(i), forwarded: `for=${forged(i)}`, 'x-real-ip': forged(i) }),
      ),
    )
    made += answers.filter(({ status }) => status === 201).length
  }
  let taken = 0
  const hex = (number: number) => number.toString(16)
  for (let i = 0; i < 5_000; i++) {
    const address = `2001:db8:1:2:${hex((i * 7_919) % 65_536)}:${hex(i)}:0:1`
    if ((await takeAttempt(holders.state, 'claim', network(address), Date.now())) === 0) taken++
  }
  console.log(`A-25: ${made} of 5,000 with forged headers, ${taken} of 5,000 addresses of one /64`)
  expect([made, taken]).toEqual([5, 5])
})

test('A-24: unknown, malformed and wrong token are told apart by neither bytes nor time', async () => {
  const { claim_code: code } = JSON.parse((await create(servers[0], {})).text) as { claim_code: string }
  const wrong = 'x'.repeat(47)
  const asked = { unknown: 'MB-ABCD-2345', malformed: 'no-claim-at-all', 'wrong token': code }
  const names = Object.keys(asked) as (keyof typeof asked)[]
  const took = new Map(names.map((name) => [name, [] as number[]]))
  const bodies = new Set<string>()
  for (let i = 0; i < 2_000; i++) {
    if (i % 9 === 0) await forget()
    // in another order each time: what comes first waits for what was just deleted
    for (const turn of [0, 1, 2]) {
      const name = names[(i + turn) % 3]!
      const begun = performance.now()
      const { text } = await servers[0].get(`/api/agent/claims/${asked[name]}`, { headers: { authorization: `Bearer ${wrong}` } })
      took.get(name)!.push(performance.now() - begun)
      bodies.add(text.replace(/"request_id":"[^"]*"/, ''))
    }
  }
  const pairs = [
    ['unknown', 'malformed'],
    ['unknown', 'wrong token'],
    ['malformed', 'wrong token'],
  ] as const
  const scores = pairs.map(([a, b]) => Math.abs(welch(took.get(a)!, took.get(b)!)))
  console.log(`A-24: 3 x 2,000, ${bodies.size} body, |t| ${scores.map((score) => score.toFixed(2)).join(' ')}`)
  expect(bodies.size).toBe(1)
  for (const score of scores) expect(score).toBeLessThan(4.5)
})

/** Welch's t of two samples, without the slowest hundredth of each, which is the machine's. */
function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [momentsOf(one), momentsOf(other)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
}

function momentsOf(sample: readonly number[]) {
  const kept = sample.toSorted((x, y) => x - y).slice(0, Math.floor(sample.length * 0.99))
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1)
  return { mean, variance, count: kept.length }
}
