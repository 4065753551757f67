/**
 * What an orchestration may do, and nothing else: call activities, ask the time, log. Both hosts
 * (`hosts/in-process.ts`, `hosts/temporal.ts`) provide it, so an orchestration is written once.
 *
 * Activities run at least once; each is idempotent by the key of what it writes. Inputs and results cross as JSON of at most
 * `maxPayloadBytes`; what is larger travels through the blob store and only its key crosses.
 */
export interface Host<Activities extends ActivityMap> {
  /** Resolves with the activity's result; rejects with an error whose `name` is the activity's own (`UpstreamError`, `ParseError`, ...). */
  readonly activities: {
    readonly [Name in keyof Activities]: (input: Input<Activities[Name]>) => Promise<Output<Activities[Name]>>
  }
  /** The run's logical time in milliseconds, fixed when the run began. */
  now(): number
  readonly log: Log
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
}

/** Given to an activity by either host. */
export interface ActivityContext {
  readonly signal: AbortSignal
  readonly attempt: number
  /** Says that the activity is alive and how far it is; `resume` is the last such detail of an earlier attempt. */
  heartbeat(detail: unknown): void
  readonly resume: unknown
  readonly log: Log
}

// biome-ignore lint/suspicious/noExplicitAny: the constraint of a map of functions, narrowed by `Input` and `Output`
export type Activity = (input: any, context: ActivityContext) => Promise<any>
export type ActivityMap = Record<string, Activity>
export type Input<A extends Activity> = Parameters<A>[0]
export type Output<A extends Activity> = Awaited<ReturnType<A>>

export type Orchestration<Activities extends ActivityMap, I, O> = (host: Host<Activities>, input: I) => Promise<O>

/** Both hosts refuse an input or result over this (Temporal's own hard limit is 2 MB). */
export const maxPayloadBytes = 128 * 1024
