import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'
import threads, { type WorkerOptions } from 'node:worker_threads'
import { compiled } from './compiled.ts'
import { root } from './house/tree.ts'

/**
 * Setup of every test: lets threads of the product begin where its sources run. The product names the module of a thread as built, which is
 * not beside the sources; the tree as `compiled` makes it is taken in its place.
 */
class SourceWorker extends threads.Worker {
  constructor(module: string | URL, options: WorkerOptions = {}) {
    const isBuilt = !(module instanceof URL) || existsSync(module)
    super(isBuilt ? module : compiled(fileURLToPath(module).slice(root.length)), options)
  }
}

if (threads.Worker.name !== SourceWorker.name) {
  threads.Worker = SourceWorker
  syncBuiltinESMExports()
}
