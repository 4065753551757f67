import { companyById } from '../../../data/companies.ts'
import { edinetMarket } from '../../../pipeline/companies/markets/edinet.ts'
import { secMarket } from '../../../pipeline/companies/markets/sec.ts'
import type { Tagged } from '../../../pipeline/filings/fact.ts'
import type { SpanRow } from '../../../pipeline/tables/filing.ts'
import type { TreasuryFiling } from '../../../pipeline/treasuries/known.ts'
import { judgeReport, type PeriodicReading, type ReportFacts, readReport } from '../../../pipeline/treasuries/periodic/report.ts'

/** A 10-Q or 10-K read as when it is loaded, and judged by prices of a bitcoin; it is its own company's. */
export function readPeriodicReport(
  tagged: Tagged,
  spans: readonly SpanRow[],
  filing: TreasuryFiling,
  priceAt: ReportFacts['priceAt'],
  classes: readonly string[] | null = null,
): PeriodicReading {
  const named = tagged.facts.find(({ concept }) => concept === 'dei:DocumentPeriodEndDate')?.context.entity ?? ''
  const code = named.padStart(10, '0')
  const id = `us:${code}`
  const company = { id, classes, reviewed: companyById(id)?.reviewed ?? [] }
  return judgeReport(readReport(secMarket, code, filing.form, tagged, spans), filing, { priceAt, verdicts: new Map(), company })
}

/** An annual report of EDINET. */
export const yenFiling: TreasuryFiling = {
  form: '120',
  accession: 'S100AAAA',
  filed: '2026-06-30',
  url: 'https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S100AAAA',
  knownAt: '2026-06-30T06:00:00Z',
}

/** The same of a report of EDINET. */
export function readYenReport(
  tagged: Tagged,
  filing: TreasuryFiling,
  { yenAt, ...facts }: Pick<ReportFacts, 'priceAt' | 'verdicts'> & { readonly yenAt: (day: string) => number | null },
): PeriodicReading {
  const code = tagged.facts.find(({ concept }) => concept === 'jpdei_cor:EDINETCodeDEI')?.value ?? ''
  const company = { id: `jp:${code}`, classes: null, reviewed: [] }
  return judgeReport(readReport(edinetMarket, code, filing.form, tagged, []), filing, { ...facts, rateAt: yenAt, company })
}

/** Why a part of a report is not read. */
export const whyOf = ({ missing }: PeriodicReading, part: string) => missing.find((each) => each.part === part)?.why
