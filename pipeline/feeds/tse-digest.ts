import { japaneseTags } from '../../data/companies/tags/jp.ts'
import { conceptsOf } from '../../data/companies/tags/line-tags.ts'
import { issuerId } from '../../data/companies.ts'
import { htmlOf } from '../filings/body.ts'
import { readDocumentSet } from '../filings/document.ts'
import type { Fact } from '../filings/fact.ts'
import { unzip } from '../filings/zip.ts'
import type { StatementFactRow } from '../tables/company.ts'
import { dayNumber, isoTime } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { bodyError } from './body.ts'
import { type DatedAmount, datedAmount, statementsOf } from './edinet-statements.ts'
import { rejection } from './feed.ts'
import { type BodyContents, feedOf } from './sightings.ts'
import { forecastsOf } from './tse-forecasts.ts'

const id = 'tse-digest'
/** Archives of the exchange's disclosure service; single documents by the names they have inside of them. */
const address = /^\/inbs\/(?:\d{18}\.zip|[\w.-]+-ixbrl\.html?)$/u
const limits = { entries: 300, bytes: 128 * 1024 * 1024, ratio: 200 }
const zipBegins = Buffer.from('PK')

const kept = conceptsOf(japaneseTags)
const ofSummary = 'tse-ed-t:'
/** What a summary states of the company, whoever is consolidated. */
const ofShares = /Shares|TreasuryStock|DividendPerShare/u

/**
 * What listed companies disclose to the Tokyo Stock Exchange as inline XBRL: digests of results (決算短信), days or weeks before the report, revisions
 * of forecasts, and notices of the difference between a forecast and the result. The documents of an archive are one set: those of the
 * statements refer to contexts of others. Gives the figures of the period a digest is of, which are known by being reported, and forecasts as
 * guidance; no forecast is a statement. Where the statements are in another currency than the summary, the summary is a conversion: its figures
 * are left out, and its forecasts are guidance in the currency they are stated in, with the note on the rate in their quote.
 *
 * A document names its company by the securities code alone, so rows are of `jp:` and the code until a list of EDINET names the company with
 * it (`warehouse/companies/listings.ts`).
 *
 * @see https://www.jpx.co.jp/equities/listing/xbrl/
 */
export const tseDigest = feedOf(
  {
    id,
    upstream: 'jpx',
    title: 'Digests of results at the Tokyo Stock Exchange',
    match: (url) => url.hostname === 'www.release.tdnet.info' && address.test(url.pathname),
  },
  (body, { recording: { url } }) => {
    const none = () => false
    const documents = documentsIn(body)
    const facts = readDocumentSet(documents, none, none).flatMap((document) => document.facts)
    const stated = (name: string) => facts.find(({ concept }) => concept === `${ofSummary}${name}`)?.value ?? null
    const refused = (why: string): BodyContents => ({
      rejected: [rejection(null, 'no-digest', why, `${stated('SecuritiesCode') ?? ''} ${stated('DocumentName') ?? url}`)],
    })
    const title = stated('DocumentName')
    const filed = stated('FilingDate') ?? stated('ReportingDateOfFinancialForecastCorrection')
    const period = facts.find(({ concept }) => concept === `${ofSummary}DocumentName`)?.context.end ?? null
    const [, code] = /^([0-9][0-9A-Z]{3})0?$/u.exec(stated('SecuritiesCode')?.replaceAll(/\s/gu, '') ?? '') ?? []
    if (title === null) return refused('it has no summary of the exchange: statements alone name no company')
    const form = formOf(title, stated('QuarterlyPeriod'))
    if (form === null) return refused('it is not a digest of results, a revision of a forecast or a notice of their difference')
    if (code === undefined || period === null || filed === null || dayNumber(filed) === null)
      return refused('it states no securities code, period or day')
    const kind = form === 'difference notice' ? 'difference' : form === revision ? 'revision' : 'digest'
    const isNotice = kind !== 'digest'
    const report = { company: issuerId('jp', code), filing: url, form, filed, basis: 'reported' } as const
    const { amounts, scope, currencies } = amountsOf(facts, { isNotice, period: isNotice ? null : period, filed })
    // who forecasts the results of the parent alone has a group
    const isGroup = isNotice ? /個別/u.test(`${title} ${stated('NoticeOfForecastCorrection')}`) : scope === 'consolidated'
    const company_guidance = forecastsOf(facts, {
      ...{ company: report.company, filing: url, form, url, kind, period, filed, isGroup },
      isKept: isNotice ? null : isKeptIn(facts, documents),
      isConversion: (unit) => currencies.size > 0 && !currencies.has(unit),
    })
    if (kind === 'revision') {
      if (company_guidance.length === 0) return refused('it revises no forecast that is read')
      const listed = { accession: url, company: report.company, form, filing_date: filed, report_date: null, items: '', url }
      // of the day alone the end is never too early
      const filing = [{ ...listed, accepted_at: isoTime(zonedToUtc(filed, '23:59:59', 'Asia/Tokyo')) }]
      return { rows: { company_guidance, filing } }
    }
    const { statement_fact, rejected } = statementsOf(amounts, { ...report, scope })
    return { rows: { statement_fact, company_guidance }, rejected }
  },
)

