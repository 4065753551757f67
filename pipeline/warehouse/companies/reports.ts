import type { ReportRow, StatedCountRow, StatementLineRow } from '../../tables/report.ts'
import { groupedPairs } from '../../values/memoized.ts'
import { figureVerdicts } from '../load/decisions.ts'
import { type Store, select } from '../store.ts'
import { type FilingQueryRow, type StatedTotal, toFiling } from './filings.ts'

/** A periodic report as it was read when it was loaded, with its filing. */
export interface FiledReport extends Pick<ReportRow, 'currency' | 'unreadable' | 'cover'> {
  readonly filing: StatedTotal['filing']
  readonly periodEnd: string | null
  /** Where a report in which no count was read may state one; null where there is none. */
  readonly passage: object | null
  readonly lines: readonly FiledLine[]
  readonly counts: readonly Omit<StatedCountRow, 'company' | 'filing' | 'seq'>[]
  /** When it became known that the filing is withdrawn (RFC 3339 UTC); null where it stands. */
  readonly withdrawnAt: string | null
  /** What operators said of figures of filings, by their names. */
  readonly verdicts: Awaited<ReturnType<typeof figureVerdicts>>
  /** Its balance sheet by company facts, where its document has not been read; null where it has. */
  readonly companyFacts: BalanceSheetFacts | null
}

/** A line of its statements, as `statement_line` keeps it. */
export interface FiledLine extends Pick<StatementLineRow, 'line' | 'name' | 'unit' | 'concept' | 'terms' | 'why'> {
  readonly value: number | null
  readonly asOf: string
}

/** Amounts in dollars on a balance sheet day, as the index of filings names it, by concept with its taxonomy. */
export interface BalanceSheetFacts {
  readonly periodEnd: string
  readonly amounts: readonly { readonly concept: string; readonly value: number }[]
}

/** The periodic reports of each company, by issuer id, oldest first. */
export async function filedReports(store: Store): Promise<ReadonlyMap<string, readonly FiledReport[]>> {
  const rows = await select<
    FilingQueryRow &
      Pick<ReportRow, 'period_end' | 'currency' | 'unreadable' | 'cover'> & {
        withdrawn_at: string | null
        passage: string | null
      }
  >(
    store,
    `SELECT p.company, p.accession, p.form, p.url, CAST(p.period_end AS VARCHAR) AS period_end, p.currency, p.unreadable, p.cover,
            CAST(p.passage AS VARCHAR) AS passage,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed,
            (SELECT strftime(min(made_at), '%Y-%m-%dT%H:%M:%SZ') FROM withdrawal w JOIN recording ON id = w.recording
             WHERE w.accession = p.accession) AS withdrawn_at
     FROM report p LEFT JOIN filing f ON f.accession = p.accession JOIN recording r ON r.id = p.recording`,
  )
  const decided = await figureVerdicts(store)
  const [lines, counts] = [await statementLines(store), await statedCounts(store)]
  const read = rows.map((row) => ({
    company: row.company,
    filing: toFiling(row),
    periodEnd: row.period_end,
    currency: row.currency,
    unreadable: row.unreadable,
    cover: row.cover,
    passage: row.passage === null ? null : (JSON.parse(row.passage) as object),
    lines: lines.get(row.accession) ?? [],
    counts: counts.get(row.accession) ?? [],
    withdrawnAt: row.withdrawn_at,
    verdicts: decided,
    companyFacts: null,
  }))
  const unread = (await unreadReports(store)).map((row) => ({
    company: row.company,
    filing: toFiling(row),
    periodEnd: null,
    currency: null,
    unreadable: null,
    cover: '',
    passage: null,
    lines: [],
    counts: [],
    withdrawnAt: null,
    verdicts: decided,
    companyFacts: { periodEnd: row.period_end, amounts: JSON.parse(row.amounts) as BalanceSheetFacts['amounts'] },
  }))
  const key = ({ filing }: FiledReport) => `${filing.knownAt} ${filing.accession}`
  const inOrder = [...read, ...unread].sort((a, b) => (key(a) < key(b) ? -1 : 1))
  return groupedPairs(inOrder.map(({ company, ...report }) => [company, report]))
}

/**
 * Lines of the statements of all reports, by filing. Where company facts state a line that the document states under the same concepts, theirs
 * is the amount: a company has one figure, whoever asks for it. What the document leaves open stays open.
 */
async function statementLines(store: Store): Promise<ReadonlyMap<string, readonly FiledLine[]>> {
  const rows = await select<Record<'filing' | 'line' | 'name' | 'unit' | 'concept' | 'as_of', string> & LineValue>(
    store,
    `SELECT s.filing, s.line, s.name, s.unit, CAST(s.as_of AS VARCHAR) AS as_of, s.concept, CAST(s.terms AS VARCHAR) AS terms, s.why,
            CAST(CASE WHEN s.value IS NOT NULL AND list_contains(string_split(s.concept, ' '), c.concept) THEN c.value ELSE s.value END AS DOUBLE) AS value
     FROM statement_line s
     -- the companies of reports are few, and few row groups have them; a join on more than equal columns would take a hundred times as long
     LEFT JOIN (FROM company_line WHERE line IN ('total_assets', 'cash') AND company IN (SELECT company FROM statement_line)) c
            ON c.company = s.company AND c.filing = s.filing AND c.line = s.line AND c.unit = s.unit AND c.to_day = s.as_of
     ORDER BY s.filing, s.seq`,
  )
  return groupedPairs(
    rows.map(({ filing, as_of: asOf, terms, ...row }) => [
      filing,
      { ...row, asOf, terms: terms === null ? null : (JSON.parse(terms) as FiledLine['terms']) },
    ]),
  )
}

type LineValue = { readonly value: number | null; readonly terms: string | null; readonly why: string | null }

/** Places of all reports that may state a count, by filing. */
async function statedCounts(store: Store): Promise<ReadonlyMap<string, FiledReport['counts']>> {
  const rows = await select<Record<'filing' | 'coins' | 'how' | 'place' | 'quote' | 'evidence', string>>(
    store,
    'SELECT filing, coins, how, place, quote, CAST(evidence AS VARCHAR) AS evidence FROM stated_count ORDER BY filing, seq',
  )
  return groupedPairs(rows.map(({ filing, evidence, ...row }) => [filing, { ...row, evidence: JSON.parse(evidence) as object }]))
}

/** Reports that are known by name and by company facts alone, with their filer. */
async function unreadReports(store: Store): Promise<(FilingQueryRow & { period_end: string; amounts: string })[]> {
  return select<FilingQueryRow & { period_end: string; amounts: string }>(
    store,
    `SELECT f.company, f.form, f.accession, f.url, CAST(f.filing_date AS VARCHAR) AS filed, CAST(f.report_date AS VARCHAR) AS period_end,
            strftime(f.accepted_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(to_json(list({concept: c.concept, value: CAST(c.value AS DOUBLE)} ORDER BY c.concept, c.value)) AS VARCHAR) AS amounts
     FROM filing f JOIN company_fact c ON c.company = f.company AND c.filing = f.accession
     WHERE f.form IN ('10-Q', '10-K') AND c.unit = 'USD' AND c.from_day IS NULL AND c.to_day = f.report_date
       AND f.accession NOT IN (SELECT accession FROM report)
     GROUP BY ALL`,
  )
}
