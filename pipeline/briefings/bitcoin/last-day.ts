import { isoDay } from '../../calendar/day.ts'
import type { Day } from '../day.ts'
import { dayInWords } from '../story/amounts.ts'
import type { Fact } from '../story/ranking.ts'
import { unusual } from '../story/ranking.ts'
import { figure } from '../words.ts'

/**
 * The last 24 hours of bitcoin among those of the last 90 days. A percentile of 95 (or 5) weighs as much as a strength of 1.8, one of 50
 * nothing.
 */
export function lastDayFacts(day: Day): Fact[] {
  const change = day.reading('bitcoin-change-24h')
  if (!change || change.freshness.status === 'stale') return []
  const percentile = change.percentile_90d
  const strength = percentile === null ? 0 : Math.abs(percentile.value - 50) / 25
  const way = change.value > 0 ? 1 : change.value < 0 ? -1 : 0
  const size = `${figure(Math.abs(change.value), 1)}%`
  const went = way < 0 ? 'fell' : 'rose'
  const isLarge = strength >= unusual
  const among = percentile === null ? '' : isLarge ? ', a large move by the last 90 days' : ', well within the last 90 days'
  const on = dayInWords(change.period, isoDay(day.asOf))
  return [
    {
      metric: change.metric,
      about: 'bitcoin',
      kind: 'move',
      isNews: true,
      weight: strength,
      strength,
      way,
      meaning: way,
      text: `Bitcoin ${went} ${size} in the 24 hours to ${on}${among}.`,
      clauses: [
        [`Bitcoin ${went} ${size} in 24 hours${among}`, `In 24 hours bitcoin ${went} ${size}${among}`],
        [
          `A day's ${way < 0 ? 'loss' : 'gain'} of ${size} for bitcoin${among}`,
          `Bitcoin is ${way < 0 ? 'down' : 'up'} ${size} on the day${among}`,
        ],
      ],
      asides: [`bitcoin ${went} ${size} in 24 hours`, `bitcoin ${went}`],
    },
  ]
}
