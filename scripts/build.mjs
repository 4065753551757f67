/**
 * Builds what a checkout runs from. Installing runs no script (.npmrc), neither of a dependency nor of this project: here better-sqlite3,
 * the one dependency that has to be built, is built for the Node at hand, and dist/ is made of the sources.
 *
 *     node scripts/build.mjs            builds
 *     node scripts/build.mjs --changed  builds where something is missing, or was made of something else
 *
 * Plain JavaScript that imports no dependency: it is the first thing that runs after `npm ci`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What dist/ was made of, and for which Node. */
const mark = join(root, 'dist', 'made-of')

/** Builds what is missing, or was made of something else. */
export function buildWhatChanged() {
  const standing = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  if (standing !== hashOfSources()) build()
}

function build() {
  buildBinding()
  compile()
}

function buildBinding() {
  const opens = ['-e', "new (require('better-sqlite3'))(':memory:').close()"]
  if (spawnSync(process.execPath, opens, { cwd: root }).status === 0) return
  process.stderr.write('building better-sqlite3 for this Node, once\n')
  npm('rebuild', 'better-sqlite3', '--ignore-scripts=false')
}

function compile() {
  process.stderr.write('building dist/ from the sources\n')
  const hash = hashOfSources()
  npm('run', '--silent', 'compile')
  writeFileSync(mark, hash)
}

function npm(...words) {
  // What npm says goes where errors go: the output of a command stays its own. On Windows npm is a script of the shell.
  const { status } = spawnSync('npm', words, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status !== 0) {
    process.stderr.write(`npm ${words.join(' ')} failed; the lines above say why.\n`)
    process.exit(1)
  }
}

function hashOfSources() {
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8'))
  const folders = include.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const hash = createHash('sha256')
  for (const file of [
    ...folders.sort(),
    ...['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => join(root, name)),
  ])
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  return `${hash.digest('hex')} ${process.version}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.argv.includes('--changed') ? buildWhatChanged() : build()
