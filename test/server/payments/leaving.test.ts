import { once } from 'node:events'
import { Agent, request, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from './shop.ts'
import { protocols } from './signing.ts'
import { cost } from './terms.ts'

const path = '/api/btc?format=json'

const shop = closedAfter(await openShop())
beforeEach(() => shop.forget())
afterEach(() => void vi.restoreAllMocks())

const rows = () => shop.holders.state.db.selectFrom('payment').select(['state', 'lease_until', 'deliveries']).execute()

/** A request that is not sent yet, and may break off. */
function asking(headers: Record<string, string>, kept: boolean) {
  const connection = kept ? 'keep-alive' : 'close'
  return request({ port: shop.port, path, host: '127.0.0.1', headers: { ...headers, connection } }).on('error', () => {})
}

/** Sends a credential and cuts the connection while the facilitator works on it; resolves when the server knows. */
async function leaveDuring(step: 'verify' | 'settle', headers: Record<string, string>): Promise<void> {
  const { verify, settle } = shop.facilitator
  const left = new Promise<void>((resolve) => {
    const leave = async () => {
      Object.assign(shop.facilitator, { verify, settle })
      asked.destroy()
      // the server hears of it while it waits
      await new Promise((done) => setTimeout(done, 50))
      resolve()
    }
    Object.assign(
      shop.facilitator,
      step === 'verify'
        ? { verify: (...of: Parameters<typeof verify>) => leave().then(() => verify(...of)) }
        : { settle: (...of: Parameters<typeof settle>) => leave().then(() => settle(...of)) },
    )
  })
  const asked = asking(headers, true)
  asked.end()
  await left
}

describe.each(protocols)('%s: a buyer who leaves', (protocol) => {
  test.each(['verify', 'settle'] as const)(
    'during %s is charged once and has the answer with the same credential',
    async (step) => {
      const begun = vi.spyOn(globalThis, 'setInterval')
      const ended = vi.spyOn(globalThis, 'clearInterval')
      const headers = await shop.credential(path, 1, protocol)
      await leaveDuring(step, headers)
      await expect.poll(rows).toEqual([{ state: 'settled', lease_until: 0, deliveries: 1 }])
      const timers = begun.mock.results.map(({ value }) => value as NodeJS.Timeout)
      const cleared = ended.mock.calls.map(([timer]) => timer)
      expect(timers.filter((timer) => timer !== undefined && !cleared.includes(timer))).toEqual([])

      const answer = await shop.get(path, { headers })
      expect([answer.status, JSON.parse(answer.text).about]).toEqual([200, 'briefing btc.quick-check of e1'])
      await expect.poll(rows).toEqual([{ state: 'served', lease_until: 0, deliveries: 2 }])
      expect((await shop.get(path, { headers })).status).toBe(402)
      expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
      expect(shop.facilitator.calls.settle).toBe(1)
    },
  )

  test.each([true, false])(
    'just before the answer is sent has it with the same credential (connection kept: %s)',
    async (kept) => {
      const headers = await shop.credential(path, 1, protocol)
      const asked = asking(headers, kept)
      const { end } = ServerResponse.prototype
      // the server does not hear of it before it has sent the answer
      vi.spyOn(ServerResponse.prototype, 'end').mockImplementationOnce(function (this: ServerResponse, ...written) {
        asked.destroy()
        return end.apply(this, written as Parameters<typeof end>)
      })
      asked.end()
      await expect.poll(rows).toEqual([{ state: 'settled', lease_until: 0, deliveries: 1 }])
      expect((await shop.get(path, { headers })).status).toBe(200)
      expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
    },
  )

  test.each([true, false])('before the answer is read has it with the same credential (connection kept: %s)', async (kept) => {
    const headers = await shop.credential(path, 1, protocol)
    const asked = asking(headers, kept)
    asked.end()
    const [socket] = (await once(asked, 'socket')) as [Socket]
    // the answer comes and nobody takes it out of the system's hands
    socket.pause()
    socket.removeAllListeners('data')
    const { db } = shop.holders.state
    await expect.poll(async () => (await db.selectFrom('payment').select('state').execute())[0]?.state).toBe('settled')
    await new Promise((done) => setTimeout(done, 100))
    socket.resetAndDestroy()
    await expect.poll(rows).toEqual([{ state: 'settled', lease_until: 0, deliveries: 1 }])
    expect((await shop.get(path, { headers })).status).toBe(200)
    expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
  })
})

test('who breaks off every time is sent the answer ten times and no more', async () => {
  const headers = await shop.credential(path, 1)
  await leaveDuring('settle', headers)
  const { db } = shop.holders.state
  for (let deliveries = 2; deliveries <= 10; deliveries++) {
    await expect.poll(async () => (await rows())[0]?.lease_until).toBe(0)
    expect((await shop.get(path, { headers })).status).toBe(200)
    await expect.poll(async () => (await rows())[0]?.state).toBe('served')
    await db.updateTable('payment').set({ state: 'settled' }).execute()
  }
  const refused = await shop.get(path, { headers })
  expect([refused.status, JSON.parse(refused.text).type]).toEqual([402, 'https://paymentauth.org/problems/invalid-challenge'])
  expect(await rows()).toEqual([{ state: 'settled', lease_until: 0, deliveries: 10 }])
})

test('an answer that fails after the payment leaves it to be had with the same credential', async () => {
  const headers = await shop.credential(path, 1)
  const original = shop.facilitator.settle
  shop.facilitator.settle = async (...asked) => {
    const settled = await original(...asked)
    vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementationOnce(() => {
      throw new Error('a header that cannot be written')
    })
    return settled
  }
  expect((await shop.get(path, { headers })).status).toBe(500)
  shop.facilitator.settle = original
  await expect.poll(rows).toEqual([{ state: 'settled', lease_until: 0, deliveries: 1 }])
  expect((await shop.get(path, { headers })).status).toBe(200)
  expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
})

test('a buyer who has read the answer is in the ledger as served when the server stops before the connection is quiet', async () => {
  const own = await openShop()
  const { holders } = own
  const { close } = holders
  let states: unknown
  Object.assign(holders, {
    async close() {
      states = await holders.state.db.selectFrom('payment').select('state').execute()
      await close()
    },
  })
  const agent = new Agent({ keepAlive: true })
  const headers = await own.credential(path, 2)
  const [answer] = await once(request({ port: own.port, path, host: '127.0.0.1', headers, agent }).end(), 'response')
  await answer.resume().toArray()
  await own.close()
  agent.destroy()
  expect([answer.statusCode, states]).toEqual([200, [{ state: 'served' }]])
})
