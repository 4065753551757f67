import { filers } from '../../data/filers.ts'
import { financingItems, offeringForms } from '../../data/financing-filings.ts'
import { programCompanies } from '../../data/program-companies.ts'
import { bases, type KnownBasis, type Versions } from '../column.ts'
import type { ReportRow, SpanRow } from '../tables/filing.ts'
import { verdicts } from './decisions.ts'
import { textsIn } from './sql.ts'
import type { Store } from './store.ts'
import { select } from './store.ts'

/** Every version of every value of the named series, ascending by period, then by known time. A series without values is left out. */
export async function readVersions(store: Store, names: readonly string[]): Promise<Map<string, Versions>> {
  const result = await store.connection.run(
    `SELECT s.no, o.period, o.value, epoch_ms(o.known_at)::DOUBLE, list_position(['filed', 'reported', 'deadline'], o.known_basis)::INTEGER - 1
     FROM observation o JOIN series s ON s.id = o.series WHERE o.series IN (SELECT unnest($1::VARCHAR[])) ORDER BY s.no, o.period, o.version`,
    [`[${names.join(',')}]`],
  )
  const series = new Map(
    (await select<{ no: number; id: string; unit: string }>(store, 'SELECT no, id, unit FROM series')).map((row) => [
      row.no,
      row,
    ]),
  )
  const parts = new Map<number, { period: number[]; value: number[]; known: number[]; basis: number[] }>()
  for (const chunk of await result.fetchAllChunks()) {
    const items = <T>(column: number): T => (chunk.getColumnVector(column) as unknown as { items: T }).items
    const no = items<Int32Array>(0)
    const period = items<Int32Array>(1)
    const value = items<Float64Array>(2)
    const known = items<Float64Array>(3)
    const basis = items<Int32Array>(4)
    for (let i = 0; i < chunk.rowCount; i++) {
      let part = parts.get(no[i]!)
      if (!part) {
        part = { period: [], value: [], known: [], basis: [] }
        parts.set(no[i]!, part)
      }
      part.period.push(period[i]!)
      part.value.push(value[i]!)
      part.known.push(known[i]!)
      part.basis.push(basis[i]!)
    }
  }
  const versions = new Map<string, Versions>()
  for (const [no, part] of parts) {
    const { id, unit } = series.get(no)!
    versions.set(id, {
      series: id,
      unit,
      period: Int32Array.from(part.period),
      value: Float64Array.from(part.value),
      known: Float64Array.from(part.known),
      basis: Uint8Array.from(part.basis),
    })
  }
  return versions
}

/** When values of a later vintage were first seen (milliseconds UTC), by series and period (day number). */
export async function laterVintages(store: Store): Promise<Map<string, Map<number, number>>> {
  const rows = await select<{ series: string; period: number; seen: number }>(
    store,
    `SELECT series, datediff('day', DATE '1970-01-01', period)::INTEGER AS period, epoch_ms(vintage)::DOUBLE AS seen
     FROM observation WHERE vintage IS NOT NULL`,
  )
  const vintages = new Map<string, Map<number, number>>()
  for (const { series, period, seen } of rows) {
    const ofSeries = vintages.get(series) ?? new Map<number, number>()
    vintages.set(series, ofSeries.set(period, seen))
  }
  return vintages
}

/** Newest loaded period of each series, as a day number: where `plan` goes on. */
export async function newestPeriods(store: Store): Promise<Map<string, number>> {
  const rows = await select<{ series: string; period: number }>(
    store,
    "SELECT series, datediff('day', DATE '1970-01-01', max(period))::INTEGER AS period FROM observation GROUP BY series",
  )
  return new Map(rows.map((row) => [row.series, row.period]))
}

/** Of these addresses those that have been loaded; one whose body was refused is asked for again. */
export async function loadedUrls(store: Store, urls: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ url: string }>(
    store,
    `SELECT DISTINCT url FROM recording WHERE status = 'loaded' AND url IN ${textsIn('$1')}`,
    [JSON.stringify(urls)],
  )
  return new Set(rows.map(({ url }) => url))
}

/** Of these accession numbers those of filings that an index of a filer has named. */
export async function namedFilings(store: Store, accessions: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ accession: string }>(store, `SELECT accession FROM filing WHERE accession IN ${textsIn('$1')}`, [
    JSON.stringify(accessions),
  ])
  return new Set(rows.map(({ accession }) => accession))
}

