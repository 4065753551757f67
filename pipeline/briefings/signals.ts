import { signalOf } from '../analysis/signal.ts'
import type { Section } from '../documents/briefing.ts'
import type { Reading, SignalDirection } from '../documents/reading.ts'
import { type Day, unknown } from './day.ts'

/** Readings of a day by name, those that are there. */
export function readingsOf(day: Day, metrics: readonly string[]): Reading[] {
  return metrics.map((metric) => day.reading(metric)).filter((reading) => reading !== null)
}

const worth: Record<SignalDirection, number> = { bullish: 1, neutral: 0, bearish: -1 }

/**
 * The label that signals vote for: `up` where at least `lead` more of the drivers point up than down, `down` the other way round, else
 * `mixed`. A driver that is missing, stale or without a signal could point any way: `unknown`, unless the others decide whatever it says.
 */
export function vote(
  day: Day,
  drivers: readonly string[],
  lead: number,
  labels: { readonly up: string; readonly down: string; readonly mixed: string },
): string {
  const votes = drivers.flatMap((metric) => {
    const reading = day.reading(metric)
    return reading?.signal && reading.freshness.status !== 'stale' ? [worth[reading.signal.direction]] : []
  })
  const balance = votes.reduce((sum, each) => sum + each, 0)
  const open = drivers.length - votes.length
  const label = (at: number) => (at >= lead ? labels.up : at <= -lead ? labels.down : labels.mixed)
  return label(balance - open) === label(balance + open) ? label(balance) : unknown
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
