import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findClaim } from '../../server/state/claims.ts'
import { executable } from './chromium.ts'
import { openPeopleSite, type PeopleSite } from './people-site.ts'
import { picture, violations } from './violations.ts'

const narrowDark = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const
const wideLight = { viewport: { width: 1_280, height: 900 }, colorScheme: 'light' } as const

describe.skipIf(executable === undefined)('the approval page in a browser', () => {
  let site: PeopleSite
  beforeAll(async () => {
    site = await openPeopleSite()
    return site.close
  })
  afterEach(() => site.forget())

  interface Begun {
    readonly claim_code: string
    readonly claim_token: string
    readonly approve_url: string
  }
  async function begun(body: object): Promise<Begun> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${site.url}/api/agent/claims`, { method: 'POST', body: JSON.stringify(body), headers })
    return (await answer.json()) as Begun
  }

  async function faults(page: Page): Promise<string[]> {
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    return [...(await violations(page)), ...(wide === 0 ? [] : [`overflows by ${wide}`])]
  }

  test.each([
    ['1,280 pixels, light', wideLight],
    ['390 pixels, dark', narrowDark],
  ])('a person arrives by the link, compares the code and approves: %s', async (_, options) => {
    const claim = await begun({ client_name: 'Scout 1.2', purpose: 'Daily notes on rates and bitcoin' })
    const { page } = await site.signUp(claim.approve_url, options)
    expect(await faults(page)).toEqual([])
    await page.getByLabel(claim.claim_code).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Approved')
    expect(await faults(page)).toEqual([])
    const poll = await fetch(`${site.url}/api/agent/claims/${claim.claim_code}`, {
      headers: { authorization: `Bearer ${claim.claim_token}` },
    })
    const { api_key: key } = (await poll.json()) as { api_key: string }
    expect((await fetch(`${site.url}/api/btc`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    await page.close()
  })

  test('by keyboard alone, and not before the box is ticked', async () => {
    const claim = await begun({ client_name: 'Scout' })
    const { page } = await site.signUp(claim.approve_url, wideLight)
    const approve = page.getByRole('button', { name: 'Approve' })
    await approve.focus()
    await page.keyboard.press('Enter')
    expect((await findClaim(site.holders.state, claim.claim_code, Date.now()))?.state).toBe('pending')
    await page.getByLabel(claim.claim_code).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Denied' }).waitFor()
    await page.close()
  })

  test('names with HTML, overrides, look-alikes and a URL do nothing but stand there', async () => {
    const claim = await begun({ client_name: 'placeholder', purpose: 'see https://x.example <a href="/x">now</a>' })
    const name = '<img src=x onerror=document.title=1>\u202eevorppA \u0441laude'
    await site.holders.state.db
      .updateTable('claim')
      .set({ client_name: name, client_version: 'x'.repeat(32) })
      .execute()
    const { page } = await site.signUp(claim.approve_url, narrowDark)
    expect(await faults(page)).toEqual([])
    expect(await page.locator('main img, main bdi a').count()).toBe(0)
    const shown = await page.locator('main').textContent()
    expect(shown).toContain('<img src=x')
    expect(shown).not.toContain('\u202e')
    expect(shown).toContain('look like Latin')
    expect(await page.title()).not.toBe('1')
    await picture(page, 'claim')
    await page.close()
  })
})
