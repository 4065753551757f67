import type { ActivityContext, ActivityMap } from './activity.ts'
import type { DepsWithoutWarehouse } from './deps.ts'
import { type FetchInput, type FetchResult, fetchRequest } from './fetch/fetch.ts'
import { type RenderInput, renderShard } from './publish/render.ts'
import { withDiskSpaceGuard } from './space.ts'
import { withStoreOutageRetry } from './store-outage.ts'

/**
 * The activities of the queues `fetch` and `render`. They read and write blobs alone, so that any number of processes may run them, on
 * machines without a home; this module and what it imports never load DuckDB.
 */
export function activitiesWithoutWarehouse(deps: DepsWithoutWarehouse) {
  const activities = {
    fetch: (input: FetchInput, context: ActivityContext): Promise<FetchResult> => fetchRequest(deps, input, context),
    render: (input: RenderInput, _context: ActivityContext): Promise<{ artifacts: string; count: number }> =>
      renderShard(deps, input),
  } satisfies ActivityMap
  return withStoreOutageRetry(deps.blobs, withDiskSpaceGuard(deps, activities))
}
