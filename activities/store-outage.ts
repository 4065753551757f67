import { setTimeout as after } from 'node:timers/promises'
import { currentKey } from '../pipeline/editions/edition-files.ts'
import { BriefingError } from '../pipeline/errors.ts'
import type { Blobs } from '../pipeline/store/blobs.ts'
import type { Activity, ActivityContext, ActivityMap } from './activity.ts'

/** How long an activity waits for an object store that does not answer, from its first failure; its own time limit may end it earlier. */
export const storeOutagePatienceMs = 5 * 60_000

/** From one look at the store to the next: doubling from the first to the last. */
const firstMs = 500
const lastMs = 10_000

export interface OutageTiming {
  /** Milliseconds on a clock that only runs forward. */
  monotonic(): number
  /** Resolves after so long, or when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

const systemTiming: OutageTiming = {
  monotonic: () => performance.now(),
  wait: (milliseconds, signal) => after(milliseconds, undefined, { signal }).catch(() => undefined),
}

/** Whether an error says no more than that the store did not answer for a while. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof BriefingError && (error.code === 'STORE_UNREACHABLE' || error.code === 'SWAP_UNKNOWN')

/**
 * The activities, each of which waits for an object store that stopped answering and then starts again, as after a retry by its host. A
 * run outlives a short outage this way on either host, and no upstream is asked while there is nowhere to put its answer.
 * @throws the error of the store where it stays away for longer than `storeOutagePatienceMs` or the signal aborts
 */
export function withStoreOutageRetry<A extends ActivityMap>(
  blobs: Pick<Blobs, 'has'>,
  activities: A,
  { monotonic, wait }: OutageTiming = systemTiming,
): A {
  /** Waits until the store answers whatever it is asked; false where it does not in time. */
  async function answers(deadline: number, signal: AbortSignal): Promise<boolean> {
    for (let ms = firstMs; monotonic() + ms <= deadline; ms = Math.min(2 * ms, lastMs)) {
      await wait(ms, signal)
      if (signal.aborted) return false
      try {
        await blobs.has(currentKey)
        return true
      } catch (error) {
        if (!isStoreAway(error)) return false
      }
    }
    return false
  }

  const patient =
    (name: string, activity: Activity): Activity =>
    async (input: unknown, context: ActivityContext) => {
      let { resume } = context
      let deadline: number | null = null
      const heartbeat = (detail: unknown) => {
        // as it was: the attempt may change it further before it fails
        resume = structuredClone(detail)
        context.heartbeat(detail)
      }
      for (;;) {
        try {
          return await activity(input, { ...context, resume, heartbeat })
        } catch (error) {
          if (!isStoreAway(error) || context.signal.aborted) throw error
          deadline ??= monotonic() + storeOutagePatienceMs
          const { code } = error as BriefingError
          context.log.warn('the object store does not answer; waiting for it', { activity: name, code })
          if (!(await answers(deadline, context.signal))) throw error
        }
      }
    }
  return Object.fromEntries(Object.entries(activities).map(([name, activity]) => [name, patient(name, activity)])) as A
}
