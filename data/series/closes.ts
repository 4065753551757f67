import type { Series } from './row.ts'

const listing = {
  upstream: 'providers',
  unit: 'USD',
  frequency: 'business',
  holidays: 'us-market',
  rule: 'us-close',
  revised: 'seldom',
  range: [0.01, 1_000_000],
} as const

/** Closes of one share listed in New York, as traded: neither its splits (`../splits.ts`) nor its dividends are taken out. */
const close = <const Ticker extends string>(ticker: Ticker, name: string) =>
  ({
    ...listing,
    id: `${ticker}.close`,
    key: `${ticker.toLowerCase()}.us`,
    line: { market: 'us', code: ticker },
    title: `Share of ${name}, close of the session, not adjusted for splits`,
    url: null,
  }) as const satisfies Series

/** Funds whose shares stand for a market; a share of one is not the index, metal or fuel it holds. */
const funds = [
  close('SPY', 'SPDR S&P 500 ETF Trust'),
  close('QQQ', 'Invesco QQQ Trust'),
  close('IWM', 'iShares Russell 2000 ETF'),
  close('RSP', 'Invesco S&P 500 Equal Weight ETF'),
  close('XLE', 'Energy Select Sector SPDR Fund'),
  close('GDX', 'VanEck Gold Miners ETF'),
  close('TLT', 'iShares 20+ Year Treasury Bond ETF'),
  close('HYG', 'iShares iBoxx $ High Yield Corporate Bond ETF'),
  close('SHY', 'iShares 1-3 Year Treasury Bond ETF'),
  close('AGG', 'iShares Core U.S. Aggregate Bond ETF'),
  close('USO', 'United States Oil Fund'),
  close('UNG', 'United States Natural Gas Fund'),
  close('GLD', 'SPDR Gold Shares'),
  close('SLV', 'iShares Silver Trust'),
  close('CPER', 'United States Copper Index Fund'),
  close('WEAT', 'Teucrium Wheat Fund'),
  close('UUP', 'Invesco DB US Dollar Index Bullish Fund'),
  close('VXX', 'iPath Series B S&P 500 VIX Short-Term Futures ETN'),
] as const

/** Companies that sell commodities or what they are made with, by ticker. */
export const commodityProducers = {
  XOM: 'Exxon Mobil',
  CVX: 'Chevron',
  COP: 'ConocoPhillips',
  EOG: 'EOG Resources',
  OXY: 'Occidental Petroleum',
  DVN: 'Devon Energy',
  SLB: 'SLB',
  HAL: 'Halliburton',
  VLO: 'Valero Energy',
  MPC: 'Marathon Petroleum',
  PSX: 'Phillips 66',
  NEM: 'Newmont',
  FCX: 'Freeport-McMoRan',
  B: 'Barrick Mining',
  ADM: 'Archer-Daniels-Midland',
  BG: 'Bunge',
  CF: 'CF Industries',
  MOS: 'Mosaic',
  DE: 'Deere',
  CTVA: 'Corteva',
  TSN: 'Tyson Foods',
} as const
export type Producer = keyof typeof commodityProducers

const miners = [
  close('CORZ', 'Core Scientific'),
  close('IREN', 'IREN'),
  close('CLSK', 'CleanSpark'),
  close('RIOT', 'Riot Platforms'),
  close('MARA', 'MARA Holdings'),
  close('HUT', 'Hut 8'),
] as const

/** Listed closes that metrics read, in every home; those of companies that hold bitcoin and are not among them are in `treasuries.ts`. */
export const closesSeries = [
  ...funds,
  ...(Object.keys(commodityProducers) as Producer[]).map((ticker) => close(ticker, commodityProducers[ticker])),
  ...miners,
] as const satisfies readonly Series[]
