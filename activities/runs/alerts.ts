import { codeAndMessage } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import type { Writer } from '../../pipeline/store/fence.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import type { Log } from '../activity.ts'
import { changeRunsState, type RunsState, readRunsState, refusalCodes } from './runs-state.ts'

/** A run or a feed that fails, or failed until now; an upstream that refuses us, with all its feeds; or a field of a feed's bodies that is not what it always was. */
export interface AlertSubject {
  readonly what: 'run' | 'feed' | 'upstream' | 'contract'
  /** The id of a feed or upstream, of a contract with the field; of a run its kind and what starts it, such as "refresh fred-morning". */
  readonly name: string
  /** RFC 3339 UTC. */
  readonly since: string
  readonly code?: string
  readonly text?: string
}

/** What an alert says when something began to fail or recovered. */
export interface Alert {
  /** The run after which it is sent. */
  readonly run: string
  readonly at: string
  readonly event: 'failed' | 'recovered'
  /** All of it in one line. */
  readonly text: string
  readonly failed: readonly AlertSubject[]
  readonly recovered: readonly AlertSubject[]
}

/** A way to tell an operator. */
export interface AlertChannel {
  readonly name: 'command' | 'webhook'
  /** Rejects if the alert was not delivered. */
  send(alert: Alert): Promise<void>
}

/** Everything that fails now, by subject. */
function failing({ triggers, feeds, refusing, drift }: RunsState): Map<string, AlertSubject> {
  const subjects: AlertSubject[] = []
  for (const [name, { failing: since }] of Object.entries(triggers)) if (since) subjects.push({ what: 'run', name, ...since })
  for (const [name, { down_since, last_error }] of Object.entries(feeds))
    if (down_since !== null && !refusalCodes.has(last_error?.code ?? ''))
      subjects.push({
        what: 'feed',
        name,
        since: down_since,
        ...(last_error && { code: last_error.code, text: last_error.text }),
      })
  for (const [name, { at, code, text }] of Object.entries(refusing))
    subjects.push({ what: 'upstream', name, since: at, code, text })
  for (const [name, change] of Object.entries(drift)) subjects.push({ what: 'contract', name, code: 'CONTRACT_DRIFT', ...change })
  return new Map(subjects.map((subject) => [`${subject.what} ${subject.name}`, subject]))
}

const ofFailures = { failed: 'failed', recovered: 'recovered (failing' }
const verbs = {
  run: ofFailures,
  feed: ofFailures,
  upstream: ofFailures,
  contract: { failed: 'changed', recovered: 'is settled (changed' },
}

/** What a channel that was notified of `notified` (time by subject) has to hear now; null if nothing is new. */
function alertFor(state: RunsState, notified: Readonly<Record<string, string>>, run: string, at: string): Alert | null {
  const now = failing(state)
  const failed = [...now].flatMap(([key, subject]) => (key in notified ? [] : [subject]))
  const recovered = Object.entries(notified).flatMap(([key, since]): AlertSubject[] => {
    const [what, ...name] = key.split(' ')
    const isDown = what === 'feed' && typeof state.feeds[name.join(' ')]?.down_since === 'string'
    return now.has(key) || isDown ? [] : [{ what: what as AlertSubject['what'], name: name.join(' '), since }]
  })
  if (failed.length + recovered.length === 0) return null
  const text = [
    ...failed.map(({ what, name, code, text: words }) => `${what} ${name} ${verbs[what].failed}: ${code}: ${words}`),
    ...recovered.map(({ what, name, since }) => `${what} ${name} ${verbs[what].recovered} since ${since})`),
  ].join('\n')
  return { run, at, event: failed.length > 0 ? 'failed' : 'recovered', text: `Market Briefing: ${text}`, failed, recovered }
}

/** What telling needs of a process. */
interface AlertDeps {
  readonly blobs: Blobs
  readonly clock: () => number
  readonly alerts: readonly AlertChannel[]
  writer?(): Promise<Writer | undefined>
}

/**
 * Notifies each channel of what it does not know yet: once when something begins to fail, once when it recovers. What could not be delivered is
 * logged, ends nothing, and is sent after the next run if it is still true.
 */
export async function notifyAlertChannels(
  { blobs, clock, alerts, writer }: AlertDeps,
  run: string,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  await Promise.all(
    alerts.map(async (channel) => {
      const state = await readRunsState(blobs)
      const alert = alertFor(state, state.notified[channel.name] ?? {}, run, isoTime(clock()))
      if (alert === null) return
      try {
        await channel.send(alert)
      } catch (error) {
        log.warn('an alert was not delivered', { channel: channel.name, ...codeAndMessage(error) })
        return
      }
      const notified = Object.fromEntries([...failing(state)].map(([key, { since }]) => [key, since]))
      const changed = (standing: RunsState) => ({ ...standing, notified: { ...standing.notified, [channel.name]: notified } })
      await changeRunsState(blobs, changed, await writer?.())
    }),
  )
}
