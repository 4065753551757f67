import { expect, test } from 'vitest'
import { metricByName } from '../../data/metrics.ts'

test.each([
  ['wti-spot', { clock: 'DCOILWTICO', unit: 'USD/bbl', cadence: 'business daily', window: '30d', change: 'percent' }],
  ['net-liquidity', { clock: 'WALCL', unit: 'USD bn', cadence: 'weekly', window: '30d' }],
  ['gdp-growth', { clock: 'GDPC1', unit: 'percent', cadence: 'quarterly', window: '90d', change: 'unit' }],
  ['hash-rate-7d', { clock: 'btc.HashRate', unit: 'EH/s', cadence: 'daily', mechanical: true }],
  ['leveraged-net-2y', { unit: 'contracts', change: 'unit', polarity: 'none', for: null }],
  ['bitcoin-price', { window: '7d', formula: 'first-of', version: 2, proOnly: false }],
  ['real-yield-10y', { formula: 'series', change: 'basis_points', polarity: 'lower_is_bullish', for: 'bonds', version: 1 }],
])('what the row of %s leaves out follows from what it reads, what it states stands', (metric, expected) => {
  expect(metricByName.get(metric)).toMatchObject(expected)
})
