import { eiaSeries } from '../../data/series/eia.ts'
import { eiaSeriesIn } from './eia-series.ts'
import { defineFeed } from './feed.ts'

const id = 'eia-weekly'

/** Weekly petroleum and natural gas, every series whole. */
export const eiaWeekly = defineFeed({
  id,
  upstream: 'eia',
  title: 'EIA weekly petroleum and natural gas',
  needs: 'EIA_API_KEY',
  ...eiaSeriesIn(
    eiaSeries.filter(({ frequency }) => frequency === 'weekly'),
    { id, isWhole: true },
  ),
})
