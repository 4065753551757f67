import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkConnections } from '../../cli/check/connections.ts'
import type { Finding } from '../../cli/check/home.ts'
import { checkLicences } from '../../cli/check/licences.ts'
import { checkCredentials } from '../../cli/check/outside.ts'
import { command as doctor } from '../../cli/commands/doctor.ts'
import { readSettings } from '../../cli/settings.ts'
import { upstreams } from '../../data/upstreams.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { freePort } from '../../scripts/program.ts'
import { refreshHome, sampleHome, sampleNow, sampleRun, smallHome, temporaryHome } from '../end-to-end/home.ts'
import { listen } from '../payments/listen.ts'
import { briefing, run, runOf } from './command.ts'

let home: { folder: string; remove(): Promise<void> }
beforeAll(async () => {
  home = await temporaryHome((await sampleHome()).folder)
})
afterAll(() => home.remove())
afterEach(() => {
  vi.unstubAllEnvs()
})

const diagnosed = async (folder: string, options: { feeds?: string } = {}, env: Record<string, string> = {}) => {
  const { printed, code } = await run<{ findings: Finding[] }>((global) =>
    doctor.action(runOf(readSettings(env), global), { home: folder, host: 'in-process', ...options }),
  )
  const of = (check: string) => printed.findings.find((finding) => finding.check === check)
  return { code, of, all: printed.findings }
}

describe('the doctor', () => {
  test('finds a home that was refreshed in order', async () => {
    const { code, all, of } = await diagnosed(home.folder)
    expect([code, all.filter(({ level }) => level !== 'OK')]).toEqual([0, []])
    expect(of('recordings')!.detail).toMatch(/^50 of \d+ read, every sha-256 matches$/)
    expect(of('upstream sec')).toMatchObject({ level: 'OK', detail: expect.stringContaining('8 requests per second') })
    for (const { id, resale } of upstreams)
      expect(of(`upstream ${id}`)!.detail).toContain(resale === 'licence' ? 'a licence is required to sell' : 'may be sold')
    expect(of('contracts')).toMatchObject({ level: 'OK' })
  })

  test('warns of a credential that live feeds miss, with how to get one', async () => {
    const { code, of } = await diagnosed(home.folder, { feeds: 'live' }, { FRED_API_KEY: 'secret' })
    expect(code).toBe(0)
    expect(of('upstream fred')).toMatchObject({ level: 'OK', detail: expect.stringContaining('FRED_API_KEY is set') })
    expect(of('upstream sec')).toMatchObject({ level: 'WARN', next: expect.stringContaining('set SEC_CONTACT: a name') })
    expect(JSON.stringify(checkCredentials(readSettings({ FRED_API_KEY: 'secret' }), 'live'))).not.toContain('secret')
  })

  test('has nothing to say against an empty home but what makes one', async () => {
    const { code, of } = await diagnosed(join(home.folder, 'none'))
    expect(code).toBe(0)
    expect(['home', 'store', 'recordings', 'edition'].map((check) => of(check)!.level)).toEqual(['WARN', 'WARN', 'WARN', 'WARN'])
  })

  test('of a home that another version wrote says STORE_OUTDATED, and so does every command that reads it', async () => {
    const older = await temporaryHome((await smallHome()).folder)
    for (const file of ['store.duckdb', 'market.duckdb']) {
      const instance = await DuckDBInstance.create(join(older.folder, file))
      const connection = await instance.connect()
      await connection.run('ALTER TABLE observation DROP COLUMN vintage')
      await connection.run('ALTER TABLE series DROP COLUMN revised')
      await connection.run('ALTER TABLE quarantine RENAME TO refused')
      await connection.run('DROP TABLE issuer')
      await connection.run('DROP TABLE schema_mark')
      connection.closeSync()
      instance.closeSync()
    }
    const { code, of, all } = await diagnosed(older.folder)
    const next = expect.stringContaining('briefing rebuild')
    expect([code, of('store'), of('copy')]).toEqual([
      2,
      { check: 'store', level: 'FAIL', detail: 'STORE_OUTDATED', next },
      { check: 'copy', level: 'FAIL', detail: 'STORE_OUTDATED', next },
    ])
    expect(all.map(({ check }) => check)).toContain('edition')
    for (const words of [['status'], ['explain', 'gold-month'], ['quarantine', 'list'], ['refresh', '--dry-run']]) {
      const { code: ended, said } = await briefing(...words, '--home', older.folder)
      expect([words, ended, said]).toEqual([words, 69, expect.stringMatching(/^STORE_OUTDATED: [^\n]*briefing rebuild/)])
    }
    await older.remove()
  })

  test('names what holds the store, as no fault', async () => {
    const store = await openStore(join(home.folder, 'store.duckdb'))
    vi.stubEnv('TEMPORAL_ADDRESS', '')
    const { out } = await briefing('doctor', '--home', home.folder)
    await store.close()
    const { findings } = JSON.parse(out) as { findings: Finding[] }
    expect(findings.find(({ check }) => check === 'store')).toMatchObject({
      level: 'OK',
      detail: `in use by process ${process.pid}, a running pipeline`,
    })
  })

  test('ends with 2 when a recording or the edition is damaged, and names it', async () => {
    const broken = await temporaryHome()
    await refreshHome(broken.folder, {
      feeds: { kind: 'sample' },
      asOf: sampleRun.asOf,
      now: sampleNow,
      only: ['mempool-hashrate'],
    })
    const [shard] = await readdir(join(broken.folder, 'recordings', 'body'))
    const [body] = await readdir(join(broken.folder, 'recordings', 'body', shard!))
    await writeFile(join(broken.folder, 'recordings', 'body', shard!, body!), 'altered')
    await rm(join(broken.folder, 'artifacts', 'manifest'), { recursive: true })
    const { code, of } = await diagnosed(broken.folder)
    expect(code).toBe(2)
    expect(of('recordings')).toMatchObject({ level: 'FAIL', detail: expect.stringContaining('1 missing or altered') })
    expect(of('edition')).toMatchObject({ level: 'FAIL' })
    await broken.remove()
  })

  test('ends with 69 when a configured Temporal server does not answer', async () => {
    vi.stubEnv('TEMPORAL_ADDRESS', `127.0.0.1:${await freePort()}`)
    const { printed, code } = await run<{ findings: Finding[] }>((global) =>
      doctor.action(runOf(readSettings({}), global), { home: home.folder }),
    )
    expect(code).toBe(69)
    expect(printed.findings.find(({ check }) => check === 'temporal')).toMatchObject({
      level: 'FAIL',
      detail: 'TEMPORAL_UNREACHABLE',
    })
  })
})

