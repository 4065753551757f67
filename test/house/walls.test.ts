import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { read, root, sources } from './tree.ts'
import cases from './walls.json' with { type: 'json' }

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
const folders = ['activities', 'bench', 'cli', 'client', 'data', 'pipeline', 'sample', 'server', 'workflows']

async function cruised(baseDir: string, paths: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(paths, { ...options, baseDir, ruleSet: { forbidden }, validate: true })
  return output as ICruiseResult
}

const violations = (result: ICruiseResult): string[] =>
  result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)

describe('the tree', () => {
  let result: ICruiseResult
  beforeAll(async () => {
    result = await cruised(root, folders)
  })

  test('is read at all: every source file is among the modules that were cruised', () => {
    const modules = new Set(result.modules.map(({ source }) => source))
    expect(sources.filter((path) => !modules.has(path))).toEqual([])
    expect(result.summary.totalCruised).toBeGreaterThan(100)
    expect(result.summary.totalDependenciesCruised ?? 0).toBeGreaterThan(300)
  })

  test('keeps every wall', () => {
    expect(violations(result)).toEqual([])
  })
})

/** One violation a rule, as the file it stands in and its text; the targets exist in the planted tree. */
const plants = cases.plants as [rule: string, file: string, text: string][]

/** What the planted files lead to, and two lawful imports that no rule may report. */
const ground: Readonly<Record<string, string>> = cases.ground

describe('a planted violation is caught', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  let found: string[] = []
  beforeAll(async () => {
    const fakes = cases.libraries.flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })] as const,
      [`node_modules/${name}/index.js`, 'module.exports = {}\n'] as const,
    ])
    const planted = plants.map(([, file, text]) => [file, text] as const)
    for (const [file, text] of [...Object.entries(ground), ...planted, ...fakes]) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    found = violations(
      await cruised(
        folder,
        folders.filter((name) => name !== 'bench'),
      ),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(plants)('%s in %s', (rule, file) => {
    expect(found.filter((line) => line.startsWith(`${rule}: ${file} -> `))).toHaveLength(1)
  })

  test('and nothing lawful is reported', () => {
    const lawful = Object.keys(ground).filter((file) => file !== 'server/trip.ts')
    expect(found.filter((line) => lawful.some((file) => line.includes(`: ${file} -> `)))).toEqual([])
  })

  test('every rule has one, each folder of server/ has its own, and every file of pipeline/ a room', () => {
    const named = (forbidden as { name: string }[]).map(({ name }) => name)
    const rules = named.filter((name) => !/^(flow|layer)-/.test(name))
    expect(rules.filter((name) => !plants.some(([rule]) => rule === name))).toEqual([])
    const folders = new Set(sources.flatMap((path) => /^server\/([^/]+)\//.exec(path)?.[1] ?? []))
    expect([...folders].filter((folder) => !named.includes(`layer-${folder}`))).toEqual([])
    const rooms = named.flatMap((name) => /^flow-(?!free|known)(.+)$/.exec(name)?.[1] ?? [])
    const homeless = sources.filter(
      (path) => /^pipeline\/./.test(path) && !rooms.some((room) => path.startsWith(`pipeline/${room}/`)),
    )
    expect(homeless.filter((path) => path.split('/').length > 2)).toEqual([])
  })
})

/** Files whose types may be imported where their values may not. */
const typeWalls: readonly { readonly from: RegExp; readonly to: RegExp }[] = [
  {
    from: /^pipeline\/(time|filings|tables|feeds|formulas|analysis|companies|treasuries|days|briefings|documents)\//,
    to: /^pipeline\/(http|recordings|warehouse)\//,
  },
  { from: /^workflows\/orchestrations\//, to: /^(activities|workflows\/host\.ts)/ },
  { from: /^server\/(?!openapi\/schemas\/)/, to: /^server\/openapi\/schemas\/.*\.ts$/ },
  { from: /^workflows\/index\.ts$/, to: /^activities\/(?!policies\.ts)/ },
]

const valueImports = (path: string, text: string): string[] =>
  importsOf(text)
    .filter(({ type, from }) => !type && from.startsWith('.'))
    .map(({ from }) => posix.join(posix.dirname(path), from))
    .filter((target) => typeWalls.some(({ from, to }) => from.test(path) && to.test(target)))

describe('imports that may be of types only', () => {
  test('are: a declaration of a kind names the schema library and does not load it', () => {
    const ofLibrary = (text: string) => importsOf(text).filter(({ from, type }) => from.startsWith('zod') && !type)
    const declarations = sources.filter((path) => /^pipeline\/documents\//.test(path))
    expect(declarations.length).toBeGreaterThan(5)
    expect(declarations.filter((path) => ofLibrary(read(path)).length > 0)).toEqual([])
    expect(ofLibrary("import { z } from 'zod'\n")).toHaveLength(1)
    expect(ofLibrary("import type { z } from 'zod'\n")).toEqual([])
  })

  test('are', () => {
    expect(sources.flatMap((path) => valueImports(path, read(path)).map((to) => `${path} -> ${to}`))).toEqual([])
  })

  test.each(cases.values as [string, number][])('%j has %i of values', (text, count) => {
    expect(valueImports('pipeline/feeds/plant.ts', text)).toHaveLength(count)
  })
})
