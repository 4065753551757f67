import type { ActivityMap, Input, Log, Output } from '../activities/activity.ts'

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

export type Orchestration<Activities extends ActivityMap, I, O> = (host: Host<Activities>, input: I) => Promise<O>

/** Both hosts refuse an input or result over this (Temporal's own hard limit is 2 MB). */
export const maxPayloadBytes = 128 * 1024
