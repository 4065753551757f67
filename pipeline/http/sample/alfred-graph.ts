import { dayNumber, dayOf } from '../../calendar/day.ts'
import { notImitated, notThere, type WireFormat } from './answer.ts'
import { fredSeries, vintagesOf } from './fred-values.ts'
import { dateOf, periodsOf } from './history.ts'

const known = new Set(['id', 'vintage_date'])

/** The CSV behind ALFRED's charts: a column `ID_YYYYMMDD` a vintage date, the series as it stood at the end of that day. */
export const alfredGraph: WireFormat = {
  host: 'alfred.stlouisfed.org',
  path: (pathname) => pathname === '/graph/alfredgraph.csv',
  answer(url, now) {
    for (const name of url.searchParams.keys()) if (!known.has(name)) throw notImitated(url, `the parameter ${name}`)
    const keys = (url.searchParams.get('id') ?? '').split(',')
    const dates = (url.searchParams.get('vintage_date') ?? '').split(',')
    const lines = new Map<string, string[]>()
    const header = keys.map((key, column) => {
      const row = fredSeries(key)
      const vintage = dayNumber(dates[column] ?? '')
      if (!row) throw notThere(url, `no series ${key}`)
      if (vintage === null || vintage > dayOf(now)) throw notImitated(url, 'series without a past vintage date')
      for (const period of periodsOf(row, now)) {
        const text = vintagesOf(row, period, now).findLast(({ since }) => since <= vintage)?.text ?? '.'
        if (text === '.') continue
        const line = lines.get(dateOf(row, period)) ?? keys.map(() => '')
        line[column] = text
        lines.set(dateOf(row, period), line)
      }
      return `${key}_${dates[column]!.replaceAll('-', '')}`
    })
    const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, line]) => `${date},${line.join(',')}`)
    return { status: 200, type: 'application/csv', body: `${[`observation_date,${header.join(',')}`, ...sorted].join('\n')}\n` }
  },
}
