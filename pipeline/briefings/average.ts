import type { Section } from '../documents/briefing.ts'
import type { Day } from './day.ts'

/** Price against its 200-day average, with the distance in percent; null where either is missing. */
export function averageDistance(day: Day): number | null {
  const price = day.reading('bitcoin-price')
  const average = day.reading('btc-price-200d-ma')
  return price && average ? Number((100 * (price.value / average.value - 1)).toPrecision(12)) : null
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
        { key: 'role', label: 'Role', unit: null },
      ],
      rows: [
        {
          period: price.period,
          price: price.value,
          average: day.reading('btc-price-200d-ma')!.value,
          distance,
          role: distance >= 0 ? 'support' : 'resistance',
        },
      ],
    },
  ]
}
