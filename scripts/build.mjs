/**
 * Builds what a checkout runs from. Installing runs no script (.npmrc), neither of a dependency nor of this project: here dist/ is made of
 * the sources, and where Node has no SQLite of its own better-sqlite3 is installed and built.
 *
 *     node scripts/build.mjs            builds
 *     node scripts/build.mjs --changed  builds where something is missing, or was made of something else
 *
 * Plain JavaScript that imports no dependency: it is the first thing that runs after `npm ci`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What dist/ was made of, and for which Node. */
const mark = join(root, 'dist', 'made-of')

/** Written by the build itself. */
const generated = join(root, 'client', 'operations.ts')

/** Builds what is missing, or was made of something else. */
export function buildWhatChanged() {
  const standing = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  if (standing !== hashOfSources() || !existsSync(generated)) build()
  else if (!existsSync(join(root, 'node_modules', 'better-sqlite3', 'build'))) provideSqlite()
}

function build() {
  const began = Date.now()
  process.stderr.write('building dist/ from the sources, once for this version: this can take a minute\n')
  provideSqlite()
  dropForeignBinaries()
  compile()
  process.stderr.write(`built in ${Math.round((Date.now() - began) / 1_000)} s\n`)
}

/** Temporal's native package contains the binaries of five systems, 25 to 30 MB each. Only that of this system stays. */
function dropForeignBinaries() {
  const releases = join(root, 'node_modules', '@temporalio', 'core-bridge', 'releases')
  const processor = { x64: 'x86_64', arm64: 'aarch64' }[process.arch]
  const system = { linux: 'unknown-linux-gnu', darwin: 'apple-darwin', win32: 'pc-windows-msvc' }[process.platform]
  const own = `${processor}-${system}`
  if (!existsSync(join(releases, own))) return
  for (const name of readdirSync(releases)) if (name !== own) rmSync(join(releases, name), { recursive: true, force: true })
}

/** Its package and the lock of what it needs; a folder of its own, so that a Node from 22.13 on installs none of it. */
const better = join(root, 'scripts', 'better-sqlite3')

function provideSqlite() {
  if (isBuiltin('node:sqlite') || process.env.STATE_URL || betterLoads()) return
  // built before, and taken out of node_modules/ by npm
  link()
  if (betterLoads()) return
  process.stderr.write('this Node has no SQLite: fetching better-sqlite3 for it, once\n')
  // what npm says of a failure is long and about its own files: the lines below say what to do
  const silent = { cwd: better, stdio: 'ignore', shell: process.platform === 'win32' }
  spawnSync('npm', ['ci'], silent)
  if (!betterLoads()) spawnSync('npm', ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], silent)
  if (betterLoads()) return
  process.stderr.write(
    `Keys and payments are kept in SQLite, which Node ${process.version} does not have. Its stand-in better-sqlite3 could be neither fetched nor built.
Do one of these, and run the command again:
  - Use Node 22.13 or newer: https://nodejs.org/en/download
  - Install a C++ compiler, make and Python 3. On Debian and Ubuntu: apt-get install g++ make python3
  - Use Postgres: set STATE_URL
To see why it could not be built: cd scripts/better-sqlite3 && npm rebuild better-sqlite3 --ignore-scripts=false
`,
  )
  process.exit(1)
}

/** Everything that runs here looks for packages in node_modules/, which `npm ci` empties. */
function link() {
  const place = join(root, 'node_modules', 'better-sqlite3')
  rmSync(place, { recursive: true, force: true })
  symlinkSync(join('..', 'scripts', 'better-sqlite3', 'node_modules', 'better-sqlite3'), place, 'junction')
}

function betterLoads() {
  const opens = ['-e', "new (require('better-sqlite3'))(':memory:').close()"]
  return spawnSync(process.execPath, opens, { cwd: root, stdio: 'ignore' }).status === 0
}

function compile() {
  const hash = hashOfSources()
  // What it says goes where errors go: the output of a command stays its own.
  const { status } = spawnSync(process.execPath, ['scripts/compile.mjs'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    process.stderr.write('dist/ could not be built; the lines above say why.\n')
    process.exit(1)
  }
  writeFileSync(mark, hash)
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
    ...folders.filter((file) => file !== generated).sort(),
    ...['package-lock.json', 'scripts/compile.mjs', 'scripts/generate-client.ts', 'tsconfig.build.json', 'tsconfig.json'].map(
      (name) => join(root, name),
    ),
  ])
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  return `${hash.digest('hex')} ${process.version}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.argv.includes('--changed') ? buildWhatChanged() : build()
