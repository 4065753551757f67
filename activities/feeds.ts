/** Where a refresh reads from, page by page, and what of it failed. */

export type FeedsMode =
  | { readonly kind: 'sample' }
  | { readonly kind: 'live' }
  | { readonly kind: 'recorded'; readonly folder: string }

/** A page of requests to one feed, by the key of its blob. */
export interface PageRef {
  readonly feed: string
  readonly key: string
}

export interface RefreshFailure {
  readonly feed: string
  readonly code: string
  readonly message: string
}
