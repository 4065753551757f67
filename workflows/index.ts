/** The Temporal entry: one line an orchestration, exported under its own name. Bundled for the sandbox, so it imports no activity. */
import { nonRetryable, policies } from '../activities/policies.ts'
import { bindWorkflow } from './hosts/workflow-host.ts'
import * as backfills from './orchestrations/backfill.ts'
import * as gathers from './orchestrations/gather.ts'
import * as markets from './orchestrations/market.ts'
import * as orchestrations from './orchestrations/refresh.ts'

const rules = { policies, nonRetryable }

export const refresh = bindWorkflow(orchestrations.refresh, rules)
/** Part of a refresh: never started by itself. */
export const gather = bindWorkflow(gathers.gather, rules)
export const backfill = bindWorkflow(backfills.backfill, rules)
export const market = bindWorkflow(markets.market, rules)
