import { filedFigures } from '../../../data/filed-figures.ts'
import { extractionTable, type SpanRow } from '../../tables/filing.ts'
import type { RowOf } from '../../tables/table.ts'
import { withSanitizedText } from '../../tables/words.ts'
import { memoized } from '../../values/memoized.ts'
import { sqlQuoted, tableRowsSql } from '../sql.ts'
import { type Store, select } from '../store.ts'

/** A filed document as the readers left it, with its filing's dates where an index names it. */
export interface FiledDocument {
  readonly accession: string
  readonly filingDate: string | null
  readonly acceptedAt: string | null
  readonly recording: string
  readonly spans: readonly SpanRow[]
}

/** A figure taken from a filing, as the table `extraction` keeps it. `value` is decimal text. */
export type ExtractionRow = Omit<RowOf<typeof extractionTable>, 'as_of' | 'checks' | 'url' | 'recording'> & {
  readonly asOf: string
  readonly check: readonly { readonly name: string; readonly passed: boolean; readonly detail: string }[]
}

/** Documents of one filer, oldest first, for `extract`. */
export async function filedDocuments(store: Store, company: string): Promise<FiledDocument[]> {
  const rows = await select<SpanRow & Record<'recording', string> & Record<'filing_date' | 'accepted_at', string | null>>(
    store,
    `SELECT s.accession, s.company, s.url, s.seq, s.kind, s.place, s.text, s.heading, s.context, s.recording,
            CAST(f.filing_date AS VARCHAR) AS filing_date, strftime(f.accepted_at, '%Y-%m-%dT%H:%M:%SZ') AS accepted_at
     FROM span s LEFT JOIN filing f ON f.accession = s.accession JOIN recording r ON r.id = s.recording WHERE s.company = $1
     ORDER BY coalesce(f.accepted_at, r.made_at), s.accession, s.url, s.seq`,
    [company],
  )
  const documents = new Map<string, FiledDocument & { readonly spans: SpanRow[] }>()
  for (const { recording, filing_date: filingDate, accepted_at: acceptedAt, ...span } of rows) {
    const { accession } = span
    const document = memoized(documents, accession, () => ({ accession, filingDate, acceptedAt, recording, spans: [] }))
    document.spans.push(span)
  }
  return [...documents.values()]
}

const readInReports = `(${filedFigures.flatMap(({ what, readIn }) => (readIn === 'reports' ? sqlQuoted(what) : [])).join(', ')})`

/** Replaces all figures taken from the passages of one filer's documents. */
export async function replaceExtractions(store: Store, company: string, rows: readonly ExtractionRow[]): Promise<void> {
  await store.connection.run(`DELETE FROM extraction WHERE company = $1 AND what NOT IN ${readInReports}`, [company])
  await keepExtractions(store, 'span', rows)
}

/** Replaces all figures taken from the periodic reports of all filers. */
export async function replaceReportFigures(store: Store, rows: readonly ExtractionRow[]): Promise<void> {
  await store.transaction(async () => {
    await store.connection.run(`DELETE FROM extraction WHERE what IN ${readInReports}`)
    await keepExtractions(store, 'report', rows)
  })
}

/** The document a figure was read in: that of its passage, or the one of its report. */
const origin = {
  span: '(SELECT accession, place, any_value(url) AS url, any_value(recording) AS recording FROM span GROUP BY ALL) s USING (accession, place)',
  report: 'report s USING (accession)',
} as const

async function keepExtractions(store: Store, table: 'span' | 'report', rows: readonly ExtractionRow[]): Promise<void> {
  const given = rows.map(({ asOf: as_of, check, ...row }) => ({ ...row, as_of, checks: JSON.stringify(check) }))
  await store.connection.run(
    `INSERT INTO extraction BY NAME SELECT r.* REPLACE (s.url AS url, s.recording AS recording) FROM ${tableRowsSql(extractionTable)} r JOIN ${origin[table]}`,
    [JSON.stringify(withSanitizedText(extractionTable, given))],
  )
}
