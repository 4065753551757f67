import { bases, type KnownBasis, type Versions } from '../column.ts'
import type { ReportRow } from '../feeds/feed.ts'
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

/** Newest loaded period of each series, as a day number: where `plan` goes on. */
export async function newestPeriods(store: Store): Promise<Map<string, number>> {
  const rows = await select<{ series: string; period: number }>(
    store,
    "SELECT series, datediff('day', DATE '1970-01-01', max(period))::INTEGER AS period FROM observation GROUP BY series",
  )
  return new Map(rows.map((row) => [row.series, row.period]))
}

/** Addresses that have been loaded; one whose body was refused is asked for again. */
export async function loadedUrls(store: Store): Promise<Set<string>> {
  return new Set(
    (await select<{ url: string }>(store, "SELECT DISTINCT url FROM recording WHERE status = 'loaded'")).map((row) => row.url),
  )
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

/** Served totals of one filer known by `moment` (milliseconds), oldest first. */
export async function filedTotals(store: Store, cik: string, moment: number): Promise<FiledTotal[]> {
  const rows = await select<Record<string, string | number | null>>(
    store,
    `SELECT e.accession, f.form, CAST(e.as_of AS VARCHAR) AS as_of, CAST(e.value AS DOUBLE) AS value, e.how, e.quote, e.url,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CASE WHEN f.accepted_at IS NULL THEN 'reported' ELSE 'filed' END AS basis
     FROM extraction e LEFT JOIN filing f ON f.accession = e.accession JOIN recording r ON r.id = e.recording
     WHERE e.cik = $1 AND e.what = 'bitcoin-total' AND e.status = 'served' AND epoch_ms(coalesce(f.accepted_at, r.made_at)) <= $2
     ORDER BY e.as_of, coalesce(f.accepted_at, r.made_at), e.accession`,
    [cik, moment],
  )
  return rows.map((row) => ({
    accession: String(row['accession']),
    form: row['form'] === null ? null : String(row['form']),
    asOf: String(row['as_of']),
    value: Number(row['value']),
    knownAt: String(row['known_at']),
    knownBasis: bases.find((basis) => basis === row['basis'])!,
    how: String(row['how']),
    quote: String(row['quote']),
    url: String(row['url']),
  }))
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
  const rows = await select<Record<string, string | number>>(
    store,
    `SELECT e.cik, e.accession, coalesce(f.form, 'filing') AS form, CAST(e.as_of AS VARCHAR) AS as_of, CAST(e.value AS DOUBLE) AS value,
            e.how, e.place, e.status, e.checks, e.url, strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed
     FROM extraction e LEFT JOIN filing f ON f.accession = e.accession JOIN recording r ON r.id = e.recording
     WHERE e.what = 'bitcoin-total' AND e.status <> 'rejected'
     ORDER BY e.as_of, known_at, e.accession`,
  )
  const counts = rows.map(
    (row): ReadCount => ({
      filing: {
        form: String(row['form']),
        accession: String(row['accession']),
        filed: String(row['filed']),
        url: String(row['url']),
        knownAt: String(row['known_at']),
      },
      btc: Number(row['value']),
      asOf: String(row['as_of']),
      how: String(row['how']),
      place: String(row['place']),
      status: row['status'] === 'served' ? 'served' : 'held',
      checks: JSON.parse(String(row['checks'])) as ReadCount['checks'],
    }),
  )
  const byFiler = new Map<string, ReadCount[]>()
  for (const [i, { cik }] of rows.entries()) byFiler.set(String(cik), [...(byFiler.get(String(cik)) ?? []), counts[i]!])
  return byFiler
}

/** A periodic report as its reader found it, with its filing. */
export interface FiledReport {
  readonly filing: ReadCount['filing']
  readonly facts: ReportRow['facts']
  readonly texts: ReportRow['texts']
  readonly spans: ReportRow['spans']
}

/** The periodic reports of each filer, by CIK, oldest first. */
export async function filedReports(store: Store): Promise<ReadonlyMap<string, readonly FiledReport[]>> {
  const rows = await select<Record<string, string>>(
    store,
    `SELECT p.cik, p.accession, p.form, p.url, p.facts::VARCHAR AS facts, p.texts::VARCHAR AS texts, p.spans::VARCHAR AS spans,
            strftime(coalesce(f.accepted_at, r.made_at), '%Y-%m-%dT%H:%M:%SZ') AS known_at,
            CAST(coalesce(f.filing_date, r.made_at::DATE) AS VARCHAR) AS filed
     FROM report p LEFT JOIN filing f ON f.accession = p.accession JOIN recording r ON r.id = p.recording
     ORDER BY known_at, p.accession`,
  )
  const byFiler = new Map<string, FiledReport[]>()
  for (const row of rows) {
    const text = (name: string): string => row[name] ?? ''
    const filing = {
      form: text('form'),
      accession: text('accession'),
      filed: text('filed'),
      url: text('url'),
      knownAt: text('known_at'),
    }
    const report: FiledReport = {
      filing,
      facts: JSON.parse(text('facts')) as FiledReport['facts'],
      texts: JSON.parse(text('texts')) as FiledReport['texts'],
      spans: JSON.parse(text('spans')) as FiledReport['spans'],
    }
    byFiler.set(text('cik'), [...(byFiler.get(text('cik')) ?? []), report])
  }
  return byFiler
}

/** State of a feed as the recordings show it. */
export interface FeedRecord {
  readonly feed: string
  readonly lastReadAt: string
  readonly held: number
}

/**
 * By feed: when it was last read, and how many bodies of its newest day of reading were refused and are still trouble: neither dismissed
 * nor followed by a good body of the same address.
 */
export async function feedRecords(store: Store, moment: number): Promise<Map<string, FeedRecord>> {
  const rows = await select<{ feed: string; last_read_at: string; held: number }>(
    store,
    `SELECT feed, strftime(max(made_at), '%Y-%m-%dT%H:%M:%SZ') AS last_read_at,
            count(*) FILTER (WHERE status = 'held' AND made_at::DATE = newest::DATE AND (read_well IS NULL OR read_well < made_at)
              AND id NOT IN (SELECT recording FROM v_quarantine WHERE dismissed))::INTEGER AS held
     FROM (SELECT *, max(made_at) OVER (PARTITION BY feed) AS newest,
                  max(made_at) FILTER (WHERE status = 'loaded') OVER (PARTITION BY url) AS read_well
           FROM recording WHERE epoch_ms(made_at) <= $1) GROUP BY feed`,
    [moment],
  )
  return new Map(rows.map((row) => [row.feed, { feed: row.feed, lastReadAt: row.last_read_at, held: row.held }]))
}

/** What is held for review: filings with a figure that failed a check, and series with values in another unit nobody has dismissed. */
export async function heldForReview(store: Store): Promise<string[]> {
  const rows = await select<{ what: string }>(
    store,
    `SELECT DISTINCT accession AS what FROM extraction WHERE status = 'held'
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
