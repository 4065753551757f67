import { createHash } from 'node:crypto'
import {
  type CalendarSpec,
  type Client,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
  type Workflow,
} from '@temporalio/client'
import type { FeedsMode } from '../../activities/feeds.ts'
import type { Schedule, When } from '../../data/schedules.ts'
import { scheduledRefresh } from '../scheduler.ts'
import { defaultInstallation, taskQueue } from './queues.ts'

export interface ApplyOptions {
  readonly schedules: readonly Schedule[]
  /** Where scheduled refreshes read. */
  readonly feeds: FeedsMode
  readonly installation?: string
  /** Says what would be done and does nothing. */
  readonly dryRun?: boolean
}

type Options = ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
const minuteMs = 60_000

/**
 * Brings the schedules of a Temporal server to these rows: makes what is missing, updates what differs, removes what no row names any
 * more. Touches only schedules of this installation. Whether one is paused, and the note on it, stay as they are. Twice in a row changes
 * nothing.
 */
export async function applySchedules(client: Client, options: ApplyOptions) {
  const { schedules, feeds, installation = defaultInstallation, dryRun = false } = options
  const plan = { created: [] as string[], updated: [] as string[], unchanged: [] as string[], removed: [] as string[] }
  for (const schedule of schedules) {
    const wanted = optionsOf(schedule, feeds, installation)
    const handle = client.schedule.getHandle(wanted.scheduleId)
    const current = await handle.describe().catch(unlessAbsent)
    if (current === null) {
      plan.created.push(schedule.id)
      if (!dryRun) await client.schedule.create(wanted)
    } else if (current.action.memo?.['row'] === wanted.action.memo?.['row']) plan.unchanged.push(schedule.id)
    else {
      plan.updated.push(schedule.id)
      if (!dryRun) await handle.update<Workflow>(({ state }) => ({ ...wanted, state }))
    }
  }
  const named = new Set(schedules.map(({ id }) => scheduleId(installation, id)))
  for await (const { scheduleId: id, memo } of client.schedule.list()) {
    if (memo?.['installation'] !== installation || named.has(id)) continue
    // The server's list lags behind: what was removed a moment ago may still stand in it.
    const gone = (await client.schedule.getHandle(id).describe().catch(unlessAbsent)) === null
    if (gone) continue
    plan.removed.push(id.slice(scheduleId(installation, '').length))
    if (!dryRun) await client.schedule.getHandle(id).delete()
  }
  return plan
}

function unlessAbsent(error: unknown): null {
  if (error instanceof ScheduleNotFoundError) return null
  throw error
}

function scheduleId(installation: string, id: string): string {
  return `${installation}.${id}`
}

/** A row in Temporal's words; the hash of all of it stands in the action's memo, the one place an update reaches, to be compared by. */
function optionsOf(schedule: Schedule, feeds: FeedsMode, installation: string): Options {
  const id = scheduleId(installation, schedule.id)
  const { runs } = schedule
  const action = {
    type: 'startWorkflow',
    workflowType: runs.orchestration,
    workflowId: id,
    taskQueue: taskQueue(installation, 'workflow'),
    args: [runs.orchestration === 'refresh' ? scheduledRefresh(schedule.id, runs.feeds, feeds) : {}],
    staticSummary: schedule.title,
  } as const
  const rest = {
    spec: { ...specOf(schedule.when), jitter: schedule.jitterMinutes * minuteMs },
    policies: {
      overlap: schedule.overlap === 'skip' ? ScheduleOverlapPolicy.SKIP : ScheduleOverlapPolicy.BUFFER_ONE,
      catchupWindow: schedule.catchUpMinutes * minuteMs,
    },
  }
  const row = createHash('sha256')
    .update(JSON.stringify({ action, ...rest }))
    .digest('hex')
  return { scheduleId: id, memo: { installation }, ...rest, action: { ...action, memo: { row } } }
}

function specOf(when: When): Options['spec'] {
  if ('everyMinutes' in when) return { intervals: [{ every: when.everyMinutes * minuteMs }] }
  const dayOfWeek = when.weekdays.map((day) => weekdays[day - 1]!)
  const calendars = when.at.map((clock): CalendarSpec => {
    const [hour, minute] = clock.split(':').map(Number)
    return { hour: hour!, minute: minute!, dayOfWeek }
  })
  return { calendars, timezone: when.zone }
}