test('what is sold and rests on an upstream that wants a licence is named until the operator declares one', async () => {
  const real = join(home.folder, 'none')
  const named = async (held: readonly string[]) =>
    (await checkLicences(real, new Set(held))).find(({ check }) => check === 'licence coinmetrics')
  const warning = await named([])
  expect(warning).toMatchObject({
    check: 'licence coinmetrics',
    level: 'WARN',
    next: expect.stringContaining('BRIEFING_LICENCES=coinmetrics'),
  })
  expect(warning!.detail).toContain('btc.on-chain')
  expect(warning!.detail).toContain('hashprice')
  expect(warning!.detail).not.toMatch(/\bvix\b|net-liquidity/)
  expect(warning!.next).toContain('CC BY-NC 4.0')
  expect(await named([...readSettings({ BRIEFING_LICENCES: 'coinmetrics' }).licences])).toBeUndefined()
  // FRED reprints the VIX with the permission of Cboe: both are named for it until both are declared
  const namingVix = (await checkLicences(real, new Set(['fred']))).filter(({ detail }) => / vix(,|$)/.test(detail))
  expect(namingVix.map(({ check }) => check)).toEqual(['licence cboe'])
  const all = upstreams.map(({ id }) => id)
  expect(await checkLicences(real, new Set(all))).toMatchObject([
    { level: 'OK', detail: 'declared for every upstream that requires one' },
  ])
  expect(await checkLicences(home.folder, new Set())).toMatchObject([{ level: 'OK', detail: 'not needed for sample data' }])
  expect(() => readSettings({ BRIEFING_LICENCES: 'coinmetric' })).toThrow('BRIEFING_LICENCES must be a list of')
})

