import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findClaim } from '../../server/state/claims.ts'
import { edition, type Running, running } from '../server/fixture.ts'
import { type KeyHolders, keyHolders } from '../server/key-holders.ts'
import { executable, launch } from './chromium.ts'

if (executable === undefined)
  console.warn('skipping the approval page in a browser: no Chromium; install one, or name it in CHROMIUM_PATH')

const narrowDark = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const
const wideLight = { viewport: { width: 1_280, height: 900 }, colorScheme: 'light' } as const

describe.skipIf(executable === undefined)('the approval page in a browser', () => {
  let browser: Browser
  let holders: KeyHolders
  let server: Running
  let site: string
  beforeAll(async () => {
    holders = await keyHolders()
    server = await running(edition({ edition: 'e1' }), { gate: holders.gate, now: Date.now, requests: false })
    site = `http://127.0.0.1:${server.port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await holders?.close()
  })
  afterEach(async () => {
    await holders.state.db.deleteFrom('claim').execute()
    await holders.state.db.deleteFrom('attempt').execute()
  })

  interface Begun {
    readonly claim_code: string
    readonly claim_token: string
    readonly approve_url: string
  }
  async function begun(body: object): Promise<Begun> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${site}/api/agent/claims`, { method: 'POST', body: JSON.stringify(body), headers })
    return (await answer.json()) as Begun
  }

  let people = 0
  /** Signs up on the way to a page, as a person who opens the link of an agent. */
  async function arrived(options: object, url: string): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage()
    await page.goto(url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email address').fill(`reader${people++}@example.com`)
    await page.getByLabel('Password').fill('a lantern in the attic')
    await page.getByRole('button', { name: 'Create the account' }).click()
    return page
  }

  async function faults(page: Page): Promise<string[]> {
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] }
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`), ...(wide === 0 ? [] : [`overflows by ${wide}`])]
  }

  test.each([
    ['1,280 pixels, light', wideLight],
    ['390 pixels, dark', narrowDark],
  ])('a person arrives by the link, compares the code and approves: %s', async (_, options) => {
    const claim = await begun({ client_name: 'Scout 1.2', purpose: 'Daily notes on rates and bitcoin' })
    const page = await arrived(options, claim.approve_url)
    expect(page.url()).toBe(claim.approve_url)
    expect(await faults(page)).toEqual([])
    await page.getByLabel(claim.claim_code).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Approved')
    expect(await faults(page)).toEqual([])
    const poll = await fetch(`${site}/api/agent/claims/${claim.claim_code}`, {
      headers: { authorization: `Bearer ${claim.claim_token}` },
    })
    const { api_key: key } = (await poll.json()) as { api_key: string }
    expect((await fetch(`${site}/api/btc`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    await page.context().close()
  })

  test('by keyboard alone, and not before the box is ticked', async () => {
    const claim = await begun({ client_name: 'Scout' })
    const page = await arrived(wideLight, claim.approve_url)
    const approve = page.getByRole('button', { name: 'Approve' })
    await approve.focus()
    await page.keyboard.press('Enter')
    expect((await findClaim(holders.state, claim.claim_code, Date.now()))?.state).toBe('pending')
    await page.getByLabel(claim.claim_code).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Denied' }).waitFor()
    await page.context().close()
  })

  test('names with HTML, overrides, look-alikes and a URL do nothing but stand there', async () => {
    const claim = await begun({ client_name: 'placeholder', purpose: 'see https://x.example <a href="/x">now</a>' })
    const name = '<img src=x onerror=document.title=1>\u202eevorppA \u0441laude'
    await holders.state.db
      .updateTable('claim')
      .set({ client_name: name, client_version: 'x'.repeat(32) })
      .execute()
    const page = await arrived(narrowDark, claim.approve_url)
    expect(await faults(page)).toEqual([])
    expect(await page.locator('main img, main bdi a').count()).toBe(0)
    const shown = await page.locator('main').textContent()
    expect(shown).toContain('<img src=x')
    expect(shown).not.toContain('\u202e')
    expect(shown).toContain('look like Latin')
    expect(await page.title()).not.toBe('1')
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/claim.png`, fullPage: true })
    await page.context().close()
  })
})
