/** The Temporal entry: one line an orchestration, exported under its own name. Bundled for the sandbox, so it imports no activity. */
import { nonRetryable, policies } from '../activities/policies.ts'
import { bind } from './hosts/workflow-host.ts'
import * as backfills from './orchestrations/backfill.ts'
import * as gathers from './orchestrations/gather.ts'
import * as markets from './orchestrations/market.ts'
import * as orchestrations from './orchestrations/refresh.ts'

const rules = { policies, nonRetryable }

export const refresh = bind(orchestrations.refresh, rules)
/** Part of a refresh: never started by itself. */
export const gather = bind(gathers.gather, rules)
export const backfill = bind(backfills.backfill, rules)
export const market = bind(markets.market, rules)
