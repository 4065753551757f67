import { describe, expect, test } from 'vitest'
import { billOf, type Lock, type LockEntry, packageAt } from '../../scripts/sbom.ts'
import { read } from './tree.ts'

const lock = JSON.parse(read('package-lock.json')) as Lock
const project = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  allowScripts: Record<string, boolean>
  engines: { node: string }
}
const settings = new Map(
  read('.npmrc')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.split('=') as [string, string]),
)

/** Packages that bring a script to run at installation. None is run. */
const withScript: Readonly<Record<string, string>> = {
  '@foundry-rs/anvil': 'looks whether the platform package is there; its command finds it without',
  '@photostructure/sqlite': 'compiles the library on a system whose binary the package does not contain',
  '@swc/core': 'fetches the binding where the platform package is missing',
  esbuild: 'puts the platform binary in the place of its JavaScript; that finds it without',
}

/** SPDX names a dependency may have; all let it be used and passed on, changed or not, in a program that is not free itself. */
const allowed: readonly string[] = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'PSF-2.0', 'Unlicense'],
  // Of files changed, not of the program that uses them; lightningcss, a tool of the tests.
  'MPL-2.0',
  // Data on browsers, for a tool that bundles.
  'CC-BY-4.0',
]

/** Packages whose entry in the lock names no licence though it is no platform package, and what their own file says. */
const licenceElsewhere: Readonly<Record<string, string>> = { unionfs: 'Unlicense' }

/** What comes from others: not the project, nor the package of its command. */
const entries = (of: Lock) =>
  Object.entries(of.packages).filter(([place, { link }]) => place.startsWith('node_modules/') && !link)

const unexpectedScripts = (of: Lock) =>
  entries(of).flatMap(([place, entry]) => {
    const name = packageAt(place, entry)
    return entry.hasInstallScript && !(name in withScript) ? [name] : []
  })

/** Every alternative of `A OR B` and every part of `A AND B` counts: one alternative is enough, all parts are needed. */
function allows(licence: string): boolean {
  const bare = licence.replace(/[()]/g, '')
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((part) => allowed.includes(part)))
}

const unlicensed = (of: Lock) =>
  entries(of).flatMap(([place, entry]) => {
    const name = packageAt(place, entry)
    // A platform package the registry at hand did not offer is named without its licence: that of the package it belongs to.
    const owner = Object.values(of.packages).find(({ optionalDependencies = {} }) => name in optionalDependencies)
    const licence = entry.license ?? licenceElsewhere[name] ?? owner?.license
    return licence !== undefined && allows(licence) ? [] : [`${name}: ${licence}`]
  })

const withPackage = (name: string, entry: LockEntry): Lock => ({
  packages: { ...lock.packages, [`node_modules/${name}`]: { version: '1.0.0', license: 'MIT', ...entry } },
})

describe('scripts of installation', () => {
  test('no package brings one that is not on the list', () => {
    expect(unexpectedScripts(lock)).toEqual([])
    expect(unexpectedScripts(withPackage('sneaks-in', { hasInstallScript: true }))).toEqual(['sneaks-in'])
    expect(unexpectedScripts(withPackage('koa/node_modules/sneaks-in', { hasInstallScript: true }))).toEqual(['sneaks-in'])
  })

  test('the list names no package that brings none', () => {
    const names = new Set(entries(lock).flatMap(([place, entry]) => (entry.hasInstallScript ? [packageAt(place, entry)] : [])))
    expect([...names].sort()).toEqual(Object.keys(withScript).sort())
  })

  test('npm runs none, and is told so in both of its ways', () => {
    expect(settings.get('ignore-scripts')).toBe('true')
    expect(project.allowScripts).toEqual(Object.fromEntries(Object.keys(withScript).map((name) => [name, false])))
    const lifecycle = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare', 'prestart', 'pretest']
    expect(Object.keys(project.scripts).filter((name) => lifecycle.includes(name))).toEqual([])
  })
})

test('what was published within a week is not installed', () => {
  expect(Number(settings.get('min-release-age'))).toBeGreaterThanOrEqual(7)
})

test('every licence is on the list', () => {
  expect(unlicensed(lock)).toEqual([])
  expect(unlicensed(withPackage('strict', { license: 'AGPL-3.0-only' }))).toEqual(['strict: AGPL-3.0-only'])
  expect(unlicensed(withPackage('both', { license: 'MIT AND GPL-3.0-only' }))).toEqual(['both: MIT AND GPL-3.0-only'])
  expect(unlicensed(withPackage('either', { license: '(MIT OR GPL-3.0-only)' }))).toEqual([])
  expect(Object.keys(licenceElsewhere).filter((name) => lock.packages[`node_modules/${name}`]?.license !== undefined)).toEqual([])
})

