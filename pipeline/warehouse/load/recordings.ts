import type { FollowUpRequest } from '../../feeds/feed.ts'
import { textListSql } from '../sql.ts'
import { type Store, select, selectColumn } from '../store.ts'

/** Of these addresses those that have been loaded; one whose body was refused is asked for again. */
export async function loadedUrls(store: Store, urls: readonly string[]): Promise<ReadonlySet<string>> {
  const loaded = await selectColumn(
    store,
    `SELECT DISTINCT url FROM recording WHERE status = 'loaded' AND url IN ${textListSql('$1')}`,
    [JSON.stringify(urls)],
  )
  return new Set(loaded)
}

/** The time (RFC 3339 UTC, to the millisecond) of each of these recordings that the warehouse knows, by id. */
export async function recordingTimes(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await select<{ id: string; ms: number }>(
    store,
    `SELECT id, epoch_ms(made_at)::DOUBLE AS ms FROM recording WHERE id IN ${textListSql('$1')}`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, ms }) => [id, new Date(ms).toISOString()]))
}

/** A body that is in the warehouse. */
export interface LoadedBody {
  readonly feed: string
  readonly url: string
  readonly sha256: string
  /** The recording that has its rows. */
  readonly id: string
  /** Milliseconds UTC of the newest recording of it. */
  readonly at: number
  readonly next: readonly FollowUpRequest[]
  /** Milliseconds UTC from when it says something else; null where time changes nothing. */
  readonly until: number | null
}

/** The newest body that was loaded of each of these addresses, one for each feed that read it. */
export async function newestBodies(store: Store, urls: readonly string[]): Promise<LoadedBody[]> {
  const rows = await select<
    Record<'feed' | 'url' | 'sha256' | 'id', string> & { at: number; leads: string | null; until: number | null }
  >(
    store,
    `SELECT n.feed, n.url, r.sha256, r.id, epoch_ms(n.made_at)::DOUBLE AS at, r.leads::VARCHAR AS leads,
            epoch_ms(r.stands_until)::DOUBLE AS until
     FROM (SELECT * FROM recording WHERE status = 'loaded' AND url IN ${textListSql('$1')}
           QUALIFY row_number() OVER (PARTITION BY url, feed ORDER BY made_at DESC, id DESC) = 1) n
     JOIN recording r ON r.id = coalesce(n.same_as, n.id) WHERE r.status = 'loaded'`,
    [JSON.stringify(urls)],
  )
  return rows.map(({ leads, ...row }) => ({ ...row, next: JSON.parse(leads ?? '[]') as FollowUpRequest[] }))
}

/** The newest recording of an address. */
export interface NewestRecording {
  readonly id: string
  /** RFC 3339 UTC. */
  readonly at: string
  /** Its body was refused by the rule asked about, and no operator has dismissed that. */
  readonly held: boolean
}

/** By address, its newest recording where that was loaded, or was refused by this rule. */
export async function newestRecordings(
  store: Store,
  urls: readonly string[],
  rule: string,
): Promise<ReadonlyMap<string, NewestRecording>> {
  const rows = await select<{ url: string; id: string; ms: number; held: boolean }>(
    store,
    `SELECT url, id, epoch_ms(made_at)::DOUBLE AS ms, status = 'held' AS held
     FROM (SELECT * FROM recording WHERE url IN ${textListSql('$1')}
           QUALIFY row_number() OVER (PARTITION BY url ORDER BY made_at DESC, id DESC) = 1)
     WHERE status = 'loaded'
        OR (status = 'held' AND id IN (SELECT recording FROM v_quarantine WHERE rule = $2 AND NOT dismissed))`,
    [JSON.stringify(urls), rule],
  )
  return new Map(rows.map((row) => [row.url, { id: row.id, at: new Date(row.ms).toISOString(), held: row.held }]))
}

/** Of these recordings those that have not been loaded. */
export async function unloadedIds(store: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectColumn(store, `SELECT id FROM recording WHERE id IN ${textListSql('$1')}`, [JSON.stringify(ids)])
  const loaded = new Set(rows)
  return new Set(ids.filter((id) => !loaded.has(id)))
}

/** What loaded recordings of one feed came to. */
export interface LoadedOfFeed extends Record<string, string | number | null> {
  readonly feed: string
  readonly bytes: number
  /** Bodies, and rows of other bodies, that were refused and that no operator has dismissed. */
  readonly refused: number
  readonly rejected: number
  /** Rows of bodies that the database read whole. */
  readonly whole_rows: number
  /** Of the first body that was refused. */
  readonly error_code: string | null
  readonly error: string | null
}

