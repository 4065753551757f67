import type { ActivityInput, ActivityMap, ActivityOutput, Log } from '../activities/activity.ts'

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
    readonly [Name in keyof Activities]: (input: ActivityInput<Activities[Name]>) => Promise<ActivityOutput<Activities[Name]>>
  }
  /**
   * Runs a part of this run as a separate run, where its history would grow too long for one. `part` is exported by `workflows/index.ts`
   * under its name.
   */
  child<I, O>(part: Orchestration<Activities, I, O>, input: I): Promise<O>
  /** How many calls of a kind an orchestration keeps under way. */
  readonly windows: ConcurrencyWindows
  /** The run's logical time in milliseconds, fixed when the run began. */
  now(): number
  readonly log: Log
}

/**
 * Calls under way at a time. One process waits for its own places and one network connection; a server hands calls to as many workers as
 * there are and keeps to the limits of upstreams, so that many may wait there.
 */
export interface ConcurrencyWindows {
  /** Requests to all upstreams, and how many of those to the same one. */
  readonly fetch: number
  readonly upstream: number
  /** Shards rendered. */
  readonly render: number
}

export type Orchestration<Activities extends ActivityMap, I, O> = (host: Host<Activities>, input: I) => Promise<O>

/** Both hosts refuse an input or result over this (Temporal's own hard limit is 2 MB). */
export const maxPayloadBytes = 128 * 1024
