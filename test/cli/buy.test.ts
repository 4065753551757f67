import { expect, test } from 'vitest'
import { closedAfter } from '../closed-after.ts'
import { openShop } from '../server/payments/shop.ts'
import { briefing } from './command.ts'

const shop = closedAfter(await openShop())

const at = (path: string) => `http://127.0.0.1:${shop.port}${path}`

test.each(['x402', 'mpp'])('buys by %s, and tells what was signed, paid and served', async (protocol) => {
  const before = await shop.takings()
  const { code, out } = await briefing('buy', at('/api/btc/treasury?format=json'), '--protocol', protocol)
  expect(code).toBe(0)
  const { about } = JSON.parse(JSON.parse(out).body)
  expect(about).toBe('briefing btc.treasury of e1')
  expect(JSON.parse(out)).toMatchObject({
    protocol,
    network: 'eip155:84532',
    amount: '50000',
    usd: '0.05',
    payer: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    receipt: protocol === 'x402' ? { success: true, amount: '50000' } : { status: 'success', chainId: 84532 },
    status: 200,
  })
  const { paid } = await shop.takings()
  expect(paid - before.paid).toBe(50_000n)
})

test.each([
  ['an open address', () => [at('/api/health')], 1, 'NO_QUOTE'],
  ['no address', () => ['api/btc'], 1, 'URL'],
  ['dearer than allowed', () => [at('/api/btc'), '--max-usd', '0.01'], 1, 'PRICE_ABOVE_LIMIT'],
  ['real money without a key', () => [at('/api/btc'), '--main-network'], 1, 'BUYER_KEY'],
  ['nobody there', () => ['http://127.0.0.1:9/api/btc'], 69, 'NOT_REACHED'],
])('%s: says so, and pays nothing', async (_, words, exit, word) => {
  const before = await shop.takings()
  const { code, said } = await briefing('buy', ...words())
  expect(code).toBe(exit)
  expect(said).toContain(`${word}: `)
  expect(await shop.takings()).toEqual(before)
})
