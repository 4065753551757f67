import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { root } from './house/tree.ts'

/** A loaded machine takes many times the three seconds of a quiet one. */
const patienceMs = 240_000

/**
 * A source file as JavaScript, for a process of its own: the tree as it stands, compiled once a run by whoever asks first, instead of by every
 * process that is started. What it reads beside itself (`package.json`, `docs/`) it finds as a built checkout does.
 * @param path from the root, such as `cli/briefing.ts`
 */
export function compiled(path: string): string {
  const folder = inject('runFolder')
  const done = join(folder, 'compiled')
  if (!existsSync(done)) {
    const isFirst = mkdirSync(join(folder, 'compiling'), { recursive: true }) !== undefined
    if (isFirst) compile(folder, done)
    const still = new Int32Array(new SharedArrayBuffer(4))
    for (let waited = 0; !existsSync(done); waited += 50) {
      if (waited > patienceMs) throw new Error('another test file compiles the tree and does not end; its output says why')
      Atomics.wait(still, 0, 0, 50)
    }
  }
  return join(done, path.replace(/\.ts$/, '.js'))
}

function compile(folder: string, done: string): void {
  for (const name of ['node_modules', 'package.json', 'docs']) symlinkSync(join(root, name), join(folder, name))
  const out = join(folder, 'compiling', 'tree')
  const options = ['--noEmit', 'false', '--noCheck', '--sourceMap', 'false', '--rootDir', root, '--outDir', out]
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.json'), ...options])
  renameSync(out, done)
}
