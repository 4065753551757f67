import { companies } from '../../data/companies.ts'
import type { HomeContents } from '../../pipeline/status/standings.ts'
import { awaitingReview, filingFigures, refusedRows } from '../../pipeline/warehouse/load/quarantine.ts'
import { feedRecords } from '../../pipeline/warehouse/load/recordings.ts'
import { feedsOfSeries, newestKnown } from '../../pipeline/warehouse/observations.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'

/** What a warehouse, or the analysts' copy of it, holds at `now` (milliseconds), for how its feeds, series and metrics stand. */
export async function readHomeContents(
  store: Store,
  from: { sample: boolean; credentials: ReadonlySet<string> },
  now: number,
): Promise<HomeContents> {
  const refused = new Map<string, number>()
  for (const row of await refusedRows(store)) {
    if (!row.dismissed) refused.set(row.feed, (refused.get(row.feed) ?? 0) + 1)
  }
  const newest = await newestKnown(store, now)
  const waiting = new Set(await awaitingReview(store))
  const companiesWaiting = new Set(
    (await filingFigures(store)).filter(({ accession }) => waiting.has(accession)).map(({ company }) => company),
  )
  return {
    ...from,
    newest,
    records: await feedRecords(store, now),
    feedOf: await feedsOfSeries(store),
    held: new Set([
      ...[...waiting].filter((what) => newest.has(what)),
      ...companies.flatMap(({ id, series }) => (companiesWaiting.has(id) ? (series ?? []) : [])),
    ]),
    refused,
  }
}
