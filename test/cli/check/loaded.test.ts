import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiled } from '../../compiled.ts'

const run = promisify(execFile)
const ofBuckets = /aws4fetch|\/store\/s3(-call)?\.js|\/writer\/|\/store\/(cached|bounded)\./

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loaded-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Modules that a command loaded, as its engine reports them at the end. */
async function loadedBy(name: string, words: readonly string[], more: Record<string, string> = {}): Promise<string[]> {
  const reports = join(folder, name)
  const env = {
    PATH: process.env['PATH']!,
    HOME: folder,
    NODE_V8_COVERAGE: reports,
    BRIEFING_HOME: join(folder, 'home'),
    ...more,
  }
  // the exit code says whether all is set up, which is not looked at here
  await run(process.execPath, [compiled('cli/briefing.ts'), ...words], { env }).catch(() => undefined)
  const files = await readdir(reports)
  const texts = await Promise.all(files.map((file) => readFile(join(reports, file), 'utf8')))
  return texts.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url))
}

test('without a bucket nothing of it is loaded', async () => {
  for (const words of [['runs'], ['show', 'btc.pulse']]) {
    const loaded = await loadedBy(words.join('-'), words)
    expect(loaded.some((url) => url.endsWith('/cli/open-blobs.js'))).toBe(true)
    expect(loaded.filter((url) => ofBuckets.test(url))).toEqual([])
  }
})

test('with one the client of it is', async () => {
  const bucket = {
    BRIEFING_STORE: 's3://briefing/x?endpoint=http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }
  expect((await loadedBy('bucket', ['runs'], bucket)).some((url) => ofBuckets.test(url))).toBe(true)
})
