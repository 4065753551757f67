/**
 * Lets threads of the product run where the sources do. The product names the module of a thread as built, which is not beside the sources:
 * what `npm run build` made of it is taken in its place, and of a module that only tests have, the TypeScript, by tsx.
 * A setup file of vitest; processes that run from source import it first.
 */
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import threads, { type WorkerOptions } from 'node:worker_threads'

const root = new URL('../', import.meta.url).href
const loader = import.meta.resolve('tsx/esm/api')

class SourceWorker extends threads.Worker {
  constructor(module: string | URL, options: WorkerOptions = {}) {
    if (!(module instanceof URL) || existsSync(module)) {
      super(module, options)
      return
    }
    const built = new URL(module.href.replace(root, `${root}dist/`))
    const source = JSON.stringify(module.href.replace(/\.js$/, '.ts'))
    if (existsSync(built)) super(built, options)
    else super(`import('${loader}').then(({ register }) => (register(), import(${source})))`, { ...options, eval: true })
  }
}

if (threads.Worker.name !== SourceWorker.name) {
  threads.Worker = SourceWorker
  syncBuiltinESMExports()
}
