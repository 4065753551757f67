/**
 * Checks all types, one checkout at a time on a machine: a checker takes gigabytes of memory. What has not changed since its last run is not checked
 * again.
 *
 *     node scripts/check-types.mjs
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = join(tmpdir(), 'market-briefing-types')
/** Time within which whoever took the lock has written who it is. */
const unnamedMs = 10_000

await takeLock()
try {
  for (const name of ['generate-schemas.ts', 'generate-client.ts']) run('tsx', join('scripts', name))
  run('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'var/types.tsbuildinfo')
} finally {
  rmSync(lock, { recursive: true, force: true })
}

/** Runs a program of the project; one that fails ends this one with its exit code. */
function run(program, ...options) {
  if (process.exitCode) return
  const { status, error } = spawnSync(join('node_modules', '.bin', program), options, { cwd: root, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exitCode = status ?? 1
}

async function takeLock() {
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isLeft()) rmSync(lock, { recursive: true, force: true })
    else await wait(250)
  }
}

/** Whether the process that took the lock has ended. */
function isLeft() {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    if (error.code === 'EPERM') return false
    return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > unnamedMs
  }
}
