import { keptSeries } from '../../data/series.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import type { KnownVersions } from '../../pipeline/days/known-versions.ts'
import { filingsInput } from '../../pipeline/days/noted-day.ts'
import { asOfMoment } from '../../pipeline/time/day.ts'
import { Fingerprint, type Versions } from '../../pipeline/values/column.ts'
import {
  agreementFilings,
  filedCounts,
  filedTotals,
  financingFilings,
  programPassages,
} from '../../pipeline/warehouse/companies/filings.ts'
import { filedReports } from '../../pipeline/warehouse/companies/reports.ts'
import { readKnownRows } from '../../pipeline/warehouse/known-rows.ts'
import { storeFeedsKind } from '../../pipeline/warehouse/load/recordings.ts'
import { laterVintages, readVersions, seriesHashes } from '../../pipeline/warehouse/observations.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'

/**
 * Everything there is for days up to `asOf` (day number): every version of every series and of every row of the tables that briefings read,
 * and the filed totals known by then. `sample`: what a store is taken for that holds nothing.
 */
export async function readKnownVersions(store: Store, asOf: number, sample = false): Promise<KnownVersions> {
  return { ...(await readKnownTables(store, asOf, sample)), ...(await readSeries(store, keptSeriesIds)) }
}

/** The same without the series, which are most of it. */
export async function readKnownTables(store: Store, asOf: number, sample: boolean): Promise<AllButSeries> {
  return {
    rows: await readKnownRows(store, new Set(briefingDefinitions.flatMap(({ tables }) => tables ?? []))),
    totals: await filedTotals(store, 'bitcoin-total', asOfMoment(asOf)),
    counts: await filedCounts(store, 'bitcoin-total'),
    reports: await filedReports(store),
    financingFilings: await financingFilings(store),
    agreements: await agreementFilings(store),
    programPassages: await programPassages(store),
    sample: ((await storeFeedsKind(store)) ?? (sample ? 'sample' : 'real')) === 'sample',
  }
}

export const keptSeriesIds: readonly string[] = keptSeries.map(({ id }) => id)

type AllButSeries = Omit<KnownVersions, 'versions' | 'vintages'>

/** Some series. Asking for one that is not among them throws: taken for one without values it would change what is composed. */
export async function readSeries(
  store: Store,
  names: readonly string[],
): Promise<Required<Pick<KnownVersions, 'versions' | 'vintages'>>> {
  return { versions: new SomeSeries(names, await readVersions(store, names)), vintages: await laterVintages(store) }
}

class SomeSeries extends Map<string, Versions> {
  readonly #others: ReadonlySet<string>

  constructor(names: readonly string[], versions: ReadonlyMap<string, Versions>) {
    super(versions)
    const read = new Set(names)
    this.#others = new Set(keptSeriesIds.filter((id) => !read.has(id)))
  }

  override get(id: string): Versions | undefined {
    if (this.#others.has(id)) throw new SeriesNotReadError(id)
    return super.get(id)
  }
}

/** A series was asked for that was not read, because nothing asked for it in the last run. */
export class SeriesNotReadError extends Error {
  override readonly name = 'SeriesNotRead'
}

/** A hash of what is on record under each name that a `Reads` can have: a series, a table, the filings. A name without one has nothing. */
export async function hashInputsByName(store: Store, known: AllButSeries): Promise<ReadonlyMap<string, string>> {
  const { rows = {}, totals, counts, reports, financingFilings, agreements = new Map(), programPassages } = known
  const filed = [totals, counts, reports, financingFilings, agreements, programPassages].map((each) => [...each])
  const read = [...Object.entries(rows), [filingsInput, filed] as const]
  return new Map([
    ...(await seriesHashes(store)),
    ...read.map(([name, all]) => [name, new Fingerprint().addText(JSON.stringify(all)).toString()] as const),
  ])
}
