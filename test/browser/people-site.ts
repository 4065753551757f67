import type { BrowserContextOptions, Page } from 'playwright-core'
import { password } from '../server/accounts/browser.ts'
import { edition, running } from '../server/fixture.ts'
import { type KeyHoldersOptions, keyHolders } from '../server/key-holders.ts'
import { launch } from './chromium.ts'

interface Options extends KeyHoldersOptions {
  /** Name of this machine in addresses. */
  readonly host?: string
}

export type PeopleSite = Awaited<ReturnType<typeof openPeopleSite>>

/** A server with accounts on the clock of the machine, and a browser for the people who have them. */
export async function openPeopleSite({ host = '127.0.0.1', ...settings }: Options = {}) {
  const holders = await keyHolders(settings)
  const server = await running(edition({ edition: 'e1' }), { gate: holders.gate, now: Date.now, requests: false })
  const url = `http://${host}:${server.port}`
  const browser = await launch()
  let people = 0
  return {
    browser,
    holders,
    url,
    /** A new person with a new browser creates an account, on the way to a page whose link they were given. */
    async signUp(link: string | null = null, options: BrowserContextOptions = {}): Promise<{ page: Page; email: string }> {
      const page = await browser.newPage(options)
      const email = `person${++people}@example.com`
      await page.goto(link ?? `${url}/sign-up`)
      if (link !== null) await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Create the account' }).click()
      await page.waitForURL(link ?? `${url}/settings`)
      return { page, email }
    },
    /** Forgets claims and attempts, so that no test is limited by the ones before it. */
    async forget(): Promise<void> {
      await holders.state.db.deleteFrom('claim').execute()
      await holders.state.db.deleteFrom('attempt').execute()
    },
    async close(): Promise<void> {
      await browser.close()
      await server.close()
      await holders.close()
    },
  }
}