test('the treasuries are named for each upstream they rest on that wants a licence, and for no other', async () => {
  const findings = await checkLicences(join(home.folder, 'none'), new Set())
  const naming = (what: string) =>
    findings.filter(({ detail }) => detail.split(': ')[1]!.split(', ').includes(what)).map(({ check }) => check)
  const wanting = ['strategytracker', 'massive', 'jquants', 'stooq', 'coingecko', 'coinmetrics', 'coinbase', 'kraken']
    .map((id) => `licence ${id}`)
    .sort()
  for (const sold of ['/api/treasuries', '/api/treasuries/{ticker}', 'btc.treasury']) expect(naming(sold).sort()).toEqual(wanting)
  expect(findings.map(({ check }) => check)).toContain('licence mempool')
  const held = await checkLicences(join(home.folder, 'none'), new Set(['stooq']))
  expect(held.map(({ check }) => check)).not.toContain('licence stooq')
})

describe('the services that the settings name', () => {
  const payTo = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const rows = async (env: Record<string, string>) => {
    const found = await checkConnections(
      readSettings({ PAY_TO_EVM: payTo, PAY_TO_SOLANA: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', ...env }),
    )
    return (check: string) => found.find((each) => each.check === check)
  }
  const kinds = ['eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'].map((network) => ({
    scheme: 'exact',
    network,
    x402Version: 2,
  }))

  test('a facilitator whose list is public and that refuses the credential, and nodes of another network', async () => {
    const other = await listen(async (body, res, { url, headers }) => {
      const { method = '' } = body === '' ? {} : (JSON.parse(body) as { method?: string })
      if (url === '/supported') res.end(JSON.stringify({ kinds }))
      else if (url === '/verify') res.writeHead(headers.authorization === 'Bearer right-token' ? 400 : 401).end('{}')
      else if (url === '/base') res.end(JSON.stringify({ result: '0x1' }))
      else if (method === 'getGenesisHash') res.end(JSON.stringify({ result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }))
    })
    const env = { FACILITATOR_URL: other.url, RPC_BASE: `${other.url}/base`, RPC_SOLANA: `${other.url}/solana` }
    const wrong = await rows({ ...env, FACILITATOR_TOKEN: 'wrong-token' })
    expect(wrong('facilitator')).toMatchObject({ level: 'OK' })
    expect(wrong('facilitator credential')).toMatchObject({
      level: 'FAIL',
      outside: true,
      detail: 'refuses the credential of this server (status 401 to verify)',
      next: expect.stringContaining('FACILITATOR_TOKEN'),
    })
    expect(wrong('RPC base')).toMatchObject({ level: 'FAIL', detail: 'is a node of another network than Base' })
    expect(wrong('RPC solana')).toMatchObject({ level: 'OK' })
    const right = await rows({ ...env, FACILITATOR_TOKEN: 'right-token' })
    expect(right('facilitator credential')).toMatchObject({ level: 'OK' })
    await other.stop()
  })

  test('that do not answer, each with its next step and no secret', async () => {
    const secret = 's3cret-of-mail'
    const found = await rows({
      FACILITATOR_URL: 'http://127.0.0.1:9',
      FACILITATOR_TOKEN: secret,
      RPC_BASE: `http://127.0.0.1:9/${secret}`,
      MAIL_SERVER: `smtp://user:${secret}@127.0.0.1:9`,
      MAIL_FROM: 'a@b.example',
      BRIEFING_URL: 'https://briefings.example',
    })
    for (const check of ['mail', 'facilitator', 'facilitator credential', 'RPC base'])
      expect(found(check)).toMatchObject({
        level: 'FAIL',
        outside: true,
        next: expect.stringMatching(/MAIL_SERVER|FACILITATOR_URL|RPC_BASE/),
      })
    expect(found('RPC solana')).toMatchObject({ level: 'WARN', next: expect.stringContaining('set RPC_SOLANA') })
    expect(JSON.stringify(['mail', 'facilitator', 'RPC base'].map(found))).not.toContain(secret)
  })

  test('a mail server that refuses the password', async () => {
    const server = createServer((socket) => {
      socket.write('220 mail\r\n')
      socket.on('data', (data) => {
        const line = String(data)
        socket.write(
          line.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN\r\n' : line.startsWith('AUTH') ? '535 no\r\n' : '250 ok\r\n',
        )
      })
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const mail = { server: `smtp://user:pa%2Fss-word@127.0.0.1:${port}`, from: 'a@b.example' }
    const [finding] = await checkConnections({ mail, payments: null })
    server.close()
    expect(finding).toMatchObject({ level: 'FAIL', outside: true, detail: 'MAIL_SERVER cannot be used (EAUTH, status 535)' })
    expect(finding!.next).toContain('the password in MAIL_SERVER')
  })
})
