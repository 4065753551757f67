import type { Queue } from '../../activities/policies.ts'

export type TaskQueue = Queue | 'workflow'

/** Several installations may share a Temporal namespace: each has separate queues, named after it. */
export const defaultInstallation = 'market-briefing'

/** `market-briefing` -> `market-briefing.writer`, ... */
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
