import { upstreamById } from '../../data/upstreams.ts'
import { ParseError } from '../../pipeline/errors.ts'
import { parsedBodyOf } from '../../pipeline/feeds/body.ts'
import { fieldsOf, requestKind } from '../../pipeline/feeds/body-shape.ts'
import type { Feed, FollowUpRequest } from '../../pipeline/feeds/feed.ts'
import { feedFor, feeds } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { replayedRefusalError } from '../../pipeline/http/faults.ts'
import { bodyExcerpt, refusalIn } from '../../pipeline/http/refusals.ts'
import { type Recording, sha256Hex } from '../../pipeline/recordings/recording.ts'
import type { Rows } from '../../pipeline/tables/index.ts'
import { withStatementRows } from '../../pipeline/treasuries/report-rows.ts'
import { wholeListFeeds } from '../../pipeline/warehouse/companies/listings.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { newestBodies } from '../../pipeline/warehouse/load/recordings.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import type { Deps } from '../deps.ts'

/** A recording in the store, by its time and the feed it was asked for. */
export interface StoredRecording extends Pick<Recording, 'id' | 'at'> {
  readonly feed: string
}

type Listed = Pick<StoredRecording, 'id' | 'at'> & Partial<StoredRecording>

/**
 * Recordings through their feeds, as `parseRecording`, but for a body that is that of the newest recording of its address: a document seen
 * again says nothing new until the moment its reading names, so it is not parsed, and leads to what it led to before.
 */
export async function parseRecordings(
  deps: Pick<Deps, 'recordings'>,
  store: Store,
  stored: readonly Listed[],
  onParsed: (count: number) => void = () => undefined,
): Promise<Load[]> {
  const located = await Promise.all(stored.map((each) => find(deps, each)))
  const urls = located.map(({ recording }) => recording.url)
  const bodies = new Map((await newestBodies(store, urls)).map((body) => [keyOf(body.feed, body.url), body]))
  const loads: Load[] = []
  for (const { recording, feed } of located) {
    const { id, url, sha256 } = recording
    const at = Date.parse(recording.at)
    const key = keyOf(feed.id, url)
    const body = wholeListFeeds.includes(feed.id) ? undefined : bodies.get(key)
    if (
      body !== undefined &&
      body.sha256 === sha256 &&
      body.at <= at &&
      at < (body.until ?? Number.POSITIVE_INFINITY) &&
      body.id !== id &&
      isGood(recording)
    ) {
      // the earlier recording has the newest record of its page
      const next = body.next.filter(({ unlessTold }) => unlessTold === undefined)
      loads.push({ recording, feed: feed.id, parsed: { same: body.id }, next })
    } else {
      const load = await parse(deps, recording, feed)
      loads.push(load)
      if ('rows' in load.parsed && !(body && body.at > at))
        bodies.set(key, { feed: feed.id, url, sha256, id, at, next: load.next ?? [], until: load.until ?? null })
    }
    onParsed(loads.length)
  }
  return loads
}

const keyOf = (feed: string, url: string): string => `${feed} ${url}`
const isGood = ({ status }: Pick<Recording, 'status'>): boolean => status >= 200 && status <= 299

/** A recording through its feed: rows, or the body as a whole for a bulk load, or why it was refused. Where no feed is known its address tells. */
export async function parseRecording(deps: Pick<Deps, 'recordings'>, stored: Listed): Promise<Load> {
  const { recording, feed } = await find(deps, stored)
  return parse(deps, recording, feed)
}

async function find({ recordings }: Pick<Deps, 'recordings'>, { id, at, feed: asked }: Listed) {
  const recording = await recordings.get(id, at)
  if (!recording)
    throw new ParseError('RECORDING_GONE', 'a recording listed in a batch is not in the store; run "briefing doctor"', { id })
  const feed = feeds.find((each) => each.id === asked) ?? feedFor(recording.url)
  if (!feed) throw new ParseError('FEED_GONE', `no feed handles ${recording.url} any more`, { id })
  return { recording, feed }
}

async function parse(deps: Pick<Deps, 'recordings'>, recording: Recording, feed: Feed): Promise<Load> {
  const load = (parsed: Load['parsed'], next: readonly FollowUpRequest[] = [], until?: number): Load => {
    return { recording, feed: feed.id, parsed, next, until }
  }
  if (recording.status === 404 && feed.absence) return load({ absent: true })
  const dataIn = async (): Promise<Uint8Array> => {
    const body = await deps.recordings.body(recording)
    const upstream = upstreamById.get(feed.upstream)
    const refusal = upstream === undefined ? null : refusalIn(upstream, recording.status, body)
    if (upstream && refusal) throw replayedRefusalError(upstream, feed.id, refusal, bodyExcerpt(body))
    if (!isGood(recording))
      throw new ParseError('STATUS', `${feed.id}: the upstream answered ${recording.status}`, { status: recording.status })
    return body
  }
  try {
    if (feed.kind === 'bulk') return load({ bulk: feed, body: dataIn })
    const body = await dataIn()
    const { rows, ...parsed } = withStatementRows(parseRecordedBody(feed, body, recording))
    return load({ ...parsed, rows: { ...rows, body_shape: shapesOf(feed, recording, body) } }, parsed.next, parsed.until)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return load({ refused: error.code, reason: error.message })
  }
}

/** The shape of a body that its feed has read. A refused body teaches nothing: an error page is not a new contract. */
function shapesOf({ id: feed, keyed }: Feed, { url, at }: Recording, body: Uint8Array): NonNullable<Rows['body_shape']> {
  const fields = fieldsOf(parsedBodyOf(body), keyed)
  if (fields === null) return []
  const shape = sha256Hex(JSON.stringify(fields)).slice(0, 16)
  return [{ feed, request: requestKind(url), shape, fields, first_seen: at }]
}
