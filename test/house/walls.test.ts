import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { read, root, sources } from './tree.ts'

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
const plants: readonly [rule: string, file: string, text: string][] = [
  ['data-imports-nothing', 'data/plant.ts', "import { nothing } from '../pipeline/source/feeds/feed.ts'\nnothing()\n"],
  ['data-imports-nothing', 'data/plant-node.ts', "import { join } from 'node:path'\njoin('a')\n"],
  ['server-reads-artifacts', 'server/plant.ts', "export { nothing } from '../pipeline/warehouse/companies/filings.ts'\n"],
  ['server-reads-artifacts', 'server/plant-late.ts', "export const late = () => import('../pipeline/editions/publish.ts')\n"],
  ['companies-by-day', 'server/companies/plant.ts', "export { nothing } from '../../pipeline/warehouse/companies/filings.ts'\n"],
  [
    'sample-through-its-transport',
    'pipeline/source/feeds/plant-sample.ts',
    "import { noise } from '../../../sample/world/noise.ts'\nnoise()\n",
  ],
  [
    'sample-on-demand',
    'cli/plant-sample.ts',
    "import { sampleTransport } from '../pipeline/source/http/sample.ts'\nsampleTransport()\n",
  ],
  ['sample-is-pure', 'sample/wire/plant.ts', "import { nothing } from '../../pipeline/source/feeds/feed.ts'\nnothing()\n"],
  ['sample-world-has-no-formats', 'sample/world/plant.ts', "import { text } from '../wire/answer.ts'\ntext()\n"],
  ['kinds-are-light', 'pipeline/documents/plant.ts', "import { isoDay } from '../time/day.ts'\nexport const a = isoDay\n"],
  ['server-without-schemas', 'server/plant-zod.ts', "import { z } from 'zod'\nz.string()\n"],
  ['client-stands-alone', 'client/plant.ts', "import { nothing } from '../server/app.ts'\nnothing()\n"],
  ['client-is-not-product', 'cli/plant-client.ts', "import { nothing } from '../client/index.ts'\nnothing()\n"],
  ['home-description', 'cli/plant-description.ts', "import { createDocument } from 'zod-openapi'\ncreateDocument()\n"],
  ['pipeline-knows-no-caller', 'pipeline/editions/plant.ts', "import { nothing } from '../../server/app.ts'\nnothing()\n"],
  ['orchestrations-are-plain', 'workflows/orchestrations/plant.ts', "import { sep } from 'node:path'\nexport const a = sep\n"],
  ['orchestrations-are-plain', 'workflows/orchestrations/plant-local.ts', "export * from '../../pipeline/column.ts'\n"],
  ['activities-are-ordered', 'activities/plant-order.ts', "import type { A } from '../workflows/host.ts'\nexport type B = A\n"],
  [
    'warehouse-knows-no-companies',
    'pipeline/warehouse/plant.ts',
    "import { nothing } from './companies/filings.ts'\nnothing()\n",
  ],
  ['pure-without-node', 'pipeline/analysis/plant.ts', "import { readFile } from 'node:fs/promises'\nreadFile('a')\n"],
  ['hash-only-in-render', 'pipeline/source/feeds/plant.ts', "import { createHash } from 'node:crypto'\ncreateHash('sha256')\n"],
  ['pure-libraries', 'pipeline/analysis/formulas/plant.ts', "import { pino } from 'pino'\npino()\n"],
  ['pure-without-io', 'pipeline/briefings/plant.ts', "import type { A } from '../warehouse/load.ts'\nexport type B = A\n"],
  [
    'flow-source/feeds',
    'pipeline/source/feeds/plant-late.ts',
    "import { nothing } from '../../analysis/days/day.ts'\nnothing()\n",
  ],
  ['layer-http', 'server/http/plant.ts', "import { nothing } from '../app.ts'\nnothing()\n"],
  ['layer-state', 'server/state/plant.ts', "import type { A } from '../payments/terms.ts'\nexport type B = A\n"],
  ['layer-known', 'server/elsewhere/plant.ts', "import { nothing } from '../app.ts'\nnothing()\n"],
  ['flow-free', 'pipeline/errors.ts', "import { nothing } from './source/feeds/feed.ts'\nnothing()\n"],
  ['flow-known', 'pipeline/elsewhere/plant.ts', "import { nothing } from '../source/store/blobs.ts'\nnothing()\n"],
  ['home-duckdb', 'cli/plant.ts', "import { DuckDBInstance } from '@duckdb/node-api'\nDuckDBInstance.create()\n"],
  ['home-arrow', 'cli/plant-arrow.ts', "import { tableToIPC } from 'apache-arrow'\ntableToIPC()\n"],
  ['home-temporal', 'activities/plant.ts', "import { Context } from '@temporalio/activity'\nContext.current()\n"],
  ['home-archives', 'cli/plant-fflate.ts', "import { zipSync } from 'fflate'\nzipSync({})\n"],
  ['home-webhooks', 'server/accounts/plant.ts', "import { Webhook } from 'standardwebhooks'\nnew Webhook('a')\n"],
  ['home-addresses', 'server/webhooks/plant-addresses.ts', "import ipaddr from 'ipaddr.js'\nipaddr.parse('a')\n"],
  ['home-undici', 'pipeline/source/recordings/plant.ts', "import { request } from 'undici'\nrequest('a')\n"],
  ['home-koa', 'cli/plant-koa.ts', "import Koa from 'koa'\nnew Koa()\n"],
  ['home-state', 'cli/plant-kysely.ts', "import { Kysely } from 'kysely'\nnew Kysely()\n"],
  ['home-telemetry', 'server/plant-prom.ts', "import { Registry } from 'prom-client'\nnew Registry()\n"],
  ['home-payments', 'server/plant-viem.ts', "import { getAddress } from 'viem'\ngetAddress('a')\n"],
  ['home-mcp', 'server/plant-mcp.ts', "import { McpServer } from '@modelcontextprotocol/server'\nnew McpServer()\n"],
  ['home-markdown', 'server/plant-marked.ts', "import { marked } from 'marked'\nmarked('a')\n"],
  ['home-commander', 'server/plant-commander.ts', "import { Command } from 'commander'\nnew Command()\n"],
  ['no-tests-in-the-product', 'cli/plant-test.ts', "import { nothing } from '../test/tree.ts'\nnothing()\n"],
  ['resolvable', 'cli/plant-gone.ts', "import { nothing } from './not-there.ts'\nnothing()\n"],
  ['no-circular', 'server/round.ts', "import { other } from './trip.ts'\nexport const round = () => other\n"],
]

