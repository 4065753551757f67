import { type Company, rosterOf } from '../../../data/companies.ts'
import { sampleNotice } from '../../../data/notices.ts'
import { type UpstreamId, upstreams } from '../../../data/upstreams.ts'
import type { Column } from '../../column.ts'
import { marketOf } from '../../companies/markets/index.ts'
import { atmCapacityOn } from '../../companies/treasuries/atm-capacity.ts'
import { type TreasuryFacts, treasuryDocument, treasuryList } from '../../companies/treasuries/document.ts'
import { type YenRate, yenRate } from '../../companies/treasuries/financing.ts'
import { holdingOf } from '../../companies/treasuries/holding.ts'
import type { FiledCount, KnownCompany } from '../../companies/treasuries/known.ts'
import { type KnownFacts, knownCompanies } from '../../companies/treasuries/known-companies.ts'
import { mnavOf, newestRatio } from '../../companies/treasuries/mnav.ts'
import { periodicReadings } from '../../companies/treasuries/periodic-readings.ts'
import { statedSince } from '../../companies/treasuries/since-report.ts'
import type { TreasuryDocument } from '../../documents/treasury.ts'
import type { TreasuryList } from '../../documents/treasury-list.ts'
import { isoDay } from '../../time/day.ts'
import type { FiledPassages, FinancingFiling } from '../../warehouse/companies/filings.ts'
import type { FiledReport } from '../../warehouse/companies/reports.ts'
import { seriesOf } from '../formulas/evaluate.ts'
import type { Calculated } from '../formulas/formula.ts'
import { madeOnce } from '../formulas/made-once.ts'
import { upstreamOf } from '../series-source.ts'

/** What is said of the treasuries of the roster on a day, before the run stamps it. */
export interface Treasuries {
  readonly list: TreasuryList
  readonly companies: readonly TreasuryDocument[]
}

export interface TreasuryDay {
  readonly sample: boolean
  /** A series as it was known on the day; null where nothing was. */
  readonly column: KnownFacts['column']
  /** Totals that filings state, by issuer id, whenever they became known. */
  readonly counts: ReadonlyMap<string, readonly FiledCount[]>
  /** Periodic reports by issuer id, oldest first, whenever they became known. */
  readonly reports: ReadonlyMap<string, readonly FiledReport[]>
  /** Financing filings, and passages of current reports on share programs, by issuer id, oldest first, whenever they became known. */
  readonly financingFilings: ReadonlyMap<string, readonly FinancingFiling[]>
  readonly programPassages: ReadonlyMap<string, readonly FiledPassages[]>
  /** Dollars per bitcoin as known on the day; null where nothing is. */
  readonly price: Calculated | null
  /** Day number, and the last millisecond of it. */
  readonly asOf: number
  readonly moment: number
}

/** Holdings, financing and mNAV of every company of the roster, as known at the end of a day. */
export function treasuriesOn(day: TreasuryDay): Treasuries {
  const { sample, column, counts, reports, price, asOf, moment } = day
  const yen = column('H10.JPY')
  const roster = rosterOf(sample)
  const readings = new Map(
    roster.map((company) => {
      const filed = (reports.get(company.id) ?? []).filter(by(moment))
      const standing = filed.filter(({ withdrawnAt }) => withdrawnAt === null || Date.parse(withdrawnAt) > moment)
      return [company.ticker, periodicReadings(standing, company, price?.column ?? null, yen)]
    }),
  )
  const known = new Map(
    roster.map(({ ticker, id }) => [
      ticker,
      [...(counts.get(id) ?? []).filter(by(moment)), ...(readings.get(ticker)?.counts ?? [])],
    ]),
  )
  const financing = knownBy(roster, day.financingFilings, moment)
  const passages = knownBy(roster, day.programPassages, moment)
  const facts = { roster, column, counts: known, readings, financing, moment }
  const companies = knownCompanies(facts)
  const providerRead = companies.some(({ thirdPartyMnav: column }) => column !== null && newestRatio(column, asOf) >= 0)
  const priceFrom = pricesFrom(price)
  const priced = (price?.rests ?? []).map((id) => upstreamOf(id, null))
  const all = companies.map(
    (company): TreasuryFacts => ({
      company,
      rate: rateOf(company, yen),
      mnav: (holding) =>
        price === null
          ? { mnav: null, note: 'No bitcoin price is available.' }
          : mnavOf({ company, holding, price: price.column, priceFrom, yen, providerRead, asOf }),
      ...(company.programs
        ? { atmCapacity: atmCapacityOn(passages.get(company.ticker) ?? [], asOf), statedSince: statedSince(company) }
        : { atmCapacity: [], statedSince: [] }),
    }),
  )
  const stampOf = (some: readonly TreasuryFacts[]) => ({ asOf: isoDay(asOf), sample, notices: noticesOf(some, priced, sample) })
  return {
    list: treasuryList(all, asOf, stampOf(all)),
    companies: all.map((each) => treasuryDocument(each, holdingOf(each.company, asOf), stampOf([each]))),
  }
}

interface Filed {
  readonly filing: { readonly knownAt: string }
}

/** What filings of each filer say, by issuer id -> what was known of it by a moment, by ticker. */
function knownBy<One extends Filed>(
  roster: readonly Company[],
  all: ReadonlyMap<string, readonly One[]>,
  moment: number,
): Map<string, readonly One[]> {
  return new Map(roster.map(({ ticker, id }) => [ticker, (all.get(id) ?? []).filter(by(moment))]))
}

/** What became known by a moment. */
function by(moment: number): (one: Filed) => boolean {
  return ({ filing }) => Date.parse(filing.knownAt) <= moment
}

function rateOf({ report, market }: KnownCompany, yen: Column | null): YenRate | null {
  const { rate } = marketOf({ market })
  if (report === null || rate === null || yen === null) return null
  const converted = yenRate(yen, report.periodEnd)
  return converted && { ...converted, source: rate.source, url: rate.url }
}

/** The series an entry of the price comes from, looked up once per entry. */
function pricesFrom(price: Calculated | null): (at: number) => string {
  const names = new Map<number, string>()
  return (at) => madeOnce(names, at, () => price?.parts(at)[0]?.series ?? seriesOf('bitcoin-price')[0]!)
}

/** Of every source a document of these companies may depend on. `priced`: the upstreams of the bitcoin price. */
function noticesOf(all: readonly TreasuryFacts[], priced: readonly UpstreamId[], sample: boolean): string[] {
  const rests = new Set<string>([
    'sec',
    ...all.flatMap(({ company }) => [
      ...company.witnesses.map(({ provider }) => provider),
      ...(company.thirdPartyMnav === null ? [] : ['coingecko']),
      ...(company.report === null ? [] : [marketOf(company).upstream]),
      ...(company.closes === null ? [] : [...priced, upstreamOf(company.closes.series, company.closes)]),
    ]),
  ])
  const notices = upstreams.flatMap(({ id, notice }) => (rests.has(id) && notice !== null ? [notice] : []))
  return sample ? [sampleNotice, ...notices] : notices
}
