import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createDeps } from '../../activities/deps.ts'
import { homeAt } from '../../activities/home.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { newestPeriods } from '../../pipeline/warehouse/observations.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { refresh } from '../../workflows/orchestrations/refresh.ts'
import { briefing } from '../measured-process.ts'
import { credentials } from './transport.ts'
import { claimed, type Verdict } from './verdicts.ts'
import { viewOf } from './watch.ts'

const run = promisify(execFile)
const quiet = { info: () => undefined, warn: () => undefined }

/** One refresh of a home straight from the sample at a time, of some feeds, or all. */
async function refreshed(home: string, now: number, program: string, only: readonly string[] = []): Promise<void> {
  const deps = createDeps({
    ...{ home: homeAt(home), program, credentials: new Set(credentials.keys()), clock: () => now },
    transport: async () => sampleTransport({ now }),
  })
  try {
    const options = { activities: createActivities(deps), policies, nonRetryable, concurrency, now, log: quiet }
    await runInProcess(options, refresh, { feeds: { kind: 'sample' }, only, asOf: null, market: 'later' })
  } finally {
    await deps.close()
  }
}

async function inStore<T>(home: string, work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const store = await openStore(homeAt(home).store)
  return work(store).finally(() => store.close())
}

/** Every series is as new as in a home that is refreshed for the first time at `now`. `fresh`: an empty folder for that home. */
export async function nothingMissing(home: string, fresh: string, now: number): Promise<Verdict> {
  await refreshed(fresh, now, 'fresh')
  const [own, whole] = [await inStore(home, newestPeriods), await inStore(fresh, newestPeriods)]
  const against = [...whole].flatMap(([series, period]) => {
    const newest = own.get(series) ?? Number.NEGATIVE_INFINITY
    return newest >= period
      ? []
      : [`${series} ends ${Number.isFinite(newest) ? isoDay(newest) : 'nowhere'}, and not ${isoDay(period)}`]
  })
  return claimed('nothing that was due is missing', `${whole.size} series`, against)
}

/** `SERIES PERIOD` of each value that has a second version. */
export const versionsOf = (home: string): Promise<ReadonlySet<string>> =>
  inStore(home, async (store) => {
    const rows = await select<{ value: string }>(
      store,
      `SELECT DISTINCT series || ' ' || CAST(period AS VARCHAR) AS value FROM observation WHERE version > 1`,
    )
    return new Set(rows.map(({ value }) => value))
  })

/** Composed again from a rebuilt warehouse, every document says what it says from the warehouse that grew. `copies`: two empty folders. */
export async function sameAfterRebuild(home: string, copies: readonly [string, string], now: number): Promise<Verdict> {
  for (const copy of copies) await run('cp', ['-a', `${home}/.`, copy])
  await briefing('rebuild', '--home', copies[1])
  const contents = async (copy: string) => {
    // of a feed with nothing new, by a program that takes over no document
    await refreshed(copy, now, 'again', ['boj-press'])
    const view = (await viewOf(folderBlobs(copy)))!
    return new Map(
      [...view.entries.values(), ...view.packedEntries.values()].map(({ place, facts, fingerprint }) => [
        place,
        facts['content'] ?? fingerprint,
      ]),
    )
  }
  const [grown, rebuilt] = [await contents(copies[0]), await contents(copies[1])]
  const places = [...new Set([...grown.keys(), ...rebuilt.keys()])]
  return claimed(
    'a rebuild from the recordings gives the same edition',
    `${places.length} documents`,
    places.filter((place) => grown.get(place) !== rebuilt.get(place)),
  )
}
