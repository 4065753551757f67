import type { Input, Output } from '../../activities/activity.ts'
import type { FeedTally, PageRef, RefreshFailure, RunError } from '../../activities/feeds.ts'
import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'

/** How a run went that came to its end. */
export interface RunOutcome<T> {
  readonly result: T
  readonly edition: string | null
}

/**
 * Runs `work` and records the begin and end of the run, also of one that fails or is cancelled. If the end cannot be recorded, the run
 * itself is unaffected, and the next run reports it.
 */
export async function keepRun<T>(
  host: Host<Activities>,
  kept: Omit<Input<Activities['begin']>, 'now'>,
  work: (run: string, tally: Tally) => Promise<RunOutcome<T>>,
): Promise<T> {
  const { run } = await host.activities.begin({ ...kept, now: host.now() })
  const tally = newTally()
  async function end(status: 'ok' | 'partial' | 'failed' | 'cancelled', edition: string | null, error: RunError | null) {
    try {
      await host.activities.end({
        run,
        status,
        edition,
        feeds: tally.feeds(),
        error: error ?? tally.firstError(),
        otherFailures: tally.otherFailures(),
      })
    } catch (unwritten) {
      const { name, message, code = name } = unwritten as Error & { code?: string }
      host.log.warn('how the run ended could not be written', { run, status, code, message })
    }
  }
  let outcome: RunOutcome<T>
  try {
    outcome = await work(run, tally)
  } catch (error) {
    const { name, message, code = name } = error as Error & { code?: string }
    await end(name === 'CancelledError' ? 'cancelled' : 'failed', null, { code, message: String(message).slice(0, 2_000) })
    throw error
  }
  await end(tally.sound() ? 'ok' : 'partial', outcome.edition, null)
  return outcome.result
}

const counts = ['requests', 'recordings', 'bytes', 'rows', 'refused', 'rejected', 'failures', 'ms'] as const

export type Tally = ReturnType<typeof newTally>

/** The first error, but the refusal itself where other requests were turned away because of it before that was reported. */
const tellingOf = (first: RunError | null = null, next: RunError | null = null): RunError | null =>
  first?.code === 'UPSTREAM_RESTING' && next?.code === 'UPSTREAM_REFUSED' ? next : (first ?? next)

/** Counts what a run does, feed by feed. */
function newTally() {
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
    fetched({ feed }: PageRef, { ms, failed }: Pick<Output<Activities['fetch']>, 'ms' | 'failed'>) {
      add(feed, { ms })
      for (const { code, message, ...failure } of failed) add(failure.feed, { failures: 1, error: { code, message } })
    },
    loaded(result: Pick<Output<Activities['load']>, 'feeds'>) {
      for (const { feed, ...load } of result.feeds) add(feed, load)
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
