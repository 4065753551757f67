import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packBundle } from '../../scripts/pack-mcpb.ts'
import { tools } from '../../server/mcp/tools.ts'
import { read } from '../house/tree.ts'
import { edition } from '../server/fixture.ts'
import { served } from '../server/served.ts'

interface Manifest {
  readonly version: string
  readonly server: {
    readonly entry_point: string
    readonly mcp_config: { command: string; args: string[]; env: Record<string, string> }
  }
  readonly user_config: Record<string, { default: string }>
}

const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
let files: Record<string, Uint8Array>
let manifest: Manifest
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { holders, server } = await served(edition({ edition: 'e1', sample: true }), { now: Date.now })
beforeAll(() => {
  files = unzipSync(readFileSync(packBundle(folder, 'https://briefings.example')))
  manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Manifest
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'installed', name)), { recursive: true })
    writeFileSync(join(folder, 'installed', name), bytes)
  }
})

/** What the published schema of manifest 0.3 requires of the members that are used here; no others are allowed in it. */
const text = { type: 'string' }
const closed = (properties: object, required: readonly string[]) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
})
const ofManifest = closed(
  {
    manifest_version: { const: '0.3' },
    ...{ name: text, display_name: text, version: { pattern: '^\\d+\\.\\d+\\.\\d+' }, description: text, license: text },
    author: closed({ name: text, email: text, url: text }, ['name']),
    server: closed(
      {
        ...{ type: { enum: ['node', 'python', 'binary'] }, entry_point: text },
        mcp_config: closed(
          { command: text, args: { type: 'array', items: text }, env: { type: 'object', additionalProperties: text } },
          ['command'],
        ),
      },
      ['type', 'entry_point', 'mcp_config'],
    ),
    tools: { type: 'array', items: closed({ name: text, description: text }, ['name']) },
    ...{ tools_generated: { type: 'boolean' }, prompts_generated: { type: 'boolean' } },
    compatibility: closed(
      {
        platforms: { type: 'array', items: { enum: ['darwin', 'win32', 'linux'] } },
        runtimes: closed({ python: text, node: text }, []),
      },
      [],
    ),
    user_config: {
      type: 'object',
      additionalProperties: closed(
        {
          ...{ type: { enum: ['string', 'number', 'boolean', 'directory', 'file'] }, title: text, description: text },
          ...{ required: { type: 'boolean' }, sensitive: { type: 'boolean' }, default: text },
        },
        ['type', 'title', 'description'],
      ),
    },
  },
  ['manifest_version', 'name', 'version', 'description', 'author', 'server'],
)

test('the bundle is the bridge alone, with a manifest that follows the published schema', () => {
  expect(Object.keys(files).sort()).toEqual(['dist/bridge/bin.js', 'manifest.json', 'package.json'])
  const validate = new Ajv({ strict: false }).compile(ofManifest)
  expect([validate(manifest), validate.errors]).toEqual([true, null])
  expect(manifest.version).toBe((JSON.parse(read('package.json')) as { version: string }).version)
  expect(manifest).toMatchObject({ server: { type: 'node' }, tools: tools.map(({ name }) => ({ name })) })
  expect(files).toHaveProperty([manifest.server.entry_point])
  const { env } = manifest.server.mcp_config
  const named = Object.values(env).map((value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1])
  expect(named.sort()).toEqual(Object.keys(manifest.user_config).sort())
  expect(manifest.user_config).toMatchObject({
    server_url: { required: true, default: 'https://briefings.example' },
    api_key: { required: false, sensitive: true },
  })
})

test('the same sources give the same bytes', () => {
  const hash = () =>
    createHash('sha256')
      .update(readFileSync(packBundle(folder)))
      .digest('hex')
  expect(hash()).toBe(hash())
})

test.each([
  ['without a key', null],
  ['with a key', 'pro'],
] as const)('the unpacked bridge starts as an app starts it, %s, and lists tools and reads', async (_, plan) => {
  const { args, env } = manifest.server.mcp_config
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.entries(manifest.user_config).map(([name, option]) => [name, option.default])),
    server_url: `http://127.0.0.1:${server.port}`,
    ...(plan === null ? {} : { api_key: holders.keys[plan] }),
  }
  const filled = (value: string) =>
    value
      .replace(/\$\{__dirname\}/, join(folder, 'installed'))
      .replace(/\$\{user_config\.(\w+)\}/, (_, name: string) => values[name]!)
  const child = spawn(process.execPath, args.map(filled), {
    env: {
      ...{ XDG_CONFIG_HOME: folder, PATH: process.env['PATH'] },
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const begun = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'app', version: '1' } }
  const calls = [
    ['initialize', begun],
    ['tools/list', {}],
    ['tools/call', { name: 'list_briefings', arguments: {} }],
    ...(plan === null ? [] : [['tools/call', { name: 'get_metric', arguments: { metric: 'vix' } }]]),
  ]
  for (const [id, [method, params]] of calls.entries())
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  child.stdin.end()
  expect(await ended).toBe(0)
  const answers = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.id - b.id)
  expect(answers).toHaveLength(calls.length)
  expect(answers[1].result.tools.map(({ name }: { name: string }) => name)).toEqual(tools.map(({ name }) => name))
  expect(answers[2].result.content[0].text).toContain('SAMPLE DATA')
  if (plan !== null) expect(answers[3].result.content[0].text).toContain('metric vix of e1')
})
