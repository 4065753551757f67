import { type Store, select } from './store.ts'

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
     LEFT JOIN (SELECT recording_no, count(*) AS rows FROM sighting GROUP BY recording_no) s ON s.recording_no = r.no
     WHERE r.made_at::DATE = r.newest::DATE GROUP BY r.feed`,
  )
  return new Map(rows.map(({ feed, ...size }) => [feed, size]))
}
