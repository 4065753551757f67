import { diskFullError, isDiskFull, needSpace } from '../pipeline/store/disk-full.ts'
import { diskSpaceAt, isSpaceLow } from '../pipeline/store/space.ts'
import type { Activity, ActivityContext, ActivityMap } from './activity.ts'
import type { Deps } from './deps.ts'

/** Between two looks at the disk while the warehouse, which asks nobody, may be writing. */
const everyMs = 100

/**
 * The activities, each of which ends with DISK_FULL before it takes the reserve that keys and payments live on: it is not begun where that is
 * all there is, and broken off where it comes to that. The next activity opens the warehouse again: after a failed write it may refuse everything.
 */
export function withDiskSpaceGuard<A extends ActivityMap>(deps: Pick<Deps, 'home' | 'interrupt' | 'release'>, activities: A): A {
  const { folder } = deps.home
  const within =
    (activity: Activity): Activity =>
    async (input: unknown, context: ActivityContext) => {
      await needSpace(folder)
      const full = new AbortController()
      const watch = setInterval(async () => {
        const space = await diskSpaceAt(folder)
        if (space === null || !isSpaceLow(space) || full.signal.aborted) return
        full.abort(diskFullError(space))
        deps.interrupt()
      }, everyMs)
      try {
        return await activity(input, { ...context, signal: AbortSignal.any([context.signal, full.signal]) })
      } catch (error) {
        if (context.signal.aborted || !(full.signal.aborted || isDiskFull(error))) throw error
        await deps.release().catch(() => undefined)
        throw full.signal.aborted ? full.signal.reason : diskFullError(await diskSpaceAt(folder))
      } finally {
        clearInterval(watch)
      }
    }
  return Object.fromEntries(Object.entries(activities).map(([name, activity]) => [name, within(activity)])) as A
}
