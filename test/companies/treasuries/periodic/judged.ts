import { companyById } from '../../../../data/companies.ts'
import { edinet } from '../../../../pipeline/companies/markets/edinet.ts'
import { sec } from '../../../../pipeline/companies/markets/sec.ts'
import type { Filing } from '../../../../pipeline/companies/treasuries/known.ts'
import {
  judgeReport,
  type PeriodicReading,
  type ReportFacts,
  readReport,
} from '../../../../pipeline/companies/treasuries/periodic/report.ts'
import type { Tagged } from '../../../../pipeline/filings/fact.ts'
import type { SpanRow } from '../../../../pipeline/warehouse/tables/filing.ts'

interface Known extends Pick<ReportFacts, 'priceAt' | 'verdicts'> {
  readonly classes: readonly string[] | null
}

/** A 10-Q or 10-K read as when it is loaded, and judged by what is known; it is its own company's. */
export function readPeriodicReport(
  tagged: Tagged,
  spans: readonly SpanRow[],
  filing: Filing,
  { priceAt, verdicts, classes }: Known,
): PeriodicReading {
  const named = tagged.facts.find(({ concept }) => concept === 'dei:DocumentPeriodEndDate')?.context.entity ?? ''
  const code = named.padStart(10, '0')
  const id = `us:${code}`
  const company = { id, classes, reviewed: companyById(id)?.reviewed ?? [] }
  return judgeReport(readReport(sec, code, filing.form, tagged, spans), filing, { priceAt, verdicts, company })
}

/** The same of a report of EDINET. */
export function readYenReport(
  tagged: Tagged,
  filing: Filing,
  { yenAt, ...facts }: Pick<ReportFacts, 'priceAt' | 'verdicts'> & { readonly yenAt: (day: string) => number | null },
): PeriodicReading {
  const code = tagged.facts.find(({ concept }) => concept === 'jpdei_cor:EDINETCodeDEI')?.value ?? ''
  const company = { id: `jp:${code}`, classes: null, reviewed: [] }
  return judgeReport(readReport(edinet, code, filing.form, tagged, []), filing, { ...facts, rateAt: yenAt, company })
}
