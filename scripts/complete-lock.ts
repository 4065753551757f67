/**
 * Names in package-lock.json every optional platform package its packages ask for, also those the registry at hand did not offer when the
 * lock was written: without them `npm ci` finds the lock incomplete. Run it after every change of a dependency.
 *
 *     tsx scripts/complete-lock.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { LockEntry } from './sbom.ts'

const path = new URL('../package-lock.json', import.meta.url)
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el']

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
const byPlace = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(byPlace) }, null, 2)}\n`)
process.stdout.write(`${added} platform packages added to package-lock.json\n`)