const libraries = [
  '@duckdb/node-api',
  'prom-client',
  'zod',
  'zod-openapi',
  'apache-arrow',
  'fflate',
  '@temporalio/activity',
  'undici',
  'standardwebhooks',
  'ipaddr.js',
  'koa',
  'commander',
  'marked',
  '@modelcontextprotocol/server',
  'kysely',
  'viem',
  'pino',
]

/** What the planted files lead to, and two lawful imports that no rule may report. */
const ground: Readonly<Record<string, string>> = {
  'pipeline/source/feeds/feed.ts': "import type { A } from '../http/request.ts'\nexport const nothing = (): A[] => []\n",
  'pipeline/source/http/request.ts': 'export interface A { readonly a: string }\n',
  'pipeline/warehouse/companies/filings.ts': 'export const nothing = () => []\n',
  'pipeline/warehouse/load.ts': 'export type A = string\n',
  'pipeline/analysis/days/day.ts': "import { isoDay } from '../../time/day.ts'\nexport const nothing = () => isoDay\n",
  'pipeline/time/day.ts': 'export const isoDay = 1\n',
  'pipeline/editions/publish.ts': 'export const nothing = () => []\n',
  'pipeline/source/store/blobs.ts': 'export const nothing = () => []\n',
  'pipeline/column.ts': 'export const bases = []\n',
  'client/index.ts': 'export const nothing = () => []\n',
  'cli/deps.ts': "export const late = () => import('../pipeline/source/http/sample.ts')\n",
  'pipeline/source/http/sample.ts': "import { noise } from '../../../sample/world/noise.ts'\nnoise()\n",
  'sample/world/noise.ts': "import { isoDay } from '../../pipeline/time/day.ts'\nexport const noise = () => isoDay\n",
  'sample/wire/answer.ts': 'export const text = () => []\n',
  'workflows/host.ts': 'export type A = string\n',
  'server/app.ts': 'export const nothing = () => []\n',
  'server/payments/terms.ts': 'export type A = string\n',
  'server/trip.ts': "import { round } from './round.ts'\nexport const other = () => round\n",
  'test/tree.ts': 'export const nothing = () => []\n',
}

describe('a planted violation is caught', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  let found: string[] = []
  beforeAll(async () => {
    const fakes = libraries.flatMap((name) => [
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
    from: /^pipeline\/(time|filings|warehouse\/tables|source\/feeds|analysis|companies|briefings|documents)\//,
    to: /^pipeline\/(source\/(http|recordings)|warehouse\/(?!tables))\//,
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
    const declarations = sources.filter((path) => /^pipeline\/documents\/(?!render\/)/.test(path))
    expect(declarations.length).toBeGreaterThan(5)
    expect(declarations.filter((path) => ofLibrary(read(path)).length > 0)).toEqual([])
    expect(ofLibrary("import { z } from 'zod'\n")).toHaveLength(1)
    expect(ofLibrary("import type { z } from 'zod'\n")).toEqual([])
  })

  test('are', () => {
    expect(sources.flatMap((path) => valueImports(path, read(path)).map((to) => `${path} -> ${to}`))).toEqual([])
  })

  test.each([
    ["import { load } from '../http/request.ts'\n", 1],
    ["import {\n  type A,\n  load,\n} from '../http/request.ts'\n", 1],
    ["export { load } from '../http/request.ts'\n", 1],
    ["import '../http/request.ts'\n", 1],
    ["import type { A } from '../http/request.ts'\n", 0],
    ["export type { A } from '../http/request.ts'\n", 0],
  ])('%j has %i of values', (text, count) => {
    expect(valueImports('pipeline/source/feeds/plant.ts', text)).toHaveLength(count)
  })
})
