import { companyMarketOf } from '../../data/companies/markets.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { issuerIdsOf, successorOf } from '../../data/companies/successors.ts'
import { sampleNotice } from '../../data/notices.ts'
import { upstreamById } from '../../data/upstreams.ts'
import { composeCompany, compositionVersion } from '../../pipeline/companies/compose.ts'
import { packVersions } from '../../pipeline/companies/figures/stored.ts'
import { firstDayOf } from '../../pipeline/companies/figures/view.ts'
import { type SituationEpisode, situationsOf } from '../../pipeline/companies/situations.ts'
import { companyKind, type StoredCompany } from '../../pipeline/documents/company/company.ts'
import { companyFiguresKind, type StoredFigures } from '../../pipeline/documents/company/figures.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { Draft } from '../../pipeline/documents/schema.ts'
import type { Entry } from '../../pipeline/editions/edition.ts'
import type { CompanyRatioRow, CompanySituationRow, Issuer } from '../../pipeline/tables/company.ts'
import type { FiledRows } from '../../pipeline/tables/company-document.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { Fingerprint } from '../../pipeline/values/column.ts'
import { closeHashes, splitsReadByMarket } from '../../pipeline/warehouse/closes.ts'
import { documentHashes, filedRows } from '../../pipeline/warehouse/companies/company-documents.ts'
import { filingHashes, listedFilings } from '../../pipeline/warehouse/companies/company-filings.ts'
import { putCompanyRows } from '../../pipeline/warehouse/companies/company-rows.ts'
import { companyHashes, lineVersionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { mapCooperatively } from '../cooperative.ts'
import { companyCloses, listingKeysByTicker } from './company-closes.ts'

/** Companies composed together: their values are read in one statement, which takes some 5 MB of memory a company. */
export const companiesPerBatch = 8
/** Companies whose other rows are read in one statement each: there are few of them, and a statement costs as much as some companies. */
const besideTogether = 64

/** How long a run continues to compose companies. */
export interface TimeBudget {
  readonly ms: number
  /** In milliseconds. */
  readonly clock: () => number
}

/**
 * Milliseconds that a run composes companies for: some 1,000 of them. Until they are published all their documents are in memory, at some
 * 400 KB a company.
 */
export const companyComposeMs = 40_000

const endless: TimeBudget = { ms: Number.POSITIVE_INFINITY, clock: () => 0 }

/** Some companies of an edition, as documents to be written. */
export interface CompanyBatch {
  readonly briefings: readonly Draft<StoredCompany>[]
  readonly figures: readonly Draft<StoredFigures>[]
}

/**
 * The companies of the edition of a day (day number): batches of those to be written, as far as the budget goes, and the places of those that
 * stay as they are, which the next run writes where their rows changed. A batch is composed when it is asked for, so `kept` is whole once
 * all of them were.
 */
export async function composeCompanyBatches(
  store: Store,
  standing: ReadonlyMap<string, Pick<Entry, 'facts'>>,
  {
    asOf,
    sample,
    licences = new Set(),
    budget = endless,
  }: { readonly asOf: number; readonly sample: boolean; readonly licences?: ReadonlySet<string>; readonly budget?: TimeBudget },
  signal: AbortSignal,
): Promise<{ kept(): readonly string[]; readonly batches: AsyncIterable<CompanyBatch> }> {
  const marks = await companyHashes(store, isoDay(asOf))
  const filedMarks = await documentHashes(store, isoDay(asOf))
  const listMarks = await filingHashes(store, isoDay(asOf))
  // a company whose number changed is one, under its new number
  const issuers = await issuersOf(store, [...new Set([...marks.keys()].map(successorOf))])
  const closing = await closeHashes(store)
  const listsOfSplits = await splitsReadByMarket(store)
  const marked = issuers.map((issuer) => {
    const lines = [...listingKeysByTicker(issuer).values()].flatMap((line) => closing.get(line) ?? [])
    // a close is of a day, and too old a week later
    const priced = lines.length === 0 ? [] : [asOf, ...lines, [...listsOfSplits]]
    const notSold = sample ? null : notSoldWithout(licences, issuer)
    const numbers = issuerIdsOf(issuer.company)
    const own = [...[marks, filedMarks, listMarks].flatMap((each) => numbers.map((id) => each.get(id))), notSold]
    const all = [compositionVersion, sample, issuer, ...own, ...priced]
    return { issuer, notSold, mark: new Fingerprint().addText(JSON.stringify(all)).toString() }
  })
  const placesOf = ({ company }: Issuer) => [companyKind, companyFiguresKind].map((kind) => placeOf(kind, company))
  const stands = ({ issuer, mark }: (typeof marked)[number]) =>
    placesOf(issuer).every((place) => standing.get(place)?.facts['mark'] === mark)
  // those the edition lacks come first
  const isThere = ({ issuer }: (typeof marked)[number]) => placesOf(issuer).every((place) => standing.has(place))
  const staying = marked.filter(stands)
  const due = marked
    .filter((each) => !stands(each))
    .map((each) => ({ ...each, there: isThere(each) }))
    .sort((a, b) => Number(a.there) - Number(b.there))
  let written = 0
  const kept = () => [...staying, ...due.slice(written).filter(({ there }) => there)].flatMap(({ issuer }) => placesOf(issuer))
  async function* batches() {
    const began = budget.clock()
    let beside: Beside | null = null
    for (let at = 0; at < due.length && budget.clock() - began < budget.ms; at += companiesPerBatch) {
      const some = due.slice(at, at + companiesPerBatch)
      const own = some.map(({ issuer }) => issuer.company)
      if (at % besideTogether === 0) beside = await besideOf(store, due.slice(at, at + besideTogether), asOf)
      const { filed, listed, closes } = beside!
      const values = await lineVersionsOf(store, own)
      const ids = own.flatMap(issuerIdsOf)
      const documents = await mapCooperatively(some, signal, ({ issuer, notSold, mark }) => {
        const numbers = issuerIdsOf(issuer.company)
        const versions = values.get(issuer.company)!
        const stamp = { sample, notices: noticesOf(issuer, sample), mark }
        const listings = numbers.flatMap((id) => listed.get(id) ?? [])
        const rows = joinedRows(numbers.map((id) => filed.get(id)!))
        const shape = shapeOf(issuer, versions)
        const known = { closes: closes.get(issuer.company) ?? null, filed: rows, listed: listings, notSold }
        return {
          situations: situationRows(issuer.company, situationsOf(listings, rows.situation_mark, asOf)),
          briefing: { ...composeCompany(issuer, versions, asOf, known), ...stamp },
          figures: {
            issuer: issuer.company,
            first_day: firstDayOf(versions, shape),
            shape,
            as_of: isoDay(asOf),
            ...stamp,
            ...packVersions(versions),
          },
        }
      })
      await putCompanyRows(store, ids, {
        ratios: documents.flatMap(({ briefing }) => ratioRows(briefing)),
        situations: documents.flatMap(({ situations }) => situations),
      })
      written += some.length
      yield { briefings: documents.map(({ briefing }) => briefing), figures: documents.map(({ figures }) => figures) }
    }
  }
  return { kept, batches: batches() }
}

type Beside = Awaited<ReturnType<typeof besideOf>>

/** What of companies is read besides their values. */
async function besideOf(store: Store, some: readonly { readonly issuer: Issuer }[], asOf: number) {
  const issuers = some.map(({ issuer }) => issuer)
  const ids = issuers.flatMap(({ company }) => issuerIdsOf(company))
  const filed = await filedRows(store, ids)
  return { filed, listed: await listedFilings(store, ids), closes: await companyCloses(store, issuers, asOf) }
}

/** What was filed under several numbers, by table. */
const joinedRows = (all: readonly FiledRows[]): FiledRows =>
  Object.fromEntries(
    Object.keys(all[0]!).map((table) => [table, all.flatMap((rows) => [...rows[table as keyof FiledRows]])]),
  ) as unknown as FiledRows

function ratioRows({ issuer, blocks }: Pick<StoredCompany, 'issuer' | 'blocks'>): CompanyRatioRow[] {
  return (['quality', 'profitability'] as const).flatMap((block) => {
    const { period = '', ratios = [], inputs: all = [], filings = {} } = blocks[block] ?? {}
    return ratios.map(({ ratio, value, unit, why, formula, inputs: places }) => {
      const inputs = places.map((place) => all[place]!)
      const known_since =
        inputs
          .map(({ filing }) => filings[filing]!.filed)
          .sort()
          .at(-1) ?? null
      return { company: issuer, ratio, block, period, value, unit, why, formula, inputs, known_since }
    })
  })
}

const situationRows = (company: string, episodes: readonly SituationEpisode[]): CompanySituationRow[] =>
  episodes.map(({ situation, row: { severity }, since, trigger, ended }) => ({
    ...{ company, situation, severity, since: isoDay(since), ...trigger },
    ended_on: ended && isoDay(ended.on),
    ended_by: ended?.by ?? null,
    ended_filing: ended?.filing ?? null,
  }))

/** Why the statements of a company may not be sold; null where they may. */
function notSoldWithout(licences: ReadonlySet<string>, issuer: Issuer): string | null {
  const { id, name, resale } = upstreamById.get(companyMarketOf(issuer).upstream)!
  if (resale !== 'licence' || licences.has(id)) return null
  return `what the ${name} publishes may be sold only with its licence, and none is declared here`
}

/** What the upstream of statements asks to be printed. */
function noticesOf(issuer: Issuer, sample: boolean): string[] {
  const { notice } = upstreamById.get(companyMarketOf(issuer).upstream)!
  return [...(sample ? [sampleNotice] : []), ...(notice === null ? [] : [notice])]
}
