import type { LineId } from '../../data/companies/lines.ts'
import { companyAloneSuffix } from '../../data/companies/markets.ts'
import { absentLines, shapeOf } from '../../data/companies/shapes.ts'
import { situationMarkets } from '../../data/companies/situations.ts'
import { companyAddress, type KeptBlockName, type StoredCompany } from '../documents/company/company.ts'
import type { Draft } from '../documents/schema.ts'
import type { Issuer, ListedFiling } from '../tables/company.ts'
import { documentTables, type FiledRows } from '../tables/company-document.ts'
import { isoDay } from '../time/day.ts'
import { againstGuidanceOf } from './blocks/against-guidance.ts'
import { capitalStructureOf } from './blocks/capital-structure.ts'
import { FiledReports } from './blocks/filings.ts'
import { headerOf } from './blocks/header.ts'
import { insidersPartOf } from './blocks/insiders.ts'
import { latestReportOf } from './blocks/latest-report.ts'
import { nextReportOf } from './blocks/next-report.ts'
import { numbersOf } from './blocks/numbers.ts'
import { profitabilityOf, qualityScores } from './blocks/ratios.ts'
import { segmentsOf } from './blocks/segments.ts'
import { situationsBlockOf } from './blocks/situations.ts'
import { newestMarketValue as marketValueOf, valuationOf } from './blocks/valuation.ts'
import { type FilingsAndEpisodes, whatChangedOf } from './blocks/what-changed.ts'
import { newestPeriod, type Period } from './figures/fiscal.ts'
import type { Version } from './figures/version.ts'
import { type View, viewOf } from './figures/view.ts'
import { companyLead } from './lead/lead.ts'
import type { ShareCloses } from './market-value.ts'
import { situationsOf } from './situations.ts'

/** Raised when the same values give other blocks: what was composed before is then composed again. */
export const compositionVersion = 7

/** A briefing beside what its run says of it. */
export type ComposedCompany = Omit<Draft<StoredCompany>, 'mark' | 'sample' | 'notices'>

/** What a briefing is composed of besides statements. */
interface Beside {
  /** Closes of its listed share; null where none are kept. */
  readonly closes?: ShareCloses | null
  /** What its other documents say. */
  readonly filed?: FiledRows
  /** Its filings as lists name them; left out where no list of its filings is read. */
  readonly listed?: readonly ListedFiling[]
  /** Why it may not be sold; null where it may. */
  readonly notSold?: string | null
}

/**
 * The briefing of a company as known at the end of a day (day number, in the time zone of its market): its blocks are functions of its values
 * and of the closes of its listed share, null where none are held. A company that is not covered, or may not be sold (`notSold` says why), has none.
 */
export function composeCompany(
  issuer: Issuer,
  versions: readonly Version[],
  day: number,
  { closes = null, filed = nothingFiled, listed: filings = [], notSold = null }: Beside = {},
): ComposedCompany {
  const { company, name, listed, formerCodes, industry, industryCode, lei } = issuer
  const codes = listed.map(({ code }) => code)
  const address = companyAddress({ company, codes })
  const shape = shapeOf(issuer, versions)
  const known = ofGroup(filedBy(filed, day))
  const viewOn = (on: number): View => ({
    ...viewOf(versions, shape, on, absentLines(company, shape)),
    classes: known.share_class.filter((row) => row.known <= on),
  })
  const view = viewOn(day)
  const why = notSold ?? whyNotCovered(view)
  const reports = new FiledReports(versions, company, day, filingsOf(known))
  const listedBy = filings.filter(({ filed }) => filed <= day)
  const episodes = situationsOf(listedBy, known.situation_mark, day)
  const at = (on: number) => (on === day ? view : viewOn(on))
  const made = why === null ? blocksOf(issuer, view, at, reports, closes, { filed: known, filings: listedBy, episodes }) : {}
  const blocks = Object.fromEntries(
    Object.entries(made).filter(([, block]) => typeof block === 'object'),
  ) as StoredCompany['blocks']
  const missing = Object.entries(made).flatMap(([name, block]) => (typeof block === 'string' ? [[name, block]] : []))
  const ratios = [...(blocks.quality?.ratios ?? []), ...(blocks.profitability?.ratios ?? [])]
  const newest = why === null ? newestPeriod(view) : null
  const next = why === null ? nextReportOf(view, marketOf(company)) : null
  return {
    issuer: company,
    briefing: `equities.company/${address}`,
    company: address,
    name,
    market: marketOf(company) as StoredCompany['market'],
    as_of: isoDay(day),
    left_out: view.leftOut.map(({ what, why }) => ({ what, why })),
    row: {
      company,
      name,
      codes,
      ...(formerCodes.length > 0 && { former_codes: [...formerCodes] }),
      ...(lei !== null && { lei }),
      industry,
      industry_code: industryCode,
      shape,
      blocks: Object.keys(blocks),
      ...(blocks.situations && { on: blocks.situations.on.map(({ situation, since }) => `${situation} ${since}`) }),
      why: why === null ? Object.fromEntries(missing) : { company: why },
      ...(next !== null && { next_report: next }),
      latest_period: newest && { label: newest.label, end: isoDay(newest.to) },
      ...latestReportOf(blocks),
      values: Object.fromEntries(ratios.flatMap(({ ratio, value }) => (value === null ? [] : [[ratio, value]]))),
    },
    lead:
      blocks.what_changed === undefined
        ? null
        : companyLead(view, reports, {
            changed: blocks.what_changed,
            guidance: blocks.against_guidance ?? null,
            episodes,
            announced: blocks.header?.next_results ?? null,
            next,
            isBank: ofBanks.every((line) => versions.some((each) => each.line === line)),
          }),
    blocks,
  }
}

