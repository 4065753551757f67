import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BenchRow } from './row.ts'

const root = join(import.meta.dirname, '..')

/** A clone of the newest commit, from `npm ci` to a readable page, and its tests. Both by the clock. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-clone-'))
  const npm = (...args: readonly string[]) => execFileSync('npm', args, { cwd: folder, stdio: 'ignore' })
  try {
    execFileSync('git', ['clone', '--quiet', root, folder])
    const began = performance.now()
    npm('ci', '--no-audit', '--no-fund')
    await readable(folder)
    const page = performance.now() - began
    const tests = performance.now()
    npm('test')
    const tested = performance.now() - tests
    return [
      { goal: 'npm ci && npm start to a readable page', measured: page / 1_000, target: 60, unit: 's', note: process.version },
      { goal: 'npm test', measured: tested / 60_000, target: 6, unit: 'min' },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts what is installed there and stops it when it names the page to open. */
async function readable(folder: string): Promise<void> {
  const env = { ...process.env, BRIEFING_HOME: join(folder, 'var'), BRIEFING_PORT: '0', BRIEFING_HISTORY: '0' }
  const child = spawn('node', ['command/briefing.mjs', 'start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const exit = once(child, 'exit')
  let isOpen = false
  for await (const line of createInterface({ input: child.stdout })) {
    isOpen ||= line.startsWith('Open this page:')
    if (isOpen) child.kill('SIGTERM')
  }
  await exit
  if (!isOpen) throw new Error('npm start ended before there was a page to read')
}
