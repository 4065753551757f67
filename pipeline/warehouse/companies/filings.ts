import { companies } from '../../../data/companies.ts'
import type { FigureName } from '../../../data/filed-figures.ts'
import { financingItems, offeringForms } from '../../../data/financing-filings.ts'
import { agreementItem } from '../../../data/mining.ts'
import type { SpanRow } from '../../tables/filing.ts'
import type { KnownBasis } from '../../values/column.ts'
import { groupedPairs, memoized } from '../../values/memoized.ts'
import { textListSql } from '../sql.ts'
import { type Store, select, selectColumn } from '../store.ts'

/** Of these accession numbers those of filings that an index of a filer has named. */
export async function namedFilings(store: Store, accessions: readonly string[]): Promise<ReadonlySet<string>> {
  const named = `SELECT accession FROM filing WHERE accession IN ${textListSql('$1')}`
  return new Set(await selectColumn(store, named, [JSON.stringify(accessions)]))
}

/** A figure that a company filed, with the document it comes from. */
export interface FiledTotal {
  readonly accession: string
  readonly form: string | null
  readonly asOf: string
  readonly value: number
  readonly knownAt: string
  readonly knownBasis: KnownBasis
  readonly how: string
  readonly quote: string
  readonly url: string
}

/** Figures of one kind that were filed and known by `moment` (milliseconds UTC), by issuer id, in the order of their days, then of filing. */
export async function filedTotals(
  store: Store,
  what: FigureName,
  moment: number,
): Promise<ReadonlyMap<string, readonly FiledTotal[]>> {
  const rows = await select<Pick<FiledTotal, keyof FiledTotal> & Record<'company', string>>(
    store,
    `SELECT e.company, e.accession, f.form, CAST(e.as_of AS VARCHAR) AS "asOf", CAST(e.value AS DOUBLE) AS value,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS "knownAt",
            CASE WHEN f.accepted_at IS NULL THEN 'reported' ELSE 'filed' END AS "knownBasis", e.how, e.quote, e.url
     FROM extraction e LEFT JOIN filing f ON f.accession = e.accession JOIN recording r ON r.id = e.recording
     WHERE e.what = $1 AND e.status = 'served' AND epoch_ms(coalesce(f.accepted_at, r.made_at)) <= $2
     ORDER BY e.as_of, coalesce(f.accepted_at, r.made_at), e.accession`,
    [what, moment],
  )
  return groupedPairs(rows.map(({ company, ...total }) => [company, total]))
}

/** A total one filing states, served or held for review, with the checks that decided it. */
export interface StatedTotal {
  readonly filing: {
    readonly form: string
    readonly accession: string
    readonly filed: string
    readonly url: string
    readonly knownAt: string
  }
  readonly value: number
  readonly asOf: string
  readonly how: string
  readonly place: string
  readonly status: 'served' | 'held'
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly detail: string }[]
}

/** Figures of one kind that the documents of each filer state, by issuer id, oldest first. Where no index names a filing its form is not known. */
export async function filedCounts(store: Store, what: FigureName): Promise<ReadonlyMap<string, StatedTotal[]>> {
  const rows = await select<
    FilingQueryRow & Record<'as_of' | 'how' | 'place' | 'checks', string> & Pick<StatedTotal, 'value' | 'status'>
  >(
    store,
    `SELECT e.company, e.accession, coalesce(f.form, 'filing') AS form, CAST(e.as_of AS VARCHAR) AS as_of, CAST(e.value AS DOUBLE) AS value,
            e.how, e.place, e.status, e.checks, e.url, strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed
     FROM extraction e LEFT JOIN filing f ON f.accession = e.accession JOIN recording r ON r.id = e.recording
     WHERE e.what = $1 AND e.status <> 'rejected'
     ORDER BY e.as_of, known_at, e.accession`,
    [what],
  )
  return groupedPairs(
    rows.map(({ as_of: asOf, value, how, place, status, checks, ...row }) => [
      row.company,
      { filing: toFiling(row), value, asOf, how, place, status, checks: JSON.parse(checks) as StatedTotal['checks'] },
    ]),
  )
}

