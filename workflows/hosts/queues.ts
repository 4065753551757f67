import type { Queue } from '../../activities/policies.ts'

export type TaskQueue = Queue | 'workflow'

/** The queues of an installation, which are also the roles of a worker. */
export const taskQueues = ['workflow', 'writer', 'fetch', 'render'] as const satisfies readonly TaskQueue[]

/** `market-briefing` -> `market-briefing.writer`, ... Several installations may share a namespace: each has queues named after it. */
export function taskQueue(installation: string, queue: TaskQueue): string {
  return `${installation}.${queue}`
}

/** The activity queues that belong to a workflow queue. */
export function queuesOf(workflowQueue: string): Record<Queue, string> {
  const installation = workflowQueue.slice(0, -'.workflow'.length)
  return {
    writer: taskQueue(installation, 'writer'),
    fetch: taskQueue(installation, 'fetch'),
    render: taskQueue(installation, 'render'),
  }
}
