import type { Logger } from 'pino'
import type { PlanName } from '../../data/plans.ts'
import type { ErrorCode } from './errors.ts'
import { hideSecretsIn } from './hide-secrets.ts'

/** One request. `query` holds only parameters that cannot carry a secret. `ms` is the time until the answer was handed to the system. */
export interface RequestLine {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Pattern of the path, such as `/api/metrics/{metric}`; `none` where no route took the request. */
  readonly route: string
  /** 499 where the caller left before there was an answer. */
  readonly status: number
  readonly error?: ErrorCode
  /** That of the key, or `paid` for a paid call; left out for neither. */
  readonly plan?: PlanName | 'paid'
  /** Ids of the key and of its account, where a key said who calls; the key is null where a person is signed in. */
  readonly key?: string | null
  readonly account?: string
  readonly bytes: number
  readonly ms: number
  readonly edition: string | null
}

type Facts = Readonly<Record<string, unknown>>

export interface ServerLog {
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
  /** Null where requests are not logged: nothing is measured for a line nobody reads. */
  readonly request: ((line: RequestLine) => void) | null
  /** Resolves when every line so far is written. */
  flush(): Promise<void>
}

const levels = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 } as const
export type LogLevel = keyof typeof levels
type LineLevel = 'info' | 'warn' | 'error'
/** Lines of requests, and all others. */
type Kind = 'request' | 'said'

export interface LogOptions {
  readonly level: LogLevel
  /** False writes no line for requests. */
  readonly requests?: boolean
  /** File descriptor; standard error where left out. */
  readonly to?: number | { write(line: string): void }
  now(): number
}

/** Whatever reaches a line under one of these names is a secret, at any of the depths a request or an error has them. */
const secrets = ['authorization', 'x-api-key', 'payment-signature', 'x-payment', 'cookie']
const redacted = secrets.flatMap((name) => ['', '*', 'headers', '*.headers'].map((place) => `${place}["${name}"]`))

/** Longest time an informative line waits; the first ones wait so that loading pino does not delay the first answer. */
const waitMs = 250

/** One JSON object a line. pino is loaded when there is something to write, and immediately for a warning. */
export function openLog({ level, requests = true, to = 2, now }: LogOptions): ServerLog {
  const waiting: [Kind, LineLevel, Facts][] = []
  let loggers: Readonly<Record<Kind, Logger>> | null = null
  let loading: Promise<void> | null = null
  let sync = () => {}

  async function load(): Promise<void> {
    const [{ pino }, { logFile }] = await Promise.all([import('pino'), import('./log-file.ts')])
    const formatters = { level: (label: string) => ({ level: label }) }
    const options = { level, base: null, timestamp: false, formatters }
    const file = typeof to === 'number' ? logFile(to, { sync: false }) : null
    if (file !== null) sync = () => file.flushSync()
    // a request's line has no place for a secret, and to look for one takes seven times as long as to write it
    const into = file ?? (to as Exclude<typeof to, number>)
    loggers = { request: pino(options, into), said: pino({ ...options, redact: redacted }, into) }
    for (const [kind, at, line] of waiting.splice(0)) loggers[kind][at](line)
  }

  function loadOnce(): void {
    loading ??= load()
  }

  function write(at: LineLevel, facts: Facts, kind: Kind = 'said'): void {
    if (levels[at] < levels[level]) return
    const line = { time: new Date(now()).toISOString(), ...(kind === 'said' ? (hideSecretsIn(facts) as Facts) : facts) }
    if (loggers !== null) {
      loggers[kind][at](line)
      return
    }
    waiting.push([kind, at, line])
    if (at !== 'info') loadOnce()
    else if (waiting.length === 1) setTimeout(loadOnce, waitMs).unref()
  }

  return {
    info: (message, facts) => write('info', { ...facts, msg: message }),
    warn: (message, facts) => write('warn', { ...facts, msg: message }),
    error: (message, facts) => write('error', { ...facts, msg: message }),
    request:
      requests && levels.info >= levels[level]
        ? (line) => write('info', { ...line, ms: Math.round(line.ms * 1000) / 1000, msg: 'request' }, 'request')
        : null,
    async flush() {
      if (waiting.length > 0) loadOnce()
      await loading
      sync()
    },
  }
}

/** What an error is called. Its message and stack may hold a path or a secret, and stay where they are. */
export function errorFields(error: unknown): { name: string; code?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  return 'code' in error && typeof error.code === 'string' ? { name: error.name, code: error.code } : { name: error.name }
}
