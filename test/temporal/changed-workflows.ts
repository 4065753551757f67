/** A refresh as it might have been before a change: it waits between planning and fetching. Its history must not replay against the code. */
import { sleep } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { nonRetryable, policies } from '../../activities/policies.ts'
import type { Host } from '../../workflows/host.ts'
import { bindWorkflow } from '../../workflows/hosts/workflow-host.ts'
import * as current from '../../workflows/orchestrations/refresh.ts'

async function waiting(host: Host<Activities>, input: current.RefreshInput): Promise<current.RefreshResult> {
  const activities = {
    ...host.activities,
    plan: async (asked: Parameters<typeof host.activities.plan>[0]) => {
      const plan = await host.activities.plan(asked)
      await sleep(20)
      return plan
    },
  }
  return current.refresh({ ...host, activities }, input)
}

export const refresh = bindWorkflow(Object.defineProperty(waiting, 'name', { value: 'refresh' }), { policies, nonRetryable })
