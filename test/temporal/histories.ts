/** The runs whose histories are kept in test/histories and replayed against every later state of the code. */
import { fileURLToPath } from 'node:url'
import type { ActivityContext, ActivityMap } from '../../activities/activity.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { UpstreamError } from '../../pipeline/errors.ts'
import type { ActivityRulesFor } from '../../workflows/hosts/retry.ts'
import { contractActivities, contractRules } from '../hosts/activities.ts'

export const historiesFolder = new URL('../histories/', import.meta.url)

export interface HistoryCase {
  readonly workflow: string
  /** What is particular about the run; the last part of the file's name. */
  readonly name: string
  readonly input: unknown
}

/** Workflows of one bundle, with activities that play the cases' parts. */
export interface Recorded {
  readonly entry: string
  readonly activities: ActivityMap
  readonly rules: ActivityRulesFor<ActivityMap>
  readonly cases: readonly HistoryCase[]
}

const contract: Recorded = {
  entry: fileURLToPath(new URL('../hosts/workflows.ts', import.meta.url)),
  activities: contractActivities().activities,
  rules: contractRules,
  cases: [
    { workflow: 'pageThrough', name: 'twelve-pages', input: { key: 'history', pages: 12, window: 4 } },
    { workflow: 'catchFlaky', name: 'parse-error', input: { key: 'history', kind: 'parse' } },
  ],
}

const refreshInput = { feeds: { kind: 'sample' }, only: [], asOf: '2026-11-19' }

/** The real orchestrations over activities that answer as the real ones do, without their work. */
const production: Recorded = {
  entry: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
  activities: {
    begin: async () => ({ run: 'run' }),
    plan: async ({ only }: { only: readonly string[] }) => ({
      pages:
        only.length > 0
          ? []
          : ['page-a', 'page-b', 'page-c', 'page-d', 'page-e', 'page-down'].map((key) => ({
              feed: 'fred-api',
              upstream: 'fred',
              key,
              requests: 1,
              perLoad: 24,
            })),
      batches: [],
      untaken: [],
      untakenCount: 0,
      faults: [],
    }),
    fetch: async ({ page }: { page: string }, { attempt }: ActivityContext) => {
      if (page === 'page-down')
        throw new UpstreamError('UPSTREAM_DOWN', 'example answers 503; it will be asked again next time', {}, 50)
      if (page === 'page-b' && attempt === 1)
        throw new UpstreamError('UPSTREAM_BUSY', 'example is busy; wait and try again', {}, 50)
      return { batch: `batch-of-${page}`, failed: [], ms: 5 }
    },
    load: async ({ batches }: { batches: readonly string[] }) => ({
      recordings: 1,
      loaded: 10,
      refused: 0,
      rejected: 0,
      feeds: [{ feed: 'fred-api', recordings: 1, bytes: 100, rows: 10, refused: 0, rejected: 0, error: null }],
      next: batches.includes('batch-of-page-a')
        ? [{ feed: 'fred-api', upstream: 'fred', key: 'page-led-to', requests: 1, perLoad: 24 }]
        : [],
    }),
    compute: async () => ({ shards: ['shard-a', 'shard-b'], readings: 0, stale: [], missing: [], held: [] }),
    render: async ({ shard }: { shard: string }) => ({ artifacts: `artifacts-of-${shard}`, count: 20 }),
    publish: async () => ({ edition: 'e-1' }),
    span: async () => ({
      from: '2020-01-01',
      to: '2026-11-18',
      days: 2_514,
      documents: 40,
      onRecord: 0,
      daysOnRecord: 0,
      minutes: null,
    }),
    backfill: async ({ from }: { from: string }) => ({
      edition: `e-${from}`,
      added: 40,
      same: 0,
      revised: 0,
      left: 0,
      named: [],
    }),
    market: async () => undefined,
    end: async () => undefined,
  },
  rules: { policies, nonRetryable },
  cases: [
    { workflow: 'refresh', name: 'pages-lead-on-one-fails', input: refreshInput },
    { workflow: 'refresh', name: 'nothing-new', input: { ...refreshInput, only: ['none-due'] } },
    {
      workflow: 'gather',
      name: 'two-upstreams',
      input: {
        ...{ run: 'run', feeds: refreshInput.feeds, batches: [], round: 0 },
        pages: ['page-a', 'page-b', 'page-c'].map((key) => ({
          ...{ feed: 'fred-api', upstream: key === 'page-c' ? 'sec' : 'fred' },
          ...{ key, requests: 2, perLoad: 2 },
        })),
      },
    },
    { workflow: 'market', name: 'once', input: {} },
    { workflow: 'backfill', name: 'three-pages', input: { from: null, to: null, only: [], revise: null, dryRun: false } },
    { workflow: 'backfill', name: 'dry-run', input: { from: null, to: null, only: [], revise: null, dryRun: true } },
  ],
}

export const recorded: readonly Recorded[] = [contract, production]

/** Runs of code that has changed since: their histories lie in a folder of their own, and replaying one must fail. */
export const changed: Recorded = {
  ...production,
  entry: fileURLToPath(new URL('./changed-workflows.ts', import.meta.url)),
  cases: [{ workflow: 'refresh', name: 'waits-after-planning', input: refreshInput }],
}
export const changedFolder = new URL('changed/', historiesFolder)

export const recordingConcurrency = concurrency
