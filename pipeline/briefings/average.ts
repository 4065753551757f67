import type { Section } from '../documents/briefing.ts'
import type { Day } from './day.ts'

/** Percent that a price is above or below an average. */
export function distanceOf(price: number, average: number): number {
  return Number((100 * (price / average - 1)).toPrecision(12))
}

/** Price against its 200-day average, with the distance in percent; null where either is missing. */
export function averageDistance(day: Day): number | null {
  const price = day.reading('bitcoin-price')
  const average = day.reading('btc-price-200d-ma')
  return price && average ? distanceOf(price.value, average.value) : null
}

/** The same as a table of one row. */
export function averageSection(day: Day): Section[] {
  const distance = averageDistance(day)
  if (distance === null) return []
  const price = day.reading('bitcoin-price')!
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
          average: day.reading('btc-price-200d-ma')!.value,
          distance,
        },
      ],
    },
  ]
}
