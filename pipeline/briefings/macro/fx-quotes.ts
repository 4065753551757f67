import type { Prose } from '../../../data/metrics.ts'
import { twelveDigits, withoutNoise } from '../../analysis/rounding.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading, TrendWindow, WindowName } from '../../documents/reading.ts'
import type { Day } from '../day.ts'

/** Currencies in units to one dollar, so that a rise is a stronger dollar throughout. */
const quoted = [
  {
    metric: 'eur-usd',
    currency: 'Euro',
    unit: 'EUR/USD',
    inverse: true,
    name: { name: 'the dollar', against: 'against the euro' },
  },
  {
    metric: 'cny-usd',
    currency: 'Yuan',
    unit: 'CNY/USD',
    inverse: false,
    name: { name: 'the dollar', against: 'against the yuan' },
  },
  {
    metric: 'jpy-usd',
    currency: 'Yen',
    unit: 'JPY/USD',
    inverse: false,
    name: { name: 'the dollar', against: 'against the yen' },
  },
] as const

export interface Quote {
  readonly currency: string
  readonly name: Prose
  readonly reading: Reading
}

/** Readings of exchange rates, each in its currency to one dollar. */
export function quotesPerDollar(day: Day): Quote[] {
  return quoted.flatMap(({ metric, currency, unit, inverse, name }) => {
    const reading = day.reading(metric)
    if (!reading || reading.freshness.status === 'stale') return []
    return [{ currency, name, reading: inverse ? inverted(reading, unit) : reading }]
  })
}

const opposite = { up: 'down', down: 'up', flat: 'flat' } as const
const otherEnd = { highest: 'lowest', lowest: 'highest', largest_rise: 'largest_fall', largest_fall: 'largest_rise' } as const

/** One over a rate, and what moves with it. */
function inverted(reading: Reading, unit: string): Reading {
  const over = (name: WindowName): TrendWindow | null => {
    const window = reading.trend[name]
    if (window === null) return null
    const { from, to, change, strength, direction } = window
    const turned = (end: typeof from) => ({ ...end, value: withoutNoise(1 / end.value) })
    return {
      ...window,
      change: change === null ? null : twelveDigits(100 * (from.value / to.value - 1)),
      strength: strength === null ? null : -strength,
      direction: opposite[direction],
      from: turned(from),
      to: turned(to),
    }
  }
  return {
    ...reading,
    unit,
    value: withoutNoise(1 / reading.value),
    trend: { '7d': over('7d'), '30d': over('30d'), '90d': over('90d') },
    percentile_90d: reading.percentile_90d && { ...reading.percentile_90d, value: 100 - reading.percentile_90d.value },
    record: reading.record && { ...reading.record, kind: otherEnd[reading.record.kind] },
  }
}

/** What a dollar buys, one way round. */
export function quoteSection(quotes: readonly Quote[]): Section[] {
  if (quotes.length === 0) return []
  const rows = quotes.map(({ currency, reading: { value, period, trend } }) => ({
    currency,
    rate: value,
    period,
    '7d': trend['7d']?.change ?? null,
    '30d': trend['30d']?.change ?? null,
    '90d': trend['90d']?.change ?? null,
  }))
  return [
    {
      id: 'dollar',
      title: 'The dollar against other currencies',
      note: 'Units of each currency to one dollar: a rise is a stronger dollar.',
      columns: [
        { key: 'currency', label: 'Currency', unit: null },
        { key: 'rate', label: 'To one dollar', unit: '1' },
        { key: 'period', label: 'As of', unit: null },
        { key: '7d', label: '1 wk', unit: 'percent' },
        { key: '30d', label: '30 days', unit: 'percent' },
        { key: '90d', label: '90 days', unit: 'percent' },
      ],
      rows,
    },
  ]
}
