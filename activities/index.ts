import type { ActivityContext, ActivityMap } from './activity.ts'
import {
  type BackfillDaysResult,
  type BackfillInput,
  type BackfillSpan,
  type BackfillSpanInput,
  backfillDays,
  backfillSpan,
} from './compute/backfill.ts'
import { type ComputeInput, type ComputeResult, computeDocuments } from './compute/compute.ts'
import type { Deps } from './deps.ts'
import { type FetchPlan, type PlanInput, planFetches } from './fetch/plan.ts'
import { type LoadBatchesResult, type LoadInput, loadBatches } from './load/load.ts'
import { writeAnalystCopy } from './publish/market.ts'
import { type PublishInput, type PublishResult, publishEdition } from './publish/publish.ts'
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
    plan: (input: PlanInput, context: ActivityContext): Promise<FetchPlan> => planFetches(deps, input, context),
    load: (input: LoadInput, context: ActivityContext): Promise<LoadBatchesResult> => loadBatches(deps, input, context),
    compute: (input: ComputeInput, { signal }: ActivityContext): Promise<ComputeResult> => computeDocuments(deps, input, signal),
    publish: (input: PublishInput, _context: ActivityContext): Promise<PublishResult> => publishEdition(deps, input),
    span: (input: BackfillSpanInput, _context: ActivityContext): Promise<BackfillSpan> => backfillSpan(deps, input),
    backfill: (input: BackfillInput, context: ActivityContext): Promise<BackfillDaysResult> => backfillDays(deps, input, context),
    market: (_input: object, _context: ActivityContext): Promise<void> => writeAnalystCopy(deps),
  } satisfies ActivityMap
}

export type Activities = ReturnType<typeof createActivities>
