/**
 * What the third parties of the sample feeds publish of the invented companies of `data/companies.ts`, and what one of them adds that nobody
 * follows. `as filed`: what the company's newest current report said.
 */
export interface SampleTreasury {
  readonly ticker: string
  readonly name: string
  /** As CoinGecko writes it: `HRBX.US`, empty for a private company. */
  readonly symbol: string
  readonly entity: string
  /** Bitcoins by CoinGecko, and by StrategyTracker, which lists fewer. */
  readonly coingecko: number | 'as filed'
  readonly strategytracker: number | 'as filed' | null
  readonly mnav: number | null
  /** Share of bitcoin in the value of its coins. */
  readonly share: number
}

export const sampleTreasuries = [
  {
    ticker: 'HRBX',
    name: 'Harbour Example',
    symbol: 'HRBX.US',
    entity: 'harbour-example',
    coingecko: 'as filed',
    strategytracker: 'as filed',
    mnav: 1.31,
    share: 1,
  },
  {
    ticker: 'LNTX',
    name: 'Lantern Specimen',
    symbol: 'LNTX.US',
    entity: 'lantern-specimen',
    coingecko: 'as filed',
    strategytracker: null,
    mnav: 1.12,
    share: 0.66,
  },
  // Files 3,120.
  {
    ticker: 'SBLX',
    name: 'Sable Sample Mining',
    symbol: 'SBLX.US',
    entity: 'sable-sample-mining',
    coingecko: 4_815,
    strategytracker: 4_815,
    mnav: null,
    share: 1,
  },
  // Files 12,480.
  {
    ticker: 'DRFT',
    name: 'Driftwood Fictional',
    symbol: 'DRFT.US',
    entity: 'driftwood-fictional-group',
    coingecko: 12_480,
    strategytracker: 12_292,
    mnav: 0.21,
    share: 1,
  },
  {
    ticker: 'QRTZ',
    name: 'Quartz Placeholder',
    symbol: 'QRTZ.US',
    entity: 'quartz-placeholder',
    coingecko: 1_875,
    strategytracker: null,
    mnav: 0.8,
    share: 0.997,
  },
  // Files 2,150.
  {
    ticker: '9901',
    name: 'Kumo Mihon',
    symbol: '9901.T',
    entity: 'kumo-mihon',
    coingecko: 2_150,
    strategytracker: 2_150,
    mnav: 1.94,
    share: 1,
  },
  {
    ticker: '',
    name: 'Unlisted Mockup',
    symbol: '',
    entity: 'unlisted-mockup',
    coingecko: 940,
    strategytracker: null,
    mnav: null,
    share: 1,
  },
] as const satisfies readonly SampleTreasury[]
