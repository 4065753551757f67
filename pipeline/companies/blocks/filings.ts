import { companyMarketOf } from '../../../data/companies/markets.ts'
import { filerIdOn } from '../../../data/companies/successors.ts'
import type { Filings } from '../../documents/company/figure.ts'
import { isoDay } from '../../time/day.ts'
import type { Version } from '../figures/version.ts'

export type FilingDocument = Filings[string]
type Stated = Pick<Version, 'filing' | 'form' | 'known'> & Partial<Pick<Version, 'basis'>>

/** Filings that were known by a day, in the order in which they became known: reports with statements, and others that are read. */
export class FiledReports {
  /** Issuer id. */
  readonly company: string
  readonly #statements: ReadonlySet<string>
  readonly #reports: ReadonlyMap<string, FilingDocument & { readonly known: number }>

  /** @param others documents that state no statements */
  constructor(versions: readonly Stated[], company: string, day: number, others: readonly Omit<Stated, 'basis'>[] = []) {
    this.company = company
    const reports = new Map<string, FilingDocument & { readonly known: number }>()
    // each states hundreds of values
    for (const { filing, form, known, basis = 'filed' } of [...versions, ...others] as readonly Stated[]) {
      if (known > day || reports.has(filing)) continue
      const filed = isoDay(known)
      const report = {
        form,
        filed,
        url: pageOf(filerIdOn(company, filed), filing),
        title: `${form} ${inWords[basis]} ${filed}`,
        known,
      }
      reports.set(filing, basis === 'filed' ? report : { ...report, basis })
    }
    this.#reports = reports
    this.#statements = new Set(versions.map(({ filing }) => filing))
  }

  has(accession: string): boolean {
    return this.#reports.has(accession)
  }

  get(accession: string): FilingDocument {
    const { known: _, ...report } = this.#reports.get(accession)!
    return report
  }

  /** Accession numbers of those with statements, the newest first. */
  newest(): readonly string[] {
    return [...this.#reports]
      .filter(([id]) => this.#statements.has(id))
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
