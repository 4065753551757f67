import { type Job, schedules as registered, type Schedule, type When } from '../data/schedules.ts'
import { isoTime } from '../pipeline/calendar/day.ts'
import { nextDueAfter } from '../pipeline/calendar/schedule.ts'
import { InputError } from '../pipeline/errors.ts'
import { feedsMode } from './day-and-time.ts'
import { pipelineLog } from './log.ts'
import { print } from './print.ts'
import type { Settings } from './settings.ts'

const rows: readonly Schedule[] = registered
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

interface SchedulesOptions {
  readonly feeds?: string
  readonly dryRun?: boolean
}

/** `briefing schedules list | apply`. */
export async function schedules(
  settings: Settings,
  action: string,
  options: SchedulesOptions,
  global: { json?: boolean },
): Promise<void> {
  if (action === 'list') return list(global)
  if (action === 'apply') return apply(settings, options, global)
  throw new InputError('ACTION_UNKNOWN', `unknown action "${action}"; use list or apply`)
}

/** Every schedule, what it runs, and when it is due next. */
function list(global: { json?: boolean }): void {
  const now = Date.now()
  const listed = rows.map((row) => ({ ...row, next: nextOf(row.when, now) }))
  const lines = listed.map(
    ({ id, title, when, runs, next }) => `${id}: ${title}\n  ${inWords(when)}; ${jobInWords(runs)}; next ${next ?? 'never'}`,
  )
  print(global, listed, lines)
}

/** Brings the schedules of the Temporal server to the rows of this version, and prints what that took. */
async function apply(settings: Settings, options: SchedulesOptions, global: { json?: boolean }): Promise<void> {
  const feeds = feedsMode(options.feeds ?? settings.feeds)
  const { temporalHost } = await import('../workflows/hosts/temporal.ts')
  const { applySchedules } = await import('../workflows/hosts/temporal-schedules.ts')
  const host = await temporalHost({ env: process.env, log: pipelineLog(settings.logLevel) })
  try {
    const dryRun = options.dryRun === true
    const plan = await host.reached(() => applySchedules(host.client, { schedules: rows, feeds, dryRun }))
    const place = { address: host.address, namespace: host.namespace }
    const lines = Object.entries(plan).map(([what, ids]) => `${what}: ${ids.length === 0 ? 'none' : ids.join(', ')}`)
    const heading = `${dryRun ? 'would change' : 'schedules of'} ${host.address}, namespace ${host.namespace}`
    print(global, { ...place, dry_run: dryRun, ...plan }, [heading, ...lines])
  } finally {
    await host.close()
  }
}

function nextOf(when: When, now: number): string | null {
  const next = nextDueAfter(when, now)
  return next === null ? null : isoTime(next)
}

function inWords(when: When): string {
  if ('everyMinutes' in when) return `every ${when.everyMinutes} minutes`
  const days = when.weekdays.length === 7 ? 'daily' : when.weekdays.map((day) => weekdays[day - 1]).join(', ')
  return `${days} ${when.at.join(', ')} ${when.zone}`
}

function jobInWords(job: Job): string {
  if (job.orchestration === 'market') return 'writes the analysts’ copy'
  return `reads ${job.feeds.length === 0 ? 'all feeds' : job.feeds.join(', ')}`
}
