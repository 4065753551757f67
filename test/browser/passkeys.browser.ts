import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPasskeys } from '../../server/state/passkeys.ts'
import { personByEmail } from '../../server/state/people.ts'
import { edition, type Running, running } from '../server/fixture.ts'
import { type KeyHolders, keyHolders } from '../server/key-holders.ts'
import { executable, launch } from './chromium.ts'
import { violations } from './violations.ts'

if (executable === undefined)
  console.warn('skipping passkeys in a browser: no Chromium; install one, or name it in CHROMIUM_PATH')

const password = 'a lantern in the attic'

describe.skipIf(executable === undefined)('passkeys in a browser with an authenticator', () => {
  let browser: Browser
  let holders: KeyHolders
  let server: Running
  let site: string
  beforeAll(async () => {
    holders = await keyHolders()
    server = await running(edition({ edition: 'e1' }), { gate: holders.gate, now: Date.now, requests: false })
    // browsers take no passkey for an IP address
    site = `http://localhost:${server.port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await holders?.close()
  })
  afterEach(() => holders.state.db.deleteFrom('attempt').execute())

  let people = 0
  async function signedUp(): Promise<{ context: BrowserContext; page: Page; email: string }> {
    const context = await browser.newContext()
    const page = await context.newPage()
    const email = `key${people++}@example.com`
    await page.goto(`${site}/sign-up`)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.waitForURL(`${site}/settings`)
    return { context, page, email }
  }

  /** The lock of a device that asks for a fingerprint and is given the right one. */
  async function withDevice(context: BrowserContext, page: Page): Promise<CDPSession> {
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    })
    return session
  }

  async function added(page: Page, name: string): Promise<void> {
    await page.goto(`${site}/settings/passkeys`)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Add the passkey' }).click()
    await page.waitForURL(`${site}/settings#passkeys`)
  }

  test('a person adds one, signs in with it, and cannot after it is removed', async () => {
    const { context, page, email } = await signedUp()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await withDevice(context, page)
    await page.goto(`${site}/settings/passkeys`)
    expect(await violations(page)).toEqual([])
    await added(page, 'My laptop')
    expect(await page.getByRole('rowheader', { name: 'My laptop' }).count()).toBe(1)
    const { account } = (await personByEmail(holders.state, email))!
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${site}/sign-in?next=/api/btc`)
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.waitForURL(`${site}/api/btc`)
    expect((await listPasskeys(holders.state, account))[0]!.last_used_at).not.toBeNull()
    await page.goto(`${site}/settings`)
    await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click()
    expect(await page.textContent('main')).toContain('The passkey is removed')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${site}/sign-in/passkey`)
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.getByText('No account has this passkey').waitFor()
    // of the page that is an error the browser itself says so
    expect(complaints.filter((text) => !text.includes('401 (Unauthorized)'))).toEqual([])
    await context.close()
  })

  test('an answer is taken once, and for the account it was asked for', async () => {
    const { context, page } = await signedUp()
    await withDevice(context, page)
    await added(page, 'Once')
    await page.goto(`${site}/sign-in/passkey`)
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST'),
      page.getByRole('button', { name: 'Continue with a passkey' }).click(),
    ])
    await page.waitForURL(`${site}/`)
    const replay = await fetch(request.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: request.postData()!,
      redirect: 'manual',
    })
    expect([replay.status, replay.headers.get('set-cookie')]).toEqual([401, null])
    await context.close()
  })

  test('without an authenticator the page says what to do instead', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await page.goto(`${site}/sign-in/passkey`)
    // nothing may be asked of a page that has no such thing
    await page.evaluate('delete window.PublicKeyCredential')
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.getByText('The browser showed no passkey of this site.').waitFor({ state: 'visible' })
    await context.close()
  })
})
