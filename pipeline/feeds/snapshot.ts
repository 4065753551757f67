import type { Series } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../time/day.ts'
import { bodyError } from './body.ts'
import type { Item } from './json-feed.ts'
import type { Sightings } from './sightings.ts'

/** Adds values that hold at one moment (milliseconds UTC), as numbers of a JSON body: each is the value of its UTC day until a newer one comes. */
export function addSnapshot(sightings: Sightings, at: number, values: Iterable<readonly [Series, unknown]>): void {
  // seen again on the next day, it is the value of that day too
  sightings.reached((dayOf(at) + 1) * dayMs)
  for (const [row, value] of values) {
    const text = typeof value === 'number' ? String(value) : JSON.stringify(value ?? null)
    sightings.add(row, isoDay(dayOf(at)), text, { seenAt: at, publishedAt: null })
  }
}

/** The members of an object that series are named after; an object without a number for each is refused. */
export function seriesMembers(object: Item, rows: readonly Series[], feed: string): (readonly [Series, number])[] {
  return rows.map((row) => {
    const value = object[row.key]
    if (typeof value !== 'number') throw bodyError(feed, 'DATA_MISSING', `no number "${row.key}"`)
    return [row, value]
  })
}

/** When a body says it was made (milliseconds UTC): not later than its recording, and on the last day before it. */
export function statedMoment(stated: number, field: string, { seenAt, reached }: Sightings, feed: string): number {
  if (!(stated <= seenAt + 60_000) || reached(stated + dayMs))
    throw bodyError(feed, 'TIME', `"${field}" is not a time within the last day`)
  return Math.min(stated, seenAt)
}

/** What CoinGecko says in place of what was asked for. */
export const coingeckoErrorText = ({ status }: Item): string => `CoinGecko says ${JSON.stringify(status ?? null).slice(0, 200)}`

/** How far a count of coins times the price of its body may lie from the value stated next to it. */
const tolerance = 0.01

/** Why a count cannot be right, by a price and the value stated with it; null where it can. `whose`: what the price is of. */
export function countFault(coins: number, price: number, value: number, whose: string): string | null {
  return Math.abs(coins * price - value) > tolerance * value
    ? `${coins} at the ${Math.round(price)} USD of ${whose} does not match the value stated with it`
    : null
}
