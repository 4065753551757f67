import type { Series } from '../../data/series.ts'
import type { SampleObservation } from '../../pipeline/feeds/sample-rows.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { latestOf, vintagesOf } from '../world/economy.ts'
import { periodsOf } from '../world/history.ts'
import { type Asked, requestedSeries, type SampleAnswer, type SampleAnswers, seriesAnswer } from './publication.ts'

/** Values as they stand at the time of the run. */
const latest = seriesAnswer({ value: (row, day, { now }) => latestOf(row, day, now) })

const eachPeriod = (
  asked: Asked,
  from: number,
  show: (row: Series, period: number) => readonly SampleObservation[],
): SampleAnswer => ({
  observations: requestedSeries(asked, undefined).flatMap((row) =>
    periodsOf(row, asked.now)
      .filter((period) => period >= from)
      .flatMap((period) => show(row, period)),
  ),
})

/** Where a range of vintages is asked for, each value a period had within it. */
function fredApi(asked: Asked): SampleAnswer {
  const { searchParams: query } = asked.url
  const start = query.get('realtime_start')
  if (start === null) return latest(asked)
  return eachPeriod(asked, dayNumber(query.get('observation_start') ?? '') ?? 0, (row, period) =>
    vintagesOf(row, period, asked.now).flatMap(({ since, value }, at, all): SampleObservation[] => {
      const date = isoDay(period)
      if (isoDay(since) > start) return [{ date, realtime_published: isoDay(since), [row.key]: value }]
      const next = all[at + 1]
      return next && isoDay(next.since) <= start ? [] : [{ date, realtime_seen: start, [row.key]: value }]
    }),
  )
}

/** The values as they stood at the end of each vintage date. */
function alfredGraph(asked: Asked): SampleAnswer {
  const dates = (asked.url.searchParams.get('vintage_date') ?? '').split(',')
  return eachPeriod(asked, 0, (row, period) => {
    const vintages = vintagesOf(row, period, asked.now)
    return dates.flatMap((date) => {
      const standing = vintages.findLast(({ since }) => since <= dayNumber(date)!)
      return standing ? [{ date: isoDay(period), realtime_seen: date, [row.key]: standing.value }] : []
    })
  })
}

export const fred: SampleAnswers = {
  'fred-api': fredApi,
  'fred-graph': latest,
  'alfred-graph': alfredGraph,
}