/** One filed total of a company with the document it comes from. */
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

/** Totals that were filed and known by `moment` (milliseconds UTC), by CIK, in the order of their days, then of filing. */
export async function filedTotals(store: Store, moment: number): Promise<ReadonlyMap<string, readonly FiledTotal[]>> {
  const rows = await select<Record<string, string | number | null>>(
    store,
    `SELECT e.cik, e.accession, f.form, CAST(e.as_of AS VARCHAR) AS as_of, CAST(e.value AS DOUBLE) AS value, e.how, e.quote, e.url,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CASE WHEN f.accepted_at IS NULL THEN 'reported' ELSE 'filed' END AS basis
     FROM extraction e LEFT JOIN filing f ON f.accession = e.accession JOIN recording r ON r.id = e.recording
     WHERE e.what = 'bitcoin-total' AND e.status = 'served' AND epoch_ms(coalesce(f.accepted_at, r.made_at)) <= $1
     ORDER BY e.as_of, coalesce(f.accepted_at, r.made_at), e.accession`,
    [moment],
  )
  return byFirst(
    rows.map((row) => [
      String(row['cik']),
      {
        accession: String(row['accession']),
        form: row['form'] === null ? null : String(row['form']),
        asOf: String(row['as_of']),
        value: Number(row['value']),
        knownAt: String(row['known_at']),
        knownBasis: bases.find((basis) => basis === row['basis'])!,
        how: String(row['how']),
        quote: String(row['quote']),
        url: String(row['url']),
      },
    ]),
  )
}

/** Pairs -> what stands second, in their order, by what stands first. */
function byFirst<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const lists = new Map<string, T[]>()
  for (const [key, each] of pairs) {
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [each])
    else list.push(each)
  }
  return lists
}

/** A total one filing states, served or held for review, with the checks that decided it. */
export interface ReadCount {
  readonly filing: {
    readonly form: string
    readonly accession: string
    readonly filed: string
    readonly url: string
    readonly knownAt: string
  }
  readonly btc: number
  readonly asOf: string
  readonly how: string
  readonly place: string
  readonly status: 'served' | 'held'
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly detail: string }[]
}

/** Totals of bitcoins the documents of each filer state, by CIK, oldest first. Where no index names a filing its form is not known. */
export async function filedCounts(store: Store): Promise<ReadonlyMap<string, ReadCount[]>> {
  const rows = await select<FiledRow & Record<'as_of' | 'how' | 'place' | 'checks', string> & Pick<ReadCount, 'btc' | 'status'>>(
    store,
    `SELECT e.cik, e.accession, coalesce(f.form, 'filing') AS form, CAST(e.as_of AS VARCHAR) AS as_of, CAST(e.value AS DOUBLE) AS btc,
            e.how, e.place, e.status, e.checks, e.url, strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed
     FROM extraction e LEFT JOIN filing f ON f.accession = e.accession JOIN recording r ON r.id = e.recording
     WHERE e.what = 'bitcoin-total' AND e.status <> 'rejected'
     ORDER BY e.as_of, known_at, e.accession`,
  )
  return byFirst(
    rows.map(({ as_of: asOf, btc, how, place, status, checks, ...row }) => [
      row.cik,
      { filing: filingOf(row), btc, asOf, how, place, status, checks: JSON.parse(checks) as ReadCount['checks'] },
    ]),
  )
}

/** A periodic report as its reader found it, with its filing. */
export interface FiledReport {
  readonly filing: ReadCount['filing']
  readonly facts: ReportRow['facts']
  readonly texts: ReportRow['texts']
  readonly spans: ReportRow['spans']
  /** When it became known that the filing is withdrawn (RFC 3339 UTC); null where it stands. */
  readonly withdrawnAt: string | null
  /** What operators said of figures of filings, by their names. */
  readonly said: Awaited<ReturnType<typeof verdicts>>
  /** Its balance sheet by company facts, where its document has not been read; null where it has. */
  readonly companyFacts: BalanceSheetFacts | null
}

/** Amounts in dollars on a balance sheet day, as the index of filings names it, by concept with its taxonomy. */
export interface BalanceSheetFacts {
  readonly periodEnd: string
  readonly amounts: readonly { readonly concept: string; readonly value: number }[]
}

