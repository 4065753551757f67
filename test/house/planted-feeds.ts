import { seriesById } from '../../data/series.ts'
import { jsonFeed } from '../../pipeline/feeds/json-feed.ts'
import { tableFeed } from '../../pipeline/feeds/table-feed.ts'

const series = seriesById.get('cboe.VIX')!
const source = { upstream: series.upstream, series, emptyMessage: 'no sessions' } as const

/** Feeds as somebody adds them, each a file of its own: the other two files are a line in the registry and a row of the schedule. */
export const planted = [
  tableFeed({
    ...source,
    id: 'planted-table',
    title: 'Planted: a table',
    url: 'https://cdn.cboe.com/planted.csv',
    columns: ['DAY', 'CLOSE'],
    date: (row) => row('DAY'),
    values: (row) => [[series, row('CLOSE')]],
  }),
  jsonFeed({
    ...source,
    id: 'planted-json',
    title: 'Planted: JSON',
    url: 'https://cdn.cboe.com/planted.json',
    rows: 'days',
    date: 'day',
    values: ({ close }) => [[series, close]],
    written: 'number',
  }),
]
