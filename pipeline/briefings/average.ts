import type { MetricName } from '../../data/metrics.ts'
import type { Section } from '../documents/briefing.ts'
import type { Day } from './day.ts'

/** A price that is set against its 200-day average, and how it is called within a sentence. */
export interface Averaged {
  readonly price: MetricName
  readonly average: MetricName
  readonly name: string
}

export const bitcoin: Averaged = { price: 'bitcoin-price', average: 'btc-price-200d-ma', name: 'bitcoin' }
export const ether: Averaged = { price: 'ether-price', average: 'ether-price-200d-ma', name: 'ether' }

/** Percent that a price is above or below an average. */
export function distanceOf(price: number, average: number): number {
  return Number((100 * (price / average - 1)).toPrecision(12))
}

/** Price against its 200-day average, with the distance in percent; null where either is missing. */
export function averageDistance(day: Day, averaged: Averaged): number | null {
  const price = day.reading(averaged.price)
  const average = day.reading(averaged.average)
  return price && average ? distanceOf(price.value, average.value) : null
}

/** The same as a table of one row. */
export function averageSection(day: Day, averaged: Averaged): Section[] {
  const distance = averageDistance(day, averaged)
  if (distance === null) return []
  const price = day.reading(averaged.price)!
  return [
    {
      id: 'average',
      title: 'Against the 200-day average',
      note: null,
      columns: [
        { key: 'period', label: 'Day', unit: null },
        { key: 'price', label: 'Price', unit: 'USD' },
        { key: 'average', label: '200-day average', unit: 'USD' },
        { key: 'distance', label: 'Distance', unit: 'percent' },
      ],
      rows: [
        {
          period: price.period,
          price: price.value,
          average: day.reading(averaged.average)!.value,
          distance,
        },
      ],
    },
  ]
}
