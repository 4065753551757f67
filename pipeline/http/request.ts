/** What a feed asks for. The URL carries no credential: the transport adds it on the wire and it is never recorded or logged. */
export interface FeedRequest {
  readonly feed: string
  readonly upstream: string
  readonly url: string
  /** That nothing is at the address (404) is an answer too, and recorded: it is not requested again because it is missing. */
  readonly absence?: true
  /** Of the newest answer kept of this address: with them, that nothing has changed is an answer too, of status 304 and without a body. */
  readonly validators?: Validators
}

/** What tells two bodies of one address apart: the values of the headers ETag and Last-Modified, as they were received. */
export interface Validators {
  readonly etag?: string
  readonly modified?: string
}

/** A whole answer, whatever its status. `at` is when it was complete (RFC 3339, UTC); header names are lower case. */
export interface RawResponse {
  readonly url: string
  readonly at: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * The only way to the outside. Resolves for every complete HTTP answer the feed can judge (2xx, 4xx other than 401/403/408/425/429);
 * throws `UpstreamError` for those and 5xx, refusals of any status (`refusals.ts`), network faults, short bodies and bodies over the limit,
 * `NotFoundError` for 404 where the request does not take that for an answer, and for what is not released yet (UPSTREAM_NOT_YET).
 */
export interface Transport {
  readonly name: 'live' | 'sample'
  fetch(request: FeedRequest, signal: AbortSignal): Promise<RawResponse>
}
