import { isoDay } from '../calendar/day.ts'
import { isBusinessDay } from '../calendar/holiday.ts'
import { clean, type Formula, historyOf, indexOf, lastKnown, trailingMean } from './formula.ts'

/**
 * What the last `days` daily values come to; its one part names the window instead of as many rows. `whole`: no value where a day of the
 * window, or a session of the exchange in it, is missing. `scale` is what their mean is multiplied by, and `divided` what words say
 * of it beyond the count.
 */
function trailing(
  days: number,
  {
    whole,
    scale,
    name,
    divided = '',
  }: { whole: 'days' | 'sessions' | null; scale: number; name: 'mean' | 'sum'; divided?: string },
): Formula {
  return ([read], metric) => {
    if (!read) return null
    const { column } = read
    const valueAt = (i: number): number | null => {
      if (i < days - 1) return null
      const [from, to] = [column.period[i - days + 1]!, column.period[i]!]
      if (whole === 'days' && to - from !== days - 1) return null
      if (whole === 'sessions' && sessionsIn(from, to) > days) return null
      const mean = trailingMean(column, i, days)
      return mean === null ? null : mean * scale
    }
    const history = historyOf(metric.name, metric.unit, column, valueAt, (i) => [[column, lastKnown(column, i, days)]])
    return {
      column: history,
      words: `${name} of the last ${days} daily values of ${column.series}${divided}`,
      rests: read.rests,
      parts: (i) => {
        const at = indexOf(column, history.period[i]!)
        const from = column.period[at - days + 1]!
        return [
          {
            series: `${name} of ${column.series}, ${days} daily values ${isoDay(from)} to ${isoDay(column.period[at]!)}${divided}`,
            period: column.period[at]!,
            value: clean(valueAt(at)!),
            unit: metric.unit,
            known: history.known[i]!,
            window: { series: column.series, from },
          },
        ]
      },
      notes: () => [],
    }
  }
}

/** Sessions of the US exchanges from one day number to another, both included. */
export function sessionsIn(from: number, to: number): number {
  let sessions = 0
  for (let day = from; day <= to; day++) if (isBusinessDay(day, 'us-market')) sessions++
  return sessions
}

export const mean7d: Formula = trailing(7, { whole: 'days', scale: 1, name: 'mean' })
export const mean30d: Formula = trailing(30, { whole: 'days', scale: 1, name: 'mean' })
/** Sums of sessions that follow each other. */
export const sum5d: Formula = trailing(5, { whole: 'sessions', scale: 5, name: 'sum' })
export const sum20d: Formula = trailing(20, { whole: 'sessions', scale: 20, name: 'sum' })
export const mean200d: Formula = trailing(200, { whole: null, scale: 1, name: 'mean' })
/** Four weeks, in millionths of the unit of what it reads: MWh to TWh. */
export const millionthSum28d: Formula = trailing(28, { whole: 'days', scale: 28 / 1e6, name: 'sum', divided: ' / 1,000,000' })
