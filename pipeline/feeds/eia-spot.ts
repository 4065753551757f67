import { eiaSeries } from '../../data/series/eia.ts'
import { eiaSeriesFeed } from './eia-series.ts'

/**
 * Daily spot prices, which have more days than an answer: the newest 5,000, about 20 years. FRED carries the same prices from the
 * beginning, so nothing is lost.
 */
export const eiaSpot = eiaSeriesFeed(
  eiaSeries.filter(({ frequency }) => frequency === 'business'),
  { id: 'eia-spot', title: 'EIA daily spot prices of crude oil and natural gas', isWhole: false },
)
