import { seriesById } from '../../data/series.ts'
import { asOfMoment } from '../calendar/day.ts'
import type { Day } from '../days/day.ts'
import type { Revision, Revisions } from '../documents/charts.ts'
import { seriesOf } from '../metrics/evaluate.ts'

/** Revisions listed one by one. */
const listed = 5

/** What was first on record and what replaced it, by the end of the day. */
export function revisionsOf(metric: string, day: Day): Revisions {
  const moment = asOfMoment(day.asOf)
  const all: Revision[] = []
  let periods = 0
  for (const id of seriesOf(metric)) {
    const versions = day.versions(id)
    if (versions === null) continue
    const { period, value, known } = versions
    for (let i = 0; i < period.length; ) {
      const first = i
      let now = -1
      for (; i < period.length && period[i] === period[first]; i++) if (known[i]! <= moment) now = i
      if (now < 0) continue
      periods++
      if (value[now] === value[first]) continue
      all.push({
        series: id,
        unit: seriesById.get(id)?.unit ?? '1',
        period: period[first]!,
        first: { value: value[first]!, known: known[first]! },
        now: { value: value[now]!, known: known[now]! },
      })
    }
  }
  const newest = all.sort((a, b) => b.now.known - a.now.known || b.period - a.period).slice(0, listed)
  return { revised: all.length, periods, newest }
}
