import { rosterOf } from '../../data/companies.ts'
import { sampleNotice } from '../../data/notices.ts'
import { type UpstreamId, upstreams } from '../../data/upstreams.ts'
import { upstreamOf } from '../analysis/series-source.ts'
import { marketOf } from '../companies/markets/index.ts'
import type { TreasuryDocument } from '../documents/treasury.ts'
import type { TreasuryList } from '../documents/treasury-list.ts'
import { seriesOf } from '../formulas/evaluate.ts'
import type { Calculated } from '../formulas/formula.ts'
import { isoDay } from '../time/day.ts'
import { atmCapacityOn } from '../treasuries/atm-capacity.ts'
import { type TreasuryFacts, treasuryDocument, treasuryList } from '../treasuries/document.ts'
import { type YenRate, yenRate } from '../treasuries/financing.ts'
import { holdingOf } from '../treasuries/holding.ts'
import type { KnownCompany } from '../treasuries/known.ts'
import { type KnownFacts, knownCompany } from '../treasuries/known-company.ts'
import { mnavOf, newestRatio } from '../treasuries/mnav.ts'
import { periodicReadings } from '../treasuries/periodic-readings.ts'
import { statedSince } from '../treasuries/since-report.ts'
import type { Column } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'
import type { KnownVersions } from './known-versions.ts'

/** The treasuries of the roster on a day, before the run stamps it. */
export interface TreasuryDocuments {
  readonly list: TreasuryList
  readonly companies: readonly TreasuryDocument[]
}

/** What is known of the roster, whenever it became known, with what of it is asked for: the end of a day. */
export interface TreasuryDay
  extends Pick<KnownVersions, 'sample' | 'counts' | 'reports' | 'financingFilings' | 'programPassages'> {
  /** A series as it was known on the day; null where nothing was. */
  readonly column: KnownFacts['column']
  /** Dollars per bitcoin as known on the day; null where nothing is. */
  readonly price: Calculated | null
  /** Day number, and the last millisecond of it. */
  readonly asOf: number
  readonly moment: number
}

/** Holdings, financing and mNAV of every company of the roster, as known at the end of a day. */
export function treasuriesOn(day: TreasuryDay): TreasuryDocuments {
  const { sample, column, price, asOf, moment } = day
  const yen = column('H10.JPY')
  const known = rosterOf(sample).map((row) => {
    /** What filings of the company say that were known by then. */
    const by = <One extends Filed>(all: ReadonlyMap<string, readonly One[]>) =>
      (all.get(row.id) ?? []).filter(({ filing }) => Date.parse(filing.knownAt) <= moment)
    const reports = by(day.reports).filter(({ withdrawnAt }) => withdrawnAt === null || Date.parse(withdrawnAt) > moment)
    const readings = periodicReadings(reports, row, price?.column ?? null, yen)
    const facts = { column, counts: by(day.counts), readings, financing: by(day.financingFilings), moment }
    return { company: knownCompany(row, facts), passages: by(day.programPassages) }
  })
  const ratios = known.flatMap(({ company }) => company.thirdPartyMnav ?? [])
  const providerRead = ratios.some((ratio) => newestRatio(ratio, asOf) >= 0)
  const priceFrom = pricesFrom(price)
  const priced = (price?.dependsOn ?? []).map((id) => upstreamOf(id, null))
  const all = known.map(
    ({ company, passages }): TreasuryFacts => ({
      company,
      rate: rateOf(company, yen),
      mnav: (holding) =>
        price === null
          ? { mnav: null, note: 'No bitcoin price is available.' }
          : mnavOf({ company, holding, price: price.column, priceFrom, yen, providerRead, asOf }),
      atmCapacity: company.programs ? atmCapacityOn(passages, asOf) : [],
      statedSince: company.programs ? statedSince(company) : [],
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

function rateOf({ report, market }: KnownCompany, yen: Column | null): YenRate | null {
  const { rate } = marketOf({ market })
  if (report === null || rate === null || yen === null) return null
  const converted = yenRate(yen, report.periodEnd)
  return converted && { ...converted, source: rate.source, url: rate.url }
}

/** The series an entry of the price comes from, looked up once per entry. */
function pricesFrom(price: Calculated | null): (at: number) => string {
  const names = new Map<number, string>()
  return (at) => memoized(names, at, () => price?.parts(at)[0]?.series ?? seriesOf('bitcoin-price')[0]!)
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
