import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openMail } from '../../server/access/mail.ts'
import { personByEmail } from '../../server/state/people.ts'
import { password } from '../server/accounts/browser.ts'
import { linkIn, type MailServer, openMailServer } from '../server/accounts/mail-server.ts'
import { executable } from './chromium.ts'
import { fill } from './keyboard.ts'
import { openPeopleSite, type PeopleSite } from './people-site.ts'
import { lookingAt } from './violations.ts'

describe.skipIf(executable === undefined)('accounts in a browser', () => {
  let mail: MailServer
  let site: PeopleSite
  beforeAll(async () => {
    mail = await openMailServer()
    site = await openPeopleSite({ mail: openMail({ server: mail.url, from: 'briefings@example.org' }) })
    return async () => {
      await site.close()
      await mail.close()
    }
  })
  afterEach(() => site.forget())

  /** The link of the newest mail to an address, which is taken out. */
  async function mailed(email: string): Promise<string> {
    const at = () => mail.taken.findLastIndex(({ to }) => to.includes(email))
    await expect.poll(at).toBeGreaterThanOrEqual(0)
    return linkIn(mail.taken.splice(at(), 1)[0]!.message)
  }

  describe.each([
    { width: 390, scheme: 'light' },
    { width: 390, scheme: 'dark' },
    { width: 1_280, scheme: 'light' },
    { width: 1_280, scheme: 'dark' },
  ] as const)('at $width pixels, $scheme', ({ width, scheme }) => {
    test('a person signs up, makes a key, reads, and signs in again; every page is whole, and axe finds nothing wrong', async () => {
      const page = await site.browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme })
      const seen = lookingAt(page, width, scheme)
      const email = `someone-with-a-long-address-${width}-${scheme}@department.example.com`
      await page.goto(`${site.url}/sign-up`)
      await seen('sign-up')
      await fill(page, { email: 'someone@nowhere' })
      await seen('sign-up-refused')
      await page.goto(`${site.url}/sign-up?next=/api/btc`)
      await fill(page, { email })
      await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
      await seen('sign-up-sent')
      await page.goto(await mailed(email))
      await seen('sign-up-link')
      await fill(page, { password: 'aaaaaaaaaaaaaaaa' })
      await seen('sign-up-link-refused')
      await fill(page, { password })
      expect(page.url()).toBe(`${site.url}/settings`)
      await page.goto(`${site.url}/api/btc`)
      expect(await page.textContent('body')).toContain('of e1')
      await site.holders.state.db.updateTable('session').set({ proved_at: 0 }).execute()
      await page.goto(`${site.url}/settings/passkeys`)
      await seen('confirm')
      await fill(page, { password: 'wrong' })
      await page.goto(`${site.url}/settings/passkeys`)
      await fill(page, { password })
      expect(page.url()).toBe(`${site.url}/settings/passkeys`)
      await page.goto(`${site.url}/settings`)
      await seen('settings-empty')
      await fill(page, { name: 'x'.repeat(64) })
      expect(await page.textContent('.told code')).toMatch(/^mb_live_\w{36}$/)
      await seen('settings-new-key')
      await page.goto(`${site.url}/settings`)
      await fill(page, { name: '<img src=x> \u05d0\u05d1 аpple' })
      expect(await page.locator('img').count()).toBe(0)
      await seen('settings-keys')
      await page.goto(`${site.url}/sign-in`)
      await seen('signed-in')
      await page.context().clearCookies()
      await page.goto(`${site.url}/settings`)
      expect(page.url()).toBe(`${site.url}/sign-in?next=%2Fsettings`)
      await fill(page, { email, password: 'wrong' })
      await seen('sign-in-refused')
      await fill(page, { password })
      expect(page.url()).toBe(`${site.url}/settings`)
      await page.context().clearCookies()
      await page.goto(`${site.url}/sign-in`)
      await page.getByRole('link', { name: 'Forgotten your password?' }).click()
      await seen('forgot')
      await fill(page, { email: 'someone@nowhere' })
      await seen('forgot-refused')
      await fill(page, { email })
      await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
      await seen('forgot-sent')
      const link = await mailed(email)
      await page.goto(link)
      await seen('reset')
      await fill(page, { password: 'another lantern entirely' })
      expect(page.url()).toBe(`${site.url}/settings`)
      await page.goto(link)
      await seen('reset-ended')
      await page.close()
    })
  })

  test('a page of another site sends no form here: of 100 tries none changes anything', async () => {
    const page = await site.browser.newPage()
    const context = page.context()
    await page.goto(`${site.url}/sign-up`)
    await fill(page, { email: 'victim@example.com' })
    await page.goto(await mailed('victim@example.com'))
    await fill(page, { password })
    const { account } = (await personByEmail(site.holders.state, 'victim@example.com'))!
    // localhost is another site than 127.0.0.1, and its cookies are not sent; even with them the form is refused
    const [cookie] = await context.cookies()
    let refused = 0
    for (let at = 0; at < 100; at++) {
      const answer = await context.request.post(`${site.url}/settings/keys`, {
        form: { name: 'evil' },
        headers: { origin: 'http://localhost:1', 'sec-fetch-site': 'cross-site', cookie: `${cookie!.name}=${cookie!.value}` },
      })
      refused += Number(answer.status() === 403)
    }
    const keys = await site.holders.state.db.selectFrom('key').select('id').where('account', '=', account).execute()
    expect([refused, keys]).toEqual([100, []])
    await page.close()
  })
})
