/** Where a refresh reads from, page by page, and what of it failed. */

export type FeedsMode =
  | { readonly kind: 'sample' }
  | { readonly kind: 'live' }
  | { readonly kind: 'recorded'; readonly folder: string }

/** A page of requests to one feed, by the key of its blob. Each of its requests is fetched by itself. */
export interface PageRef {
  readonly feed: string
  /** Upstream that all its requests go to. */
  readonly upstream: string
  readonly key: string
  /** Requests in it. */
  readonly requests: number
  /** How many such requests are loaded in one transaction. */
  readonly perLoad: number
}

export interface RefreshFailure {
  readonly feed: string
  readonly code: string
  readonly message: string
}

/** An error as it crosses from one step of a run to the next. */
export interface RunError {
  readonly code: string
  readonly message: string
}

/** What loading did with the recordings of one feed. */
export interface FeedLoad {
  readonly feed: string
  readonly recordings: number
  /** Of the recordings that were new: bytes, rows read from them, bodies refused, rows in quarantine. */
  readonly bytes: number
  readonly rows: number
  readonly refused: number
  readonly rejected: number
  /** Why the first body was refused; null if none was. */
  readonly error: RunError | null
}

/** What a run did with one feed so far. */
export interface FeedTally extends FeedLoad {
  readonly requests: number
  readonly failures: number
  /** Milliseconds spent reading pages; pages read at the same time add up. */
  readonly ms: number
}
