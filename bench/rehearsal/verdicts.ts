import type { Alert } from '../../activities/runs/alerts.ts'
import type { Schedule } from '../../data/schedules.ts'
import { upstreams } from '../../data/upstreams.ts'
import type { FeedLine } from '../../pipeline/documents/feed-status.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { chance } from './clock.ts'
import type { Fault, Shows } from './faults.ts'
import type { Rehearsed } from './week.ts'

/** A line of the table at the end. */
export interface Verdict {
  readonly claim: string
  readonly holds: boolean
  /** What was counted, or the first things that contradict it. */
  readonly evidence: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const named = 6

/** Holds when nothing contradicts it. */
export function claimed(claim: string, counted: string, against: readonly string[]): Verdict {
  const more = against.length > named ? ` and ${against.length - named} more` : ''
  return {
    claim,
    holds: against.length === 0,
    evidence: against.length === 0 ? counted : `${against.slice(0, named).join('; ')}${more}`,
  }
}

/** The due times of a row in a span, found by reading a wall clock in its zone each minute: not by the code that schedules. */
export function dueTimes({ when }: Pick<Schedule, 'when'>, from: number, until: number): number[] {
  const moments: number[] = []
  const read = 'zone' in when ? wallClock(when.zone) : null
  for (let at = Math.ceil(from / minuteMs) * minuteMs; at < until; at += minuteMs) {
    if ('everyMinutes' in when) {
      if ((at / minuteMs) % when.everyMinutes === 0) moments.push(at)
      continue
    }
    const { clock, weekday } = read!(at)
    if (when.weekdays.includes(weekday) && when.at.includes(clock)) moments.push(at)
  }
  return moments
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const clocks = new Map<string, Map<number, { readonly clock: string; readonly weekday: number }>>()

/** `HH:MM` and weekday (1 Monday to 7 Sunday) in a zone. */
function wallClock(zone: string) {
  const known = clocks.get(zone) ?? new Map<number, { readonly clock: string; readonly weekday: number }>()
  clocks.set(zone, known)
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  })
  return (at: number) => {
    const before = known.get(at)
    if (before !== undefined) return before
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const shown = { clock: `${parts['hour']}:${parts['minute']}`, weekday: weekdays.indexOf(parts['weekday']!) + 1 }
    known.set(at, shown)
    return shown
  }
}

/**
 * Every due time led to a run before the next due time, or as soon as the machine was free, and every run had its own due time. A first
 * refresh runs before anything is due.
 */
export function schedulesKept(schedules: readonly Schedule[], { runs }: Rehearsed, from: number, until: number): Verdict {
  const isBusy = (at: number) => runs.some(({ began, ended }) => began <= at && ended >= at)
  const against: string[] = []
  let [due, waited] = [0, 0]
  for (const row of schedules) {
    const delay = Math.floor(chance * row.jitterMinutes * minuteMs)
    const began = runs.filter(({ trigger }) => trigger === row.id).map((run) => run.began)
    const times = dueTimes(row, from + 1, until - delay)
    due += times.length
    times.forEach((time, at) => {
      const next = Math.min((times[at + 1] ?? until) + delay, time + delay + row.catchUpMinutes * minuteMs)
      if (began.some((start) => start >= time + delay && start < next)) return
      const isFree = Array.from(
        { length: (next - time - delay) / minuteMs - 1 },
        (_, minute) => time + delay + (minute + 1) * minuteMs,
      )
      if (isFree.some((moment) => !isBusy(moment))) against.push(`${row.id} was due at ${isoTime(time)} and did not run`)
      waited++
    })
    began.forEach((start, at) => {
      const before = began[at - 1] ?? from - hourMs
      if (dueTimes(row, before - delay + 1, start - delay + 1).length === 0)
        against.push(`${row.id} ran at ${isoTime(start)} without being due`)
    })
  }
  return claimed(
    'every due time led to one run',
    `${due} due times, ${waited} of them with the next; ${runs.length} runs`,
    against,
  )
}

/** Most that a run may take, the first refresh aside: the runs of all other schedules wait for it. */
const longestRunMs = 10 * minuteMs

/** One upstream that refuses or fails keeps no other waiting. */
export function nobodyWaits({ runs }: Rehearsed): Verdict {
  const own = runs.filter(({ trigger }) => trigger !== 'briefing start')
  const minutes = ({ began, ended }: Rehearsed['runs'][number]) => `${Math.round((ended - began) / minuteMs)} min`
  const against = own.filter(({ began, ended }) => ended - began > longestRunMs)
  const longest = own.reduce((most, run) => (run.ended - run.began > most.ended - most.began ? run : most), own[0]!)
  return claimed(
    'no run keeps the others waiting',
    `the longest, ${longest.trigger}, took ${minutes(longest)}`,
    against.map((run) => `${run.trigger} of ${isoTime(run.began)} took ${minutes(run)}`),
  )
}

/**
 * No upstream received more requests than its row allows, by the clock of the stand-in: per second, per minute, at the same time, and none
 * while it rests after a refusal.
 */
export function limitsKept({ upstreams: { traffic } }: Rehearsed): Verdict {
  const against: string[] = []
  let requests = 0
  for (const { id, perSecond, concurrency } of upstreams) {
    const { arrivals, most, early } = traffic.get(id)!
    requests += arrivals.length
    for (const [span, words] of [
      [1_000, 'a second'],
      [60_000, 'a minute'],
    ] as const) {
      const allowed = Math.floor((perSecond * span) / 1_000) + 1
      const worst = mostWithin(arrivals, span)
      if (worst > allowed) against.push(`${id} was asked ${worst} times in ${words}, ${allowed} are allowed`)
    }
    if (early.length > 0) against.push(`${id} was asked at ${isoTime(early[0]!)}, before its rest after a refusal was over`)
    if (most > concurrency) against.push(`${id} was asked ${most} times at once, ${concurrency} are allowed`)
  }
  return claimed('no upstream was asked above its limit', `${requests} requests of ${upstreams.length} upstreams`, against)
}