const nothingFiled = Object.fromEntries(documentTables.map(({ name }) => [name, []])) as unknown as FiledRows

/** What was filed by the end of a day. */
const filedBy = (filed: FiledRows, day: number): FiledRows =>
  Object.fromEntries(
    Object.entries(filed).map(([table, rows]) => [table, rows.filter(({ known }) => known <= day)]),
  ) as unknown as FiledRows

/** Segments of the company alone count where there are none of its group. */
function ofGroup(filed: FiledRows): FiledRows {
  const rows = filed.segment_figure.filter(({ form }) => !form.endsWith(companyAloneSuffix))
  return rows.length === 0 ? filed : { ...filed, segment_figure: rows }
}

const filingsOf = (filed: FiledRows) =>
  Object.values(filed).flatMap((rows) => rows.map(({ filing, form, known }) => ({ filing, form, known })))

/** A block, or why there is none. */
type Made = { readonly [Name in KeptBlockName]: NonNullable<StoredCompany['blocks'][Name]> | string }

/** Lines that only banks state together. */
const ofBanks: readonly LineId[] = ['deposits', 'loans']
const noRatio = 'no ratio of it has a value'
const noList = ({ company }: Issuer) =>
  situationMarkets.includes(marketOf(company)) ? 'no list of its filings is read yet' : 'situations are read in the USA alone'

const blocksOf = (
  issuer: Issuer,
  view: View,
  viewOn: (day: number) => View,
  reports: FiledReports,
  closes: ShareCloses | null,
  { filed, ...lists }: FilingsAndEpisodes & { readonly filed: FiledRows },
): Made => ({
  header: headerOf(issuer, view, reports, filed.next_results),
  what_changed: whatChangedOf(view, reports, lists),
  situations:
    lists.filings.length === 0 ? noList(issuer) : situationsBlockOf(lists.episodes, view.day, insidersPartOf(filed, view.day)),
  against_guidance: againstGuidanceOf(filed.company_guidance, view, reports),
  numbers: numbersOf(view, reports),
  segments: whyOld(view, filed.segment_figure) ?? segmentsOf(view, reports, filed.segment_figure, filingsOf(filed)),
  valuation: valuationOf(viewOn, view.day, reports, closes),
  capital_structure: capitalStructureOf(view, reports, whyOld(view, filed.debt_instrument) === null ? filed : noDebt),
  quality: qualityScores(view, reports, marketValueOf(view, closes)) ?? noRatio,
  profitability: profitabilityOf(view, reports) ?? noRatio,
})

/** A fiscal year, and the time to file on it: an older document says nothing of the newest statements. */
const mostDaysBehind = 460
const noDebt = { debt_instrument: [], debt_maturity: [], debt_rate: [] } as const

/** Why rows of the newest document are not served; null where it belongs to the newest statements, and where there is none. */
function whyOld(view: View, rows: readonly { readonly known: number }[]): string | null {
  const known = rows.at(-1)?.known ?? view.day
  return known > newestPeriod(view).to - mostDaysBehind
    ? null
    : `the newest report whose document was read is of ${isoDay(known)}`
}

/** A company is covered where one year has two of income, net income and total assets: what does not add up takes nothing else with it. */
function whyNotCovered(view: View): string | null {
  // a broker in a market where brokers have no revenue has interest
  const ofBroker: readonly LineId[] = view.shape === 'broker' ? ['interest_income'] : []
  const needed: LineId[][] = [
    ['revenue', 'net_interest_income', 'premiums_earned', ...ofBroker],
    ['net_income'],
    ['total_assets'],
  ]
  const has = (year: Period, some: readonly LineId[]) => some.some((line) => view.figure(line, year) !== null)
  const covered = view.years.some((year) => needed.filter((some) => has(year, some)).length > 1)
  if (covered) return null
  return view.years.length === 0
    ? 'no annual statements with tagged figures were read'
    : 'no fiscal year has two of income, net income and a balance sheet that adds up'
}

/** `us` */
const marketOf = (company: string): string => company.slice(0, company.indexOf(':'))
