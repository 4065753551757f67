import { filers } from '../../data/filers.ts'
import { splits } from '../../data/splits.ts'
import { upstreams } from '../../data/upstreams.ts'
import { isoDay } from '../calendar/day.ts'
import type { Column } from '../column.ts'
import {
  type TreasuryDocument,
  type TreasuryFacts,
  type TreasuryList,
  treasuryDocument,
  treasuryList,
} from '../treasuries/document.ts'
import { type YenRate, yenRate } from '../treasuries/financing.ts'
import { holdingOf } from '../treasuries/holding.ts'
import type { FiledCount, KnownCompany } from '../treasuries/known.ts'
import { columnOf, type KnownFacts, knownCompanies } from '../treasuries/known-companies.ts'
import { mnavOf } from '../treasuries/mnav.ts'
import { periodicReadings } from '../treasuries/periodic-readings.ts'
import type { FiledReport } from '../warehouse/read.ts'

/** What is said of the treasuries of the roster on a day, before the run stamps it. */
export interface Treasuries {
  readonly list: TreasuryList
  readonly companies: readonly TreasuryDocument[]
}

export interface TreasuryDay {
  readonly sample: boolean
  readonly versions: KnownFacts['versions']
  /** Totals that filings state, by CIK, whenever they became known. */
  readonly counts: ReadonlyMap<string, readonly FiledCount[]>
  /** Periodic reports by CIK, oldest first, whenever they became known. */
  readonly reports: ReadonlyMap<string, readonly FiledReport[]>
  /** Dollars per bitcoin as known on the day; null where nothing is. */
  readonly price: Column | null
  /** Day number, and the last millisecond of it. */
  readonly asOf: number
  readonly moment: number
}

/** Holdings, financing and mNAV of every company of the roster, as known at the end of a day. */
export function treasuriesOn({ sample, versions, counts, reports, price, asOf, moment }: TreasuryDay): Treasuries {
  const readings = new Map(
    filers
      .filter((filer) => filer.sample === sample && filer.cik !== null)
      .map((filer) => [filer.ticker, periodicReadings((reports.get(filer.cik ?? '') ?? []).filter(by(moment)), filer, price)]),
  )
  const known = new Map(
    filers.map(({ ticker, cik }) => [
      ticker,
      [...(counts.get(cik ?? '') ?? []).filter(by(moment)), ...(readings.get(ticker)?.counts ?? [])],
    ]),
  )
  const facts = { sample, versions, counts: known, readings, moment }
  const yen = columnOf(facts, 'H10.JPY')
  const all = knownCompanies(facts).map(
    (company): TreasuryFacts => ({
      company,
      rate: rateOf(company, yen),
      mnav: (holding) =>
        price === null
          ? { mnav: null, note: 'No bitcoin price is held.' }
          : mnavOf({ company, holding, price, yen, splits, asOf }),
      atmCapacity: [],
      statedSince: [],
    }),
  )
  const stamp = { asOf: isoDay(asOf), sample, notices: noticesOf(all, sample) }
  return {
    list: treasuryList(all, asOf, stamp),
    companies: all.map((each) => treasuryDocument(each, holdingOf(each.company, asOf), stamp)),
  }
}

/** What became known by a moment. */
function by(moment: number): (one: { readonly filing: { readonly knownAt: string } }) => boolean {
  return ({ filing }) => Date.parse(filing.knownAt) <= moment
}

function rateOf({ report }: KnownCompany, yen: Column | null): YenRate | null {
  if (report?.currency !== 'JPY' || yen === null) return null
  const found = yenRate(yen, report.periodEnd)
  const url = 'https://www.federalreserve.gov/releases/h10/hist/'
  return found && { ...found, source: 'Federal Reserve H.10, noon buying rate in New York', url }
}

function noticesOf(all: readonly TreasuryFacts[], sample: boolean): string[] {
  const rests = new Set(['sec', ...all.flatMap(({ company }) => company.witnesses.map(({ provider }) => provider))])
  const said = upstreams.flatMap(({ id, notice }) => (rests.has(id) && notice !== null ? [notice] : []))
  return sample ? ['SAMPLE DATA: invented values and issuers, not market data.', ...said] : said
}