/** A filing as an index names it, such as one that may change what its filer owes or has issued. */
export interface FinancingFiling {
  readonly filing: StatedTotal['filing']
  /** 8-K items, all of them; none for other forms. */
  readonly items: readonly string[]
}

/** Current reports with an item on financing, and offerings, of each filer, by issuer id, oldest first. */
export function financingFilings(store: Store): Promise<ReadonlyMap<string, readonly FinancingFiling[]>> {
  return filingsWith(
    store,
    offeringForms,
    financingItems.map(({ item }) => item),
  )
}

/** Current reports on an agreement, of each filer, by issuer id, oldest first. */
export function agreementFilings(store: Store): Promise<ReadonlyMap<string, readonly FinancingFiling[]>> {
  return filingsWith(store, [], [agreementItem])
}

async function filingsWith(
  store: Store,
  forms: readonly string[],
  items: readonly string[],
): Promise<ReadonlyMap<string, readonly FinancingFiling[]>> {
  const rows = await select<FilingQueryRow & { items: string }>(
    store,
    `SELECT company, accession, form, url, items, CAST(filing_date AS VARCHAR) AS filed,
            strftime(accepted_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at
     FROM filing
     WHERE form IN (SELECT unnest($1::VARCHAR[]))
        OR form IN ('8-K', '8-K/A') AND list_has_any(string_split(items, ','), $2::VARCHAR[])
     ORDER BY accepted_at, accession`,
    [`[${forms.join(',')}]`, `[${items.join(',')}]`],
  )
  return groupedPairs(
    rows.map((row) => [row.company, { filing: toFiling(row), items: row.items.split(',').filter((item) => item !== '') }]),
  )
}

/** A passage of a filed document, as the table `span` keeps it. */
export type FiledPassage = Pick<SpanRow, 'kind' | 'place' | 'text' | 'heading' | 'context'>

/** What one current report says may still be sold of securities. */
export interface FiledPassages {
  readonly filing: StatedTotal['filing']
  readonly passages: readonly FiledPassage[]
}

/** Passages on what may still be sold in the current reports of the companies whose programs are followed, by issuer id, oldest first. */
export async function programPassages(store: Store): Promise<ReadonlyMap<string, readonly FiledPassages[]>> {
  const followed = companies.flatMap(({ id, programs }) => (programs ? id : []))
  const rows = await select<FilingQueryRow & FiledPassage>(
    store,
    `SELECT s.company, s.accession, coalesce(f.form, 'filing') AS form, s.url, s.kind, s.place, s.text, s.heading, s.context,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed
     FROM span s LEFT JOIN filing f ON f.accession = s.accession JOIN recording r ON r.id = s.recording
     WHERE s.company IN (SELECT unnest($1::VARCHAR[]))
       AND (CASE s.kind WHEN 'cell' THEN s.heading ELSE s.text END) ILIKE '%available for issuance%'
     ORDER BY coalesce(f.accepted_at, r.made_at), s.accession, s.url, s.seq`,
    [`[${followed.join(',')}]`],
  )
  const documents = new Map<string, { company: string; filing: StatedTotal['filing']; passages: FiledPassage[] }>()
  for (const row of rows) {
    const { kind, place, text, heading, context } = row
    const document = memoized(documents, row.accession, () => ({ company: row.company, filing: toFiling(row), passages: [] }))
    document.passages.push({ kind, place, text, heading, context })
  }
  return groupedPairs([...documents.values()].map(({ company, filing, passages }) => [company, { filing, passages }]))
}

/** A filing as the queries above name its columns. */
export type FilingQueryRow = Readonly<Record<'company' | 'accession' | 'form' | 'filed' | 'url' | 'known_at', string>>

export function toFiling({ form, accession, filed, url, known_at: knownAt }: FilingQueryRow): StatedTotal['filing'] {
  return { form, accession, filed, url, knownAt }
}
