import { syncBuiltinESMExports } from 'node:module'
import threads, { type WorkerOptions } from 'node:worker_threads'

const root = new URL('../', import.meta.url).href

/** Threads of a server that a bench runs from its sources: their modules are those of `dist/`, which `npm run bench` builds first. */
class BuiltWorker extends threads.Worker {
  constructor(module: string | URL, options: WorkerOptions = {}) {
    super(module instanceof URL ? new URL(module.href.replace(root, `${root}dist/`)) : module, options)
  }
}
threads.Worker = BuiltWorker
syncBuiltinESMExports()
