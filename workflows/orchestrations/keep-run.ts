import type { ActivityInput } from '../../activities/activity.ts'
import type { RunError } from '../../activities/fetch/feeds.ts'
import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'
import { newTally, runErrorOf, type Tally } from './tally.ts'

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
  kept: Omit<ActivityInput<Activities['begin']>, 'now'>,
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
      host.log.warn('how the run ended could not be written', { run, status, ...runErrorOf(unwritten) })
    }
  }
  let outcome: RunOutcome<T>
  try {
    outcome = await work(run, tally)
  } catch (error) {
    const { code, message } = runErrorOf(error)
    const status = (error as Error).name === 'CancelledError' ? 'cancelled' : 'failed'
    await end(status, null, { code, message: String(message).slice(0, 2_000) })
    throw error
  }
  await end(tally.sound() ? 'ok' : 'partial', outcome.edition, null)
  return outcome.result
}
