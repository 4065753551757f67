import type { MetricName } from '../../data/metrics.ts'
import type { Day } from '../days/day.ts'
import type { Section } from '../documents/briefing.ts'
import { isoDay } from '../time/day.ts'
import { amount, changeSizeText, dayInWords, figure } from '../values/amounts.ts'
import { twelveDigits } from '../values/rounding.ts'
import { capitalised } from './story/names.ts'
import { directionSigns, type Fact, subjectFact } from './story/ranking.ts'
import { table } from './table.ts'

/** A price that is set against its 200-day average, and how it is called within a sentence. */
interface Averaged {
  readonly price: MetricName
  readonly average: MetricName
  readonly name: string
}

export const bitcoinAverage: Averaged = { price: 'bitcoin-price', average: 'btc-price-200d-ma', name: 'bitcoin' }
export const etherAverage: Averaged = { price: 'ether-price', average: 'ether-price-200d-ma', name: 'ether' }

/** Percent that a price is above or below an average. */
export function percentFromAverage(price: number, average: number): number {
  return twelveDigits(100 * (price / average - 1))
}

/** Price and average, with the distance in percent; null where either is missing. */
function standingOf(day: Day, averaged: Averaged) {
  const price = day.reading(averaged.price)
  const average = day.reading(averaged.average)
  return price && average && { price, average, distance: percentFromAverage(price.value, average.value) }
}

export function averageSection(day: Day, averaged: Averaged): Section[] {
  const standing = standingOf(day, averaged)
  if (standing === null) return []
  const { price, average, distance } = standing
  return table('average', 'Against the 200-day average', {
    columns: { period: 'Day', price: 'Price | USD', average: '200-day average | USD', distance: 'Distance | percent' },
    rows: [{ period: price.period, price: price.value, average: average.value, distance }],
  })
}

/** The same in words; null where the price is stale. */
function currentStanding(day: Day, averaged: Averaged) {
  const standing = standingOf(day, averaged)
  if (standing === null || standing.price.freshness.status === 'stale') return null
  const { price, average, distance } = standing
  const side = `${distance >= 0 ? 'above' : 'below'} its 200-day average`
  return {
    ...{ price, distance, name: capitalised(averaged.name) },
    place: `${figure(Math.abs(distance), 1)}% ${side}`,
    level: amount(average.value, average.unit),
  }
}

/** Where the price stands to its 200-day average, as a sentence beside others. */
export function averageSentences(day: Day, averaged: Averaged): string[] {
  const standing = currentStanding(day, averaged)
  return standing === null ? [] : [`${standing.name} is ${standing.place} of ${standing.level}.`]
}

/** The way of the price in 30 days and its side of the average: what its momentum is. */
export function momentumFacts(day: Day, averaged: Averaged): Fact[] {
  const standing = currentStanding(day, averaged)
  const month = standing?.price.trend['30d']
  if (!standing || !month || month.change === null) return []
  const { price, distance, place, level, name } = standing
  const way = directionSigns[month.direction]
  const change = changeSizeText(month, price.unit)
  const joint = way === Math.sign(distance) ? 'and' : 'but'
  const [rose, up, rise] = way < 0 ? ['fell', 'down', 'fall'] : ['rose', 'up', 'rise']
  const on = dayInWords(price.period, isoDay(day.asOf))
  return [
    subjectFact({
      metric: price.metric,
      about: averaged.name,
      way,
      text: `${name} ${rose} ${change} in the 30 days to ${on}, to ${amount(price.value, price.unit)}, ${joint} is ${place} of ${level}.`,
      clauses: [
        [`${name} ${rose} ${change} in 30 days ${joint} is ${place}`],
        [
          `At ${place}, ${averaged.name} is ${up} ${change} in 30 days`,
          `${name} is ${place} after a 30-day ${rise} of ${change}`,
        ],
      ],
      isSplit: true,
    }),
  ]
}
