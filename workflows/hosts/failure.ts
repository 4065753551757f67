import {
  BriefingError,
  type ErrorFacts,
  InputError,
  NotFoundError,
  ParseError,
  UnavailableError,
  UpstreamError,
} from '../../pipeline/errors.ts'

/** The run was stopped from outside, or another part of it failed first. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
  readonly code: string

  constructor(message = 'the run was cancelled', code = 'CANCELLED') {
    super(message)
    this.code = code
  }
}

export type TimeLimit = 'finish' | 'heartbeat' | 'worker'

/** An activity went over a time limit of its policy. Tried again while its policy allows. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  readonly code: string

  constructor(activity: string, limit: TimeLimit, milliseconds: number) {
    super(messages[limit](activity, milliseconds))
    this.code = limit === 'worker' ? 'NO_WORKER' : 'ACTIVITY_TIMED_OUT'
  }
}

const messages: Record<TimeLimit, (activity: string, milliseconds: number) => string> = {
  finish: (activity, ms) => `activity ${activity} did not finish in ${ms} ms; run it again`,
  heartbeat: (activity, ms) => `activity ${activity} sent no heartbeat for ${ms} ms; check whether its worker is still running`,
  worker: (activity, ms) =>
    `activity ${activity} was not completed ${ms} ms after it was scheduled; check whether a worker polls its queue`,
}

/** What of an error crosses a process boundary: no stack, no cause. */
export interface Failure {
  readonly name: string
  readonly code: string | null
  readonly message: string
  readonly facts: ErrorFacts
  readonly retryAfterMs: number | null
}

export function errorPayloadOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', code: null, message: String(error), facts: {}, retryAfterMs: null }
  const { code, retryAfterMs } = error as { code?: unknown; retryAfterMs?: unknown }
  return {
    name: error.name,
    code: typeof code === 'string' ? code : null,
    message: error.message,
    facts: error instanceof BriefingError ? error.facts : {},
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
  }
}

const classes = { NotFoundError, ParseError, InputError, UnavailableError } as const

/** The error again, as its own class if it is one of this project. */
export function errorOf({ name, message, facts, retryAfterMs, code: own }: Failure): Error {
  const code = own ?? 'UNKNOWN'
  if (name === 'UpstreamError') return new UpstreamError(code, message, facts, retryAfterMs ?? undefined)
  if (name === 'CancelledError') return new CancelledError(message, code)
  if (Object.hasOwn(classes, name)) return new classes[name as keyof typeof classes](code, message, facts)
  return Object.assign(new Error(message), own === null ? { name } : { name, code: own })
}
