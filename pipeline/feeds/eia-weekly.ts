import { eiaSeries } from '../../data/series/eia.ts'
import { eiaSeriesFeed } from './eia-series.ts'

/** Weekly petroleum and natural gas, every series whole. */
export const eiaWeekly = eiaSeriesFeed(
  eiaSeries.filter(({ frequency }) => frequency === 'weekly'),
  { id: 'eia-weekly', title: 'EIA weekly petroleum and natural gas', isWhole: true },
)
