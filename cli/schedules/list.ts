import { schedules as registered, type Schedule, type ScheduleTimes } from '../../data/schedules.ts'
import { UnavailableError } from '../../pipeline/errors.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { nextDueAfter } from '../../pipeline/time/schedule.ts'
import type { ScheduleState } from '../../workflows/hosts/schedule-states.ts'
import { selectHost } from '../../workflows/hosts/select.ts'
import { feedsMode } from '../day-and-time.ts'
import { errorSentence, exitFor } from '../exit.ts'
import { pipelineLog } from '../log.ts'
import { print, tableLines } from '../print.ts'
import type { Settings } from '../settings.ts'

const all: readonly Schedule[] = registered
/** How long a list waits for a server: without one it still has the table. */
const patienceMs = 5_000

/**
 * Prints the schedules that a Temporal server has, each compared with its row of this version. Without a server, or where it does not answer,
 * it prints the table alone and says so; the exit code is then that of the error.
 */
export async function listSchedules(
  settings: Pick<Settings, 'host' | 'feeds' | 'installation' | 'logLevel'>,
  options: { readonly feeds?: string | undefined },
  global: { json?: boolean },
): Promise<void> {
  if (selectHost(settings.host, process.env) === 'in-process')
    return printTable(global, 'No Temporal server is configured: this is the table of the program, which "briefing start" keeps.')
  const feeds = feedsMode(options.feeds ?? settings.feeds)
  try {
    return await printServer(settings, feeds, global)
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    process.exitCode = exitFor(error)
    const what = 'This is the table of the program, not the state of the server.'
    printTable(global, `${errorSentence(error)}. ${what}`)
  }
}

async function printServer(
  { installation, logLevel }: Pick<Settings, 'installation' | 'logLevel'>,
  feeds: ReturnType<typeof feedsMode>,
  global: { json?: boolean },
): Promise<void> {
  const { temporalHost } = await import('../../workflows/hosts/temporal.ts')
  const { scheduleStates } = await import('../../workflows/hosts/schedule-states.ts')
  const log = pipelineLog(logLevel)
  const host = await temporalHost({ env: process.env, log, installation, patience: patienceMs })
  try {
    const states = await host.reached(() => scheduleStates(host.client, { schedules: all, feeds, installation }))
    const { address, namespace } = host
    const from = { source: 'server', address, namespace, installation, feeds: feeds.kind }
    print(global, { ...from, schedules: states }, [
      `schedules of ${installation} at ${address}, namespace ${namespace}, compared with the table for ${feeds.kind} feeds:`,
      ...tableLines(
        ['schedule', 'state', 'as in the table', 'next run (UTC)', 'last run (UTC)', 'result'],
        states.map(stateCells),
      ),
      ...(states.every(({ differs, state }) => differs.length === 0 && state !== 'missing' && state !== 'unknown')
        ? []
        : ['', 'To bring the server to the table: briefing schedules apply']),
    ])
  } finally {
    await host.close()
  }
}

/** A schedule of the server as a row for a person. */
export function stateCells({ id, state, note, differs, next, last }: ScheduleState): (string | null)[] {
  const asTable = state === 'missing' || state === 'unknown' ? null : differs.length === 0 ? 'yes' : `no: ${differs.join(', ')}`
  const words = { active: 'active', paused: 'paused', missing: 'not on the server', unknown: 'not in the table' }[state]
  const result = last?.result.toLowerCase().replaceAll('_', ' ') ?? null
  return [id, note === null ? words : `${words}: ${note}`, asTable, minute(next), minute(last?.at ?? null), result]
}

const minute = (time: string | null): string | null => time?.slice(0, 16).replace('T', ' ') ?? null

/** Every schedule of this version, what it runs, and when it is due next. */
function printTable(global: { json?: boolean }, why: string): void {
  const now = Date.now()
  const listed = all.map((row) => ({ row, due: nextDueAfter(row.when, now) }))
  const rows = listed.map(({ row: { id, title, when }, due }) => [
    ...[id, whenInWords(when), zoneOf(when), due === null ? 'never' : minute(isoTime(due))],
    ...[due === null ? null : untilInWords(due, now), title],
  ])
  const schedules = listed.map(({ row, due }) => ({ ...row, next: due === null ? null : isoTime(due) }))
  print(global, { source: 'table', why, schedules }, [
    ...tableLines(['schedule', 'due', 'time zone', 'next run (UTC)', '', 'what it does'], rows),
    '',
    'A start of a run is put off by up to a few minutes, so that not every installation asks at the same second.',
    why,
  ])
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })
/** So many times a day are summed up. */
const many = 6
const minuteMs = 60_000

/** When a schedule is due, in words: its times are those of its time zone. */
export function whenInWords(when: ScheduleTimes): string {
  if ('everyMinutes' in when) return every(when.everyMinutes)
  const days =
    when.weekdays.length === 7 ? 'daily' : when.weekdays.join() === '1,2,3,4,5' ? 'Mon to Fri' : daysInWords(when.weekdays)
  return `${days} ${timesInWords(when.at)}`
}

/** The time zone of its times; null for one that counts minutes. */
export function zoneOf(when: ScheduleTimes): string | null {
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
