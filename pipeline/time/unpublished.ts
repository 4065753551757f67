import { unpublishedValues } from '../../data/unpublished.ts'
import { dayNumber, daysBetween } from './day.ts'

/** Periods that were never published, as day numbers, by the series. */
const never = new Map<string, ReadonlySet<number>>()
for (const { series, from, to } of unpublishedValues)
  for (const id of series) never.set(id, new Set([...(never.get(id) ?? []), ...daysBetween(dayNumber(from)!, dayNumber(to)!)]))

/** The periods (day numbers) of a series that were never published, or nothing where there are none. */
export const neverPublishedPeriods = (series: string): ReadonlySet<number> | undefined => never.get(series)
