/**
 * Builds what a checkout runs from. Installing runs no script (.npmrc), neither of a dependency nor of this project: here dist/ is made of
 * the sources.
 *
 *     node scripts/build.mjs            builds
 *     node scripts/build.mjs --changed  builds where something is missing, or was made of something else
 *
 * Plain JavaScript that imports no dependency: it is the first thing that runs after `npm ci`.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What dist/ was made of, and for which Node. */
const mark = join(root, 'dist', 'made-of')

/** Written by the build itself. */
const generated = ['client/operations.ts', 'pipeline/documents/schemas.json', 'server/openapi/schemas.json'].map((place) =>
  join(root, place),
)

/** Builds what is missing, or was made of something else. */
export async function buildWhatChanged() {
  const standing = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  if (standing !== hashOfSources() || !generated.every((file) => existsSync(file))) await build()
}

async function build() {
  const began = Date.now()
  process.stderr.write('building dist/ from the sources, once for this version: this can take a minute\n')
  if (!isWritable()) {
    process.stderr.write(
      `dist/ cannot be written by this user. Run "npm run build" as the owner of ${root}, with Node ${process.version}.\n`,
    )
    process.exit(1)
  }
  dropForeignBinaries()
  await compile()
  process.stderr.write(`built in ${Math.round((Date.now() - began) / 1_000)} s\n`)
}

/** Whether this user may write dist/, or make it. */
function isWritable() {
  const dist = join(root, 'dist')
  try {
    accessSync(existsSync(dist) ? dist : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Two packages contain the binaries of every system: Temporal's 25 to 30 MB each, SQLite's 2 to 5 MB. Only those of this system stay. */
function dropForeignBinaries() {
  const processor = { x64: 'x86_64', arm64: 'aarch64' }[process.arch]
  const system = { linux: 'unknown-linux-gnu', darwin: 'apple-darwin', win32: 'pc-windows-msvc' }[process.platform]
  const binaries = [
    ['@temporalio/core-bridge/releases', `${processor}-${system}`],
    ['@photostructure/sqlite/prebuilds', `${process.platform}-${process.arch}`],
  ]
  for (const [place, own] of binaries) {
    const folder = join(root, 'node_modules', place)
    if (!existsSync(join(folder, own))) continue
    try {
      for (const name of readdirSync(folder)) if (name !== own) rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // the packages belong to another user, and nothing depends on their size
    }
  }
}

async function compile() {
  const hash = hashOfSources()
  // What it says goes where errors go: the output of a command stays its own. It ends with this process, whose end it reads from the pipe.
  const [status] = await once(spawn(process.execPath, ['scripts/compile.mjs'], { cwd: root, stdio: ['pipe', 2, 2] }), 'exit')
  if (status !== 0) {
    process.stderr.write('dist/ could not be built; the lines above say why.\n')
    process.exit(1)
  }
  writeFileSync(mark, hash)
}

/** Every file that dist/ is made of. */
export function sources() {
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8'))
  return include.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of [
    ...sources()
      .filter((file) => !generated.includes(file))
      .sort(),
    ...[
      'package-lock.json',
      'scripts/compile.mjs',
      'scripts/generate-client.ts',
      'scripts/generate-schemas.ts',
      'tsconfig.build.json',
      'tsconfig.json',
    ].map((name) => join(root, name)),
  ])
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  return `${hash.digest('hex')} ${process.version}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await (process.argv.includes('--changed') ? buildWhatChanged() : build())
