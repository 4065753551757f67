/** What metrics of metals and of grains have in common, by where they are read: members of a row, spread into it. */

/** Contracts long less contracts short of one group. */
export const positions = { rise: 'bullish for the commodity', formula: 'difference' } as const
/** Positions in terms of the market they stand in, which grows. */
export const positionShare = { rise: 'bullish for the commodity', formula: 'share-of' } as const
/** A share of a fund, in the shares of its newest close. */
export const share = { rise: 'bullish for the commodity', formula: 'split-adjusted' } as const
