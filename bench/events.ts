import type { PageRef } from '../activities/fetch/feeds.ts'
import { refresh } from '../workflows/orchestrations/refresh.ts'
import type { BenchRow } from './row.ts'

/** What a run asks its host for, and what its history on a Temporal server grows with. Repeated attempts add no events. */
interface Asked {
  activities: number
  children: number
}

/**
 * Most events of the history of a run. Its begin, its end, each activity, each begin and end of a child is followed by a decision of three
 * events at most: ends that come together share one.
 */
export const mostEvents = ({ activities, children }: Asked): number => 5 + 6 * activities + 9 * children

/** A refresh that makes so many requests in pages of 50: the real orchestrations, over activities that answer immediately. */
export async function askedBy(requests: number, upstreams: number): Promise<readonly Asked[]> {
  const pages = Array.from({ length: requests / 50 }, (_, at): PageRef => {
    const upstream = `upstream-${at % upstreams}`
    return { feed: `feed-of-${upstream}`, upstream, key: `page-${at}`, requests: 50, perLoad: 24 }
  })
  const answers = {
    begin: { run: 'run' },
    plan: { pages, batches: [], faults: [] },
    fetch: { batch: 'batch', failed: [], ms: 1 },
    load: { recordings: 1, loaded: 1, refused: 0, rejected: 0, feeds: [], next: [] },
    compute: { shards: Array.from({ length: 24 }, (_, at) => `shard-${at}`) },
    render: { artifacts: 'artifacts', count: 20 },
    ...{ publish: {}, end: {} },
  }
  const runs: Asked[] = []
  function host(): never {
    const asked: Asked = { activities: 0, children: 0 }
    runs.push(asked)
    const answering = (answer: object) => async () => {
      asked.activities++
      return answer
    }
    return {
      activities: Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answering(answer)])),
      windows: { fetch: 64, upstream: 16, render: 16 },
      now: () => 0,
      log: { info: () => undefined },
      child: async (part: typeof refresh, input: never) => {
        asked.children++
        return part(host(), input)
      },
    } as never
  }
  await refresh(host(), { feeds: { kind: 'live' }, only: [], asOf: '2026-11-20' })
  return runs
}

/** Events of the longest history, against the 12,000 up to which a server replays a run quickly; it ends one at 51,200. */
export async function run(): Promise<BenchRow[]> {
  const rows = [100, 1_500, 20_000].map(async (requests): Promise<BenchRow> => {
    const events = (await askedBy(requests, 6)).map(mostEvents)
    const perRequest = events.reduce((sum, each) => sum + each, 0) / requests
    const goal = `${requests} requests: events of the longest Temporal run, at most`
    return { goal, measured: Math.max(...events), target: 12_000, unit: '', note: `${perRequest.toFixed(1)} a request in all` }
  })
  return Promise.all(rows)
}
