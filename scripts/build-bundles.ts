/**
 * Bundles what a built installation would otherwise read in hundreds of files or make at its start: the code that Temporal workers run, and
 * the library that each thread of the server with a state store loads.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleWorkflows } from '../workflows/bundle.ts'

const dist = new URL('../dist/', import.meta.url)

async function put(place: string, text: string): Promise<void> {
  const file = new URL(place, dist)
  await mkdir(new URL('./', file), { recursive: true })
  await writeFile(new URL(`${place}.part`, dist), text)
  await rename(new URL(`${place}.part`, dist), file)
}

/** Node looks here before it looks into the checkout's own node_modules. */
async function bundleLibrary(name: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [name],
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['import'],
    minifySyntax: true,
    minifyWhitespace: true,
  })
  await put(`node_modules/${name}/index.js`, outputFiles[0]!.text)
  await put(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', main: 'index.js' }))
}

await put('workflow-bundle.js', await bundleWorkflows())
await bundleLibrary('kysely')
