import { join } from 'node:path'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { backfill } from '../../workflows/orchestrations/backfill.ts'
import { copyHome, depsOf, quiet, sampleHome, sampleNow } from '../end-to-end/home.ts'
import { read } from '../house/tree.ts'
import { onceARun } from '../once-a-run.ts'
import { edition, type Running, running } from '../server/fixture.ts'
import { type KeyHolders, keyHolders } from '../server/key-holders.ts'

/** The sample home with the two days before its edition on record, as a first start leaves it with more of them. */
const siteHome = (): Promise<string> =>
  onceARun('home-site', async (place) => {
    const folder = join(place, 'home')
    await copyHome((await sampleHome()).folder, folder)
    const deps = depsOf(folder)
    try {
      const options = { activities: createActivities(deps), policies, nonRetryable, concurrency, now: sampleNow, log: quiet }
      const days = { from: '2026-11-18', to: '2026-11-19', only: [], revise: null, dryRun: false }
      await runInProcess(options, backfill, days)
    } finally {
      await deps.close()
    }
    return folder
  })

export interface Site {
  /** What `npm start` shows on sample feeds, with its documentation. */
  readonly sample: string
  /** A server with real data, whose pages need a key. */
  readonly real: string
  readonly holders: KeyHolders
  close(): Promise<void>
}

export async function openSite(): Promise<Site> {
  const reader = await openReader(folderBlobs(await siteHome()), { log: quiet })
  const holders = await keyHolders()
  const options = { gate: holders.gate, doc: read, now: () => sampleNow, requests: false }
  const sample = await running(reader.current(), options)
  const real = await running(edition({ edition: 'e1' }), { ...options, now: () => Date.parse('2026-07-23T12:00:00Z') })
  const at = ({ port }: Running) => `http://127.0.0.1:${port}`
  return {
    sample: at(sample),
    real: at(real),
    holders,
    async close() {
      await sample.close()
      await real.close()
      await holders.close()
      reader.close()
    },
  }
}
