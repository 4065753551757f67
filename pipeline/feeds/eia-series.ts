import type { eiaSeries } from '../../data/series/eia.ts'
import { eiaAnswer, eiaHost, whyHistoryIncomplete, whyNewestIncomplete } from './eia-answer.ts'
import type { RowFeed } from './feed.ts'
import { jsonFeed } from './json-feed.ts'

const folder = '/v2/seriesid/'
/** How the EIA spells our units. `MBBL` are thousands of barrels. */
const units: Readonly<Record<string, string>> = {
  'thousand barrels': 'MBBL',
  'thousand barrels a day': 'MBBL/D',
  percent: '%',
  bcf: 'BCF',
  'USD/bbl': '$/BBL',
  'USD/MMBtu': '$/MMBTU',
}

/**
 * Series by the EIA's ids: the newest 5,000 values of a series in one answer, newest first, each with its unit, which has to be ours.
 *
 * @param isWhole the history must fit into an answer: one that lost its oldest values is refused
 */
export function eiaSeriesFeed(
  rows: readonly (typeof eiaSeries)[number][],
  { id, title, isWhole }: { readonly id: string; readonly title: string; readonly isWhole: boolean },
): RowFeed {
  const byKey = new Map(rows.map((row) => [row.key as string, row]))
  const rowOf = ({ host: asked, pathname }: URL) =>
    asked === eiaHost && pathname.startsWith(folder) ? byKey.get(pathname.slice(folder.length)) : undefined
  return jsonFeed({
    ...eiaAnswer,
    id,
    title,
    match: (url) => rowOf(url) !== undefined,
    plan: () => rows.map(({ key }) => `https://${eiaHost}${folder}${key}`),
    cut: isWhole ? whyHistoryIncomplete : whyNewestIncomplete,
    date: 'period',
    series: (url) => rowOf(url)!,
    values: ({ series, units: unit, value }, { url }) => {
      const row = rowOf(url)!
      if (series !== row.key.split('.')[1]) return { rule: 'row', reason: 'not the series asked for' }
      if (unit !== units[row.unit]) return { rule: 'unit', reason: `in ${String(unit)}, not in ${units[row.unit]}` }
      return [[row, value]]
    },
    emptyMessage: 'no values',
  })
}
