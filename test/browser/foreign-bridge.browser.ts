import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../server/log.ts'
import { type OpenedGate, openGate } from '../../server/open-gate.ts'
import { changeAccount, revokeKey } from '../../server/state/accounts.ts'
import { edition, type Running, running } from '../server/fixture.ts'
import { type KeyHolders, keyHolders, noPayments } from '../server/key-holders.ts'
import { ForeignBridge } from '../server/mcp/foreign-bridge.ts'
import { executable, launch } from './chromium.ts'

if (executable === undefined)
  console.warn('skipping a bridge that is approved in a browser: no Chromium; install one, or name it in CHROMIUM_PATH')

const pulse = { briefing: 'btc.pulse' }

describe.skipIf(executable === undefined)('a bridge of agents that knows the wire alone', () => {
  let browser: Browser
  let holders: KeyHolders
  let opened: OpenedGate
  let server: Running
  beforeAll(async () => {
    holders = await keyHolders()
    // the bridge saves keys of one form only
    const log = openLog({ level: 'silent', now: Date.now })
    opened = openGate({ place: holders.place, log, payments: noPayments, keyPrefix: 'pr' })
    server = await running(edition({ edition: 'e1' }), { gate: opened.gate, now: Date.now, requests: false })
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await opened?.close()
    await holders?.close()
  })
  afterEach(async () => {
    await holders.state.db.deleteFrom('claim').execute()
    await holders.state.db.deleteFrom('attempt').execute()
  })

  const bridgeOf = (generation: '0.3' | '0.5') => new ForeignBridge(`http://127.0.0.1:${server.port}/api/mcp`, generation, 20)

  let people = 0
  /** A person opens the link, makes an account, and decides: with the button of this name. */
  async function decide(button: 'Approve' | 'Deny', approveUrl: string, code: string): Promise<void> {
    const page = await (await browser.newContext()).newPage()
    await page.goto(approveUrl)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email address').fill(`person${people++}@example.com`)
    await page.getByLabel('Password').fill('a lantern in the attic')
    await page.getByRole('button', { name: 'Create the account' }).click()
    expect(await page.getByText('@prereason/mcp 0.5.4 (linux)').count()).toBeGreaterThan(0)
    if (button === 'Approve') await page.getByLabel(code).check()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: button === 'Approve' ? 'Approved' : 'Denied' }).waitFor()
    await page.context().close()
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
    (await holders.state.db.selectFrom('key').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id

  test.each(['0.3', '0.5'] as const)(
    'of generation %s gets a key, lists and reads, and ends when it is revoked',
    async (generation) => {
      const bridge = await approved(generation)
      const { tools } = (await bridge.send('tools/list')).frame!.result as { tools: { name: string }[] }
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_briefings', 'get_context', 'get_metric']))
      expect((await bridge.call('list_briefings')).frame!.result!.content![0]!.text).toContain('btc.pulse')
      const read = await bridge.call('get_context', { briefing: 'btc.quick-check' })
      expect([read.status, read.frame!.result!.isError ?? false]).toEqual([200, false])
      await revokeKey(holders.state, await idOf(), { now: Date.now() })
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
    const { account } = await holders.state.db
      .selectFrom('key')
      .select('account')
      .where('id', '=', await idOf())
      .executeTakeFirstOrThrow()
    await changeAccount(holders.state, account, { per_hour: 2 }, { now: Date.now() })
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
      await holders.state.db.deleteFrom('claim').execute()
    })
    expect([end, forgotten.polls]).toEqual([{ kind: 'ended', why: 'unknown' }, 1])
  })
})
