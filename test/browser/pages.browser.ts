import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { docPages } from '../../data/doc-pages.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { quiet, sampleHome, sampleNow } from '../end-to-end/home.ts'
import { read } from '../house/tree.ts'
import { running } from '../server/fixture.ts'
import { executable, launch } from './chromium.ts'
import { look, picture } from './violations.ts'

/** Addresses of nothing: what a browser gets there is a page too. */
const missing = ['/nothing/here', '/api/btc?date=2020-01-01']
const isNightly = process.env['NIGHTLY'] === '1'
/** Before a change lands one page of each kind is looked at, at the two ends of width; at night all of them, in every view. */
const paths = [
  ...['/', '/prices', '/sign-in', '/docs', ...docPages.map(({ slug }) => `/docs/${slug}`).slice(0, isNightly ? undefined : 3)],
  ...missing,
  ...(isNightly
    ? briefingRows.map(({ path }) => path)
    : ['/api/btc', '/api/macro/rates', '/api/btc/treasury', '/api/cross/correlations']),
  ...['/api/metrics/net-liquidity?format=html', '/api/metrics/bitcoin-difficulty?format=html'],
  ...['/api/treasuries', '/api/treasuries/HRBX', '/api/calibration?format=html', '/api/status?format=html'],
]
const views = [
  { width: 390, scheme: 'light' },
  { width: 1_280, scheme: 'dark' },
  ...(isNightly
    ? [
        { width: 390, scheme: 'dark' } as const,
        { width: 800, scheme: 'light' } as const,
        { width: 1_280, scheme: 'light' } as const,
      ]
    : []),
] as const

describe.skipIf(executable === undefined)('pages in a browser', () => {
  let browser: Browser
  let address: string
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    const reader = await openReader(folderBlobs((await sampleHome()).folder), { log: quiet })
    closing.unshift(() => reader.close())
    const server = await running(reader.current(), { doc: read, now: () => sampleNow, requests: false })
    closing.unshift(() => server.close())
    address = `http://127.0.0.1:${server.port}`
    browser = await launch()
    closing.unshift(() => browser.close())
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  describe.each(views)('at $width pixels, $scheme', ({ width, scheme }) => {
    test.each(paths)('%s is readable whole, and nothing but the page is asked for', async (path) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
      const page = await context.newPage()
      const asked: string[] = []
      const said: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      page.on('console', (message) => said.push(message.text()))
      page.on('pageerror', (error) => said.push(String(error)))
      const answer = await page.goto(`${address}${path}`)
      await picture(page, `${path.slice(1).replaceAll(/[/?=]/g, '-') || 'front'}-${width}-${scheme}`)
      expect(answer!.headers()['content-type']).toBe('text/html; charset=utf-8')
      expect(await page.evaluate(look)).toEqual({ wider: 0, cut: [], colliding: [], faint: [], styled: true })
      const absent = missing.includes(path)
      expect(answer!.status()).toBe(absent ? 404 : 200)
      // of a page that is an error the browser itself says so
      const spoken = absent ? ['Failed to load resource: the server responded with a status of 404 (Not Found)'] : []
      expect([asked, said]).toEqual([[`${address}${path}`], spoken])
      await page.keyboard.press('Tab')
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('2px')
      await context.close()
    })
  })

  test('what would spoil a page is seen', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } })
    await page.setContent(`<style>body{background:#fff}</style>
      <p style="color:#999">faint</p><p style="width:600px">wide</p><p style="width:20px;overflow:hidden;white-space:nowrap">cut off</p>
      <svg viewBox="0 0 100 50"><text x="10" y="20">one</text><text x="14" y="20">two</text><text x="95" y="45">three</text></svg>`)
    expect(await page.evaluate(look)).toMatchObject({
      wider: expect.any(Number),
      cut: ['P wide', 'P cut off'],
      colliding: ['text one', 'text two', 'text three'],
      faint: ['P faint'],
      styled: false,
    })
    await page.close()
  })
})
