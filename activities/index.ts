import type { ActivityContext, ActivityMap } from './activity.ts'
import { type Backfilled, type BackfillInput, backfillDays, type Span, type SpanInput, spanOf } from './backfill.ts'
import { type Computed, type ComputeInput, compute } from './compute.ts'
import type { Deps } from './deps.ts'
import { type Fetched, type FetchInput, fetchPage } from './fetch.ts'
import { type Loaded, type LoadInput, loadBatches } from './load.ts'
import { writeMarket } from './market.ts'
import { type Plan, type PlanInput, plan } from './plan.ts'
import { type Published, type PublishInput, publishEdition } from './publish.ts'
import { type RenderInput, render } from './render.ts'
import { type BeginInput, beginRun, type EndInput, endRun } from './runs.ts'
import { withinSpace } from './space.ts'

/** The six verbs, past days, the analysts' copy, and the begin and end of a run, bound to what they need. Each is idempotent by the key of what it writes. */
export function createActivities(deps: Deps) {
  return {
    begin: (input: BeginInput, context: ActivityContext): Promise<{ run: string }> => beginRun(deps, input, context),
    end: (input: EndInput, context: ActivityContext): Promise<void> => endRun(deps, input, context),
    ...withinSpace(deps, steps(deps)),
  } satisfies ActivityMap
}

/** What a run does between its begin and its end. */
function steps(deps: Deps) {
  return {
    plan: (input: PlanInput, context: ActivityContext): Promise<Plan> => plan(deps, input, context),
    fetch: (input: FetchInput, context: ActivityContext): Promise<Fetched> => fetchPage(deps, input, context),
    load: (input: LoadInput, context: ActivityContext): Promise<Loaded> => loadBatches(deps, input, context),
    compute: (input: ComputeInput, { signal }: ActivityContext): Promise<Computed> => compute(deps, input, signal),
    render: (input: RenderInput, _context: ActivityContext): Promise<{ artifacts: string; count: number }> => render(deps, input),
    publish: (input: PublishInput, _context: ActivityContext): Promise<Published> => publishEdition(deps, input),
    span: (input: SpanInput, _context: ActivityContext): Promise<Span> => spanOf(deps, input),
    backfill: (input: BackfillInput, context: ActivityContext): Promise<Backfilled> => backfillDays(deps, input, context),
    market: (_input: object, _context: ActivityContext): Promise<void> => writeMarket(deps),
  } satisfies ActivityMap
}

export type Activities = ReturnType<typeof createActivities>
