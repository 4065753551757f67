import { rosterOf } from '../../../data/companies.ts'
import { hosts } from '../../../data/mining.ts'
import type { Versions } from '../../column.ts'
import type { FiledCount } from '../../companies/treasuries/known.ts'
import type { FiledPassages, FiledTotal, FinancingFiling } from '../../warehouse/companies/filings.ts'
import type { FiledReport } from '../../warehouse/companies/reports.ts'
import type { DatedRows } from '../../warehouse/tables/index.ts'
import type { FiledAgreement, FiledCompany } from './day.ts'
import type { LaterVintages } from './later-vintage.ts'

/** Everything known at any time, as the warehouse holds it. */
export interface Known {
  readonly versions: ReadonlyMap<string, Versions>
  /** Which of these are of a later vintage; left out where none is. */
  readonly vintages?: LaterVintages
  /** Rows of the tables that briefings name; left out where none is looked at. */
  readonly rows?: DatedRows
  /** Filed totals by issuer id, oldest first. */
  readonly totals: ReadonlyMap<string, readonly FiledTotal[]>
  /** Every total a filing states, held ones too, by issuer id. */
  readonly counts: ReadonlyMap<string, readonly FiledCount[]>
  /** Periodic reports by issuer id, oldest first. */
  readonly reports: ReadonlyMap<string, readonly FiledReport[]>
  /** Financing filings by issuer id, oldest first. */
  readonly financingFilings: ReadonlyMap<string, readonly FinancingFiling[]>
  /** Current reports on agreements by issuer id, oldest first; left out where none is looked at. */
  readonly agreements?: ReadonlyMap<string, readonly FinancingFiling[]>
  /** Passages of current reports on share programs, by issuer id, oldest first. */
  readonly programPassages: ReadonlyMap<string, readonly FiledPassages[]>
  readonly sample: boolean
}

/** Where no filing is known, or none is looked at. */
export const nothingFiled: Pick<Known, 'totals' | 'counts' | 'reports' | 'financingFilings' | 'programPassages'> = {
  totals: new Map(),
  counts: new Map(),
  reports: new Map(),
  financingFilings: new Map(),
  programPassages: new Map(),
}

/** Companies of the roster in use with the totals known by `moment`: for each as-of day the last one stated, first statement first. */
export function companiesAt(known: Known, moment: number): FiledCompany[] {
  return rosterOf(known.sample).flatMap(({ ticker, name, id, series }) => {
    if (series === null) return []
    const byDay = new Map<string, FiledTotal>()
    for (const total of known.totals.get(id) ?? []) {
      if (Date.parse(total.knownAt) > moment) continue
      const standing = byDay.get(total.asOf)
      if (!standing || standing.value !== total.value) byDay.set(total.asOf, total)
    }
    return [{ ticker, name, series, totals: [...byDay.values()] }]
  })
}

/** Agreements that hosts had filed by a moment, newest first; on sample data those of every invented filer. */
export function agreementsAt({ agreements, sample }: Known, moment: number): FiledAgreement[] {
  return rosterOf(sample)
    .filter(({ ticker }) => sample || hosts.includes(ticker))
    .flatMap(({ id, ticker, name }) => (agreements?.get(id) ?? []).map((filed) => ({ ticker, name, ...filed })))
    .filter(({ filing }) => Date.parse(filing.knownAt) <= moment)
    .sort((a, b) => (a.filing.knownAt < b.filing.knownAt ? 1 : -1))
}
