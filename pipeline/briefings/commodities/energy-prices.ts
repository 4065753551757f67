import type { MetricName } from '../../../data/metrics.ts'
import { isoDay } from '../../calendar/day.ts'
import { head, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Day } from '../day.ts'

/** Spot prices, each with its volatility. */
const spots: readonly { readonly price: MetricName; readonly volatility: MetricName; readonly name: string }[] = [
  { price: 'wti-spot', volatility: 'wti-realised-volatility', name: 'WTI' },
  { price: 'brent-spot', volatility: 'brent-realised-volatility', name: 'Brent' },
  { price: 'henry-hub-spot', volatility: 'henry-hub-realised-volatility', name: 'Henry Hub' },
]
const yearDays = 365
/** Years in which today's volatility is ranked, in days. */
const rankedDays = 5 * yearDays

/** The year of each spot price, and its volatility among that of five years. Changes over shorter times stand with the readings. */
export function priceSection(day: Day): Section[] {
  const rows = spots.flatMap(({ price, volatility, name }) => {
    const reading = day.reading(price)
    const column = day.column(price)
    if (reading === null || column === null || reading.freshness.status === 'stale') return []
    const { period, value } = column
    const last = period.length - 1
    const from = indexAtOrBefore(column, period[last]! - yearDays)
    const year = from < 0 ? null : value.subarray(from, last + 1)
    const before = year?.[0] ?? null
    const swings = day.column(volatility)
    const own = swings === null ? null : head(swings, indexAtOrBefore(swings, period[last]!))
    const ranked = own?.value.filter((_, i) => own.period[i]! > period[last]! - rankedDays)
    const newest = ranked?.at(-1) ?? null
    return [
      {
        metric: price,
        price: name,
        period: isoDay(period[last]!),
        unit: reading.unit,
        value: reading.value,
        year_change: before !== null && before > 0 ? Number((100 * (value[last]! / before - 1)).toPrecision(12)) : null,
        low: year === null ? null : Math.min(...year),
        high: year === null ? null : Math.max(...year),
        volatility: newest,
        rank: newest === null ? null : Math.round((100 * ranked!.filter((each) => each <= newest).length) / ranked!.length),
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'prices',
      title: 'Spot prices: their year and their swings',
      note: 'Volatility is the annualised standard deviation of the last 30 daily percentage changes; its rank is the share of days of the last five years on which it was no higher.',
      columns: [
        { key: 'price', label: 'Spot', unit: null },
        { key: 'period', label: 'Day', unit: null },
        { key: 'value', label: 'Price', unit: null },
        { key: 'year_change', label: 'A year', unit: 'percent' },
        { key: 'low', label: '52-week low', unit: null },
        { key: 'high', label: 'High', unit: null },
        { key: 'volatility', label: 'Volatility', unit: 'percent' },
        { key: 'rank', label: 'Rank', unit: 'percent' },
      ],
      rows,
    },
  ]
}
