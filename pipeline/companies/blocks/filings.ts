import { companyMarketOf } from '../../../data/companies/markets.ts'
import { isoDay } from '../../calendar/day.ts'
import type { Filings } from '../../documents/company/figure.ts'
import type { Version } from '../figures/version.ts'

export type FilingDocument = Filings[string]

/** Reports with statements that were known by a day, in the order in which they became known. */
export class Reports {
  /** Issuer id. */
  readonly company: string
  readonly #reports: ReadonlyMap<string, FilingDocument & { readonly known: number }>

  constructor(
    versions: readonly (Pick<Version, 'filing' | 'form' | 'known'> & Partial<Pick<Version, 'basis'>>)[],
    company: string,
    day: number,
  ) {
    this.company = company
    const reports = new Map<string, FilingDocument & { readonly known: number }>()
    // each states hundreds of values
    for (const { filing, form, known, basis = 'filed' } of versions) {
      if (known > day || reports.has(filing)) continue
      const filed = isoDay(known)
      const report = { form, filed, url: pageOf(company, filing), title: `${form} ${inWords[basis]} ${filed}`, known }
      reports.set(filing, basis === 'filed' ? report : { ...report, basis })
    }
    this.#reports = reports
  }

  get(accession: string): FilingDocument {
    const { known: _, ...report } = this.#reports.get(accession)!
    return report
  }

  /** Accession numbers, the newest first. */
  newest(): readonly string[] {
    return [...this.#reports]
      .sort(([a, { known: one }], [b, { known: other }]) => other - one || (a < b ? 1 : -1))
      .map(([id]) => id)
  }

  /** Those that are named, for printing beside figures. */
  named(accessions: Iterable<string>): Filings {
    return Object.fromEntries([...new Set(accessions)].sort().map((accession) => [accession, this.get(accession)]))
  }
}

const inWords = { filed: 'filed', reported: 'published', deadline: 'due' } as const

/** Where a report is read. */
function pageOf(company: string, filing: string): string {
  if (filing.startsWith('https:')) return filing
  const number = company.slice(company.indexOf(':') + 1).replace(/^0+/, '')
  const { report } = companyMarketOf({ company })
  return report.replace('{number}', number).replace('{digits}', filing.replaceAll('-', '')).replace('{filing}', filing)
}
