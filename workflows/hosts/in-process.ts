import { setMaxListeners } from 'node:events'
import type { Activity, ActivityMap, Log } from '../../activities/activity.ts'
import type { Policy, Queue } from '../../activities/policies.ts'
import { InputError } from '../../pipeline/errors.ts'
import { systemTimer, type Timer } from '../../pipeline/http/timer.ts'
import type { ConcurrencyWindows, Host, Orchestration } from '../host.ts'
import { CancelledError, TimeoutError } from './failure.ts'
import { decodePayload, encodePayload, roundTrip } from './payload-codec.ts'
import { type ActivityRules, retryDelayMs, waitUnlessAborted } from './retry.ts'
import { type Semaphore, semaphore } from './semaphore.ts'

/**
 * Runs orchestrations in this process: the default host, for one machine. Not its business: signals, queries, several machines, a run
 * that outlives the process (plans come from cursors and loads are idempotent, so the next run asks only for what is missing).
 */
export interface InProcessOptions<A extends ActivityMap> {
  readonly activities: A
  readonly policies: Readonly<Record<keyof A & string, Policy>>
  readonly nonRetryable: ActivityRules['nonRetryable']
  /** Activities of a queue that run at a time. */
  readonly concurrency: Readonly<Record<Queue, number>>
  /** The run's logical time in milliseconds. */
  readonly now: number
  readonly log: Log
  /** Cancels the run. */
  readonly signal?: AbortSignal | undefined
  /** Alarms for waits and limits; the machine's own by default. */
  readonly timer?: Pick<Timer, 'after'>
}

/**
 * Runs one orchestration to its end. Its first failure stops everything else of the run, and neither result nor failure comes back before
 * the last activity has let go.
 * @throws what the orchestration throws: an activity's own error, `CancelledError`, `TimeoutError`
 */
export async function runInProcess<A extends ActivityMap, I, O>(
  options: InProcessOptions<A>,
  orchestration: Orchestration<A, I, O>,
  input: I,
): Promise<O> {
  refuseAborted(options.signal)
  const host = inProcessHost(options)
  try {
    const result = await orchestration(host, roundTrip(input, `input of ${orchestration.name}`))
    return roundTrip(result, `result of ${orchestration.name}`)
  } finally {
    await host.close()
  }
}

/** The host itself, for calls outside an orchestration; `close` stops what runs and resolves when nothing does. */
export function inProcessHost<A extends ActivityMap>(options: InProcessOptions<A>): Host<A> & { close(): Promise<void> } {
  const { log, now, signal: outer, timer = systemTimer } = options
  const names = Object.keys(options.activities) as (keyof A & string)[]
  const slots = Object.fromEntries(
    Object.entries(options.concurrency).map(([queue, places]) => [queue, semaphore(places)]),
  ) as Record<Queue, Semaphore>
  for (const name of names)
    if (!options.policies[name])
      throw new InputError('POLICY_MISSING', `activity ${name} has no policy; add a row to activities/policies.ts`)
  const ended = new AbortController()
  const running = outer ? AbortSignal.any([outer, ended.signal]) : ended.signal
  // each activity that waits for its turn listens: a window of renders is more than Node takes for usual
  setMaxListeners(0, running)
  const underWay = new Set<Promise<unknown>>()

  function track<T>(work: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = work.catch(() => {}).finally(() => underWay.delete(settled))
    underWay.add(settled)
    return work
  }

  /** One activity, with the waits and attempts its policy gives it. The place in its queue is free while it waits to try again. */
  async function call(name: keyof A & string, input: unknown): Promise<unknown> {
    const policy = options.policies[name]
    const signal = policy.afterCancel ? neverAborted : running
    const sent = encodePayload(input, `input of ${name}`)
    let resume: unknown
    for (let attempt = 1; ; attempt++) {
      refuseAborted(signal)
      const giveBack = await slots[policy.queue].take(signal)
      let delay: number | null
      try {
        const heard = (detail: unknown) => {
          resume = detail
        }
        return roundTrip(await tryOnce(name, decodePayload(sent), attempt, resume, heard, signal), `result of ${name}`)
      } catch (error) {
        refuseAborted(signal)
        delay = retryDelayMs(policy, options.nonRetryable, attempt, error)
        if (delay === null) throw error
        const { name: kind, message, code } = error as Error & { code?: string }
        log.warn(`${name} failed, trying again`, {
          activity: name,
          attempt,
          of: policy.retry.attempts,
          inMs: delay,
          error: kind,
          code,
          message,
        })
      } finally {
        giveBack()
      }
      await waitUnlessAborted(delay, timer, signal)
    }
  }

  /** One attempt. Its place stays taken until the activity has settled, even past its time limit: two of one writer never overlap. */
  async function tryOnce(
    name: keyof A & string,
    input: unknown,
    attempt: number,
    resume: unknown,
    heard: (detail: unknown) => void,
    run: AbortSignal,
  ): Promise<unknown> {
    const { startToCloseMs, heartbeatMs } = options.policies[name]
    const activity = options.activities[name] as Activity
    const late = new AbortController()
    const stop = timer.after(startToCloseMs, () => late.abort(new TimeoutError(name, 'finish', startToCloseMs)))
    const stall = stallWarning(name, attempt, heartbeatMs ?? startToCloseMs)
    try {
      const result = await activity(input, {
        signal: AbortSignal.any([run, late.signal]),
        attempt,
        resume,
        heartbeat: (detail) => {
          heard(roundTrip(detail, `heartbeat of ${name}`))
          stall.alive()
        },
        log: withFacts(log, { activity: name, attempt }),
      })
      late.signal.throwIfAborted()
      return result
    } catch (error) {
      late.signal.throwIfAborted()
      throw error
    } finally {
      stop()
      stall.over()
    }
  }

  /** Says so each time an activity has been silent for `silenceMs`. */
  function stallWarning(activity: string, attempt: number, silenceMs: number) {
    let silences = 0
    let callOff = arm()
    function arm(): () => void {
      return timer.after(silenceMs, () => {
        silences++
        log.warn(`${activity} has sent no heartbeat for ${silences * silenceMs} ms`, {
          activity,
          attempt,
          silentMs: silences * silenceMs,
        })
        callOff = arm()
      })
    }
    return {
      alive: () => {
        silences = 0
        callOff()
        callOff = arm()
      },
      over: () => callOff(),
    }
  }

  const host: Host<A> = {
    activities: Object.fromEntries(
      names.map((name) => [name, (input: unknown) => track(call(name, input))]),
    ) as Host<A>['activities'],
    async child(part, input) {
      const result = await part(host, roundTrip(input, `input of ${part.name}`))
      return roundTrip(result, `result of ${part.name}`)
    },
    windows,
    now: () => now,
    log,
  }
  return {
    ...host,
    async close() {
      ended.abort(new CancelledError('the run has ended'))
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** As many requests as the queue `fetch` has places (`activities/policies.ts`). */
const windows: ConcurrencyWindows = { fetch: 4, upstream: 4, render: 16 }

const neverAborted = new AbortController().signal

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason instanceof CancelledError ? signal.reason : new CancelledError()
}

function withFacts(log: Log, own: Record<string, unknown>): Log {
  return {
    info: (message, facts) => log.info(message, { ...own, ...facts }),
    warn: (message, facts) => log.warn(message, { ...own, ...facts }),
  }
}
