import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { prices } from '../../data/prices.ts'
import { closedAfter } from '../closed-after.ts'
import { openShop } from '../server/payments/shop.ts'
import { units } from '../server/payments/terms.ts'
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
    amount: String(units.pro),
    usd: prices.briefing.pro,
    payer: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    receipt: protocol === 'x402' ? { success: true, amount: String(units.pro) } : { status: 'success', chainId: 84532 },
    status: 200,
  })
  const { paid } = await shop.takings()
  expect(paid - before.paid).toBe(units.pro)
})

test('an address that is refused shows the error of the server, its hint, and no control characters', async () => {
  const { code, said } = await briefing('buy', at('/api/btc?date=2026-13-40'))
  expect([code, said]).toEqual([1, expect.stringMatching(/400 .*The server says INVALID_DATE: .*Set date to a UTC day/)])
  const foreign = createServer((_, res) =>
    res.writeHead(404).end(JSON.stringify({ error: 'X', message: `a\u001b[2Jb${'c '.repeat(4_500)}` })),
  )
  await once(foreign.listen(0, '127.0.0.1'), 'listening')
  const { said: bounded } = await briefing('buy', `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`)
  foreign.close()
  expect(bounded).toContain('X: a [2Jbc c')
  expect(bounded.length).toBeLessThan(1_000)
})

test('an address whose answer does not end is refused without waiting for it', async () => {
  const endless = createServer((_, res) => void res.writeHead(404).write('x'.repeat(100_000)))
  await once(endless.listen(0, '127.0.0.1'), 'listening')
  const { code, said } = await briefing('buy', `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`)
  endless.closeAllConnections()
  endless.close()
  expect([code, said]).toEqual([1, expect.stringContaining('answers 404 without asking for payment; inspect it')])
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

/** A proxy before the shop that passes on every call, and loses the next one that pays. */
let losing: (res: ServerResponse) => void
let losses = 0
const proxy = createServer((req, res) => {
  const pays = req.headers['payment-signature'] ?? req.headers.authorization
  const { host: _, ...headers } = req.headers
  if (pays !== undefined && losses-- > 0) return losing(res)
  void shop.get(req.url!, { headers: headers as Record<string, string> }).then(({ status, headers, bytes }) => {
    res.writeHead(status, headers).end(bytes)
  })
}).listen(0, '127.0.0.1')
await once(proxy, 'listening')
afterAll(() => void proxy.close())
const behind = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/btc/treasury`
const lost = {
  502: (res: ServerResponse) => void res.writeHead(502).end('Bad Gateway'),
  504: (res: ServerResponse) => void res.writeHead(504).end('Gateway Timeout'),
  cut: (res: ServerResponse) => void res.destroy(),
}

test.each([
  ['x402', '502'],
  ['mpp', '504'],
  ['x402', 'cut'],
  ['mpp', 'cut'],
] as const)(
  '%s, no answer (%s): the outcome is unknown, and the command it names gets the document for one payment',
  async (protocol, how) => {
    const before = await shop.takings()
    ;[losing, losses] = [lost[how], 1]
    const unknown = await briefing('buy', behind, '--protocol', protocol)
    expect([unknown.code, unknown.said]).toEqual([69, expect.stringContaining('OUTCOME_UNKNOWN: ')])
    expect(unknown.said).toMatch(/charged at most once/)
    const { payment } = JSON.parse(unknown.out.split('\n')[0]!) as { payment: string }
    const again = await briefing('buy', behind, '--repeat', payment)
    expect(again.said).toBe('')
    expect([again.code, JSON.parse(again.out)]).toEqual([0, expect.objectContaining({ protocol, status: 200 })])
    expect((await shop.takings()).paid - before.paid).toBe(units.pro)
  },
)

test('--repeat with text other than a payment: says so', async () => {
  const { code, said } = await briefing('buy', behind, '--repeat', 'nonsense')
  expect([code, said]).toEqual([1, expect.stringContaining('PAYMENT: ')])
})
