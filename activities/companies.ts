import { companyMarketOf } from '../data/companies/markets.ts'
import { shapeOf } from '../data/companies/shapes.ts'
import { numbersOf, successorOf } from '../data/companies/successors.ts'
import { sampleNotice } from '../data/notices.ts'
import { upstreamById } from '../data/upstreams.ts'
import { Mark } from '../pipeline/column.ts'
import { composeCompany, composition } from '../pipeline/companies/compose.ts'
import { packVersions } from '../pipeline/companies/figures/stored.ts'
import { firstDayOf } from '../pipeline/companies/figures/view.ts'
import { type Episode, situationsOf } from '../pipeline/companies/situations.ts'
import { companyKind, type StoredCompany } from '../pipeline/documents/company/company.ts'
import { companyFiguresKind, type StoredFigures } from '../pipeline/documents/company/figures.ts'
import { placeOf } from '../pipeline/documents/kind.ts'
import type { Draft } from '../pipeline/documents/schema.ts'
import type { Entry } from '../pipeline/editions/edition.ts'
import { isoDay } from '../pipeline/time/day.ts'
import { closeMarks, splitsRead } from '../pipeline/warehouse/closes.ts'
import { documentMarks, filedRows } from '../pipeline/warehouse/companies/company-documents.ts'
import { listedFilings, listedMarks } from '../pipeline/warehouse/companies/company-filings.ts'
import { putCompanyRows } from '../pipeline/warehouse/companies/company-rows.ts'
import { companyMarks, versionsOf } from '../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../pipeline/warehouse/companies/issuers.ts'
import type { Store } from '../pipeline/warehouse/store.ts'
import type { CompanyRatioRow, CompanySituationRow, Issuer } from '../pipeline/warehouse/tables/company.ts'
import type { FiledRows } from '../pipeline/warehouse/tables/company-document.ts'
import { companyCloses, linesOfCompany } from './company-closes.ts'
import { eachOf, interruptible } from './in-turns.ts'

/** Companies composed together: their values are read in one statement, which takes some 5 MB of memory a company. */
const together = 8
/** Companies whose other rows are read in one statement each: there are few of them, and a statement costs as much as some companies. */
const besideTogether = 64

/** Companies composed in a run. Until they are published all their documents are in memory, at some 400 KB a company. */
const mostComposed = 500

/** Some companies of an edition, as documents to be written. */
export interface CompanyBatch {
  readonly briefings: readonly Draft<StoredCompany>[]
  readonly figures: readonly Draft<StoredFigures>[]
}

/**
 * The companies of the edition of a day (day number): batches of those to be written, at most so many, and the places of those that stay as
 * they are, which the next run writes where their rows changed. A batch is composed when it is asked for.
 */
export async function companiesOf(
  store: Store,
  standing: ReadonlyMap<string, Pick<Entry, 'facts'>>,
  {
    asOf,
    sample,
    licences = new Set(),
    most = mostComposed,
  }: { readonly asOf: number; readonly sample: boolean; readonly licences?: ReadonlySet<string>; readonly most?: number },
  signal: AbortSignal,
): Promise<{ readonly kept: readonly string[]; readonly batches: AsyncIterable<CompanyBatch> }> {
  const marks = await companyMarks(store, isoDay(asOf))
  const filedMarks = await documentMarks(store, isoDay(asOf))
  const listMarks = await listedMarks(store, isoDay(asOf))
  // a company whose number changed is one, under its new number
  const issuers = await issuersOf(store, [...new Set([...marks.keys()].map(successorOf))])
  const closing = await closeMarks(store)
  const listsOfSplits = await splitsRead(store)
  const marked = issuers.map((issuer) => {
    const lines = [...linesOfCompany(issuer).values()].flatMap((line) => closing.get(line) ?? [])
    // a close is of a day, and too old a week later
    const priced = lines.length === 0 ? [] : [asOf, ...lines, [...listsOfSplits]]
    const notSold = sample ? null : notSoldWithout(licences, issuer)
    const numbers = numbersOf(issuer.company)
    const own = [...[marks, filedMarks, listMarks].flatMap((each) => numbers.map((id) => each.get(id))), notSold]
    const all = [composition, sample, issuer, ...own, ...priced]
    return { issuer, notSold, mark: new Mark().addText(JSON.stringify(all)).toString() }
  })
  const placesOf = ({ company }: Issuer) => [companyKind, companyFiguresKind].map((kind) => placeOf(kind, company))
  const stands = ({ issuer, mark }: (typeof marked)[number]) =>
    placesOf(issuer).every((place) => standing.get(place)?.facts['mark'] === mark)
  // those the edition lacks come first
  const isThere = ({ issuer }: (typeof marked)[number]) => placesOf(issuer).every((place) => standing.has(place))
  const due = marked.filter((each) => !stands(each)).sort((a, b) => Number(isThere(a)) - Number(isThere(b)))
  const changed = due.slice(0, most)
  const staying = [...marked.filter(stands), ...due.slice(most).filter(isThere)]
  async function* batches() {
    let beside: Beside | null = null
    for (let at = 0; at < changed.length; at += together) {
      const some = changed.slice(at, at + together)
      const own = some.map(({ issuer }) => issuer.company)
      if (at % besideTogether === 0) beside = await besideOf(store, changed.slice(at, at + besideTogether), asOf)
      const { filed, listed, closes } = beside!
      const values = await versionsOf(store, own)
      const ids = own.flatMap(numbersOf)
      const composed = eachOf(some, ({ issuer, notSold, mark }) => {
        const numbers = numbersOf(issuer.company)
        const versions = values.get(issuer.company)!
        const stamp = { sample, notices: noticesOf(issuer, sample), mark }
        const listings = numbers.flatMap((id) => listed.get(id) ?? [])
        const rows = joinedRows(numbers.map((id) => filed.get(id)!))
        return {
          situations: situationRows(issuer.company, situationsOf(listings, rows.situation_mark, asOf)),
          briefing: {
            ...composeCompany(issuer, versions, asOf, {
              closes: closes.get(issuer.company) ?? null,
              filed: rows,
              listed: listings,
              notSold,
            }),
            ...stamp,
          },
          figures: {
            issuer: issuer.company,
            first_day: firstDayOf(versions, shapeOf(issuer, versions)),
            shape: shapeOf(issuer, versions),
            as_of: isoDay(asOf),
            ...stamp,
            ...packVersions(versions),
          },
        }
      })
      const documents = await interruptible(composed, signal)
      await putCompanyRows(store, ids, {
        ratios: documents.flatMap(({ briefing }) => ratioRows(briefing)),
        situations: documents.flatMap(({ situations }) => situations),
      })
      yield { briefings: documents.map(({ briefing }) => briefing), figures: documents.map(({ figures }) => figures) }
    }
  }
  return { kept: staying.flatMap(({ issuer }) => placesOf(issuer)), batches: batches() }
}

type Beside = Awaited<ReturnType<typeof besideOf>>

/** What of companies is read besides their values. */
async function besideOf(store: Store, some: readonly { readonly issuer: Issuer }[], asOf: number) {
  const issuers = some.map(({ issuer }) => issuer)
  const ids = issuers.flatMap(({ company }) => numbersOf(company))
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

const situationRows = (company: string, episodes: readonly Episode[]): CompanySituationRow[] =>
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
