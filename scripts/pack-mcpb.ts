/**
 * Packs the MCP bridge as a bundle that a desktop app installs with one click (MCPB, manifest 0.3): the bridge in one file, no dependencies.
 * The person who installs it names the server, and a key if there is one; without a key the bridge asks for approval when one is needed.
 *
 *     tsx scripts/pack-mcpb.ts [FOLDER] [URL]    writes market-briefing-VERSION.mcpb; URL is the server that is filled in
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { zipSync } from 'fflate'
import { tools } from '../server/mcp/tools.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The bridge reads its version two folders above. */
const program = 'dist/bridge/bin.js'
/** The first moment that an archive can name, so that the same sources give the same bytes. */
const mtime = new Date(1980, 0, 1)

/** @returns the path of the bundle */
export function packBundle(folder: string, url = 'http://127.0.0.1:8402'): string {
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
  const built = buildSync({
    ...{ entryPoints: [join(root, 'client/bridge/bin.ts')], bundle: true, write: false, legalComments: 'none' },
    ...{ platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
  })
  const files = {
    'manifest.json': json(manifest({ name, version, license, engines }, url)),
    'package.json': json({ name, version, license, type: 'module', private: true }),
    [program]: built.outputFiles[0]!.contents,
  }
  const path = join(folder, `${name}-${version}.mcpb`)
  writeFileSync(path, zipSync(files, { mtime, level: 9 }))
  return path
}

interface Package {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly engines: { readonly node: string }
}

/** The app replaces this with what the person entered. */
const entered = (option: string) => `\${user_config.${option}}`
const json = (value: object): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

function manifest({ name, version, license, engines }: Package, url: string): object {
  return {
    ...{ manifest_version: '0.3', name, display_name: 'Market briefings', version, license },
    description: 'Market briefings with the interpretation already done: dated, sourced and reproducible.',
    author: { name },
    server: {
      ...{ type: 'node', entry_point: program },
      mcp_config: {
        ...{ command: 'node', args: [`\${__dirname}/${program}`] },
        env: { BRIEFING_URL: entered('server_url'), BRIEFING_API_KEY: entered('api_key') },
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description })),
    // the server may be of another version
    ...{ tools_generated: true, prompts_generated: true },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: {
      server_url: {
        ...{ type: 'string', title: 'Server', description: 'Address of the market-briefing server.' },
        ...{ required: true, default: url },
      },
      api_key: {
        ...{ type: 'string', title: 'API key', sensitive: true, required: false },
        description: 'Optional: without one, a link to approve access is shown when a key is needed.',
        // without a default an app passes the name of the variable on as the key
        default: '',
      },
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${packBundle(process.argv[2] ?? process.cwd(), process.argv[3])}\n`)
