import { join } from 'node:path'
import type { ActivityContext, Log } from '../../activities/activity.ts'
import { createDeps } from '../../activities/deps.ts'
import { homeAt } from '../../activities/home.ts'
import { type Activities, createActivities } from '../../activities/index.ts'
import type { Alert } from '../../activities/runs/alerts.ts'
import { runSchedulesUntilAbort } from '../../cli/commands/start.ts'
import { schedules as allSchedules, type Schedule } from '../../data/schedules.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { type AcceleratedClock, acceleratedClock, chance } from './clock.ts'
import type { Fault } from './faults.ts'
import { type Growth, growthOf } from './growth.ts'
import { webhookReceiver } from './receiver.ts'
import { type StandIn, standIn } from './stand-in.ts'
import { credentials, type RehearsedTransport, rehearsedTransport } from './transport.ts'
import { type Look, lookAt, viewOf } from './watch.ts'

/** A run as the machine saw it. */
export interface RunSeen {
  readonly trigger: string
  /** By the accelerated clock, milliseconds since 1970 UTC. */
  readonly began: number
  readonly ended: number
  /** Processor time without what the stand-in took. */
  readonly cpuMs: number
  /** Memory of the process at its end, and of the stand-in in it. */
  readonly rssMb: number
  readonly requests: number
  /** Of all bodies as they were sent. */
  readonly bytes: number
}

export interface Rehearsal {
  /** Folder of the home. */
  readonly home: string
  /** Milliseconds since 1970 UTC. */
  readonly from: number
  readonly until: number
  readonly faults: readonly Fault[]
  readonly schedules?: readonly Schedule[]
  readonly log: Log
  seen?(run: RunSeen): void
  looked?(look: Look): void
}

/** All that was seen. */
export interface Rehearsed {
  readonly runs: readonly RunSeen[]
  /** Hourly, and at the end. */
  readonly looks: readonly Look[]
  readonly alerts: readonly Alert[]
  readonly upstreams: Pick<StandIn, 'traffic' | 'statuses' | 'strange'>
  /** The cursor of the event in each message that arrived. */
  readonly received: readonly number[]
  /** Ids of all events of the last edition, in order. */
  readonly events: readonly { readonly cursor: number; readonly what: string }[]
  /** At the begin of each day but the first, and at the end. */
  readonly growth: readonly Growth[]
}

/**
 * Keeps a sample home up to date as `briefing start` does, on an accelerated clock, from a stand-in of all upstreams through the live transport,
 * and watches it each hour from outside.
 */
export async function rehearse({
  home,
  from,
  until,
  faults,
  schedules = allSchedules,
  log,
  seen,
  looked,
}: Rehearsal): Promise<Rehearsed> {
  const clock = acceleratedClock(from)
  const upstreams = await standIn(clock, faults)
  const transport = rehearsedTransport(upstreams.origin, clock)
  const receiver = await webhookReceiver(join(home, 'state.sqlite'), clock.now)
  const alerts: Alert[] = []
  const looks: Look[] = []
  const runs: RunSeen[] = []
  const growth: Growth[] = []
  let events: Rehearsed['events'] = []
  const deps = createDeps({
    home: homeAt(home),
    credentials: new Set(credentials.keys()),
    transport: async () => transport,
    clock: clock.now,
    program: 'rehearsal',
    alerts: [{ name: 'command', send: async (alert) => void alerts.push(alert) }],
    onClose: () => transport.close(),
  })

  async function look(): Promise<void> {
    const view = await viewOf(deps.blobs)
    if (view === null) return
    const look = await lookAt(deps.blobs, view, clock.now())
    looks.push(look)
    looked?.(look)
    await receiver.adopt(view)
    events = view.events.map(({ cursor, known_at, ...event }) => ({ cursor, what: JSON.stringify(event) }))
    if (clock.now() - (growth.at(-1)?.at ?? from) >= dayMs - 60_000) growth.push(await growthOf(home, clock.now()))
  }

  const requests = () => [...upstreams.traffic.values()].reduce((sum, { arrivals }) => sum + arrivals.length, 0)
  let begun = { trigger: '', began: from, requests: 0, bytes: 0, cpu: process.cpuUsage(), spent: 0 }
  const working = whileBusy(createActivities(deps), clock, transport)
  const activities: Activities = {
    ...working,
    begin: (input, context) => {
      const [cpu, spent] = [process.cpuUsage(), upstreams.spentMs()]
      begun = { trigger: input.trigger, began: clock.now(), requests: requests(), bytes: upstreams.sentBytes(), cpu, spent }
      return working.begin(input, context)
    },
    end: async (input, context) => {
      await working.end(input, context)
      const { user, system } = process.cpuUsage(begun.cpu)
      const run: RunSeen = {
        ...{ trigger: begun.trigger, began: begun.began, ended: clock.now(), requests: requests() - begun.requests },
        cpuMs: (user + system) / 1_000 - (upstreams.spentMs() - begun.spent),
        bytes: upstreams.sentBytes() - begun.bytes,
        rssMb: process.memoryUsage.rss() / 1e6,
      }
      runs.push(run)
      seen?.(run)
      const rest = clock.busy()
      if (run.trigger === 'market') await look().finally(rest)
      else rest()
    },
  }
  const stopping = new AbortController()
  /** The scheduler reads it before each run: the week ends between two. */
  const scheduled = () => {
    if (clock.now() >= until) stopping.abort()
    return clock.now()
  }
  try {
    await runSchedulesUntilAbort(
      { home, feeds: { kind: 'sample' }, history: 0, log, signal: stopping.signal },
      { deps, activities, schedules, clock: scheduled, timer: clock.timer, chance: () => chance },
    )
    await look()
    if (growth.at(-1)?.at !== clock.now()) growth.push(await growthOf(home, clock.now()))
  } finally {
    await deps.close()
    await upstreams.close()
    await receiver.close()
  }
  return { runs, looks, alerts, upstreams, received: receiver.received, events, growth }
}

/** The activities, during which time stands, but for fetches that wait for their turn. */
function whileBusy(activities: Activities, clock: AcceleratedClock, transport: RehearsedTransport): Activities {
  type Any = (input: unknown, context: ActivityContext) => Promise<unknown>
  const busied = Object.entries(activities as unknown as Readonly<Record<string, Any>>).map(([name, activity]) => {
    const work: Any = (input, context) => {
      if (name === 'fetch') return transport.within(() => activity(input, context))
      const rest = clock.busy()
      return activity(input, context).finally(rest)
    }
    return [name, work]
  })
  return Object.fromEntries(busied) as Activities
}
