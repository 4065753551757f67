import { BriefingError } from '../pipeline/errors.ts'
import type { ActivityContext } from './activity.ts'
import type { Deps, Page } from './deps.ts'
import type { FeedsMode, RefreshFailure } from './feeds.ts'
import type { StoredRecording } from './parse-recording.ts'
import { getWork, putWork } from './work.ts'

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
 * where it stood; one that never will is reported and passed over.
 */
export async function fetchPage(deps: Deps, input: FetchInput, context: ActivityContext): Promise<Fetched> {
  const began = deps.clock()
  const { requests } = await getWork<Page>(deps.blobs, input.page)
  const transport = await deps.transport(input.feeds, input.now)
  const before = context.resume as Done | undefined
  const recordings = [...(before?.recordings ?? [])]
  const failed = [...(before?.failed ?? [])]
  for (let at = before?.at ?? 0; at < requests.length; at++) {
    const request = requests[at]!
    try {
      const response = await transport.fetch(request, context.signal)
      const { id, at: time } = await deps.recordings.put(response, transport.name === 'sample')
      recordings.push({ id, at: time, feed: request.feed })
    } catch (error) {
      if (!(error instanceof BriefingError) || error.retryable) throw error
      failed.push({ feed: request.feed, code: error.code, message: error.message })
    }
    context.heartbeat({ recordings, failed, at: at + 1 } satisfies Done)
  }
  const batch = recordings.length > 0 ? await putWork(deps.blobs, input.run, { recordings }) : null
  return { batch, failed, ms: Math.max(0, deps.clock() - began) }
}
