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

// biome-ignore lint/suspicious/noExplicitAny: the constraint of a map of functions, narrowed by `ActivityInput` and `ActivityOutput`
export type Activity = (input: any, context: ActivityContext) => Promise<any>
export type ActivityMap = Record<string, Activity>
export type ActivityInput<A extends Activity> = Parameters<A>[0]
export type ActivityOutput<A extends Activity> = Awaited<ReturnType<A>>
