import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueReset, personByEmail } from '../../server/state/people.ts'
import { edition, type Running, running } from '../server/fixture.ts'
import { type KeyHolders, keyHolders } from '../server/key-holders.ts'
import { executable, launch } from './chromium.ts'
import { violations } from './violations.ts'

if (executable === undefined)
  console.warn('skipping the pages of accounts in a browser: no Chromium; install one, or name it in CHROMIUM_PATH')
/** Folder for pictures of what was looked at. */
const pictures = process.env['SCREENSHOTS']

const look = readFileSync(join(import.meta.dirname, 'look.js'), 'utf8')
const password = 'a lantern in the attic'

describe.skipIf(executable === undefined)('accounts in a browser', () => {
  let browser: Browser
  let holders: KeyHolders
  let server: Running
  let site: string
  beforeAll(async () => {
    holders = await keyHolders()
    server = await running(edition({ edition: 'e1' }), { gate: holders.gate, requests: false })
    site = `http://127.0.0.1:${server.port}`
    browser = await launch()
    if (pictures) await mkdir(pictures, { recursive: true })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await holders?.close()
  })

  /** Submits a form with the keyboard alone: from field to field with Tab, then Enter. */
  async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [id, text] of Object.entries(fields)) {
      for (let presses = 0; (await page.evaluate('document.activeElement.id')) !== id; presses++) {
        if (presses === 200) throw new Error(`${page.url()} has no field ${id} that the keyboard reaches`)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.type(text)
    }
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
    await page.waitForLoadState()
  }

  describe.each([
    { width: 390, scheme: 'light' },
    { width: 390, scheme: 'dark' },
    { width: 1_280, scheme: 'light' },
    { width: 1_280, scheme: 'dark' },
  ] as const)('at $width pixels, $scheme', ({ width, scheme }) => {
    test('a person signs up, makes a key, reads, and signs in again; every page is whole, and axe finds nothing wrong', async () => {
      await holders.state.db.deleteFrom('attempt').execute()
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
      const page = await context.newPage()
      const seen = async (name: string) => {
        if (pictures) await page.screenshot({ path: join(pictures, `${name}-${width}-${scheme}.png`), fullPage: true })
        const outcome = { name, ...((await page.evaluate(look)) as object), wrong: await violations(page) }
        expect(outcome).toEqual({ name, wider: 0, cut: [], colliding: [], faint: [], styled: true, wrong: [] })
      }
      const email = `someone-with-a-long-address-${width}-${scheme}@department.example.com`
      await page.goto(`${site}/sign-up`)
      await seen('sign-up')
      await fill(page, { email, password: 'aaaaaaaaaaaaaaaa' })
      await seen('sign-up-refused')
      await page.goto(`${site}/sign-up?next=/api/btc`)
      await fill(page, { email, password })
      expect([page.url(), await page.textContent('body')]).toEqual([`${site}/api/btc`, expect.stringContaining('of e1')])
      await page.goto(`${site}/settings`)
      await seen('settings-empty')
      await fill(page, { name: 'x'.repeat(64) })
      expect(await page.textContent('.told code')).toMatch(/^mb_live_\w{36}$/)
      await seen('settings-new-key')
      await page.goto(`${site}/settings`)
      await fill(page, { name: '<img src=x> \u05d0\u05d1 аpple' })
      expect(await page.locator('img').count()).toBe(0)
      await seen('settings-keys')
      await page.goto(`${site}/sign-in`)
      await seen('signed-in')
      await context.clearCookies()
      await page.goto(`${site}/settings`)
      expect(page.url()).toBe(`${site}/sign-in?next=%2Fsettings`)
      await fill(page, { email, password: 'wrong' })
      await seen('sign-in-refused')
      await fill(page, { password })
      expect(page.url()).toBe(`${site}/settings`)
      const { account } = (await personByEmail(holders.state, email))!
      const link = await issueReset(holders.state, account, null, { now: Date.now() })
      if (typeof link === 'string') throw new Error(link)
      await page.goto(`${site}/reset?code=${link.code}`)
      await seen('reset')
      await fill(page, { password: 'another lantern entirely' })
      expect(page.url()).toBe(`${site}/settings`)
      await page.goto(`${site}/reset?code=${link.code}`)
      await seen('reset-ended')
      await context.close()
    })
  })

  test('a page of another site sends no form here: of 100 tries none changes anything', async () => {
    await holders.state.db.deleteFrom('attempt').execute()
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site}/sign-up`)
    await fill(page, { email: 'victim@example.com', password })
    const { account } = (await personByEmail(holders.state, 'victim@example.com'))!
    // localhost is another site than 127.0.0.1, and its cookies are not sent; even with them the form is refused
    const [cookie] = await context.cookies()
    let refused = 0
    for (let at = 0; at < 100; at++) {
      const answer = await context.request.post(`${site}/settings/keys`, {
        form: { name: 'evil' },
        headers: { origin: 'http://localhost:1', 'sec-fetch-site': 'cross-site', cookie: `${cookie!.name}=${cookie!.value}` },
      })
      refused += Number(answer.status() === 403)
    }
    const keys = await holders.state.db.selectFrom('key').select('id').where('account', '=', account).execute()
    expect([refused, keys]).toEqual([100, []])
    await context.close()
  })
})
