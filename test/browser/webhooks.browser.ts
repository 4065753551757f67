import { beforeAll, describe, expect, test } from 'vitest'
import { changeAccount } from '../../server/state/accounts.ts'
import { personByEmail } from '../../server/state/people.ts'
import { listWebhooks } from '../../server/state/webhooks.ts'
import { edition, fakeReader } from '../server/fixture.ts'
import { openReceiver, until } from '../server/webhooks/receiver.ts'
import { executable } from './chromium.ts'
import { enter, fill, reach } from './keyboard.ts'
import { openPeopleSite, type PeopleSite } from './people-site.ts'
import { lookingAt } from './violations.ts'

describe.skipIf(executable === undefined)('webhooks in a browser', () => {
  let site: PeopleSite
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let status = 204
  beforeAll(async () => {
    site = await openPeopleSite({ webhooks: { reader: fakeReader(edition({ edition: 'e1' })), local: true } })
    receiver = await openReceiver(() => status)
    return async () => {
      await site.close()
      await receiver.close()
    }
  })

  test.each([
    [390, 'light'],
    [1_280, 'dark'],
  ] as const)(
    'a person adds one by keyboard, without a script, tests it and sees what was answered, at %s pixels, %s',
    async (width, scheme) => {
      status = 204
      await site.forget()
      const { page, email } = await site.signUp(null, { viewport: { width, height: 900 }, colorScheme: scheme })
      const complaints: string[] = []
      page.on('request', (request) => request.resourceType() === 'script' && complaints.push(request.url()))
      const seen = lookingAt(page, width, scheme)
      const { account } = (await personByEmail(site.holders.state, email))!
      await page.goto(`${site.url}/settings`)
      expect(await page.getByLabel('Address of a new webhook').count()).toBe(0)
      await changeAccount(site.holders.state, account, { plan: 'basic' }, { now: Date.now() })
      await page.goto(`${site.url}/settings`)
      const url = `${receiver.url}/hook-${width}`
      await fill(page, { url })
      expect(await page.textContent('.told code')).toMatch(/^whsec_/)
      await seen('settings-new-webhook')
      await reach(page, `Test the webhook ${url}`)
      await enter(page)
      await until(() => receiver.arrived.some(({ path }) => path === `/hook-${width}`))
      await until(async () => (await listWebhooks(site.holders.state, account))[0]!.last_delivered_at !== null)
      await reach(page, `Deliveries to ${url}`)
      await enter(page)
      expect(await page.textContent('main')).toContain('answered 204')
      await seen('deliveries')
      status = 410
      await page.goto(`${site.url}/settings`)
      await reach(page, `Test the webhook ${url}`)
      await enter(page)
      await until(async () => (await listWebhooks(site.holders.state, account))[0]!.state === 'disabled')
      await page.goto(`${site.url}/settings`)
      expect(await page.textContent('.told')).toContain('the address answered 410')
      await seen('settings-disabled-webhook')
      await reach(page, `Delete the webhook ${url}`)
      await enter(page)
      expect(await listWebhooks(site.holders.state, account)).toEqual([])
      expect([complaints, await page.locator('script').count()]).toEqual([[], 0])
      await page.close()
    },
  )
})
