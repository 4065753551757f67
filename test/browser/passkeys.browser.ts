import type { CDPSession, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPasskeys } from '../../server/state/passkeys.ts'
import { personByEmail } from '../../server/state/people.ts'
import { executable } from './chromium.ts'
import { openPeopleSite, type PeopleSite } from './people-site.ts'
import { violations } from './violations.ts'

describe.skipIf(executable === undefined)('passkeys in a browser with an authenticator', () => {
  let site: PeopleSite
  beforeAll(async () => {
    // browsers take no passkey for an IP address
    site = await openPeopleSite({ host: 'localhost' })
    return site.close
  })
  afterEach(() => site.forget())

  /** The lock of a device that asks for a fingerprint and is given the right one. */
  async function withDevice(page: Page): Promise<CDPSession> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    })
    return session
  }

  async function added(page: Page, name: string): Promise<void> {
    await page.goto(`${site.url}/settings/passkeys`)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Add the passkey' }).click()
    await page.waitForURL(`${site.url}/settings#passkeys`)
  }

  test('a person adds one, signs in with it, and cannot after it is removed', async () => {
    const { page, email } = await site.signUp()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await withDevice(page)
    await page.goto(`${site.url}/settings/passkeys`)
    expect(await violations(page)).toEqual([])
    await added(page, 'My laptop')
    expect(await page.getByRole('rowheader', { name: 'My laptop' }).count()).toBe(1)
    const { account } = (await personByEmail(site.holders.state, email))!
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${site.url}/sign-in?next=/api/btc`)
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.waitForURL(`${site.url}/api/btc`)
    expect((await listPasskeys(site.holders.state, account))[0]!.last_used_at).not.toBeNull()
    await page.goto(`${site.url}/settings`)
    await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click()
    expect(await page.textContent('main')).toContain('The passkey is removed')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${site.url}/sign-in/passkey`)
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.getByText('No account has this passkey').waitFor()
    // of the page that is an error the browser itself says so
    expect(complaints.filter((text) => !text.includes('401 (Unauthorized)'))).toEqual([])
    await page.close()
  })

  test('an answer is taken once, and for the account it was asked for', async () => {
    const { page } = await site.signUp()
    await withDevice(page)
    await added(page, 'Once')
    await page.goto(`${site.url}/sign-in/passkey`)
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST'),
      page.getByRole('button', { name: 'Continue with a passkey' }).click(),
    ])
    await page.waitForURL(`${site.url}/`)
    const replay = await fetch(request.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: request.postData()!,
      redirect: 'manual',
    })
    expect([replay.status, replay.headers.get('set-cookie')]).toEqual([401, null])
    await page.close()
  })

  test('without an authenticator the page says what to do instead', async () => {
    const page = await site.browser.newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    await page.goto(`${site.url}/sign-in/passkey`)
    // nothing may be asked of a page that has no such thing
    await page.evaluate('delete window.PublicKeyCredential')
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await page.getByText('The browser showed no passkey of this site.').waitFor({ state: 'visible' })
    await page.close()
  })
})
