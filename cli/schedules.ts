import { schedules as registered, type Schedule } from '../data/schedules.ts'
import { isoTime } from '../pipeline/calendar/day.ts'
import { nextDueAfter } from '../pipeline/calendar/schedule.ts'
import { feedsMode } from './day-and-time.ts'
import { untilInWords, whenInWords, zoneOf } from './due-words.ts'
import { pipelineLog } from './log.ts'
import { print, tableLines } from './print.ts'
import type { Settings } from './settings.ts'
import { unknown } from './unknown.ts'

const rows: readonly Schedule[] = registered

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
  throw unknown('ACTION_UNKNOWN', action, { kind: 'action', names: ['list', 'apply'] })
}

/** Every schedule, what it runs, and when it is due next. */
function list(global: { json?: boolean }): void {
  const now = Date.now()
  const listed = rows.map((row) => ({ row, due: nextDueAfter(row.when, now) }))
  const table = tableLines(
    ['schedule', 'due', 'time zone', 'next run (UTC)', '', 'what it does'],
    listed.map(({ row: { id, title, when }, due }) => [
      id,
      whenInWords(when),
      zoneOf(when),
      due === null ? 'never' : isoTime(due).slice(0, 16).replace('T', ' '),
      due === null ? null : untilInWords(due, now),
      title,
    ]),
  )
  const value = listed.map(({ row, due }) => ({ ...row, next: due === null ? null : isoTime(due) }))
  print(global, value, [
    ...table,
    '',
    'A start of a run is put off by up to a few minutes, so that not every installation asks at the same second.',
  ])
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
