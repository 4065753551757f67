import type { FeedsMode, RefreshInput } from './orchestrations/refresh.ts'

/** Input of a scheduled refresh: the day is that of its logical time, and the analysts' copy has a schedule of its own. */
export function scheduledRefresh(only: readonly string[], feeds: FeedsMode): RefreshInput {
  return { feeds, only, asOf: null, market: 'later' }
}
