import type { MetricName } from './metrics.ts'

/** Metrics drawn in one chart, the second as a quieter line beside the first, where a briefing reads both. They share a unit. */
export const drawnTogether: readonly (readonly [MetricName, MetricName])[] = [
  ['bitcoin-price', 'btc-price-200d-ma'],
  ['wti-spot', 'brent-spot'],
  ['ether-price', 'ether-price-200d-ma'],
]

/** Metrics as the columns of a table name them. */
export const shortNames: Readonly<Record<string, string>> = {
  'bitcoin-price': 'BTC',
  'ether-price': 'ETH',
  vix: 'VIX',
  'wti-spot': 'WTI',
  'henry-hub-spot': 'Gas',
  'net-liquidity': 'Liq',
  'dollar-index': 'USD',
  'treasury-10y': '10y',
  'real-yield-10y': 'Real',
  'eur-usd': 'EUR',
  'financial-conditions': 'FCI',
}

/** What a shape on a page says: supportive, adverse, between the two, quiet, or not known. */
export type Tone = 'up' | 'down' | 'mixed' | 'flat' | 'unknown'

/** The tone of each state a briefing may have; one that is not listed stands between. */
export const stateTones: Readonly<Record<string, Tone>> = {
  supported: 'up',
  covered: 'up',
  tailwinds: 'up',
  light: 'up',
  tailwind: 'up',
  'rising fast': 'up',
  growing: 'up',
  uptrend: 'up',
  'above average': 'up',
  recovering: 'up',
  expanding: 'up',
  accumulating: 'up',
  easing: 'up',
  expansion: 'up',
  'dollar weak': 'up',
  pressured: 'down',
  distressed: 'down',
  headwinds: 'down',
  heavy: 'down',
  headwind: 'down',
  'falling fast': 'down',
  stressed: 'down',
  downtrend: 'down',
  'below average': 'down',
  'pulling back': 'down',
  contracting: 'down',
  reducing: 'down',
  tightening: 'down',
  draining: 'down',
  inverted: 'down',
  contraction: 'down',
  'dollar strong': 'down',
  tight: 'up',
  loose: 'down',
  balanced: 'flat',
  quiet: 'flat',
  upward: 'flat',
  calm: 'flat',
  'on pace': 'flat',
  steady: 'flat',
  holding: 'flat',
  flat: 'flat',
  'dollar steady': 'flat',
  decoupled: 'flat',
  'demand level': 'flat',
  'own-driven': 'flat',
  unknown: 'unknown',
  silent: 'unknown',
}