const revision = 'forecast revision'
const revised = /業績予想からの修正の有無(?:\s|[:：]|&#160;|<[^>]*>)*(有|無)/u

/** Whether a digest says that it does not revise the forecast: some issuers print this without the tag. */
function isKeptIn(facts: readonly Fact[], documents: readonly string[]): boolean | null {
  const tag = facts.find(({ concept }) => /:CorrectionOf(?:Consolidated)?FinancialForecastInThisQuarter$/u.test(concept))?.value
  if (tag === 'true' || tag === 'false') return tag === 'false'
  const word = documents.flatMap((document) => revised.exec(document)?.[1] ?? [])[0]
  return word === undefined ? null : word === '無'
}

/** The inline documents of an archive, or the one that was recorded alone. */
function documentsIn(body: Uint8Array): string[] {
  if (!zipBegins.equals(body.subarray(0, 2))) {
    const start = Buffer.from(body.subarray(0, 4_096)).toString('utf8')
    if (/<(?:\w+:)?xbrl\s/u.test(start))
      throw bodyError(
        id,
        'TAXONOMY_BEFORE_2014',
        'digests before 2014 are not inline and tag other elements; none of them is read',
      )
    return [htmlOf(body)]
  }
  const files = unzip(body, limits, (name) => /-ixbrl\.html?$/u.test(name))
  if (files.size === 0) throw bodyError(id, 'MEMBER_MISSING', 'the archive has no inline document; inspect the recording')
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => htmlOf(bytes))
}

/** What a document is, by its title; null for a digest of a fund and any other. */
function formOf(title: string, quarter: string | null): string | null {
  // a title that announces a revision too does not tell which of its figures are results; one of 個別 is of the parent alone
  if (/差異/u.test(title)) return /修正|個別/u.test(title) ? null : 'difference notice'
  // one that compares with results in other words may tag them as a forecast too
  if (/業績予想.*修正/u.test(title)) return /訂正|実績|決算|相違|乖離/u.test(title) ? null : revision
  if (!/決算短信/u.test(title)) return null
  const corrected = /訂正/u.test(title) ? 'amended ' : ''
  return `${corrected}${quarter === null ? 'annual' : quarter === '2' ? 'half-year' : 'quarterly'} results`
}

/** What of a digest counts. */
interface Digest {
  /** A notice of a difference tags the result as the current forecast. */
  readonly isNotice: boolean
  /** Last day of the period it is of; null for any that is over. */
  readonly period: string | null
  readonly filed: string
}

/** The amounts of the group, or of the company alone where the summary states no group. */
function amountsOf(
  facts: readonly Fact[],
  digest: Digest,
): { amounts: DatedAmount[]; scope: StatementFactRow['scope']; currencies: ReadonlySet<string> } {
  const wanted = facts.flatMap((fact) => {
    const { concept, context, number } = fact
    const { end } = context
    const isOver = digest.period === null ? end !== null && end < digest.filed : end === digest.period
    if (number === null || !kept.has(concept) || !isOver) return []
    const members = new Set(context.dimensions.map(({ member }) => member.slice(member.indexOf(':') + 1)))
    const isParent = members.delete('NonConsolidatedMember')
    const isGroup = members.delete('ConsolidatedMember')
    const isSummary = concept.startsWith(ofSummary)
    if (isSummary) {
      const isResult = digest.isNotice
        ? members.delete('CurrentMember') && members.delete('ForecastMember')
        : members.delete('ResultMember')
      if (concept.endsWith(':DividendPerShare') && !members.delete('AnnualMember')) return []
      if (!isResult) return []
    }
    const amount = members.size === 0 ? datedAmount(fact, { period: '', submitted: '' }) : null
    if (amount === null) return []
    // the first cell of a row of the summary is its period, not its name
    const named = isSummary ? { ...amount, label: null } : amount
    return [{ amount: named, isParent, isGroup, isSummary, isOfShares: isSummary && ofShares.test(concept) }]
  })
  const ofGroup = wanted.some(({ isGroup }) => isGroup)
  const own = wanted.filter(({ isParent, isOfShares }) => isOfShares || isParent !== ofGroup)
  const money = own.filter(({ amount }) => amount.unit.length === 3)
  const currencies = new Set(money.flatMap(({ amount, isSummary }) => (isSummary ? [] : amount.unit)))
  const isConversion = ({ amount, isSummary }: (typeof own)[number]) =>
    isSummary && amount.unit !== 'shares' && currencies.size > 0 && !currencies.has(amount.unit.slice(0, 3))
  return {
    amounts: own.filter((each) => !isConversion(each)).map(({ amount }) => amount),
    scope: ofGroup ? 'consolidated' : 'separate',
    currencies,
  }
}