/** The periodic reports of each filer, by CIK or EDINET code, oldest first. */
export async function filedReports(store: Store): Promise<ReadonlyMap<string, readonly FiledReport[]>> {
  const rows = await select<FiledRow & { facts: string; texts: string; spans: string; withdrawn_at: string | null }>(
    store,
    `SELECT p.cik, p.accession, p.form, p.url, p.facts::VARCHAR AS facts, p.texts::VARCHAR AS texts, p.spans::VARCHAR AS spans,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed,
            (SELECT strftime(min(made_at), '%Y-%m-%dT%H:%M:%SZ') FROM withdrawal w JOIN recording ON id = w.recording
             WHERE w.accession = p.accession) AS withdrawn_at
     FROM report p LEFT JOIN filing f ON f.accession = p.accession JOIN recording r ON r.id = p.recording`,
  )
  const said = await verdicts(store)
  const read = rows.map((row) => ({
    cik: row.cik,
    filing: filingOf(row),
    facts: JSON.parse(row.facts) as FiledReport['facts'],
    texts: JSON.parse(row.texts) as FiledReport['texts'],
    spans: JSON.parse(row.spans) as FiledReport['spans'],
    withdrawnAt: row.withdrawn_at,
    said,
    companyFacts: null,
  }))
  const unread = (await unreadReports(store)).map((row) => ({
    cik: row.cik,
    filing: filingOf(row),
    facts: [],
    texts: [],
    spans: [],
    withdrawnAt: null,
    said,
    companyFacts: { periodEnd: row.period_end, amounts: JSON.parse(row.amounts) as BalanceSheetFacts['amounts'] },
  }))
  const key = ({ filing }: FiledReport) => `${filing.knownAt} ${filing.accession}`
  const inOrder = [...read, ...unread].sort((a, b) => (key(a) < key(b) ? -1 : 1))
  return byFirst(inOrder.map(({ cik, ...report }) => [cik, report]))
}

/** Reports that are known by name and by company facts alone, with their filer. */
async function unreadReports(store: Store): Promise<(FiledRow & { period_end: string; amounts: string })[]> {
  return select<FiledRow & { period_end: string; amounts: string }>(
    store,
    `SELECT f.cik, f.form, f.accession, f.url, CAST(f.filing_date AS VARCHAR) AS filed, CAST(f.report_date AS VARCHAR) AS period_end,
            strftime(f.accepted_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(to_json(list({concept: c.taxonomy || ':' || c.tag, value: CAST(c.val AS DOUBLE)} ORDER BY c.taxonomy, c.tag, c.val)) AS VARCHAR) AS amounts
     FROM filing f JOIN company_fact c ON c.cik = f.cik AND c.accn = f.accession
     WHERE f.form IN ('10-Q', '10-K') AND c.unit = 'USD' AND c.from_day IS NULL AND c.to_day = f.report_date
       AND f.accession NOT IN (SELECT accession FROM report)
     GROUP BY ALL`,
  )
}

/** A filing that may change what its filer owes or has issued, as an index names it. */
export interface FinancingFiling {
  readonly filing: ReadCount['filing']
  /** 8-K items, all of them; none for other forms. */
  readonly items: readonly string[]
}

/** Current reports with an item on financing, and offerings, of each filer, by CIK, oldest first. */
export async function financingFilings(store: Store): Promise<ReadonlyMap<string, readonly FinancingFiling[]>> {
  const rows = await select<FiledRow & { items: string }>(
    store,
    `SELECT cik, accession, form, url, items, CAST(filing_date AS VARCHAR) AS filed,
            strftime(accepted_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at
     FROM filing
     WHERE form IN (SELECT unnest($1::VARCHAR[]))
        OR form IN ('8-K', '8-K/A') AND list_has_any(string_split(items, ','), $2::VARCHAR[])
     ORDER BY accepted_at, accession`,
    [`[${offeringForms.join(',')}]`, `[${financingItems.map(({ item }) => item).join(',')}]`],
  )
  return byFirst(
    rows.map((row) => [row.cik, { filing: filingOf(row), items: row.items.split(',').filter((item) => item !== '') }]),
  )
}

/** A passage of a filed document, as the table `span` keeps it. */
export type Passage = Pick<SpanRow, 'kind' | 'place' | 'text' | 'heading' | 'context'>

/** What one current report says may still be sold of securities. */
export interface FiledPassages {
  readonly filing: ReadCount['filing']
  readonly passages: readonly Passage[]
}

