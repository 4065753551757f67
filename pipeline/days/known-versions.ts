import type { DatedRows } from '../tables/index.ts'
import type { FiledCount } from '../treasuries/known.ts'
import type { Versions } from '../values/column.ts'
import type { FiledPassages, FiledTotal, FinancingFiling } from '../warehouse/companies/filings.ts'
import type { FiledReport } from '../warehouse/companies/reports.ts'
import type { LaterVintages } from './later-vintage.ts'

/** Everything known at any time, as the warehouse holds it. */
export interface KnownVersions {
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
export const nothingFiled: Pick<KnownVersions, 'totals' | 'counts' | 'reports' | 'financingFilings' | 'programPassages'> = {
  totals: new Map(),
  counts: new Map(),
  reports: new Map(),
  financingFilings: new Map(),
  programPassages: new Map(),
}
