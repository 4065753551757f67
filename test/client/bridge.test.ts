import { randomUUID } from 'node:crypto'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { Bridge, serverOf } from '../../client/bridge/bridge.ts'
import { keyFilePath } from '../../client/bridge/key-file.ts'
import { createAccount, revokeKey } from '../../server/state/accounts.ts'
import { approveClaim, denyClaim } from '../../server/state/claims.ts'
import { folderOfTests } from '../closed-after.ts'
import { served } from '../server/served.ts'

const folder = await folderOfTests()
const { holders, server } = await served(undefined, { now: Date.now })
const account = (await createAccount(holders.state, { name: 'person', plan: 'pro', now: 0, perHour: 40 })).id
afterEach(async () => {
  await rm(join(folder, 'market-briefing'), { recursive: true, force: true })
  await holders.state.db.deleteFrom('claim').execute()
  await holders.state.db.deleteFrom('attempt').execute()
})

const pulse = { name: 'get_context', arguments: { briefing: 'btc.pulse' } }
const request = (id: number, method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const doer = () => ({ now: Date.now() })

interface Message {
  readonly id: number | null
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] }
  readonly error?: { readonly code: number; readonly message: string }
}

const parts = { wait: (ms: number) => new Promise<void>((done) => setTimeout(done, Math.min(ms, 20))) }

/** A bridge whose agent sends a line at a time and waits for the answer; polls of a claim wait for nothing. */
function opened(env: Readonly<Record<string, string>> = {}, at = `http://127.0.0.1:${server.port}`) {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })]
  const told: string[] = []
  let written = ''
  output.on('data', (text: string) => {
    written += text
  })
  const settings = { XDG_CONFIG_HOME: folder, ...env }
  const bridge = new Bridge({
    server: at,
    version: '1.2.3',
    env: settings,
    input,
    output,
    tell: (line) => told.push(line),
    parts,
  })
  const ended = bridge.start({})
  return {
    told,
    bridge,
    place: keyFilePath(at, settings),
    written: () => written,
    async ask(line: string): Promise<Message> {
      const from = written.length
      input.write(`${line}\n`)
      await expect.poll(() => written.slice(from)).toContain('\n')
      return JSON.parse(written.slice(from)) as Message
    },
    note: (line: string) => input.write(`${line}\n`),
    close(): Promise<boolean> {
      input.end()
      return ended
    },
  }
}
type Opened = ReturnType<typeof opened>

const codeIn = (text: string) => /MB-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)![0]
const savedKey = async (place: string) => JSON.parse(await readFile(place, 'utf8')) as { api_key: string; origin: string }

/** Asks for what needs a key, and gives the code the person is told. */
async function claimedBy({ ask }: Opened): Promise<string> {
  const { result } = await ask(request(1, 'tools/call', pulse))
  expect(result!.isError).toBe(true)
  return codeIn(result!.content[0]!.text)
}

/** The id of the one key of the account that works. */
async function workingKey(): Promise<string> {
  const rows = await holders.state.db
    .selectFrom('key')
    .select('id')
    .where('account', '=', account)
    .where('revoked_at', 'is', null)
    .execute()
  expect(rows).toHaveLength(1)
  return rows[0]!.id
}

async function approved(agent: Opened): Promise<string> {
  await approveClaim(holders.state, await claimedBy(agent), account, doer())
  await expect.poll(() => agent.told.join()).toContain('The key is saved in')
  return (await savedKey(agent.place)).api_key
}

