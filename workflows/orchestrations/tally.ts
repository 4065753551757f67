import type { ActivityOutput } from '../../activities/activity.ts'
import type { FeedTally, PageRef, RefreshFailure, RunError } from '../../activities/fetch/feeds.ts'
import type { Activities } from '../../activities/index.ts'

const counts = ['requests', 'recordings', 'bytes', 'rows', 'refused', 'rejected', 'failures', 'ms'] as const

/** A tally as it crosses from a child to its run. */
export interface TallyCounts {
  readonly feeds: readonly FeedTally[]
  /** The first error of all. */
  readonly error: RunError | null
}

export type Tally = ReturnType<typeof newTally>

/** The first error, but the refusal itself where other requests were turned away because of it before that was reported. */
const tellingOf = (first: RunError | null = null, next: RunError | null = null): RunError | null =>
  first?.code === 'UPSTREAM_RESTING' && next?.code === 'UPSTREAM_REFUSED' ? next : (first ?? next)

/** Counts what a run does, feed by feed. */
export function newTally() {
  const feeds = new Map<string, FeedTally>()
  let others = 0
  let first: RunError | null = null
  function add(feed: string, more: Partial<Omit<FeedTally, 'feed'>>): void {
    first = tellingOf(first, more.error)
    const before = feeds.get(feed)
    const sums = Object.fromEntries(counts.map((count) => [count, (before?.[count] ?? 0) + (more[count] ?? 0)]))
    feeds.set(feed, { feed, ...(sums as Record<(typeof counts)[number], number>), error: tellingOf(before?.error, more.error) })
  }
  return {
    planned(pages: readonly PageRef[]) {
      for (const { feed, requests } of pages) add(feed, { requests })
    },
    fetched({ feed }: PageRef, { ms, failed }: Pick<ActivityOutput<Activities['fetch']>, 'ms' | 'failed'>) {
      add(feed, { ms })
      for (const { code, message, ...failure } of failed) add(failure.feed, { failures: 1, error: { code, message } })
    },
    loaded(result: Pick<ActivityOutput<Activities['load']>, 'feeds'>) {
      for (const { feed, ...load } of result.feeds) add(feed, load)
    },
    /** What a child of this run has counted. */
    counted(child: TallyCounts) {
      for (const { feed, ...more } of child.feeds) add(feed, more)
      first = tellingOf(first, child.error)
    },
    /** Failures before anything was requested. */
    failed(failures: readonly RefreshFailure[]) {
      for (const { code, message } of failures) first ??= { code, message }
      others += failures.length
    },
    feeds: () => [...feeds.values()].sort((a, b) => (a.feed < b.feed ? -1 : 1)),
    /** The first error of all, in the order in which they came. */
    firstError: () => first,
    otherFailures: () => others,
    /** Whether nothing failed and nothing was refused. */
    sound: () => others === 0 && [...feeds.values()].every((feed) => feed.failures + feed.refused + feed.rejected === 0),
  }
}

/** As `codeAndMessage` of errors.ts, which an orchestration cannot load. */
export function runErrorOf(error: unknown): RunError {
  const { name, message, code = name } = error as Error & { code?: string }
  return { code, message }
}
