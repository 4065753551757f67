import { companyMarketOf } from '../../data/companies/markets.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { addressOf } from '../../pipeline/documents/company/company.ts'
import type { Kind } from '../../pipeline/documents/kind.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { catalogueOf } from '../answers/catalogues.ts'
import { directoryOf } from '../companies/directory.ts'
import type { BriefingListing, MetricListing } from '../schemas/catalogue.ts'

/** Something that can be fetched: its id, its title, and the path of its page. */
export interface Hit {
  readonly id: string
  readonly title: string
  readonly path: string
}

/** What is found by its words. */
export interface Item extends Hit {
  /** Ids, tickers and common names. */
  readonly names: readonly string[]
  readonly about: string
  /** Blocks of a company, each of which can be fetched by itself. */
  readonly blocks: readonly string[]
  /** Last day of what a company reported last. */
  readonly newest: string
}

/** All that can be found in an edition beside its news. */
export const itemsIn = (view: EditionView): Item[] => [...briefingsIn(view), ...metricsIn(view), ...companiesIn(view)]

const aliasesOf = (kind: Kind, view: EditionView) =>
  new Map(kind.rows(view.manifest.sample).map(({ id, aliases = [] }) => [id, aliases]))

const alone = { blocks: [], newest: '' }

function briefingsIn(view: EditionView): Item[] {
  const aliases = aliasesOf(briefingKind, view)
  const { briefings } = catalogueOf(briefingKind, view, 0) as unknown as { briefings: BriefingListing[] }
  return briefings.map(({ id, title, path, description, metrics }) => ({
    ...{ ...alone, id: `briefing:${id}`, title, path, names: [id, ...aliases.get(id)!] },
    about: [description, ...metrics].join(' '),
  }))
}

function metricsIn(view: EditionView): Item[] {
  const aliases = aliasesOf(metricKind, view)
  const { metrics } = catalogueOf(metricKind, view, 0) as unknown as { metrics: MetricListing[] }
  return metrics.map(({ metric, title, path, description, why, category }) => ({
    ...{ ...alone, id: `metric:${metric}`, title, path, names: [metric, ...aliases.get(metric)!] },
    about: [description, why, category].join(' '),
  }))
}

function companiesIn(view: EditionView): Item[] {
  return directoryOf(view)
    .companies.filter(({ blocks }) => blocks.length > 0)
    .map((row) => {
      const address = addressOf(row)
      const { company, name, codes, former_codes = [], lei, blocks, latest_period } = row
      return {
        ...{ id: `company:${address}`, title: name, path: `/api/companies/${encodeURIComponent(address)}` },
        names: [address, company.replace(/^\w+:0*/, ''), ...codes, ...former_codes, ...(lei === undefined ? [] : [lei])],
        ...{ about: companyMarketOf(row).title, blocks, newest: latest_period?.end ?? '' },
      }
    })
}
