/** Writes dist/workflow-bundle.js, the code that Temporal workers of a built installation run. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { bundleWorkflows } from '../workflows/bundle.ts'

const dist = new URL('../dist/', import.meta.url)
const code = await bundleWorkflows()
await mkdir(dist, { recursive: true })
const unfinished = new URL('workflow-bundle.js.part', dist)
await writeFile(unfinished, code)
await rename(unfinished, new URL('workflow-bundle.js', dist))
console.log(`dist/workflow-bundle.js: ${Buffer.byteLength(code)} bytes`)
