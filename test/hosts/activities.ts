import type { ActivityContext } from '../../activities/activity.ts'
import type { Policy } from '../../activities/policies.ts'
import { InputError, NotFoundError, ParseError, UnavailableError, UpstreamError } from '../../pipeline/errors.ts'

export type ErrorKind = 'upstream' | 'not-found' | 'parse' | 'input' | 'unavailable' | 'replaced' | 'bug'

export interface Call {
  readonly activity: string
  readonly key: string
  readonly attempt: number
  readonly at: number
}

/** Activities of the contract suite, and what they saw. */
export function contractActivities() {
  const calls: Call[] = []
  const stopped: string[] = []
  const inside = new Map<string, number>()
  const most = new Map<string, number>()

  function note(activity: string, key: string, { attempt }: ActivityContext): void {
    calls.push({ activity, key, attempt, at: performance.now() })
  }

  const activities = {
    /** Fails the first `failures` attempts. */
    async flaky(
      input: { key: string; failures: number; kind: ErrorKind; retryAfterMs?: number },
      context: ActivityContext,
    ): Promise<{ attempt: number }> {
      note('flaky', input.key, context)
      if (context.attempt <= input.failures) throw errorOfKind(input.kind, input.retryAfterMs)
      return { attempt: context.attempt }
    },

    async echo(input: { key: string; value?: unknown }, context: ActivityContext): Promise<{ value?: unknown; keys: string[] }> {
      note('echo', input.key, context)
      return { value: input.value, keys: Object.keys(input) }
    },

    async keep(input: { key: string; how: string }, context: ActivityContext): Promise<void> {
      note('keep', input.key, context)
      context.signal.throwIfAborted()
      context.log.info(`kept ${input.key}`, { figure: input.how })
    },

    async produce(input: { key: string; what: 'large' | 'fits' | 'bigint' }, context: ActivityContext): Promise<unknown> {
      note('produce', input.key, context)
      return { large: 'x'.repeat(128 * 1024), fits: 'x'.repeat(128 * 1024 - 2), bigint: { n: 1n } }[input.what]
    },

    /** Works until it is told to stop. */
    async endless(input: { key: string }, context: ActivityContext): Promise<never> {
      note('endless', input.key, context)
      for (;;) {
        if (context.signal.aborted) {
          stopped.push(input.key)
          throw context.signal.reason
        }
        context.heartbeat({ at: calls.length })
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },

    /** The first attempt gets to 3 and fails; the next says where it was told to go on from. */
    async resuming(input: { key: string }, context: ActivityContext): Promise<{ resumedAt: unknown }> {
      note('resuming', input.key, context)
      if (context.attempt > 1) return { resumedAt: context.resume }
      for (const at of [1, 2, 3]) context.heartbeat({ at, since: new Date(0) })
      throw errorOfKind('upstream')
    },

    /** The first `lates` attempts outlast their time limit. */
    async late(input: { key: string; lates: number }, context: ActivityContext): Promise<{ attempt: number }> {
      note('late', input.key, context)
      if (context.attempt > input.lates) return { attempt: context.attempt }
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
      stopped.push(input.key)
      throw context.signal.reason
    },

    async fetchPage(input: { key: string; page: number }, context: ActivityContext): Promise<{ page: number; blob: string }> {
      note('fetchPage', input.key, context)
      await within('fetch', 5 + (input.page % 4) * 5)
      return { page: input.page, blob: `blob-${input.page}` }
    },

    async loadPage(input: { key: string; page: number; blob: string }, context: ActivityContext): Promise<{ rows: number }> {
      note('loadPage', input.key, context)
      await within('load', 2)
      return { rows: input.blob === `blob-${input.page}` ? input.page : Number.MAX_SAFE_INTEGER }
    },

    async say(input: { key: string }, context: ActivityContext): Promise<null> {
      note('say', input.key, context)
      context.log.info(`activity says ${input.key}`, { figure: 7 })
      return null
    },
  }

  async function within(what: string, milliseconds: number): Promise<void> {
    const now = (inside.get(what) ?? 0) + 1
    inside.set(what, now)
    most.set(what, Math.max(now, most.get(what) ?? 0))
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    inside.set(what, (inside.get(what) ?? 0) - 1)
  }

  return {
    activities,
    calls: (activity: string, key: string) => calls.filter((call) => call.activity === activity && call.key === key),
    stopped: (key: string) => stopped.filter((at) => at === key).length,
    mostAtOnce: (what: 'fetch' | 'load') => most.get(what) ?? 0,
  }
}

export type ContractActivities = ReturnType<typeof contractActivities>['activities']

export function errorOfKind(kind: ErrorKind, retryAfterMs?: number): Error {
  const facts = { upstream: 'example', status: 429, held: false, note: null }
  if (kind === 'upstream') return new UpstreamError('UPSTREAM_BUSY', 'example is busy; wait and try again', facts, retryAfterMs)
  if (kind === 'not-found') return new NotFoundError('DOCUMENT_GONE', 'example has no such document; look at its index', facts)
  if (kind === 'parse') return new ParseError('COLUMN_MISSING', 'the column VALUE is missing; review the recording', facts)
  if (kind === 'input') return new InputError('DAY_UNKNOWN', 'there is no 31 June; give a real day', facts)
  if (kind === 'unavailable') return new UnavailableError('STORE_UNREADABLE', 'the store cannot be opened; rebuild it', facts)
  if (kind === 'replaced') return new UnavailableError('WRITER_FENCED', 'another process is the writer; stop this one', facts)
  return new TypeError('undefined is not a function')
}

const three = { attempts: 3, firstMs: 20, factor: 2, maxMs: 1_000 }
const once = { attempts: 1, firstMs: 0, factor: 1, maxMs: 0 }
const fetching = { queue: 'fetch', startToCloseMs: 20_000, heartbeatMs: null, retry: three } as const satisfies Policy

export const contractRules = {
  policies: {
    flaky: fetching,
    echo: { ...fetching, queue: 'render' },
    produce: { ...fetching, queue: 'render' },
    endless: { ...fetching, heartbeatMs: 1_000, startToCloseMs: 60_000 },
    resuming: { ...fetching, heartbeatMs: 10_000 },
    late: { ...fetching, startToCloseMs: 300, retry: { ...three, attempts: 2 } },
    keep: { ...fetching, afterCancel: true },
    fetchPage: fetching,
    loadPage: { ...fetching, queue: 'writer', retry: once },
    say: { ...fetching, queue: 'render' },
  },
  nonRetryable: ['NotFoundError', 'ParseError', 'InputError'],
} as const satisfies { policies: Record<keyof ContractActivities, Policy>; nonRetryable: readonly string[] }