/** Passages on what may still be sold in the current reports of the companies whose programs are followed, by CIK, oldest first. */
export async function programPassages(store: Store): Promise<ReadonlyMap<string, readonly FiledPassages[]>> {
  const ciks = filers.flatMap(({ ticker, cik }) => (cik !== null && programCompanies.includes(ticker) ? [cik] : []))
  const rows = await select<FiledRow & Passage>(
    store,
    `SELECT s.cik, s.accession, coalesce(f.form, 'filing') AS form, s.url, s.kind, s.place, s.text, s.heading, s.context,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed
     FROM span s LEFT JOIN filing f ON f.accession = s.accession JOIN recording r ON r.id = s.recording
     WHERE s.cik IN (SELECT unnest($1::VARCHAR[]))
       AND (CASE s.kind WHEN 'cell' THEN s.heading ELSE s.text END) ILIKE '%available for issuance%'
     ORDER BY coalesce(f.accepted_at, r.made_at), s.accession, s.url, s.seq`,
    [`[${ciks.join(',')}]`],
  )
  const documents = new Map<string, { cik: string; filing: ReadCount['filing']; passages: Passage[] }>()
  for (const row of rows) {
    const { kind, place, text, heading, context } = row
    const known = documents.get(row.accession) ?? { cik: row.cik, filing: filingOf(row), passages: [] }
    known.passages.push({ kind, place, text, heading, context })
    documents.set(row.accession, known)
  }
  return byFirst([...documents.values()].map(({ cik, filing, passages }) => [cik, { filing, passages }]))
}

/** A filing as the queries above name its columns. */
type FiledRow = Readonly<Record<'cik' | 'accession' | 'form' | 'filed' | 'url' | 'known_at', string>>

function filingOf({ form, accession, filed, url, known_at: knownAt }: FiledRow): ReadCount['filing'] {
  return { form, accession, filed, url, knownAt }
}

/** State of a feed as the recordings show it. */
export interface FeedRecord {
  readonly feed: string
  /** Null where no body of it was good. */
  readonly lastReadAt: string | null
  readonly held: number
}

/**
 * By feed: when it was last read well, and how many bodies of its newest day of reading were refused and are still trouble: neither dismissed
 * nor followed by a good body of the same address.
 */
export async function feedRecords(store: Store, moment: number): Promise<Map<string, FeedRecord>> {
  const rows = await select<{ feed: string; last_read_at: string | null; held: number }>(
    store,
    `SELECT feed, strftime(max(made_at) FILTER (WHERE status = 'loaded'), '%Y-%m-%dT%H:%M:%SZ') AS last_read_at,
            count(*) FILTER (WHERE status = 'held' AND made_at::DATE = newest::DATE AND (read_well IS NULL OR read_well < made_at)
              AND id NOT IN (SELECT recording FROM v_quarantine WHERE dismissed))::INTEGER AS held
     FROM (SELECT *, max(made_at) OVER (PARTITION BY feed) AS newest,
                  max(made_at) FILTER (WHERE status = 'loaded') OVER (PARTITION BY url) AS read_well
           FROM recording WHERE epoch_ms(made_at) <= $1) GROUP BY feed`,
    [moment],
  )
  return new Map(rows.map((row) => [row.feed, { feed: row.feed, lastReadAt: row.last_read_at, held: row.held }]))
}

/**
 * What is held for review: filings with a figure that failed a check, and series with values in another unit nobody has dismissed. Totals
 * of current reports that merely wait for something to bear them out are no trouble and are left out.
 */
export async function heldForReview(store: Store): Promise<string[]> {
  const rows = await select<{ what: string }>(
    store,
    `SELECT DISTINCT accession AS what FROM extraction
     WHERE status = 'held' AND (what <> 'bitcoin-total'
       OR len([c FOR c IN from_json(checks, '[{"name":"VARCHAR","passed":"BOOLEAN"}]') IF NOT c.passed AND c.name <> 'corroboration']) > 0)
     UNION SELECT DISTINCT series FROM v_quarantine WHERE rule = 'unit-change' AND NOT dismissed ORDER BY what`,
  )
  return rows.map(({ what }) => what)
}

/** Whether what is loaded came from the sample feeds; null while nothing is loaded. */
export async function sampleOrReal(store: Store): Promise<'sample' | 'real' | null> {
  const [row] = await select<{ sample: boolean | null }>(store, 'SELECT bool_or(sample) AS sample FROM recording')
  if (row!.sample === null) return null
  return row!.sample ? 'sample' : 'real'
}
