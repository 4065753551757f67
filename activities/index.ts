import type { ActivityContext, ActivityMap } from './activity.ts'
import {
  type Backfilled,
  type BackfillInput,
  type BackfillSpan,
  type BackfillSpanInput,
  backfillDays,
  backfillSpan,
} from './compute/backfill.ts'
import { type Computed, type ComputeInput, compute } from './compute/compute.ts'
import type { Deps } from './deps.ts'
import { type Plan, type PlanInput, plan } from './fetch/plan.ts'
import { type Loaded, type LoadInput, loadBatches } from './load/load.ts'
import { writeMarket } from './publish/market.ts'
import { type Published, type PublishInput, publishEdition } from './publish/publish.ts'
import { type BeginInput, beginRun, type EndInput, endRun } from './runs/runs.ts'
import { withDiskSpaceGuard } from './space.ts'
import { withStoreOutageRetry } from './store-outage.ts'
import { activitiesWithoutWarehouse } from './without-warehouse.ts'

/** The activities of every orchestration, bound to what they need. Each is idempotent by the key of what it writes. */
export function createActivities(deps: Deps) {
  return {
    ...withStoreOutageRetry(deps.blobs, {
      begin: (input: BeginInput, context: ActivityContext): Promise<{ run: string }> => beginRun(deps, input, context),
      end: (input: EndInput, context: ActivityContext): Promise<void> => endRun(deps, input, context),
      ...withDiskSpaceGuard(deps, steps(deps)),
    }),
    ...activitiesWithoutWarehouse(deps),
  } satisfies ActivityMap
}

/** What a run does in the warehouse between its begin and its end. */
function steps(deps: Deps) {
  return {
    plan: (input: PlanInput, context: ActivityContext): Promise<Plan> => plan(deps, input, context),
    load: (input: LoadInput, context: ActivityContext): Promise<Loaded> => loadBatches(deps, input, context),
    compute: (input: ComputeInput, { signal }: ActivityContext): Promise<Computed> => compute(deps, input, signal),
    publish: (input: PublishInput, _context: ActivityContext): Promise<Published> => publishEdition(deps, input),
    span: (input: BackfillSpanInput, _context: ActivityContext): Promise<BackfillSpan> => backfillSpan(deps, input),
    backfill: (input: BackfillInput, context: ActivityContext): Promise<Backfilled> => backfillDays(deps, input, context),
    market: (_input: object, _context: ActivityContext): Promise<void> => writeMarket(deps),
  } satisfies ActivityMap
}

export type Activities = ReturnType<typeof createActivities>
