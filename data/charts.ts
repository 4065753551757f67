import type { MetricName } from './metrics.ts'

/** Metrics drawn in one chart, the second as a quieter line beside the first, where a briefing reads both. They share a unit. */
export const drawnTogether: readonly (readonly [MetricName, MetricName])[] = [['bitcoin-price', 'btc-price-200d-ma']]

/** Metrics as the columns of a table name them. */
export const shortNames: Readonly<Record<string, string>> = {
  'bitcoin-price': 'BTC',
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
  tailwind: 'up',
  'rising fast': 'up',
  growing: 'up',
  uptrend: 'up',
  recovering: 'up',
  expanding: 'up',
  accumulating: 'up',
  easing: 'up',
  expansion: 'up',
  'dollar weak': 'up',
  'dealers unloading': 'up',
  'Fed growing': 'up',
  pressured: 'down',
  headwind: 'down',
  'falling fast': 'down',
  stressed: 'down',
  downtrend: 'down',
  'pulling back': 'down',
  contracting: 'down',
  reducing: 'down',
  tightening: 'down',
  draining: 'down',
  inverted: 'down',
  'dealers loading': 'down',
  'Fed shrinking': 'down',
  contraction: 'down',
  'dollar strong': 'down',
  quiet: 'flat',
  upward: 'flat',
  'dealers steady': 'flat',
  'Fed steady': 'flat',
  calm: 'flat',
  'on pace': 'flat',
  steady: 'flat',
  holding: 'flat',
  flat: 'flat',
  'dollar steady': 'flat',
  decoupled: 'flat',
  unknown: 'unknown',
  silent: 'unknown',
}
