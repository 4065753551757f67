import { closeProviders } from '../../data/close-providers.ts'
import { seriesById, upstreamsOf } from '../../data/series.ts'
import type { UpstreamId } from '../../data/upstreams.ts'
import type { Column } from '../values/column.ts'

/** The upstream that gave the newest value of a series as known in `column`. Filed totals are not series of `data/series.ts`: they are the SEC's. */
export function upstreamOf(id: string, column: Pick<Column, 'from'> | null): UpstreamId {
  const row = seriesById.get(id)
  if (row === undefined) return 'sec'
  const provider = column?.from?.at(-1)
  return row.upstream === 'providers' && provider !== undefined ? closeProviders[provider]!.upstream : upstreamsOf(row)[0]!
}
