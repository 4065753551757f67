/**
 * Completes package-lock.json: names every optional platform package its packages ask for, also those npm left out for this system, without
 * which `npm ci` finds the lock incomplete; asks the registry for the hash of each package that has none, without which `npm ci` installs
 * whatever it is sent; and writes the range of Node that a package is proven on. Run it after every change of a dependency.
 *
 *     tsx scripts/complete-lock.ts
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type LockEntry, packageAt } from './sbom.ts'

const run = promisify(execFile)

const path = new URL('../package-lock.json', import.meta.url)
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el']

/**
 * Packages that run on an older Node than they ask for, and what proves it. Their own range would have `npm ci` warn (EBADENGINE) on a Node
 * that is supported here.
 */
const provenOn: Readonly<Record<string, string>> = {
  // its binary is built for Node-API 8, which Node has from 12.22 on; test/state runs on both
  '@photostructure/sqlite': '>=20.19',
}

/** System, processor and C library of a platform package by its name; null where it names no system. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | null {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => systems.includes(word))
  if (os.length === 0) return null
  const cpu = processors.filter((processor) =>
    words.some((word) => word === processor || (processor === 'arm' && /^arm(?!64)/.test(word))),
  )
  const libc = name.includes('musl') ? ['musl'] : os[0] === 'linux' ? ['glibc'] : []
  return { os, ...(cpu.length > 0 ? { cpu } : {}), ...(libc.length > 0 ? { libc } : {}) }
}

const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockEntry> }
let added = 0
for (const [at, entry] of Object.entries({ ...lock.packages }))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name)
    const place = `node_modules/${name}`
    if (!platform || !/^\d/.test(version) || lock.packages[place] || lock.packages[`${at}/${place}`]) continue
    lock.packages[place] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...platform }
    added++
  }
const unhashed: string[] = []
const hashless = Object.entries(lock.packages).filter(
  ([place, { integrity, link }]) => place.startsWith('node_modules/') && integrity === undefined && !link,
)
for (const [place, entry] of hashless) {
  const wanted = `${packageAt(place, entry)}@${entry.version}`
  const { stdout } = await run('npm', ['view', wanted, 'dist.integrity', 'license', '--json']).catch(() => ({ stdout: '{}' }))
  const { 'dist.integrity': integrity, license } = JSON.parse(stdout) as { 'dist.integrity'?: string; license?: string }
  const { version = '', ...rest } = entry
  if (integrity === undefined) unhashed.push(wanted)
  else lock.packages[place] = { version, integrity, ...rest, ...(license === undefined ? {} : { license }) }
}
for (const [name, node] of Object.entries(provenOn)) {
  const place = `node_modules/${name}`
  lock.packages[place] = { ...lock.packages[place], engines: { node } }
}
const byPlace = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(byPlace) }, null, 2)}\n`)
process.stdout.write(`${added} platform packages and ${hashless.length - unhashed.length} hashes added to package-lock.json\n`)
if (unhashed.length > 0) {
  process.stderr.write(`This registry does not offer ${unhashed.join(', ')}: run it again with one that does.\n`)
  process.exitCode = 1
}
