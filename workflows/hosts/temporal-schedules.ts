import { createHash } from 'node:crypto'
import {
  type CalendarSpec,
  type CalendarSpecDescription,
  type Client,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
  type Workflow,
} from '@temporalio/client'
import type { FeedsMode } from '../../activities/fetch/feeds.ts'
import type { Schedule, ScheduleTimes } from '../../data/schedules.ts'
import { scheduledRefresh } from '../scheduler.ts'
import { taskQueue } from './queues.ts'

export interface ApplyOptions {
  readonly schedules: readonly Schedule[]
  /** Where scheduled refreshes read. */
  readonly feeds: FeedsMode
  /** Names the queues, the schedules and the ids of their runs. */
  readonly installation: string
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
  const { dryRun = false } = options
  const plan = { created: [] as string[], updated: [] as string[], unchanged: [] as string[], removed: [] as string[] }
  for await (const { id, handle, wanted, current, differs } of schedulesBesideRows(client, options)) {
    if (wanted === null) {
      plan.removed.push(id)
      if (!dryRun) await handle.delete()
    } else if (current === null) {
      plan.created.push(id)
      if (!dryRun) await client.schedule.create(wanted)
    } else if (differs.length === 0) plan.unchanged.push(id)
    else {
      plan.updated.push(id)
      if (!dryRun) await handle.update<Workflow>(({ state }) => ({ ...wanted, state }))
    }
  }
  return plan
}

/**
 * The schedules of an installation beside their rows, in the order of those: `current` is null where the server has none. Then those that no
 * row names, `wanted` null.
 */
export async function* schedulesBesideRows(client: Client, { schedules, feeds, installation }: ApplyOptions) {
  for (const schedule of schedules) {
    const wanted = optionsOf(schedule, feeds, installation)
    const handle = client.schedule.getHandle(wanted.scheduleId)
    const current = await handle.describe().catch(unlessAbsent)
    yield { id: schedule.id, handle, wanted, current, differs: current === null ? [] : differences(current, wanted) }
  }
  const named = new Set(schedules.map(({ id }) => scheduleId(installation, id)))
  for await (const { scheduleId: id, memo } of client.schedule.list()) {
    if (memo?.['installation'] !== installation || named.has(id)) continue
    const handle = client.schedule.getHandle(id)
    const current = await handle.describe().catch(unlessAbsent)
    // The server's list lags behind: what was removed a moment ago may still be in it.
    if (current !== null) yield { id: id.slice(scheduleId(installation, '').length), handle, wanted: null, current, differs: [] }
  }
}

function unlessAbsent(error: unknown): null {
  if (error instanceof ScheduleNotFoundError) return null
  throw error
}

function scheduleId(installation: string, id: string): string {
  return `${installation}.${id}`
}

/** A row in Temporal's words; the hash of all of it is in the action's memo, the one place an update reaches, to be compared by. */
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

function specOf(when: ScheduleTimes): Options['spec'] {
  if ('everyMinutes' in when) return { intervals: [{ every: when.everyMinutes * minuteMs }] }
  const dayOfWeek = when.weekdays.map((day) => weekdays[day - 1]!)
  const calendars = when.at.map((clock): CalendarSpec => {
    const [hour, minute] = clock.split(':').map(Number)
    return { hour: hour!, minute: minute!, dayOfWeek }
  })
  return { calendars, timezone: when.zone }
}

/** What of a schedule is not as its row says: compared with what the server has, since whoever edits it there changes no memo. */
function differences({ spec, policies, action }: ScheduleDescription, wanted: Options): string[] {
  const started = wanted.action
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    times: [timesOf(spec), timesWanted(wanted.spec)],
    'time zone': [spec.timezone || 'UTC', wanted.spec.timezone ?? 'UTC'],
    jitter: [spec.jitter ?? 0, wanted.spec.jitter ?? 0],
    overlap: [policies.overlap, wanted.policies?.overlap],
    'catch-up window': [policies.catchupWindow, wanted.policies?.catchupWindow],
    'what it runs': [
      [action.workflowType, action.taskQueue, action.args],
      [started.workflowType, started.taskQueue, started.args],
    ],
  }
  const differing = Object.entries(pairs).flatMap(([what, [is, should]]) =>
    JSON.stringify(is) === JSON.stringify(should) ? [] : [what],
  )
  // such as its title, or what a version before wrote otherwise
  return differing.length === 0 && action.memo?.['row'] !== started.memo?.['row'] ? ['version'] : differing
}

const everyDay = '[{"start":1,"end":31,"step":1}] [{"start":"JANUARY","end":"DECEMBER","step":1}] []'

/** Due times of a spec in one form: `every MILLISECONDS`, or `HOUR:MINUTE DAYS`, with what is not usual behind it. */
function timesOf({ calendars = [], intervals = [], skip = [], startAt, endAt }: ScheduleDescription['spec']): string[] {
  const limits = [skip.length > 0 ? 'skips' : [], startAt ? 'starts' : [], endAt ? 'ends' : []].flat() as string[]
  const times = [
    ...calendars.map(calendarOf),
    ...intervals.map(({ every, offset }) => `every ${every}${offset ? ` + ${offset}` : ''}`),
  ]
  return [...times.sort(), ...limits]
}

function calendarOf({ second, minute, hour, dayOfWeek, dayOfMonth, month, year }: CalendarSpecDescription): string {
  const numbers = [hour, minute, second].map((ranges) =>
    ranges.map(({ start, end, step }) => (start === end ? start : `${start}-${end}/${step}`)),
  )
  const named = dayOfWeek.flatMap(({ start, end }) => {
    const [from, to] = [weekdays.indexOf(start), weekdays.indexOf(end)]
    // the server counts from Sunday
    return from <= to ? weekdays.slice(from, to + 1) : [...weekdays.slice(from), ...weekdays.slice(0, to + 1)]
  })
  const rest = [dayOfMonth, month, year ?? []].map((ranges) => JSON.stringify(ranges)).join(' ')
  return clockOf(numbers.join(':'), named) + (rest === everyDay ? '' : ` ${rest}`)
}

function timesWanted({ calendars = [], intervals = [] }: Options['spec']): string[] {
  const clocks = calendars.map(({ hour, minute, dayOfWeek }) => clockOf(`${hour}:${minute}:0`, dayOfWeek as string[]))
  return [...clocks, ...intervals.map(({ every }) => `every ${every}`)].sort()
}

const clockOf = (clock: string, days: readonly string[]): string =>
  `${clock} ${weekdays.filter((day) => days.includes(day)).join()}`
