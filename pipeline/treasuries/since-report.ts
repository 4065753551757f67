import type { StatedSince } from '../documents/treasury.ts'
import type { FinancingFiling } from '../warehouse/companies/filings.ts'
import { filingReference, type KnownCompany, type PeriodicReport, type TreasuryFiling } from './known.ts'

/** Of the financing filings of a company as known on a day, those accepted after its periodic report, newest first. */
export function financingSince(
  report: PeriodicReport | null,
  filings: readonly FinancingFiling[],
): KnownCompany['laterFinancing'] {
  if (report === null) return []
  return filings
    .filter(({ filing }) => filing.knownAt > report.filing.knownAt)
    .map(({ filing, items }) => ({ ...filing, items }))
    .sort(newestFirst)
}

/** The counts that 8-Ks accepted after the periodic report state for a day after its balance sheet, newest first; served ones only. */
export function statedSince({ report, counts }: KnownCompany): StatedSince[] {
  if (report === null) return []
  return counts
    .filter(({ status, filing, asOf }) => status === 'served' && filing.form.startsWith('8-K') && asOf > report.periodEnd)
    .filter(({ filing }) => filing.knownAt > report.filing.knownAt)
    .sort((a, b) => newestFirst(a.filing, b.filing))
    .map(({ value, asOf, filing }) => ({ btc: value, as_of: asOf, filing: filingReference(filing) }))
}

function newestFirst(a: TreasuryFiling, b: TreasuryFiling): number {
  const key = ({ knownAt, accession }: TreasuryFiling) => `${knownAt} ${accession}`
  return key(a) < key(b) ? 1 : -1
}
