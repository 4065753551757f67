/** The Temporal entry: one line an orchestration, exported under its own name. Bundled for the sandbox, so it imports no activity. */
import { nonRetryable, policies } from '../activities/policies.ts'
import { bind } from './hosts/workflow-host.ts'
import * as orchestrations from './orchestrations/refresh.ts'

const rules = { policies, nonRetryable }

export const refresh = bind(orchestrations.refresh, rules)
