import { join } from 'node:path'
import { parseRecording } from '../../activities/load/parse-recording.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { rowsOf } from './tree.ts'

/** What stands twice in the warehouse of a home, and what differs from loading its recordings afresh, each once. */
export async function doubledIn(folder: string): Promise<string[]> {
  const path = join(folder, 'store.duckdb')
  const store = await openStore(path)
  const doubled = await select<{ what: string }>(
    store,
    `SELECT 'recording ' || url AS what FROM recording GROUP BY url, made_at, sha256 HAVING count(*) > 1
     UNION ALL SELECT 'sighting of ' || period FROM sighting GROUP BY series_no, period, value, stated_at, recording_no HAVING count(*) > 1
     UNION ALL SELECT 'observation of ' || series || ' ' || period FROM observation GROUP BY series, period, version HAVING count(*) > 1`,
  )
  const [loaded] = await select<{ n: number }>(store, 'SELECT count(*)::INTEGER AS n FROM observation')
  const known = new Set((await select<{ id: string }>(store, 'SELECT id FROM recording')).map(({ id }) => id))
  await store.close()
  const recordings = recordingStore(folderBlobs(folder))
  const fresh = await openStore(join(folder, 'fresh.duckdb'))
  for (const listed of await recordings.list())
    if (known.has(listed.id)) await load(fresh, [await parseRecording({ recordings }, listed)], extractTotals)
  await fresh.close()
  const [standing, again] = [await rowsOf(path), await rowsOf(join(folder, 'fresh.duckdb'))]
  const differing = ['observation', 'recording', 'filing', 'span', 'extraction'].filter(
    (table) => standing[table] !== again[table],
  )
  return [
    ...doubled.map(({ what }) => what),
    ...differing.map((table) => `${table} differs from its recordings loaded afresh`),
    ...(loaded!.n === 0 ? ['nothing was loaded'] : []),
  ]
}
