import { isoDay } from '../../calendar/day.ts'
import type { Reading } from '../../documents/reading.ts'
import type { Day } from '../day.ts'
import { dayInWords } from '../story/amounts.ts'
import type { Fact } from '../story/ranking.ts'
import { figure } from '../words.ts'

/** Percent of a difficulty adjustment that weighs as much as one unit of strength. */
const usualAdjustment = 3

const current = (day: Day, metric: string): Reading | null => {
  const reading = day.reading(metric)
  return reading && reading.freshness.status !== 'stale' ? reading : null
}

/** The forecast of the coming difficulty adjustment. */
export function forecastFacts(day: Day): Fact[] {
  const forecast = current(day, 'bitcoin-next-difficulty-change')
  if (!forecast) return []
  const way = forecast.value > 0 ? 1 : forecast.value < 0 ? -1 : 0
  const size = `${figure(Math.abs(forecast.value), 1)}%`
  const goes = way === 0 ? 'stay as it is' : way > 0 ? `rise ${size}` : `fall ${size}`
  const strength = Math.abs(forecast.value) / usualAdjustment
  return [
    {
      metric: forecast.metric,
      about: 'difficulty',
      kind: 'subject',
      isNews: true,
      weight: strength,
      strength,
      way,
      meaning: 0,
      text: `Mining difficulty is forecast to ${goes} at its next adjustment (${dayInWords(forecast.period, isoDay(day.asOf))}).`,
      clauses: [
        [`Mining difficulty is forecast to ${goes} at its next adjustment`, `The next adjustment should see difficulty ${goes}`],
        [
          `Difficulty looks set to ${goes} at the next adjustment`,
          `At its next adjustment mining difficulty is expected to ${goes}`,
        ],
      ],
      asides: [`difficulty is forecast to ${goes}`],
    },
  ]
}

/** How fast blocks have come in this epoch. */
export function paceSentences(day: Day): string[] {
  const pace = current(day, 'bitcoin-epoch-pace')
  if (!pace) return []
  const size = figure(Math.abs(pace.value), 1)
  return [`Blocks of this epoch have come ${size}% ${pace.value >= 0 ? 'faster' : 'slower'} than one in ten minutes.`]
}
