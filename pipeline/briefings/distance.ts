import { isoDay } from '../calendar/day.ts'
import { type Averaged, averageDistance } from './average.ts'
import type { Day } from './day.ts'
import { amount, dayInWords, sizeOf } from './story/amounts.ts'
import { capitalised } from './story/names.ts'
import type { Fact } from './story/ranking.ts'
import { figure } from './words.ts'

interface Distance {
  readonly size: string
  readonly side: 'above' | 'below'
  readonly percent: number
  readonly average: string
  readonly on: string
}

function distanceOf(day: Day, averaged: Averaged): Distance | null {
  const percent = averageDistance(day, averaged)
  const price = day.reading(averaged.price)
  const average = day.reading(averaged.average)
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
export function averageSentences(day: Day, averaged: Averaged): string[] {
  const distance = distanceOf(day, averaged)
  return distance === null
    ? []
    : [`${capitalised(averaged.name)} is ${distance.size} ${distance.side} its 200-day average of ${distance.average}.`]
}

/** The way of the price in 30 days and its side of the average: what its momentum is. */
export function pathFacts(day: Day, averaged: Averaged): Fact[] {
  const distance = distanceOf(day, averaged)
  const price = day.reading(averaged.price)
  const { name } = averaged
  const month = price?.trend['30d']
  if (distance === null || !price || !month || month.change === null) return []
  const { size, side, average, on, percent } = distance
  const way = { up: 1, down: -1, flat: 0 }[month.direction] as -1 | 0 | 1
  const change = sizeOf(month, price.unit)
  const joint = way === Math.sign(percent) ? 'and' : 'but'
  const rose = way < 0 ? 'fell' : 'rose'
  return [
    {
      metric: price.metric,
      about: name,
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: 0,
      way,
      meaning: way,
      text: `${capitalised(name)} ${rose} ${change} in the 30 days to ${on}, to ${amount(price.value, price.unit)}, ${joint} is ${size} ${side} its 200-day average of ${average}.`,
      clauses: [
        [
          `${capitalised(name)} ${rose} ${change} in 30 days ${joint} is ${size} ${side} its 200-day average`,
          `${capitalised(name)} is ${way < 0 ? 'down' : 'up'} over 30 days ${joint} ${side} its 200-day average`,
        ],
        [
          `At ${size} ${side} its 200-day average, ${name} is ${way < 0 ? 'down' : 'up'} ${change} in 30 days`,
          `${capitalised(name)} is ${size} ${side} its 200-day average after a 30-day ${way < 0 ? 'fall' : 'rise'} of ${change}`,
        ],
      ],
      asides: [],
      isSplit: true,
    },
  ]
}
