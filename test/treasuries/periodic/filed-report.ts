import type { Fact } from '../../../pipeline/filings/fact.ts'
import type { SpanRow } from '../../../pipeline/tables/filing.ts'
import { withStatementRows } from '../../../pipeline/treasuries/report-rows.ts'
import type { FiledReport } from '../../../pipeline/warehouse/companies/reports.ts'

/** What the warehouse keeps of a 10-Q or 10-K with these facts, without its filing: read into rows, as when it is loaded. */
export function filedReport(
  company: string,
  form: string,
  facts: readonly Fact[],
  spans: readonly SpanRow[] = [],
): Omit<FiledReport, 'filing'> {
  const document = { accession: 'x', company, form, url: 'https://www.sec.gov/x', facts, texts: [], spans }
  const {
    report,
    statement_line: lines,
    stated_count: counts,
  } = withStatementRows({
    rows: {},
    reports: [document],
    rejected: [],
    next: [],
  }).rows
  const { period_end: periodEnd, currency, unreadable, cover, passage } = report![0]!
  return {
    periodEnd,
    currency,
    unreadable,
    cover,
    lines: lines!.map(({ as_of: asOf, value, ...line }) => ({ ...line, asOf, value: value === null ? null : Number(value) })),
    counts: counts!,
    withdrawnAt: null,
    verdicts: new Map(),
    passage,
    companyFacts: null,
  }
}
