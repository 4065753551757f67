/** What metrics of metals and of grains have in common, by where they are read: members of a row, spread into it. */

/** Price of a month, of the World Bank. */
export const month = {
  category: 'commodities',
  cadence: 'monthly',
  window: '90d',
  change: 'percent',
  polarity: 'higher_is_bullish',
  for: 'producers',
  proOnly: false,
  formula: 'series',
  version: 1,
} as const
const week = {
  category: 'commodities',
  cadence: 'weekly',
  window: '30d',
  change: 'unit',
  polarity: 'higher_is_bullish',
  for: 'the commodity',
  proOnly: false,
  version: 1,
} as const
/** Contracts long less contracts short of one group. */
export const positions = { ...week, unit: 'contracts', formula: 'difference' } as const
/** Positions in terms of the market they stand in, which grows. */
export const positionShare = { ...week, unit: 'percent', formula: 'share-of' } as const
/** A share of a fund, in the shares of its newest close. */
export const share = {
  category: 'commodities',
  cadence: 'business daily',
  window: '30d',
  change: 'percent',
  polarity: 'higher_is_bullish',
  for: 'the commodity',
  proOnly: false,
  unit: 'USD',
  formula: 'split-adjusted',
  version: 1,
} as const