/** The most of some ascending times that lie within a span, the end not included. */
export function mostWithin(times: readonly number[], span: number): number {
  let most = 0
  for (let end = 0, begin = 0; end < times.length; end++) {
    while (times[end]! - times[begin]! >= span) begin++
    most = Math.max(most, end - begin + 1)
  }
  return most
}

/** Every event is published once and arrives once. */
export function eventsOnce({ events, received }: Rehearsed): readonly Verdict[] {
  const twice = (values: readonly (string | number)[]) => values.filter((value, at) => values.indexOf(value) !== at)
  const got = new Set(received)
  const cursors = new Set(events.map(({ cursor }) => cursor))
  return [
    claimed('every event is published once', `${events.length} events`, twice(events.map(({ what }) => what)).map(String)),
    claimed('every event reached the webhook once', `${received.length} messages`, [
      ...events
        .filter(({ cursor }) => !got.has(cursor))
        .map(({ cursor, what }) => `event ${cursor} did not arrive: ${what.slice(0, 120)}`),
      ...twice(received).map((cursor) => `event ${cursor} arrived twice`),
      ...received.filter((cursor) => !cursors.has(cursor)).map((cursor) => `event ${cursor} arrived and is none`),
    ]),
  ]
}

/** How long after its end a fault may still be named: until its feed is read again. */
const echoMs = 26 * hourMs

/** Each fault is named where its row says, and what is late or stale is so because of one. */
export function faultsNamed(faults: readonly Fault[], seen: Rehearsed, versions: ReadonlySet<string>): readonly Verdict[] {
  const spans = faults.flatMap((fault) => fault.shows.map((shows) => ({ fault, shows })))
  return spans.map(({ fault, shows }) => {
    const where = shows.in === 'nothing' ? 'no trace' : Object.values(shows).map(String).join(' ')
    const evidence = traceOf(fault, shows, seen, versions)
    return { claim: `${fault.id} [${where}]`, holds: evidence.holds, evidence: evidence.text }
  })
}

function traceOf(
  fault: Fault,
  shows: Shows,
  { looks, alerts }: Rehearsed,
  versions: ReadonlySet<string>,
): { readonly holds: boolean; readonly text: string } {
  const until = fault.until + echoMs
  const during = looks.filter(({ at }) => at >= fault.from && at <= until)
  const first = (times: readonly number[], otherwise: string) =>
    times.length === 0 ? { holds: false, text: otherwise } : { holds: true, text: `from ${isoTime(times[0]!)} on` }
  if (shows.in === 'nothing') return { holds: true, text: 'nothing is missing at the end' }
  if (shows.in === 'version') {
    const has = versions.has(`${shows.series} ${shows.period}`)
    return { holds: has, text: has ? 'a second version is on record' : 'there is one version only' }
  }
  if (shows.in === 'document') {
    const since = Date.parse(shows.lateSince)
    const spans = looks.filter(({ at }) => at >= since - 24 * hourMs && at < fault.until)
    const wrong = spans.filter(({ at, words }) => (words.get(shows.place) === 'late') !== at >= since)
    const text = `${spans.length} looks, wrong at ${wrong.map(({ at }) => isoTime(at)).join(', ') || 'none'}`
    return { holds: wrong.length === 0 && spans.some(({ at }) => at >= since), text }
  }
  if (shows.in === 'status') {
    const lines = during.flatMap(({ at, feeds }) => feeds.filter(({ feed }) => feed === shows.feed).map((line) => ({ at, line })))
    const says = ({ last_error: error, note, status }: FeedLine) =>
      `${status} ${error?.code ?? ''} ${error?.text ?? ''} ${note ?? ''}`
    const times = lines.filter(({ line }) => shows.says.test(says(line))).map(({ at }) => at)
    return first(times, `status says ${[...new Set(lines.map(({ line }) => says(line)))].join(', ')}`)
  }
  const of = (subjects: Alert['failed']) => subjects.find(({ what, name }) => `${what} ${name}` === shows.subject)
  const sent = alerts.filter(({ at }) => Date.parse(at) >= fault.from && Date.parse(at) <= until)
  const about = sent.filter(({ failed }) => of(failed))
  const right = about.find(({ failed }) => shows.says.test(`${of(failed)!.code} ${of(failed)!.text}`))
  if (right === undefined || about.length > 1)
    return {
      holds: false,
      text: `${about.length} alerts of ${shows.subject}; alerts say ${sent.map(({ text }) => text).join(', ') || 'nothing'}`,
    }
  const back = alerts.find(({ at, recovered }) => at > right.at && of(recovered))
  return { holds: back !== undefined, text: `failed ${right.at}, ${back ? `recovered ${back.at}` : 'never recovered'}` }
}

/** Until a release that a fault delayed is read after its end. */
const readAgainMs = 2 * hourMs

/** Documents are late or stale at no time but while a fault explains it. */
export function nothingElseLate(faults: readonly Fault[], { looks }: Rehearsed): Verdict {
  const against = looks.flatMap(({ at, words }) =>
    [...words].flatMap(([place, word]) => {
      const explained = faults.some((fault) => fault.from <= at && at <= fault.until + readAgainMs && fault.late?.test(place))
      return explained ? [] : [`${place} ${word} at ${isoTime(at)}`]
    }),
  )
  return claimed('nothing was called late without cause', `${looks.length} hourly looks`, against)
}
