import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Shop } from '../server/payments/shop.ts'
import { openSampleShop } from '../server/sample-shop.ts'
import { blocksOf } from './markdown.ts'
import { read, root } from './tree.ts'

const run = promisify(execFile)
const programs = blocksOf(read('README.md')).filter(({ words }) => words[0] === 'ts')

/** What each program of the README prints, by the word after `ts`, and how it pays. */
const expected: Readonly<Record<string, { readonly prints: RegExp; readonly pays: 'x402' | 'mpp' | null }>> = {
  x402: { prints: /^200 # Bitcoin Quick Check\n/, pays: 'x402' },
  mpp: { prints: /^200 # Bitcoin Quick Check\n/, pays: 'mpp' },
  client: { prints: /\bcorrelations?\b.*\d/, pays: null },
}

let shop: Shop
beforeAll(async () => {
  shop = await openSampleShop()
})
afterAll(() => shop.close())

const columns = ['protocol', 'state', 'amount', 'scope'] as const
const ledger = () => shop.holders.state.db.selectFrom('payment').select(columns).orderBy('created_at').execute()

/** Runs a program as a reader would who pasted it into a module of this folder; only the port of the server is another. */
async function ran(text: string): Promise<string> {
  expect(text).toContain('http://127.0.0.1:8402')
  const program = text.replaceAll('http://127.0.0.1:8402', `http://127.0.0.1:${shop.port}`)
  const env = { ...process.env, KEY: shop.holders.keys.free }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env })
  return stdout
}

describe('the README', () => {
  test('has the programs that are run here, and no other', () => {
    expect(programs.map(({ words }) => words.slice(1).join(' '))).toEqual(Object.keys(expected))
  })

  test.each(programs.map(({ words, text }) => [words[1]!, text] as const))(
    'has a program "%s" that does what it says',
    async (name, text) => {
      const { prints, pays } = expected[name]!
      const before = (await ledger()).length
      expect(await ran(text)).toMatch(prints)
      const paid = pays === null ? [] : [{ protocol: pays, state: 'served', amount: '20000', scope: 'GET /api/btc' }]
      await expect.poll(async () => (await ledger()).slice(before)).toEqual(paid)
    },
  )
})
