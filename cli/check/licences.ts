import type { FeedsMode } from '../../activities/fetch/feeds.ts'
import { briefingRows } from '../../data/briefings.ts'
import { companyMarkets } from '../../data/companies/markets.ts'
import { metricRows } from '../../data/metrics.ts'
import { treasuriesSeries } from '../../data/series/treasuries.ts'
import { providersOf, type Series, series, upstreamsOf } from '../../data/series.ts'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { seriesOf } from '../../pipeline/formulas/evaluate.ts'
import { isSampleStore, queryIfLoaded } from '../market.ts'
import { type Finding, ok, warnFinding } from './home.ts'

/** Treasury documents for sale and the series they depend on: counts of third parties and the price of bitcoin. */
const treasuries = {
  routes: ['/api/treasuries', '/api/treasuries/{ticker}'],
  briefing: 'btc.treasury',
  series: new Set<string>([...treasuriesSeries.map(({ id }) => id), ...seriesOf('bitcoin-price')]),
}

/** What is for sale and depends on an upstream, or on series whose rights it owns: briefings, routes, metrics and companies. */
export function saleItemsOfUpstream(id: string): string[] {
  const own = series
    .filter((row: Series) => upstreamsOf(row).some((each) => each === id) || row.owner === id)
    .map((row): string => row.id)
  const metrics = metricRows
    .filter(({ metric }) => seriesOf(metric).some((each) => own.includes(each)))
    .map(({ metric }) => metric)
  const ofTreasuries = own.some((each) => treasuries.series.has(each))
  const briefings = briefingRows
    .filter((row) => row.metrics.some((metric) => metrics.includes(metric)) || (ofTreasuries && row.id === treasuries.briefing))
    .map((row) => row.id)
  const companies = companyMarkets.flatMap(({ market, upstream, title }) => [
    ...(upstream === id ? [`companies in ${title}`] : []),
    ...(providersOf({ market }).some((provider) => provider.upstream === id) ? [`valuation of companies in ${title}`] : []),
  ])
  return [...briefings, ...(ofTreasuries ? treasuries.routes : []), ...metrics, ...companies]
}

/** What the terms of an upstream say, the day on which they were read, and by whom. */
export const upstreamTermsText = ({ terms }: Pick<Upstream, 'terms'>): string =>
  terms === null ? 'its terms' : `${terms.says} (read ${terms.on}${terms.by === 'report' ? ', by report' : ''})`

/** Documents for sale whose upstream requires a licence to sell that the operator has not declared. Invented data needs none. */
export async function checkLicences(
  folder: string,
  declared: ReadonlySet<string>,
  mode: FeedsMode['kind'] = 'live',
): Promise<Finding[]> {
  const wanted = (upstreams as readonly Upstream[]).filter(({ id, resale }) => resale === 'licence' && !declared.has(id))
  // where nothing is loaded yet: what the feeds would bring
  const sample = await queryIfLoaded(folder, mode === 'sample', isSampleStore)
  if (sample || wanted.length === 0)
    return [ok('licences', sample ? 'not needed for sample data' : 'declared for every upstream that requires one')]
  return wanted.flatMap((row) => {
    const sold = saleItemsOfUpstream(row.id)
    const next = `terms: ${upstreamTermsText(row)}; if you hold a licence, set BRIEFING_LICENCES=${[...declared, row.id].join(',')}`
    return sold.length === 0
      ? []
      : warnFinding(`licence ${row.id}`, `${row.name} requires a licence to sell: ${sold.join(', ')}`, next)
  })
}
