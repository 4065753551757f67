import { afterAll, describe, expect, test } from 'vitest'
import type { Deps } from '../../activities/deps.ts'
import { createActivities } from '../../activities/index.ts'
import { loadBatches } from '../../activities/load/load.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { putWork } from '../../activities/work.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { refresh } from '../../workflows/orchestrations/refresh.ts'
import { listening } from '../small-transport.ts'
import { doubledIn } from './doubled.ts'
import { depsOf, loadHome, quiet, temporaryHome } from './home.ts'
import { context } from './past-days.ts'

const now = Date.parse('2026-11-20T22:00:00Z')
/** A hundred pages, of which the next run asks for the newest part alone. */
const only = ['fred-api']
const input = { feeds: { kind: 'sample' }, only, asOf: '2026-11-20' } as const

const home = await temporaryHome()
afterAll(() => home.remove())

describe('a refresh that is broken off while it loads', () => {
  test('the next one asks whole only for what was not loaded, and loads no row twice', async () => {
    const first: string[] = []
    const deps = depsOf(home.folder, listening(first))
    const stop = new AbortController()
    const activities = createActivities(deps)
    let loads = 0
    const dying: typeof activities = {
      ...activities,
      load: async (input, context) => {
        if (++loads === 2) stop.abort()
        return activities.load(input, context)
      },
    }
    const host = { activities: dying, policies, nonRetryable, concurrency, now, log: quiet, signal: stop.signal }
    await expect(runInProcess(host, refresh, input)).rejects.toMatchObject({ name: 'CancelledError' })
    await deps.close()

    const second: string[] = []
    const result = await loadHome(home.folder, { ...input, now: now + 60_000, transport: listening(second) })
    expect(result).toMatchObject({ failures: [], refused: 0 })
    const whole = (urls: readonly string[]) => urls.filter((url) => !/observation_start/.test(url))
    expect(whole(first)).toEqual(first)
    expect(second).toHaveLength(first.length)
    // 24 pages were loaded before the stop, and the 24 under way were let finish
    expect([24, 48]).toContain(second.length - whole(second).length)
    expect(whole(second).filter((url) => !first.includes(url))).toEqual([])
    expect(await doubledIn(home.folder)).toEqual([])
  })
})

/** The 10-K of SBLX, an invented filer. */
const reportUrl = 'https://www.sec.gov/Archives/edgar/data/9900003/000990000326000552/sblx-20251002.htm'

/** These dependencies with a warehouse of which only the first transaction works: what is left of a process killed after it. */
const killedAfterFirst = (deps: Deps): Deps => ({
  ...deps,
  store: async () => {
    const store = await deps.store()
    let transactions = 0
    const transaction: Store['transaction'] = (work) =>
      ++transactions === 1 ? store.transaction(work) : Promise.reject(new Error('killed'))
    return { ...store, transaction }
  },
})

describe('a load that is killed between loading and judging', () => {
  test('judges its reports when it is tried again, and its totals are those of the run', async () => {
    const home = await temporaryHome()
    const deps = depsOf(home.folder)
    try {
      const transport = await deps.transport({ kind: 'sample' }, now)
      const request = { feed: 'sec-documents', upstream: 'sec', url: reportUrl }
      const stored = await deps.recordings.put(await transport.fetch(request, new AbortController().signal), true)
      const recordings = [{ id: stored.id, at: stored.at, feed: request.feed }]
      const batches = [await putWork(deps.blobs, 'run', { recordings })]
      const attempt = (each: Deps) => loadBatches(each, { run: 'run', batches }, context())
      const figures = async () =>
        select(
          await deps.store(),
          "SELECT as_of::VARCHAR AS as_of, value::INTEGER AS value FROM extraction WHERE what = 'bitcoin-at-period-end'",
        )

      await expect(attempt(killedAfterFirst(deps))).rejects.toThrow('killed')
      expect(await figures()).toEqual([])
      const rows = expect.toSatisfy((count: number) => count > 0)
      const whole = { recordings: 1, loaded: 1, refused: 0, feeds: [{ feed: request.feed, recordings: 1, rows }] }
      expect(await attempt(deps)).toMatchObject(whole)
      // another run loads nothing new
      expect(await loadBatches(deps, { run: 'other', batches }, context())).toMatchObject({ recordings: 1, loaded: 0 })
      expect(await figures()).toEqual([{ as_of: '2025-12-31', value: 3_120 }])
    } finally {
      await deps.close()
      await home.remove()
    }
  })
})
