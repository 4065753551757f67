import type { When } from '../../data/schedules.ts'
import { schedules as registered, type Schedule } from '../../data/schedules.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { nextDueAfter } from '../../pipeline/time/schedule.ts'
import { declare, feeds, type Given } from '../command.ts'
import { feedsMode } from '../day-and-time.ts'
import { pipelineLog } from '../log.ts'
import { print, tableLines } from '../print.ts'
import type { Settings } from '../settings.ts'

const all: readonly Schedule[] = registered

const options = [feeds, ['--dry-run', 'print what apply would change, without changing it']] as const

type SchedulesOptions = Given<typeof options>

/** `briefing schedules list | apply`. */
export const command = declare({
  actions: ['list', 'apply'],
  options,
  examples: ['schedules list', 'schedules apply --feeds live --dry-run'],
  unreachable: 'the Temporal server does not answer',
  guide: 'docs/guides/temporal.md',
  action: async ({ settings, global }, options, action) => {
    if (action === 'list') return list(global)
    return apply(settings, options, global)
  },
})

/** Every schedule, what it runs, and when it is due next. */
function list(global: { json?: boolean }): void {
  const now = Date.now()
  const listed = all.map((row) => ({ row, due: nextDueAfter(row.when, now) }))
  const rows = listed.map(({ row: { id, title, when }, due }) => [
    ...[id, whenInWords(when), zoneOf(when), due === null ? 'never' : isoTime(due).slice(0, 16).replace('T', ' ')],
    ...[due === null ? null : untilInWords(due, now), title],
  ])
  const table = tableLines(['schedule', 'due', 'time zone', 'next run (UTC)', '', 'what it does'], rows)
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
  const { temporalHost } = await import('../../workflows/hosts/temporal.ts')
  const { applySchedules } = await import('../../workflows/hosts/temporal-schedules.ts')
  const host = await temporalHost({ env: process.env, log: pipelineLog(settings.logLevel) })
  try {
    const dryRun = options.dryRun === true
    const plan = await host.reached(() => applySchedules(host.client, { schedules: all, feeds, dryRun }))
    const place = { address: host.address, namespace: host.namespace }
    const lines = Object.entries(plan).map(([what, ids]) => `${what}: ${ids.length === 0 ? 'none' : ids.join(', ')}`)
    const heading = `${dryRun ? 'would change' : 'schedules of'} ${host.address}, namespace ${host.namespace}`
    print(global, { ...place, dry_run: dryRun, ...plan }, [heading, ...lines])
  } finally {
    await host.close()
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })
/** So many times a day are summed up. */
const many = 6
const minuteMs = 60_000

/** When a schedule is due, in words: its times are those of its time zone. */
export function whenInWords(when: When): string {
  if ('everyMinutes' in when) return every(when.everyMinutes)
  const days =
    when.weekdays.length === 7 ? 'daily' : when.weekdays.join() === '1,2,3,4,5' ? 'Mon to Fri' : daysInWords(when.weekdays)
  return `${days} ${timesInWords(when.at)}`
}

/** The time zone of its times; null for one that counts minutes. */
export function zoneOf(when: When): string | null {
  return 'zone' in when ? when.zone : null
}

/** The time until `due`, in milliseconds since 1970 UTC both, to the minute: "in 9 h 5 min". */
export function untilInWords(due: number, now: number): string {
  const minutes = Math.ceil((due - now) / minuteMs)
  if (minutes < 60) return `in ${minutes} min`
  if (minutes < 48 * 60) return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `in ${Math.floor(minutes / 1_440)} days`
}

function every(minutes: number): string {
  return minutes % 60 === 0 ? (minutes === 60 ? 'every hour' : `every ${minutes / 60} hours`) : `every ${minutes} minutes`
}

function daysInWords(days: readonly number[]): string {
  return conjunction.format(days.map((day) => weekdays[day - 1]!))
}

function timesInWords(times: readonly string[]): string {
  const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  if (times.length < many) return `at ${conjunction.format(times)}`
  const step = minutes[1]! - minutes[0]!
  const isRegular = minutes.every((at, i) => at === minutes[0]! + i * step)
  return `${isRegular ? every(step) : `${times.length} times`} from ${times[0]} to ${times.at(-1)}`
}
