import type { Series } from '../../data/series.ts'
import { dayNumber } from '../../pipeline/calendar/day.ts'
import { economicSeries, latestOf, vintagesOf } from '../world/economy.ts'
import { dateOf, periodsOf } from '../world/history.ts'
import { type Answer, type Asked, notImitated, notThere, text, type WireFormat } from './answer.ts'

/** One line a date any of the series has: `cellOf` gives its cell in a column, null where the column has no line for the period. */
function chart(
  { url, query, now }: Asked,
  header: (key: string, column: number) => string,
  cellOf: (row: Series, period: number, column: number) => string | null,
): Answer {
  const keys = (query['id'] ?? '').split(',')
  const lines = new Map<string, string[]>()
  for (const [column, key] of keys.entries()) {
    const row = economicSeries(key)
    if (!row) throw notThere(url, `no series ${key}`)
    for (const period of periodsOf(row, now)) {
      const value = cellOf(row, period, column)
      if (value === null) continue
      const date = dateOf(row, period)
      const line = lines.get(date) ?? keys.map(() => '')
      line[column] = value === '.' ? '' : value
      lines.set(date, line)
    }
  }
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, cells]) => `${date},${cells.join(',')}`)
  return text('application/csv', `${[['observation_date', ...keys.map(header)].join(','), ...sorted].join('\n')}\n`)
}

/** The CSV behind FRED's charts: `observation_date,ID[,ID...]`, an empty cell where a series has no value. */
export const fredGraph: WireFormat = {
  host: 'fred.stlouisfed.org',
  path: /^\/graph\/fredgraph\.csv$/,
  parameters: ['id', 'cosd', 'coed'],
  answer(asked) {
    const { cosd = '0000-00-00', coed = '9999-12-31' } = asked.query
    const within = (date: string): boolean => date >= cosd && date <= coed
    return chart(
      asked,
      (key) => key,
      (row, period) => (within(dateOf(row, period)) ? latestOf(row, period, asked.now) : null),
    )
  },
}

/** The CSV behind ALFRED's charts: a column `ID_YYYYMMDD` a vintage date, the series as it stood at the end of that day. */
export const alfredGraph: WireFormat = {
  host: 'alfred.stlouisfed.org',
  path: /^\/graph\/alfredgraph\.csv$/,
  parameters: ['id', 'vintage_date'],
  answer(asked) {
    const { query, url, now, last } = asked
    const dates = (query['vintage_date'] ?? '').split(',')
    const vintages = dates.map((date) => dayNumber(date) ?? Number.POSITIVE_INFINITY)
    if (vintages.some((day) => day > last + 1)) throw notImitated(url, 'series without a past vintage date')
    return chart(
      asked,
      (key, column) => `${key}_${dates[column]?.replaceAll('-', '')}`,
      (row, period, column) => {
        const value = vintagesOf(row, period, now).findLast(({ since }) => since <= vintages[column]!)?.text ?? '.'
        return value === '.' ? null : value
      },
    )
  },
}
