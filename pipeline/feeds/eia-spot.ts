import { eiaSeries } from '../../data/series/eia.ts'
import { eiaSeriesIn } from './eia-series.ts'
import { defineFeed } from './feed.ts'

const id = 'eia-spot'

/**
 * Daily spot prices, which have more days than an answer: the newest 5,000, about 20 years. FRED carries the same prices from the
 * beginning, so nothing is lost.
 */
export const eiaSpot = defineFeed({
  id,
  upstream: 'eia',
  title: 'EIA daily spot prices of crude oil and natural gas',
  needs: 'EIA_API_KEY',
  ...eiaSeriesIn(
    eiaSeries.filter(({ frequency }) => frequency === 'business'),
    { id, isWhole: false },
  ),
})
