/**
 * Writes sbom.cdx.json, the bill of materials (CycloneDX 1.5), from package-lock.json: the packages `npm sbom` names, without the time and the npm of the moment, so that the same lock gives the same file. Run it after every change of a dependency.
 *
 *     tsx scripts/sbom.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly hasInstallScript?: boolean
  readonly engines?: { readonly node?: string }
  /** Of a package of this repository: where it lies is another entry. */
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

/** Name of the package at a place of the lock, such as `node_modules/a/node_modules/@b/c`. */
export function packageAt(place: string, entry: LockEntry): string {
  return entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** The bill as lines of JSON, a component or dependency a line. */
export function billOf({ packages: all }: Lock): string {
  // what is in this repository is not third-party material
  const packages = Object.fromEntries(
    Object.entries(all).filter(([place, { link }]) => !link && (place === '' || place.startsWith('node_modules/'))),
  )
  const { '': root = {}, ...rest } = packages
  const refOf = (place: string, entry: LockEntry) => `${place === '' ? root.name : packageAt(place, entry)}@${entry.version}`
  const components = new Map<string, object>()
  const dependencies = new Map<string, Set<string>>()
  for (const [place, entry] of Object.entries(packages)) {
    const ref = refOf(place, entry)
    if (place !== '') components.set(ref, componentOf(packageAt(place, entry), entry, ref))
    const on = dependencies.get(ref) ?? new Set()
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies, ...(place === '' ? entry.devDependencies : {}) }
    for (const name of Object.keys(wanted)) {
      const at = placeOf(name, place, rest)
      if (at !== null) on.add(refOf(at, rest[at]!))
    }
    dependencies.set(ref, on)
  }
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = (items: readonly object[]) => items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')
  const component = { type: 'application', name: root.name, version: root.version, 'bom-ref': refOf('', root) }
  return [
    '{\n  "bomFormat": "CycloneDX",\n  "specVersion": "1.5",\n  "version": 1,',
    `  "metadata": { "component": ${JSON.stringify(component)} },`,
    `  "components": [\n${lines(sorted(components).map(([, made]) => made))}\n  ],`,
    `  "dependencies": [\n${lines(sorted(dependencies).map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })))}\n  ]\n}\n`,
  ].join('\n')
}

/** `scope` as CycloneDX has it: what only those who work on the project need is excluded from what runs. */
function componentOf(name: string, { version, integrity, license, dev, optional }: LockEntry, ref: string): object {
  const [algorithm, digest] = integrity?.split('-') ?? []
  const hashes = algorithm === 'sha512' ? [{ alg: 'SHA-512', content: Buffer.from(digest!, 'base64').toString('hex') }] : []
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(hashes.length > 0 ? { hashes } : {}),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  }
}

/** Where a package named by the one at `from` lies: the nearest folder upwards that has it; null where it is not installed. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (at === '') return null
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('../', import.meta.url)
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as Lock
  writeFileSync(new URL('sbom.cdx.json', root), billOf(lock))
  process.stdout.write(`sbom.cdx.json: ${Object.keys(lock.packages).length - 1} places of the lock\n`)
}
