import { RegimeHistory } from '../../pipeline/analysis/regime/regime.ts'
import type { Day } from '../../pipeline/days/day.ts'
import type { TreasuryList } from '../../pipeline/documents/treasury-list.ts'
import { dayOf, endOfDay } from '../../pipeline/time/day.ts'

export const noTreasuries: TreasuryList = {
  as_of: '2026-11-20',
  sample: false,
  holdings: [],
  total_btc_exact: 0,
  financing: { companies_with_filed_financing: 0 },
  mnav: { companies_with_mnav: 0 },
  withheld: [],
  notices: [],
}

/** A day on which nothing is known but what is given. */
export const emptyDay = (asOf: number, { now = endOfDay(asOf), ...known }: Partial<Day> = {}): Day => ({
  asOf,
  now,
  today: dayOf(now),
  reached: (moment) => moment <= now,
  standsUntil: () => Number.POSITIVE_INFINITY,
  sample: false,
  reading: () => null,
  treasuries: () => ({ list: noTreasuries, companies: [] }),
  late: () => null,
  series: () => null,
  rows: () => [],
  pastRows: () => [],
  agreements: () => [],
  versions: () => null,
  labels: () => [],
  signalRuns: () => null,
  past: () => null,
  correlation: () => null,
  regimes: () => new RegimeHistory(() => null, asOf),
  column: () => null,
  figures: () => null,
  dependsOn: () => [],
  notes: () => [],
  companies: () => [],
  label: () => 'unknown',
  dayEndReading: (metric) => ({ metric, as_of: '', period: null, value: null, signal: null, momentum: null, inputs: '' }),
  ...known,
})
