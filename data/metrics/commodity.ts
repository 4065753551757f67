/** What metrics of commodities have in common: rows, and members spread into a row. */

/** Managed money in a market of futures: contracts long less contracts short. */
export const managedMoney = <const Market extends string>(market: Market, name: string, contract: string) =>
  ({
    title: `${name}: net position of managed money`,
    prose: `the net position of funds in ${name.toLowerCase()}`,
    description: `Long less short futures of managed money in ${contract} on the Tuesday, futures only (disaggregated report).`,
    why: 'Money that follows trends leaves together: an extreme is what a reversal feeds on.',
    rise: 'bullish for the commodity',
    formula: 'difference',
    of: [`cftc.${market}.managed-money-long`, `cftc.${market}.managed-money-short`],
  }) as const

/** The same in terms of the market, which grows. */
export const managedShare = <const Market extends string>(market: Market, name: string) =>
  ({
    title: `${name}: net position of managed money in open interest`,
    prose: `the share of funds in ${name.toLowerCase()} futures`,
    description: 'Net futures position of managed money in percent of all open contracts, futures only.',
    why: 'Years apart, contracts do not compare: their share of the market does.',
    rise: 'bullish for the commodity',
    repeats: `${market}-managed-money-net`,
    formula: 'share-of',
    of: [`${market}-managed-money-net`, `cftc.${market}.open-interest`],
  }) as const

/** A share of a fund, in the shares of its newest close. */
export const fundShareMetric = <const Ticker extends string>(ticker: Ticker) =>
  ({ rise: 'bullish for the commodity', formula: 'split-adjusted', of: [`${ticker}.close`] }) as const

/** A price of the World Bank, mean of the month. */
export const month = <const Id extends string>(id: Id, name: string) =>
  ({ title: `${name}, month`, rise: 'bullish for producers', of: [`worldbank.${id}`] }) as const
