import { notImitated, notThere, type WireFormat } from './answer.ts'
import { fredSeries, latestOf } from './fred-values.ts'
import { dateOf, periodsOf } from './history.ts'

const known = new Set(['id', 'cosd', 'coed'])

/** The CSV behind FRED's charts: `observation_date,ID[,ID...]`, one line a date any of them has, an empty cell where one has no value. */
export const fredGraph: WireFormat = {
  host: 'fred.stlouisfed.org',
  path: (pathname) => pathname === '/graph/fredgraph.csv',
  answer(url, now) {
    for (const name of url.searchParams.keys()) if (!known.has(name)) throw notImitated(url, `the parameter ${name}`)
    const keys = (url.searchParams.get('id') ?? '').split(',')
    const from = url.searchParams.get('cosd') ?? '0000-00-00'
    const to = url.searchParams.get('coed') ?? '9999-12-31'
    const cells = new Map<string, string[]>()
    keys.forEach((key, column) => {
      const row = fredSeries(key)
      if (!row) throw notThere(url, `no series ${key}`)
      for (const period of periodsOf(row, now)) {
        const date = dateOf(row, period)
        if (date < from || date > to) continue
        const value = latestOf(row, period, now)
        const line = cells.get(date) ?? keys.map(() => '')
        line[column] = value === '.' ? '' : value
        cells.set(date, line)
      }
    })
    const lines = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, line]) => `${date},${line.join(',')}`)
    return { status: 200, type: 'application/csv', body: `${[`observation_date,${keys.join(',')}`, ...lines].join('\n')}\n` }
  },
}