describe('an agent on stdio', () => {
  test('lists without a key, is told how to get one, and reads on once a person approved', async () => {
    const agent = opened()
    const begun = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } }
    expect(await agent.ask(request(0, 'initialize', begun))).toMatchObject({ id: 0, result: { protocolVersion: '2025-06-18' } })
    agent.note(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    expect((await agent.ask(request(2, 'tools/call', { name: 'list_briefings' }))).result!.isError ?? false).toBe(false)
    const refused = (await agent.ask(request(3, 'tools/call', pulse))).result!.content[0]!.text
    expect(refused).toMatch(/^A person must approve access: ask them to open http\S+\/claim\/MB-/)
    expect(JSON.parse(refused.slice(refused.indexOf('\n\n')))).toMatchObject({ error: 'AUTH_REQUIRED' })
    // the same claim for the next call, not another
    expect(await claimedBy(agent)).toBe(codeIn(refused))
    expect(agent.told).toHaveLength(1)
    const key = await approved(agent)
    const answer = await agent.ask(request(4, 'tools/call', pulse))
    expect(answer.result!.content[0]!.text).toContain('# ')
    expect((await stat(agent.place)).mode & 0o777).toBe(0o600)
    expect(await savedKey(agent.place)).toMatchObject({ origin: `http://127.0.0.1:${server.port}`, api_key: key })
    expect(await agent.close()).toBe(true)
    for (const text of [agent.written(), ...agent.told]) expect(text).not.toContain(key)
    for (const line of agent.written().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  test('uses the saved key the next time, and asks again once it is revoked', async () => {
    const first = opened()
    const key = await approved(first)
    await first.close()
    const second = opened()
    expect((await second.ask(request(1, 'tools/call', pulse))).result!.isError ?? false).toBe(false)
    await revokeKey(holders.state, await workingKey(), doer())
    let refused: Message = { id: null }
    await expect
      .poll(async () => {
        refused = await second.ask(request(2, 'tools/call', pulse))
        return refused.error?.code
      })
      .toBe(-32_001)
    expect(refused.error!.message).toMatch(/A person must approve access|\/claim\/MB-/)
    await expect(stat(second.place)).rejects.toThrow('ENOENT')
    expect(await approved(second)).not.toBe(key)
    await second.close()
  })

  test('takes the newer key that another bridge of the person has saved', async () => {
    const first = opened()
    const key = await approved(first)
    const newer = { ...(await savedKey(first.place)), api_key: holders.keys.pro }
    await writeFile(first.place, JSON.stringify(newer))
    await revokeKey(holders.state, await workingKey(), doer())
    await expect
      .poll(async () => (await first.ask(request(2, 'tools/call', pulse))).error?.message)
      .toContain('A newer key is saved')
    expect((await first.ask(request(3, 'tools/call', pulse))).result!.isError ?? false).toBe(false)
    expect((await savedKey(first.place)).api_key).not.toBe(key)
    await first.close()
  })

  test('asks no more after a person said no', async () => {
    const agent = opened()
    await denyClaim(holders.state, await claimedBy(agent), account, doer())
    await expect.poll(() => agent.told.join()).toContain('No key was granted: the request was denied')
    const { result } = await agent.ask(request(2, 'tools/call', pulse))
    expect(result!.content[0]!.text).toContain('No key was granted: the request was denied. Restart this MCP server')
    expect(await holders.state.db.selectFrom('claim').select('code').execute()).toHaveLength(1)
    await agent.close()
  })

  test('sends the key of the environment, and never another', async () => {
    const agent = opened({ BRIEFING_API_KEY: holders.keys.revoked })
    const { error } = await agent.ask(request(1, 'tools/call', pulse))
    expect([error!.code, error!.message]).toEqual([-32_001, expect.not.stringContaining('/claim/')])
    await agent.close()
    expect(await holders.state.db.selectFrom('claim').select('code').execute()).toEqual([])
  })

  test('answers lines that are no JSON, and requests that no server answers', async () => {
    const agent = opened()
    expect(await agent.ask('{')).toMatchObject({ id: null, error: { code: -32_700 } })
    await agent.close()
    const lonely = opened({}, 'http://127.0.0.1:1')
    expect(await lonely.ask(request(7, 'tools/list'))).toMatchObject({
      id: 7,
      error: { code: -32_000, message: expect.stringContaining('does not answer') },
    })
    await lonely.close()
  })
})

describe('a saved key', () => {
  const started = (at: string, env: Readonly<Record<string, string>>, options: { login?: boolean; logout?: boolean }) => {
    const told: string[] = []
    const [input, output] = [new PassThrough(), new PassThrough()]
    const bridge = new Bridge({ server: at, version: '1', env, input, output, tell: (line) => told.push(line), parts })
    input.end()
    return { told, ended: bridge.start(options) }
  }

  test('that others can read is refused with what to do', async () => {
    const place = join(folder, `${randomUUID()}.json`)
    await writeFile(place, JSON.stringify({ origin: 'http://127.0.0.1:1', api_key: 'mb_test_x' }))
    await chmod(place, 0o644)
    await expect(started('http://127.0.0.1:1', { BRIEFING_KEY_FILE: place }, {}).ended).rejects.toThrow('chmod 600')
  })

  test('goes to no other server', async () => {
    const place = join(folder, `${randomUUID()}.json`)
    await writeFile(place, JSON.stringify({ origin: 'http://127.0.0.1:1', api_key: holders.keys.pro }), { mode: 0o600 })
    const agent = opened({ BRIEFING_KEY_FILE: place })
    expect((await agent.ask(request(1, 'tools/call', pulse))).result!.isError).toBe(true)
    await agent.close()
  })

  test('is asked for by --login and deleted by --logout', async () => {
    const at = `http://127.0.0.1:${server.port}`
    const env = { BRIEFING_KEY_FILE: join(folder, `${randomUUID()}.json`) }
    const asking = started(at, env, { login: true })
    await expect.poll(() => asking.told).toHaveLength(1)
    await approveClaim(holders.state, codeIn(asking.told[0]!), account, doer())
    expect(await asking.ended).toBe(true)
    expect((await savedKey(env.BRIEFING_KEY_FILE)).api_key).toMatch(/^mb_/)
    expect(await started(at, env, { login: true }).ended).toBe(true)
    const leaving = started(at, env, { logout: true })
    expect(await leaving.ended).toBe(true)
    expect(leaving.told.join()).toContain('Deleted')
    await expect(stat(env.BRIEFING_KEY_FILE)).rejects.toThrow('ENOENT')
  })
})

test('a server is a URL of HTTP', () => {
  expect(serverOf(undefined, {})).toBe('http://127.0.0.1:8402')
  expect(serverOf(undefined, { BRIEFING_URL: 'https://briefings.example' })).toBe('https://briefings.example')
  expect(serverOf('https://b.example', { BRIEFING_URL: 'https://a.example' })).toBe('https://b.example')
  for (const wrong of ['briefings.example', 'ftp://x', 'file:///etc']) expect(serverOf(wrong, {})).toBeNull()
})