/** What these recordings came to, by feed. */
export function loadStatistics(store: Store, ids: ReadonlySet<string>): Promise<LoadedOfFeed[]> {
  return select<LoadedOfFeed>(
    store,
    `WITH mine AS MATERIALIZED (SELECT coalesce(same_as, id) AS id, no, feed, bytes, status FROM recording WHERE id IN ${textListSql('$1')}),
          open AS (SELECT m.feed, m.no, m.status, q.rule, q.reason FROM v_quarantine q JOIN mine m ON m.id = q.recording
                   WHERE NOT q.dismissed AND q.rule <> 'unit-change')
     SELECT feed, sum(bytes)::DOUBLE AS bytes,
            (SELECT count(*) FROM open o WHERE o.feed = m.feed AND o.status = 'held')::INTEGER AS refused,
            (SELECT count(*) FROM open o WHERE o.feed = m.feed AND o.status = 'loaded')::INTEGER AS rejected,
            (SELECT count(*) FROM company_fact f JOIN mine w ON w.no = f.recording_no WHERE w.feed = m.feed)::DOUBLE AS whole_rows,
            (SELECT arg_min(o.rule, o.no) FROM open o WHERE o.feed = m.feed AND o.status = 'held') AS error_code,
            (SELECT arg_min(o.reason, o.no) FROM open o WHERE o.feed = m.feed AND o.status = 'held') AS error
     FROM mine m GROUP BY feed ORDER BY feed`,
    [JSON.stringify([...ids])],
  )
}

/** State of a feed as the recordings show it. */
export interface FeedRecord {
  readonly feed: string
  /** Null where no body of it was good. */
  readonly lastReadAt: string | null
  readonly held: number
}

/**
 * By feed: when it was last read well, and how many bodies of its newest day of reading were refused and are still trouble: neither dismissed
 * nor followed by a good body of the same address.
 */
export async function feedRecords(store: Store, moment: number): Promise<Map<string, FeedRecord>> {
  const rows = await select<{ feed: string; last_read_at: string | null; held: number }>(
    store,
    `SELECT feed, strftime(max(made_at) FILTER (WHERE status = 'loaded'), '%Y-%m-%dT%H:%M:%SZ') AS last_read_at,
            count(*) FILTER (WHERE status = 'held' AND made_at::DATE = newest::DATE AND (read_well IS NULL OR read_well < made_at)
              AND id NOT IN (SELECT recording FROM v_quarantine WHERE dismissed))::INTEGER AS held
     FROM (SELECT *, max(made_at) OVER (PARTITION BY feed) AS newest,
                  max(made_at) FILTER (WHERE status = 'loaded') OVER (PARTITION BY url) AS read_well
           FROM recording WHERE epoch_ms(made_at) <= $1) GROUP BY feed`,
    [moment],
  )
  return new Map(rows.map((row) => [row.feed, { feed: row.feed, lastReadAt: row.last_read_at, held: row.held }]))
}

/** Whether what is loaded came from the sample feeds; null while nothing is loaded. */
export async function storeFeedsKind(store: Store): Promise<'sample' | 'real' | null> {
  const [sample = null] = await selectColumn<boolean | null>(store, 'SELECT bool_or(sample) FROM recording')
  if (sample === null) return null
  return sample ? 'sample' : 'real'
}

/** Mean of the recordings of the last day a feed was read. */
export interface RecordingSize {
  readonly bytes: number
  /** Values of series. */
  readonly rows: number
}

/** By feed: how large its newest recordings are. */
export async function recordingSizes(store: Store): Promise<Map<string, RecordingSize>> {
  const rows = await select<{ feed: string; bytes: number; rows: number }>(
    store,
    `SELECT r.feed, avg(r.bytes)::DOUBLE AS bytes, avg(coalesce(s.rows, 0))::DOUBLE AS rows
     FROM (SELECT *, max(made_at) OVER (PARTITION BY feed) AS newest FROM recording) r
     LEFT JOIN (SELECT id, count(*) AS rows FROM sighting JOIN recording ON no = recording_no GROUP BY id) s ON s.id = coalesce(r.same_as, r.id)
     WHERE r.made_at::DATE = r.newest::DATE GROUP BY r.feed`,
  )
  return new Map(rows.map(({ feed, ...size }) => [feed, size]))
}

/** The UTC day (day number) of the newest recording; null where none is loaded. */
export async function newestDay(store: Store): Promise<number | null> {
  const [day = null] = await selectColumn<number | null>(
    store,
    "SELECT datediff('day', DATE '1970-01-01', CAST(max(made_at) AS DATE))::INTEGER FROM recording",
  )
  return day
}
