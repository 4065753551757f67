import { pathOf } from './level.ts'
import { normal, seedOf } from './noise.ts'
import { epoch } from './path.ts'

/** Years after which the influence of the short rate on a yield has fallen to a third. */
const decay = 2
/** Days from one meeting that sets the policy rate to the next. */
const meetingDays = 42
const noise = seedOf('overnight rates')

/**
 * Yield in percent of a Treasury of so many years on a day: the curve of Nelson and Siegel (1987), from a short rate, a long rate and a
 * hump that each wander.
 */
export function yieldOf(years: number, day: number): number {
  const fade = Math.exp(-years / decay)
  const weight = (1 - fade) / (years / decay)
  const [short, long] = [pathOf('short rate')(day), pathOf('long rate')(day)]
  return long + (short - long) * weight + (pathOf('curve hump')(day) - 1) * (weight - fade)
}

/** Yield of an inflation-indexed Treasury: the nominal one less what inflation is expected to be; over fewer years more is expected. */
export function realYield(years: number, day: number): number {
  return yieldOf(years, day) - pathOf('breakeven inflation')(day) * (1.05 - years / 200)
}

/** Upper limit of the target range: the short rate of the last meeting, up to the next quarter. */
export function policyRate(day: number): number {
  const meeting = day - ((((day - epoch) % meetingDays) + meetingDays) % meetingDays)
  return Math.max(0.25, Math.ceil(pathOf('short rate')(meeting) * 4) / 4)
}

/** The secured overnight rate keeps to the target range. */
export function secured(day: number): number {
  return policyRate(day) - 0.14 + 0.02 * normal(noise, day)
}
