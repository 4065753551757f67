import { BriefingError } from '../pipeline/errors.ts'
import type { FeedRequest, Transport } from '../pipeline/source/http/request.ts'
import { type Recording, sha256Hex } from '../pipeline/source/recordings/recording.ts'
import { bodyKey } from '../pipeline/source/recordings/store.ts'
import type { ActivityContext } from './activity.ts'
import type { Deps, Page } from './deps.ts'
import type { FeedsMode, RefreshFailure } from './feeds.ts'
import type { StoredRecording } from './parse-recording.ts'
import { type Earlier, getEarlier, getWork, putWork } from './work.ts'

export interface FetchInput {
  readonly run: string
  readonly page: string
  readonly feeds: FeedsMode
  readonly now: number
}

export interface Fetched {
  /** Key of a batch of recordings, or null when none came. */
  readonly batch: string | null
  /** Requests that can never succeed, such as a document that is not there. */
  readonly failed: RefreshFailure[]
  /** Milliseconds this attempt took. */
  readonly ms: number
}

interface Done {
  readonly recordings: StoredRecording[]
  readonly failed: RefreshFailure[]
  readonly at: number
}

/**
 * Fetches one page of requests into recordings. A request that may succeed later fails the whole page, which the host tries again from
 * where it stood; one that never will is reported and passed over; one for what is not released yet is passed over and no failure. What
 * has not changed since the newest recording of its address is that body, recorded again.
 */
export async function fetchPage(deps: Deps, input: FetchInput, context: ActivityContext): Promise<Fetched> {
  const began = deps.clock()
  const { requests } = await getWork<Page>(deps.blobs, input.page)
  const transport = await deps.transport(input.feeds, input.now)
  const earlier = await getEarlier(deps.blobs, input.page)
  const before = context.resume as Done | undefined
  const recordings = [...(before?.recordings ?? [])]
  const failed = [...(before?.failed ?? [])]
  for (let at = before?.at ?? 0; at < requests.length; at++) {
    const request = requests[at]!
    try {
      const { id, at: time } = await recordingOf(deps, transport, request, earlier[request.url], context.signal)
      recordings.push({ id, at: time, feed: request.feed })
    } catch (error) {
      if (error instanceof BriefingError && error.code === 'UPSTREAM_NOT_YET')
        context.log.info('not released yet', { feed: request.feed, message: error.message })
      else if (!(error instanceof BriefingError) || error.retryable) throw error
      else failed.push({ feed: request.feed, code: error.code, message: error.message })
    }
    context.heartbeat({ recordings, failed, at: at + 1 } satisfies Done)
  }
  const batch = recordings.length > 0 ? await putWork(deps.blobs, input.run, { recordings }) : null
  return { batch, failed, ms: Math.max(0, deps.clock() - began) }
}

/** One request as a recording. */
async function recordingOf(
  deps: Deps,
  transport: Transport,
  request: FeedRequest,
  earlier: Earlier | undefined,
  signal: AbortSignal,
): Promise<Recording> {
  const isSample = transport.name === 'sample'
  const known = earlier && (await orNull(deps.recordings.get(earlier.id, earlier.at)))
  const { etag, 'last-modified': modified } = known?.headers ?? {}
  if (!known || (etag === undefined && modified === undefined))
    return await deps.recordings.put(await transport.fetch(request, signal), isSample)
  const validators = { ...(etag !== undefined && { etag }), ...(modified !== undefined && { modified }) }
  const response = await transport.fetch({ ...request, validators }, signal)
  if (response.status !== 304) return await deps.recordings.put(response, isSample)
  const body = await orNull(deps.recordings.body(known))
  if (body !== null) {
    const headers = { ...known.headers, ...response.headers }
    return await deps.recordings.put({ ...response, status: known.status, headers, body }, isSample)
  }
  const whole = await transport.fetch(request, signal)
  // otherwise the damaged body would be kept instead of this whole one
  if (sha256Hex(whole.body) === known.sha256) await deps.blobs.remove(bodyKey(known.sha256))
  return await deps.recordings.put(whole, isSample)
}

/** Null for a recording that is damaged: what it was is then asked for whole. */
function orNull<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof BriefingError && error.code === 'RECORDING_DAMAGED') return null
    throw error
  })
}
