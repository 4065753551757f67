/**
 * Takes the README's picture of a page from a running server:
 *
 *     npm start
 *     npx --no-install tsx scripts/screenshot.ts http://127.0.0.1:8402/api/macro docs/images/briefing.png
 *
 * Needs Chromium, or `CHROMIUM_PATH`. `KEY` is sent where it is set.
 */
import { chromium } from 'playwright-core'

const [url, path] = process.argv.slice(2)
if (url === undefined || path === undefined) throw new Error('give the URL of a page and the file to write')
const key = process.env['KEY']
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 820 }, colorScheme: 'light' })
  await page.setExtraHTTPHeaders({ accept: 'text/html', ...(key ? { authorization: `Bearer ${key}` } : {}) })
  const answer = await page.goto(url)
  if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status()}`)
  await page.screenshot({ path })
} finally {
  await browser.close()
}
