/**
 * How each activity is run, by either host. Queues bound concurrency: `writer` has exactly one worker slot because one process owns the
 * DuckDB file. Times in milliseconds. Only `UpstreamError`, time limits and a warehouse that another process has are retried; an activity
 * itself waits for an object store that does not answer (`activities/store-outage.ts`).
 */
export interface Policy {
  readonly queue: Queue
  readonly startToCloseMs: number
  readonly heartbeatMs: number | null
  /** Member of its input that names whose limit it counts against. A server that can shares out the queue by it. */
  readonly fairBy?: string
  /** It runs even after its run was cancelled: it writes how the run ended. */
  readonly afterCancel?: true
  readonly retry: { readonly attempts: number; readonly firstMs: number; readonly factor: number; readonly maxMs: number }
}

export type Queue = 'writer' | 'fetch' | 'render'

/** Concurrent activities a queue may run in one process. */
export const concurrency: Record<Queue, number> = { writer: 1, fetch: 4, render: 2 }

/**
 * Attempts that may fail. All activities are idempotent, so an attempt that is lost with its machine costs another one and does not count; a
 * wrong input is final, because only upstream faults and time limits are retried.
 */
const again = { attempts: 2, firstMs: 1_000, factor: 1, maxMs: 1_000 }

export const policies = {
  begin: { queue: 'writer', startToCloseMs: 120_000, heartbeatMs: null, retry: again },
  plan: { queue: 'writer', startToCloseMs: 600_000, heartbeatMs: 60_000, retry: again },
  fetch: {
    queue: 'fetch',
    fairBy: 'upstream',
    startToCloseMs: 120_000,
    heartbeatMs: 30_000,
    retry: { attempts: 4, firstMs: 1_000, factor: 3, maxMs: 60_000 },
  },
  load: { queue: 'writer', startToCloseMs: 600_000, heartbeatMs: 60_000, retry: again },
  compute: { queue: 'writer', startToCloseMs: 600_000, heartbeatMs: 60_000, retry: again },
  render: { queue: 'render', startToCloseMs: 300_000, heartbeatMs: 60_000, retry: again },
  publish: { queue: 'writer', startToCloseMs: 300_000, heartbeatMs: 60_000, retry: again },
  span: { queue: 'writer', startToCloseMs: 600_000, heartbeatMs: null, retry: again },
  backfill: { queue: 'writer', startToCloseMs: 3_600_000, heartbeatMs: 60_000, retry: again },
  market: { queue: 'writer', startToCloseMs: 600_000, heartbeatMs: 60_000, retry: again },
  end: { queue: 'writer', startToCloseMs: 180_000, heartbeatMs: null, afterCancel: true, retry: again },
} as const satisfies Record<string, Policy>

/** Errors that no retry can cure; the hosts match on `name`. Of an `UnavailableError` the code decides: `workflows/hosts/retry.ts`. */
export const nonRetryable = ['NotFoundError', 'ParseError', 'InputError'] as const
