import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { closedAfter, folderOfTests } from '../../closed-after.ts'
import { openSampleShop } from '../sample-shop.ts'

const run = promisify(execFile)
const shop = closedAfter(await openSampleShop())
const folder = await folderOfTests()
const origin = `http://127.0.0.1:${shop.port}`

async function printed(file: string, words: readonly string[], env: Record<string, string> = {}) {
  // larger than a pipe holds, which the programs do not wait for when they end
  const { stdout } = await run(process.execPath, [file, ...words], { env: { ...process.env, ...env }, maxBuffer: 64_000_000 })
  return JSON.parse(stdout)
}

interface Result {
  readonly label: string
  readonly severity: string
}

test('mppx validate buys every operation that is offered, with no failure', async () => {
  const config = join(folder, 'mppx.config.mjs')
  const [charge, accounts] = ['mppx/evm/client', 'viem/accounts'].map((name) => import.meta.resolve(name)) as [string, string]
  await writeFile(
    config,
    `import { evm } from '${charge}'
import { privateKeyToAccount } from '${accounts}'
const account = privateKeyToAccount('${generatePrivateKey()}')
export default { methods: [evm.charge({ account, authorization: { name: 'USDC', version: '2' }, networks: [84532] })] }
`,
  )
  const before = await shop.takings()
  const bin = fileURLToPath(new URL('bin.js', import.meta.resolve('mppx')))
  const report = await printed(bin, ['validate', origin, '--yes', '--output-json'], { MPPX_CONFIG: config })
  const results = [
    ...report.discovery.checks,
    ...report.endpoints.flatMap((each: Record<string, Result[]>) => [
      ...each['challenge']!,
      ...each['errorHandling']!,
      ...each['payment']!,
    ]),
  ] as Result[]
  // the shop of the tests is known by another name than that of its socket
  const wrong = results.filter(({ severity, label }) => severity !== 'pass' && label !== 'Realm matches server hostname')
  expect(wrong).toEqual([])
  expect(report.endpoints).toHaveLength(40)
  expect(results.filter(({ label }) => label === 'Payment: successful')).toHaveLength(40)
  const { paid } = await shop.takings()
  expect(paid - before.paid).toBeGreaterThan(1_000_000n)
})

const tools = process.env['DISCOVERY_TOOLS']
if (tools === undefined) console.log('skipped: AgentCash, which .ci/discovery installs')

test.skipIf(tools === undefined)('AgentCash discovers every operation that is offered, with no warning', async () => {
  const bin = fileURLToPath(new URL('node_modules/@agentcash/discovery/bin/discovery.js', pathToFileURL(`${tools}/`)))
  const { ok, resources, warnings } = await printed(bin, ['discover', origin, '--json'])
  expect([ok, resources.length, warnings]).toEqual([true, 40, []])
  for (const path of ['/api/btc', '/api/events']) {
    const checked = await printed(bin, ['check', `${origin}${path}`, '--json'])
    expect([path, checked.found, checked.warnings]).toEqual([path, true, []])
  }
})
