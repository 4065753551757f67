import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { Mppx } from 'mppx/client'
import { evm } from 'mppx/evm/client'
import { describe, expect, test } from 'vitest'
import { networks } from '../../../data/networks.ts'
import { openReader } from '../../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../../pipeline/store/folder.ts'
import { freePort } from '../../../scripts/program.ts'
import { closedAfter, folderOfTests } from '../../closed-after.ts'
import { quiet, sampleHome, sampleNow } from '../../end-to-end/home.ts'
import { pricedTargets } from './priced-targets.ts'
import { openShop } from './shop.ts'
import { payer } from './signing.ts'
import { terms } from './terms.ts'

const isMissing = spawnSync('nginx', ['-v']).error !== undefined
if (isMissing) console.log('skipped: selling behind nginx, which is not installed')

const [base, , solana] = networks
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const mainNetworks = { ...terms, networks: [base, solana].map((network) => ({ network, payTo })) }
/** A facilitator of main networks that believes what it is given: what is tried here is the way to it. */
const credulous = {
  getSupported: async () => ({
    kinds: [{ x402Version: 2, scheme: 'exact', network: solana.id, extra: { feePayer: solana.asset } }],
  }),
  verify: async () => ({ isValid: true }),
  settle: async () => ({ success: true, transaction: `0x${'5d'.repeat(32)}`, network: base.id, listing: null }),
} as never

/** The block of the guide that is titled by its language. */
async function blockOfGuide(): Promise<string> {
  const guide = await readFile('docs/guides/go-live.md', 'utf8')
  return /^ *```nginx\n([\s\S]*?)^ *```$/m.exec(guide)![1]!
}

/** nginx with one server for each location block, none of which has other settings. */
async function openNginx(folder: string, blocks: readonly string[]) {
  const ports = await Promise.all(blocks.map(() => freePort()))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const servers = blocks.map((block, at) => `server { listen 127.0.0.1:${ports[at]}; ${block} }`)
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;`
  await writeFile(
    join(folder, 'nginx.conf'),
    `${main}\nevents {}\nhttp { access_log off; ${paths.join(' ')}\n${servers.join('\n')} }\n`,
  )
  const child = spawn('nginx', ['-p', folder, '-e', `${folder}/errors`, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const answers = () =>
    fetch(`${origins[0]}/api/version`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(await readFile(`${folder}/errors`, 'utf8'))
    await wait(50)
  }
  return { origins, errors: () => readFile(`${folder}/errors`, 'utf8'), close: () => void child.kill('SIGTERM') }
}

describe.skipIf(isMissing)('behind nginx', async () => {
  if (isMissing) return
  const reader = closedAfter(await openReader(folderBlobs((await sampleHome()).folder), { log: quiet }))
  const view = reader.current()!
  const sandbox = closedAfter(await openShop({ view, now: () => sampleNow }))
  const main = closedAfter(await openShop({ view, now: () => sampleNow, sold: mainNetworks, facilitator: credulous }))
  const plain = `location / { proxy_pass http://127.0.0.1:${sandbox.port}; }`
  const guided = (await blockOfGuide()).replaceAll('127.0.0.1:8402', `127.0.0.1:${main.port}`)
  const nginx = closedAfter(await openNginx(await folderOfTests(), [plain, guided]))
  const [asItComes, asGuided] = nginx.origins as [string, string]
  const buyers = {
    '@x402/fetch': wrapFetchWithPayment(fetch, new x402Client().register('eip155:*', new ExactEvmScheme(payer(970)))),
    mppx: Mppx.create({
      polyfill: false,
      methods: [evm.charge({ account: payer(971), currencies: [evm.assets.baseSepolia.USDC, evm.assets.base.USDC] })],
    }).fetch,
  } as const

  describe.each([
    ['as it comes, with the network of the sandbox', asItComes, 1],
    ['with the block of the guide, with two main networks', asGuided, 2],
  ] as const)('%s', (_, origin, count) => {
    test('every quote arrives', async () => {
      const statuses = new Map<number, number>()
      for (const target of await pricedTargets(sandbox)) {
        const { status, body, headers } = await fetch(`${origin}${target}`, { headers: { accept: '*/*' } })
        await body?.cancel()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== 402) continue
        const { accepts } = JSON.parse(Buffer.from(headers.get('payment-required')!, 'base64').toString())
        expect([target, accepts.length]).toEqual([target, count])
      }
      expect([...statuses.keys()].toSorted()).toEqual([402, 404])
      expect(statuses.get(402)).toBeGreaterThan(400)
      expect(await nginx.errors()).not.toContain('too big header')
    })

    test.each(Object.keys(buyers) as (keyof typeof buyers)[])('%s buys', async (name) => {
      const answer = await buyers[name](`${origin}/api/metrics/vix/history?from=2020-01-01&to=2026-11-20&as_of=2026-11-20`)
      expect([answer.status, answer.headers.get('x-service-tier')]).toEqual([200, 'paid'])
    })

    test('the refusal of a body that is too large, or that nobody reads, arrives', async () => {
      const body = JSON.stringify({ filler: 'x'.repeat(500_000) })
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const statusOf = async (path: string) => {
        const { status, body: answer } = await fetch(`${origin}${path}`, sent)
        await answer?.cancel()
        return status
      }
      for (let round = 0; round < 10; round++) {
        expect(await statusOf('/api/agent/claims')).toBe(413)
        expect(await statusOf('/api/mcp')).toBe(413)
        expect(await statusOf('/api/btc')).toBe(405)
      }
    })

    test('the reason why a payment is refused arrives', async () => {
      const answer = await fetch(`${origin}/api/btc`, { headers: { 'payment-signature': 'e30=' } })
      expect([answer.status, ((await answer.json()) as { title: string }).title]).toEqual([402, 'Malformed Credential'])
    })
  })
})
