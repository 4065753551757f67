import type { Section } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import { averageDistance, averageSection } from './average.ts'
import { type Briefer, unknown } from './day.ts'
import { averageFacts } from './distance.ts'

/**
 * How the price moves. State from the side of the 200-day average the price is on and the way it went in 30 days: `uptrend` (above, not
 * down), `pulling back` (above, down), `recovering` (below, up), `downtrend` (below, not up).
 */
export const momentum: Briefer = {
  id: 'btc.momentum',
  deciders: ['bitcoin-price', 'btc-price-200d-ma'],
  state: (day) => {
    const price = day.reading('bitcoin-price')
    const distance = averageDistance(day)
    const month = price?.trend['30d']
    if (!month || distance === null || price.freshness.status === 'stale') return unknown
    if (distance >= 0) return month.direction === 'down' ? 'pulling back' : 'uptrend'
    return month.direction === 'up' ? 'recovering' : 'downtrend'
  },
  tell: (day) => ({
    nothing: 'No bitcoin price is on record for this day.',
    facts: averageFacts(day),
    sections: [...paces(day.reading('bitcoin-price')), ...averageSection(day)],
    notes: [],
  }),
}

/** The windows of the price side by side: change, pace a day, strength. */
function paces(price: Reading | null): Section[] {
  if (!price) return []
  const rows = (['7d', '30d', '90d'] as const).flatMap((name) => {
    const window = price.trend[name]
    if (window === null || window.change === null) return []
    const { change, strength, from } = window
    return [{ window: name, from: from.period, change, strength }]
  })
  return [
    {
      id: 'windows',
      title: 'Momentum by window',
      note: price.momentum ? `The 7 days against the 30: ${price.momentum.state}.` : null,
      columns: [
        { key: 'window', label: 'Window', unit: null },
        { key: 'from', label: 'From', unit: null },
        { key: 'change', label: 'Change', unit: 'percent' },
        { key: 'strength', label: 'Strength', unit: null },
      ],
      rows,
    },
  ]
}
