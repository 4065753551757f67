/** One process that renders shards of documents for a Temporal server: HOME_FOLDER holds their blobs, INSTALLATION names the queues. */
import { concurrency, policies } from '../activities/policies.ts'
import { type RenderInput, render } from '../activities/render.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { startWorkers } from '../workflows/worker.ts'

const { HOME_FOLDER: folder, INSTALLATION: installation } = process.env
if (!folder || !installation) throw new Error('set HOME_FOLDER and INSTALLATION')
const blobs = folderBlobs(folder)
const workers = await startWorkers({
  activities: { render: (input: RenderInput) => render({ blobs }, input) },
  policies,
  concurrency,
  env: process.env,
  installation,
  queues: ['render'],
  log: { info: () => undefined, warn: () => undefined },
})
process.on('disconnect', () => workers.stop())
process.send?.('ready')
await workers.done
process.exit()
