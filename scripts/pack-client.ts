/**
 * Packs the client as a package that other projects install: JavaScript modules with their types, no dependencies, nothing of Node but in the
 * program it brings, the MCP bridge. Its name is that of this project, so that `market-briefing/client` is the same import in both.
 *
 *     tsx scripts/pack-client.ts [FOLDER]    writes market-briefing-VERSION.tgz into the folder, or the current one
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeClientTypes } from './generate-client.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @returns the path of the package */
export function packClient(folder: string): string {
  writeClientTypes(root)
  const staging = mkdtempSync(join(tmpdir(), 'briefing-client-'))
  try {
    compile(join(staging, 'dist'), 'index.ts', { types: [], lib: ['es2022', 'dom', 'dom.iterable'] })
    compile(join(staging, 'dist'), 'bridge/bin.ts', { types: ['node'], lib: ['es2022'] })
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
    const words = ['pack', staging, '--pack-destination', folder, '--ignore-scripts', '--json']
    const shell = process.platform === 'win32'
    const packed = execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], shell })
    return join(folder, (JSON.parse(packed) as { filename: string }[])[0]!.filename)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** A file of the client with what it imports, for the platform whose types are named: that of the web has none of Node's. */
function compile(outDir: string, file: string, platform: { types: string[]; lib: string[] }): void {
  const options = {
    ...platform,
    ...{
      noEmit: false,
      declaration: true,
      typeRoots: [join(root, 'node_modules', '@types')],
      rootDir: join(root, 'client'),
      outDir,
      target: 'es2022',
    },
  }
  const config = join(outDir, '..', 'tsconfig.json')
  const files = [join(root, 'client', file)]
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: options, files, include: [] }))
  execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], {
    stdio: ['ignore', 2, 2],
  })
  // tsc leaves the extension of a source in the declarations, where every other reader of them expects that of the built file
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.d.ts'))) {
    const text = readFileSync(join(outDir, name), 'utf8')
    writeFileSync(join(outDir, name), text.replace(/(from ['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'))
  }
}

function manifest(): object {
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  return {
    name,
    version,
    description: 'Typed client and MCP bridge of a market-briefing server',
    license,
    type: 'module',
    sideEffects: false,
    engines,
    bin: { 'market-briefing-mcp': './dist/bridge/bin.js' },
    exports: { './client': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${packClient(process.argv[2] ?? process.cwd())}\n`)
