import { isoDay } from '../calendar/day.ts'
import { averageDistance } from './average.ts'
import type { Day } from './day.ts'
import { amount, dayInWords } from './story/amounts.ts'
import type { Fact } from './story/ranking.ts'
import { figure } from './words.ts'

/** Distance from the 200-day average, percent, that weighs as much as one unit of strength: about its usual size since 2015. */
const usualDistance = 25

interface Distance {
  readonly size: string
  readonly side: 'above' | 'below'
  readonly percent: number
  readonly average: string
  readonly on: string
}

function distanceOf(day: Day): Distance | null {
  const percent = averageDistance(day)
  const price = day.reading('bitcoin-price')
  const average = day.reading('btc-price-200d-ma')
  if (percent === null || price!.freshness.status === 'stale') return null
  return {
    percent,
    size: `${figure(Math.abs(percent), 1)}%`,
    side: percent >= 0 ? 'above' : 'below',
    average: amount(average!.value, average!.unit),
    on: dayInWords(price!.period, isoDay(day.asOf)),
  }
}

/** Where the price stands to its 200-day average, as a sentence beside others. */
export function averageSentences(day: Day): string[] {
  const distance = distanceOf(day)
  return distance === null ? [] : [`Bitcoin is ${distance.size} ${distance.side} its 200-day average of ${distance.average}.`]
}

/** The same as a fact of its own. */
export function averageFacts(day: Day): Fact[] {
  const distance = distanceOf(day)
  if (distance === null) return []
  const { size, side, average, on, percent } = distance
  const way = side === 'above' ? 1 : -1
  const strength = Math.abs(percent) / usualDistance
  return [
    {
      metric: 'btc-price-200d-ma',
      about: 'bitcoin',
      kind: 'move',
      weight: strength,
      strength,
      way,
      meaning: way,
      text: `Bitcoin was ${size} ${side} its 200-day average of ${average} on ${on}.`,
      clauses: [
        [`Bitcoin is ${size} ${side} its 200-day average`, `Bitcoin is ${side} its 200-day average by ${size}`],
        [
          `The price of bitcoin is ${size} ${side} its 200-day average`,
          `At ${size} ${side} it, bitcoin is far from its 200-day average`,
        ],
      ],
      asides: [`it is ${size} ${side} its 200-day average`, `it is ${side} its 200-day average`],
    },
  ]
}