test('forty-four packages are used directly at run time, at most, each at one exact version', () => {
  expect(Object.keys(project.dependencies).length).toBeLessThanOrEqual(44)
  expect(Object.values(project.dependencies).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('three hundred and twenty-five packages run on one system, at most', () => {
  const takes = (names: readonly string[] | undefined, name: string) => names === undefined || names.includes(name)
  const run = Object.entries(lock.packages).filter(
    ([place, { dev, os, cpu, libc }]) => place !== '' && !dev && takes(os, 'linux') && takes(cpu, 'x64') && takes(libc, 'glibc'),
  )
  expect(run.length).toBeLessThanOrEqual(325)
  expect(run.length).toBeGreaterThan(200)
})

describe('every package has a hash', () => {
  const hashless = (of: Lock) =>
    entries(of).flatMap(([place, { integrity }]) => (/^sha512-/.test(integrity ?? '') ? [] : [place]))

  test('in the lock, also those of other systems: what npm ci installs is what was looked at', () => {
    expect(hashless(lock)).toEqual([])
    expect(hashless(withPackage('planted', {}))).toEqual(['node_modules/planted'])
  })

  test('in the bill of materials', () => {
    const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { name: string; hashes?: object[] }[] }
    expect(components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
  })
})

describe('a Node that the README names', () => {
  const named = /needs Node (\d+\.\d+), (\d+\.\d+), (\d+) or newer/.exec(read('README.md'))!.slice(1)
  const versions = [...named.map((version) => `${version}.0.0`), '20.20.2', '22.23.3', '24.21.0', '26.0.0']

  test('is one that package.json names', () => {
    const [older, newer, newest] = named
    expect(project.engines.node).toBe(`^${older} || ^${newer} || >=${newest}`)
  })

  test('is asked for by every package: npm ci warns of none (EBADENGINE)', () => {
    const refusing = (of: Lock) =>
      Object.entries(of.packages).flatMap(([place, { engines }]) =>
        versions.flatMap((version) => (admits(engines?.node ?? '*', version) ? [] : [`${place} ${version}`])),
      )
    expect(refusing(lock)).toEqual([])
    expect(refusing(withPackage('planted', { engines: { node: '^20.19 || >=22' } }))).toEqual([])
    expect(refusing(withPackage('planted', { engines: { node: '>=22' } })).length).toBe(2)
  })
})

/** Whether a range of versions, as npm writes them, has one in it. */
function admits(range: string, version: string): boolean {
  const numbers = (text: string) => text.split('.').flatMap((part) => (/^\d+$/.test(part) ? [Number(part)] : []))
  const own = numbers(version)
  const holds = (comparator: string): boolean => {
    const [, sign = '', text = ''] = /^([<>=^~]*)v?(.*)$/.exec(comparator)!
    const bound = numbers(text)
    const order = bound.map((part, at) => Math.sign((own[at] ?? 0) - part)).find((each) => each !== 0) ?? 0
    const sameUpTo = (parts: number) => bound.slice(0, parts).every((part, at) => own[at] === part)
    if (sign === '>=') return order >= 0
    if (sign === '>') return order > 0
    if (sign === '<') return order < 0
    if (sign === '<=') return order <= 0
    if (sign === '^') return order >= 0 && sameUpTo(1)
    if (sign === '~') return order >= 0 && sameUpTo(2)
    return sameUpTo(bound.length)
  }
  const sets = range.split('||').map((set) => set.trim().replaceAll(/([<>=^~]) +/g, '$1'))
  return sets.some((set) => set.split(/ +/).every(holds))
}

describe('the bill of materials', () => {
  const bill = JSON.parse(read('sbom.cdx.json')) as {
    components: { name: string; version: string }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }

  test('names every package of the lock with its version, and no other', () => {
    const locked = entries(lock).map(([place, entry]) => `${packageAt(place, entry)}@${entry.version}`)
    const named = bill.components.map(({ name, version }) => `${name}@${version}`)
    expect(named).toEqual([...new Set(locked)].sort())
    expect(read('sbom.cdx.json') === billOf(lock), 'run: npx --no-install tsx scripts/sbom.ts').toBe(true)
    expect(billOf(withPackage('new', {}))).toContain('"pkg:npm/new@1.0.0"')
  })

  test('leads from the project to all it names', () => {
    const on = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const reached = new Set<string>()
    const reach = (ref: string): void => {
      if (reached.has(ref)) return
      reached.add(ref)
      for (const next of on.get(ref) ?? []) reach(next)
    }
    reach(`market-briefing@${lock.packages['']!.version}`)
    expect(reached.has('node-addon-api@8.9.2')).toBe(true)
    expect([...reached].filter((ref) => !on.has(ref))).toEqual([])
  })

  test('neither it nor the lock says where packages are fetched from', () => {
    // the folder of the command, which is in this repository
    expect([...read('package-lock.json').matchAll(/"resolved": "([^"]*)"/g)].map(([, from]) => from)).toEqual(['command'])
    expect(read('sbom.cdx.json')).not.toMatch(/https?:/)
  })
})
