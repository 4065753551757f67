import type { Reading, SignalDirection } from '../analysis/reading.ts'
import { signalOf } from '../analysis/signal.ts'
import type { Day } from './day.ts'
import type { Section } from './document.ts'

/** Readings of a day by name, those that are there. */
export function readingsOf(day: Day, metrics: readonly string[]): Reading[] {
  return metrics.map((metric) => day.reading(metric)).filter((reading) => reading !== null)
}

/** Signals that point up less those that point down, of readings that are not stale. */
export function balanceOf(readings: readonly Reading[]): number {
  const worth: Record<SignalDirection, number> = { bullish: 1, neutral: 0, bearish: -1 }
  return readings
    .filter(({ freshness }) => freshness.status !== 'stale')
    .reduce((sum, { signal }) => sum + (signal ? worth[signal.direction] : 0), 0)
}

/** What the 7 and the 30 day window would signal, each by its own strength. */
export function signalSection(readings: readonly Reading[]): Section[] {
  const rows = readings.flatMap(({ title, trend, signal }) => {
    if (!signal || signal.polarity === 'none') return []
    const over = (window: '7d' | '30d') => signalOf(trend, window, signal.polarity)?.direction ?? null
    return [{ reading: title, '7d': over('7d'), '30d': over('30d') }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'signals',
      title: 'Signals by window',
      note: null,
      columns: [
        { key: 'reading', label: 'Reading', unit: null },
        { key: '7d', label: '7 days', unit: null },
        { key: '30d', label: '30 days', unit: null },
      ],
      rows,
    },
  ]
}
