import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { blocksOf } from '../../house/markdown.ts'
import { read, root } from '../../house/tree.ts'
import { edition, fakeReader } from '../fixture.ts'
import { served } from '../served.ts'

const webhooks = { reader: fakeReader(edition({ edition: 'e1' })), local: true }
const { holders, server } = await served(undefined, { now: Date.now }, { webhooks })

test('the program of the guide registers an address, is sent a test and verifies it', async () => {
  const [program] = blocksOf(read('docs/guides/receive-webhooks.md')).filter(({ words }) => words.join(' ') === 'ts webhook')
  expect(program!.text).toContain('http://127.0.0.1:8402')
  const text = program!.text.replaceAll('http://127.0.0.1:8402', `http://127.0.0.1:${server.port}`)
  const env = { ...process.env, KEY: holders.keys.basic }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', text], { cwd: root, env })
  expect(stdout).toBe('webhook.test verified\n')
  expect(await holders.state.db.selectFrom('webhook').select('id').execute()).toEqual([])
})
