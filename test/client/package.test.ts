import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packClient } from '../../scripts/pack-client.ts'
import { read, root } from '../house/tree.ts'

/** A project of somebody else, into which the packed client is installed. */
let project: string
let installed: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'foreign-project-'))
  installed = join(project, 'node_modules', 'market-briefing')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', packClient(project), '-C', installed, '--strip-components=1'])
  symlinkSync(join(root, 'node_modules', '@types'), join(project, 'node_modules', '@types'))
  writeFileSync(join(project, 'package.json'), '{ "name": "foreign", "type": "module" }')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const put = (name: string, text: string): string => {
  writeFileSync(join(project, name), text)
  return join(project, name)
}

/** What a project of somebody else does with the client; .ci/run compiles and runs it too. */
const program = read('test/client/foreign-program.ts')
const snippets = [...read('README.md').matchAll(/^```ts client\n([\s\S]*?)^```/gm)].map(([, code]) => code!)

describe('the packed client', () => {
  test('contains modules and their types, under the name and version of this project', () => {
    const { name, version, exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >
    const own = JSON.parse(read('package.json')) as Record<string, unknown>
    expect([name, version]).toEqual([own['name'], own['version']])
    const [[path, conditions]] = Object.entries(exports as Record<string, Record<string, string>>) as [
      [string, Record<string, string>],
    ]
    expect([path, Object.keys(conditions)]).toEqual(['./client', ['types', 'default']])
    expect(Object.keys(own['exports'] as object)).toEqual([path])
  })

  test('brings the MCP bridge as a program, which needs nothing but Node', () => {
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: Record<string, string> }
    const program = join(installed, bin['market-briefing-mcp']!)
    const started = (words: readonly string[], input = '') =>
      spawnSync(process.execPath, [program, ...words], {
        input,
        encoding: 'utf8',
        cwd: project,
        env: { XDG_CONFIG_HOME: project },
      })
    expect(started(['--help'])).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('--login') })
    expect(started(['not-an-address'])).toMatchObject({ status: 1, stdout: '' })
    const line = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    const { stdout, status } = started(['http://127.0.0.1:1'], line)
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { id: 1, error: { code: -32_000 } }])
  })

  test('has no fault that publint knows', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compiles strictly in a project of module %s and resolution %s, the README with it', (module, moduleResolution) => {
    expect(snippets.length).toBeGreaterThan(0)
    const files = [put('web.ts', program), ...snippets.map((code, n) => put(`readme-${n}.ts`, code))]
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
    for (const [lib, types, named] of [
      [['es2022', 'dom'], [], files.slice(0, 1)],
      [['es2022'], ['node'], files],
    ] as const) {
      const compilerOptions = { ...strict, target: 'es2022', module, moduleResolution, lib, types, noEmit: true }
      // of Node's own declarations an older library may lack something: what is checked is the client
      if (types.length > 0) compilerOptions.skipLibCheck = true
      put('tsconfig.json', JSON.stringify({ compilerOptions, files: named }))
      const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
      const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' })
      expect([stdout, status]).toEqual(['', 0])
    }
  })

  test.each(['node', 'browser'] as const)('runs, bundled for %s, and needs nothing of Node', async (platform) => {
    const entry = put('run.ts', program)
    const { outputFiles, metafile } = await build({
      ...{ entryPoints: [entry], bundle: true, write: false, metafile: true, format: 'esm', platform, logLevel: 'silent' },
    })
    expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external))).toEqual([])
    const bundle = put(`${platform}.mjs`, outputFiles![0]!.text)
    expect(execFileSync(process.execPath, [bundle], { encoding: 'utf8' })).toBe('17.25 paid 2\n')
  })

  test('runs as installed', () => {
    const path = put(
      'plain.mjs',
      `import { createClient } from 'market-briefing/client'\nconsole.log(typeof createClient({ url: 'x' }).getMetric)`,
    )
    expect(execFileSync(process.execPath, [path], { encoding: 'utf8' })).toBe('function\n')
  })
})
