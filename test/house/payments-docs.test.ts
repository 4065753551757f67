import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openState } from '../../server/state/open.ts'
import { compiled } from '../compiled.ts'
import { blocksOf } from './markdown.ts'
import { read, root } from './tree.ts'

const run = promisify(execFile)
const text = read('docs/payments.md')

/** Titles of the tests of a file, as patterns: %s stands for what each row of a table says. */
function titles(path: string): RegExp[] {
  const quoted = [...read(path).matchAll(/(['`])((?:(?!\1).)+)\1/g)].map(([, , title]) => title!)
  return quoted.map((title) => new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%s', '.+')}$`))
}

test('each promise of docs/payments.md names a test there is', () => {
  const promises = [...text.matchAll(/\| `(test\/[\w./-]+)`: (.+?) +\|$/gm)].map(([, path, title]) => [path!, title!] as const)
  expect(promises.length).toBeGreaterThan(6)
  const missing = promises.filter(([path, title]) => !titles(path).some((pattern) => pattern.test(title)))
  expect(missing).toEqual([])
})

test('the commands of docs/payments.md do what it says, on an empty ledger', async () => {
  const blocks = blocksOf(text).filter(({ words }) => words.join(' ') === 'sh payments')
  expect(blocks).toHaveLength(1)
  const folder = await mkdtemp(join(tmpdir(), 'payments-docs-'))
  await (await openState(join(folder, 'first', 'state.sqlite'))).close()
  const printed: string[] = []
  for (const line of blocks[0]!.text.trim().split('\n')) {
    const [npx, briefing, ...words] = line.replaceAll('var/', `${folder}/`).split(' ')
    expect([npx, briefing]).toEqual(['npx', 'briefing'])
    const { stdout } = await run(process.execPath, [compiled('cli/briefing.ts'), ...words], { cwd: root })
    printed.push(stdout)
  }
  await rm(folder, { recursive: true, force: true })
  expect(printed[0]).toBe('no payments\n')
  expect(printed[1]).toContain('ledger 0 payments, 0.00 USD; on record 0, 0.00 USD; difference 0.00 USD')
  expect(printed[2]).toMatch(/^time,id,protocol,network,asset,payer,payee,/)
})
