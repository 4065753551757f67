import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../payments/listen.ts'
import type { Shop } from '../server/payments/shop.ts'
import { cost } from '../server/payments/terms.ts'
import { openSampleShop } from '../server/sample-shop.ts'
import { executable, launch } from './chromium.ts'
import type { Bought, ClientName } from './page.ts'

/** The clients as a page loads them. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}

describe.skipIf(executable === undefined)('a page of another origin', () => {
  let shop: Shop
  let browser: Browser
  let tab: Tab
  let home: string
  const said: string[] = []
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    shop = await openSampleShop()
    closing.unshift(() => shop.close())
    const script = await bundle()
    const pages = await listen(async (_, res, { url }) => {
      const [type, text] =
        url === '/page.js' ? ['text/javascript', script] : ['text/html', '<!doctype html><script src="/page.js"></script>']
      res.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(text)
    })
    closing.unshift(() => pages.stop())
    home = pages.url
    browser = await launch()
    closing.unshift(() => browser.close())
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })
  beforeEach(async () => {
    const context = await browser.newContext()
    tab = await context.newPage()
    said.length = 0
    tab.on('console', (message) => said.push(message.text()))
    tab.on('pageerror', (error) => said.push(String(error)))
    await tab.goto(home)
    return () => context.close()
  })

  const at = (path: string) => `http://127.0.0.1:${shop.port}${path}`
  /** Calls a function of `page.ts` in the page. What the browser refused is told with the failure. */
  async function inPage<Answer>(name: string, ...given: unknown[]): Promise<Answer> {
    try {
      return await tab.evaluate(`page[${JSON.stringify(name)}](...${JSON.stringify(given)})`)
    } catch (error) {
      throw new Error([...said, String(error)].join('\n'))
    }
  }

  const buyers: readonly [ClientName, 'x402' | 'mpp'][] = [
    ['@x402/fetch', 'x402'],
    ['mppx', 'mpp'],
    ['mppx in the place of fetch', 'mpp'],
  ]
  test.each(buyers)('buys with %s, and reads the document and the receipt', async (name, protocol) => {
    const before = await shop.takings()
    const bought = await inPage<Bought>('buy', name, at('/api/btc'))
    expect(bought).toMatchObject({ status: 200, text: expect.stringMatching(/^# Bitcoin Quick Check\n/) })
    const receipt = JSON.parse(Buffer.from(bought.receipt!, 'base64').toString())
    expect(receipt).toMatchObject(
      protocol === 'x402' ? { success: true, amount: String(cost) } : { status: 'success', chainId: 84532 },
    )
    // a row is served once the answer has gone out whole
    const rows = shop.holders.state.db.selectFrom('payment').select(['payer', 'protocol', 'state', 'amount', 'scope'])
    const entered = async () =>
      (await rows.execute())
        .filter(({ payer }) => payer.toLowerCase() === bought.payer.toLowerCase())
        .map(({ payer: _, ...row }) => row)
    await expect.poll(entered).toEqual([{ protocol, state: 'served', amount: String(cost), scope: 'GET /api/btc' }])
    const { paid, ledger } = await shop.takings()
    expect([paid - before.paid, ledger - before.ledger]).toEqual([cost, cost])
    expect(said.filter((line) => !line.includes('402 (Payment Required)'))).toEqual([])
  })

  test('reads with a key, asks again by entity tag, and sees how its calls stand', async () => {
    const { keys } = shop.holders
    expect(await inPage('read', at(''), keys.pro)).toEqual({ status: 200, again: 304, left: expect.stringMatching(/^\d+$/) })
  })

  test.each([
    ['a tracer', { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'a=1', baggage: 'b=2' }],
    ['a signer of requests', { signature: 's=:AA==:', 'signature-input': 's=()', 'signature-agent': '"https://agent.example"' }],
    ['itself', { 'x-requested-with': 'XMLHttpRequest', 'x-of-my-own': '1' }],
  ])('may send the headers of %s', async (_, headers) => {
    expect(await inPage('ask', at('/api/briefings'), headers)).toMatchObject({ status: 200 })
  })

  test.each([
    ['/api/btcc', 404, 'NOT_FOUND'],
    ['/api/btc?x=1', 400, 'UNKNOWN_PARAMETER'],
    ['/api/btc?%ff', 400, 'INVALID_REQUEST'],
    ['/api/btc', 401, 'KEY_INVALID'],
  ])('is told what is wrong with %s: %d %s', async (path, status, error) => {
    const { text, ...answer } = await inPage<{ status: number; text: string }>('ask', at(path), { 'x-api-key': 'none' })
    expect([answer, JSON.parse(text)]).toEqual([{ status }, expect.objectContaining({ error })])
  })
})
