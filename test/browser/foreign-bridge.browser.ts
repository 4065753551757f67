import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeAccount, revokeKey } from '../../server/state/accounts.ts'
import { ForeignBridge } from '../server/mcp/foreign-bridge.ts'
import { executable } from './chromium.ts'
import { openPeopleSite, type PeopleSite } from './people-site.ts'

const pulse = { briefing: 'btc.pulse' }

describe.skipIf(executable === undefined)('a bridge of agents that knows the wire alone', () => {
  let site: PeopleSite
  beforeAll(async () => {
    // the bridge saves keys of one form only
    site = await openPeopleSite({ keyPrefix: 'pr' })
    return site.close
  })
  afterEach(() => site.forget())

  const bridgeOf = (generation: '0.3' | '0.5') => new ForeignBridge(`${site.url}/api/mcp`, generation, 20)

  /** A person opens the link, makes an account, and decides: with the button of this name. */
  async function decide(button: 'Approve' | 'Deny', approveUrl: string, code: string): Promise<void> {
    const { page } = await site.signUp(approveUrl)
    expect(await page.getByText('@prereason/mcp 0.5.4 (linux)').count()).toBeGreaterThan(0)
    if (button === 'Approve') await page.getByLabel(code).check()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: button === 'Approve' ? 'Approved' : 'Denied' }).waitFor()
    await page.close()
  }

  async function refusedText(bridge: ForeignBridge): Promise<string> {
    const { status, frame } = await bridge.call('get_context', pulse)
    expect([status, frame!.result!.isError]).toEqual([200, true])
    return frame!.result!.content![0]!.text
  }

  async function approved(generation: '0.3' | '0.5'): Promise<ForeignBridge> {
    const bridge = bridgeOf(generation)
    expect(await bridge.handshake()).toEqual([200, 202, 405])
    const end = await bridge.claim(await refusedText(bridge), (url, code) => decide('Approve', url, code))
    expect(end).toMatchObject({
      kind: 'key',
      body: { status: 'approved', delivered_once: true, key: { scopes: ['read'] }, account: { tier: 'free' } },
    })
    return bridge
  }
  const idOf = async () =>
    (await site.holders.state.db.selectFrom('key').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id

  test.each(['0.3', '0.5'] as const)(
    'of generation %s gets a key, lists and reads, and ends when it is revoked',
    async (generation) => {
      const bridge = await approved(generation)
      const { tools } = (await bridge.send('tools/list')).frame!.result as { tools: { name: string }[] }
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_briefings', 'get_context', 'get_metric']))
      expect((await bridge.call('list_briefings')).frame!.result!.content![0]!.text).toContain('btc.pulse')
      const read = await bridge.call('get_context', { briefing: 'btc.quick-check' })
      expect([read.status, read.frame!.result!.isError ?? false]).toEqual([200, false])
      await revokeKey(site.holders.state, await idOf(), { now: Date.now() })
      await expect
        .poll(async () => {
          const { status, frame } = await bridge.call('get_context', { briefing: 'btc.quick-check' })
          return [status, frame!.error?.code]
        })
        .toEqual([401, -32_001])
    },
  )

  test('is limited with an error of JSON-RPC that has the id of its request', async () => {
    const bridge = await approved('0.5')
    const { account } = await site.holders.state.db
      .selectFrom('key')
      .select('account')
      .where('id', '=', await idOf())
      .executeTakeFirstOrThrow()
    await changeAccount(site.holders.state, account, { per_hour: 2 }, { now: Date.now() })
    await expect
      .poll(async () => {
        const { status, frame } = await bridge.call('get_context', { briefing: 'btc.quick-check' })
        return [status, frame!.error?.code]
      })
      .toEqual([429, -32_029])
  })

  test('ends when a person says no, and when nobody knows its claim any more', async () => {
    const denied = bridgeOf('0.5')
    expect(await denied.claim(await refusedText(denied), (url, code) => decide('Deny', url, code))).toEqual({
      kind: 'ended',
      why: 'denied',
    })
    const forgotten = bridgeOf('0.3')
    const end = await forgotten.claim(await refusedText(forgotten), async () => {
      await site.holders.state.db.deleteFrom('claim').execute()
    })
    expect([end, forgotten.polls]).toEqual([{ kind: 'ended', why: 'unknown' }, 1])
  })
})
