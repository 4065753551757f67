/**
 * Makes dist/ of the sources: each file by itself and without its types (`npm run check` is what looks at those), and two bundles of what
 * would otherwise be made at every start or read in hundreds of files. scripts/build.mjs runs it in a process of its own: it takes memory.
 */
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { sources } from './build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
/** The newest JavaScript that the oldest Node knows on which this runs. */
const target = 'node20.19'

// the process that asked for it has ended
process.stdin.on('end', () => process.exit(1)).resume()
process.stdin.unref()

const files = sources()

/** A file imports its neighbours as they are built, and nothing becomes part of it. */
const neighbours = {
  name: 'neighbours',
  setup(within) {
    within.onResolve({ filter: /^\.\.?\// }, ({ path }) => ({ path: path.replace(/\.ts$/, '.js'), external: true }))
  },
}
const compileFiles = (entryPoints) =>
  build({
    entryPoints,
    outdir: dist,
    outbase: root,
    bundle: true,
    packages: 'external',
    plugins: [neighbours],
    treeShaking: false,
    format: 'esm',
    platform: 'node',
    target,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
const generators = ['generate-schemas.ts', 'generate-client.ts'].map((name) => join(root, 'scripts', name))
await compileFiles([...files.filter((file) => file.endsWith('.ts')), ...generators])

/** What the schemas say, which everything below loads. */
const { writeSchemas } = await import('../dist/scripts/generate-schemas.js')
writeSchemas(root)
for (const file of sources().filter((name) => name.endsWith('.json'))) {
  const copy = join(dist, file.slice(root.length))
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(file, copy)
}

/** The client's table of operations is written from the description of the server, which can be loaded now. */
const { writeClientTypes } = await import('../dist/scripts/generate-client.js')
writeClientTypes(root)
await compileFiles([join(root, 'client', 'operations.ts')])

function put(place, text) {
  const file = join(dist, place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}

/** The library of the state store in one file, which loads sooner. Node looks into dist/node_modules before it looks into the checkout's own. */
async function bundleLibrary(name) {
  const { outputFiles } = await build({
    entryPoints: [name],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target,
    conditions: ['import'],
    minifySyntax: true,
    minifyWhitespace: true,
  })
  put(`node_modules/${name}/index.js`, outputFiles[0].text)
  put(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', main: 'index.js' }))
}
await bundleLibrary('kysely')

/** The code that Temporal workers run. */
const { bundleWorkflows } = await import('../dist/workflows/bundle.js')
put('workflow-bundle.js', await bundleWorkflows())
