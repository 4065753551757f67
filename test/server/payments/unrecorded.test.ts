import { expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { edition, running } from '../fixture.ts'
import { keyHolders } from '../key-holders.ts'
import { paymentsOver } from './shop.ts'
import { credentialOf, payer } from './signing.ts'

const holders = closedAfter(
  await keyHolders({
    probeMs: 50,
    async payments(state) {
      const payments = paymentsOver(state)
      return { real: payments, sample: payments }
    },
  }),
)
const server = closedAfter(await running(edition({ edition: 'e1', sample: true }), { gate: holders.gate }))
const schema = holders.state.db.schema
/** What every probe asks for, away and back: as a database that answers no statement. */
const away = () => schema.alterTable('revision').renameTo('revision_away').execute()
const back = () => schema.alterTable('revision_away').renameTo('revision').execute()

const status = async (path: string, headers = {}) => (await server.get(path, { headers })).status
const json = async (path: string) => JSON.parse((await server.get(path)).text)
const paymentsNow = async () =>
  (await json('/api/health')).checks.find(({ name }: { readonly name: string }) => name === 'payments')

test('while the state store fails, nobody is asked to pay, and everybody is again once it answers', async () => {
  expect(await status('/api/btc')).toBe(402)
  expect((await paymentsNow()).status).toBe('ok')
  const credential = await credentialOf('x402', payer(1), (await server.get('/api/btc')).headers)

  await away()
  await expect.poll(() => status('/api/btc')).toBe(503)
  const refused = await server.get('/api/btc')
  expect(JSON.parse(refused.text)).toMatchObject({
    error: 'STATE_UNAVAILABLE',
    message: expect.stringContaining('Nothing was charged'),
  })
  expect([refused.headers['retry-after'], refused.headers['payment-required'], refused.headers['www-authenticate']]).toEqual([
    '5',
    undefined,
    undefined,
  ])
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_context', arguments: { briefing: 'btc.quick-check' } },
  }
  const tool = await server.get('/api/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(call),
  })
  expect(tool.text).toContain('STATE_UNAVAILABLE')
  // a key of a plan that does not reach a document is not told to omit itself and pay
  const reach = await server.get('/api/btc/onchain', { headers: { 'x-api-key': holders.keys.free } })
  expect(JSON.parse(reach.text)).not.toHaveProperty('without_key')
  expect(await paymentsNow()).toMatchObject({
    status: 'degraded',
    detail: expect.stringMatching(/since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/),
  })
  const { x402 } = await json('/api/x402/status?format=json')
  expect(x402.networks.map(({ ready }: { readonly ready: boolean }) => ready)).not.toContain(true)
  expect(await status('/api/metrics')).toBe(200)

  await back()
  await expect.poll(() => status('/api/btc')).toBe(402)
  expect((await paymentsNow()).status).toBe('ok')
  expect(await status('/api/btc', credential)).toBe(200)
})
