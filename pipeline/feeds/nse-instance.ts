import { companyAloneSuffix } from '../../data/companies/markets.ts'
import { issuerId } from '../../data/companies.ts'
import { readInstance } from '../filings/instance.ts'
import { type IssuerRow, type StatementFactRow, unstated } from '../tables/company.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { deadlineOf } from '../time/deadline.ts'
import { bodyError, bodyText } from './body.ts'
import { amountsOf, conventionalContexts, elementOf, type PeriodAmount, segmentFacts } from './nse-amounts.ts'
import type { BodyContents, Sightings } from './sightings.ts'

/** Days in which results are uploaded after the board approved them; a later file corrects an earlier one. */
const uploadDays = 3

/** What the companies of a format of results do, by the beginning of its files; the general format is of all others. */
const families: Readonly<Record<string, string>> = {
  BANKING: 'Banking',
  NBFC_INDAS: 'Non-banking finance',
  LI: 'Life insurance',
  GI: 'General insurance',
}

/** `INDAS_117298_1348254_16012025082021.xml`, with the moment of the upload, by a clock of twelve hours. */
const fileName = /^(?:INTEGRATED_FILING_)?(NBFC_INDAS|INDAS|BANKING|LI|GI)_\w+?(?:_(\d{2})(\d{2})(\d{4})\d{6})?(?:_WEB)?\.xml$/

/** The file of the exchange's archive at an address; null for any other address. */
export function archivedFile({ host, pathname }: URL): string | null {
  const isArchive = host === 'nsearchives.nseindia.com' || host === 'archives.nseindia.com'
  return isArchive ? (/^\/corporate\/xbrl\/([^/]+)$/.exec(pathname)?.[1] ?? null) : null
}

/** The same for an instance of results. */
export function resultsFile(url: URL): string | null {
  const file = archivedFile(url)
  return file !== null && fileName.test(file) ? file : null
}

const formatOf = (file: string): string => fileName.exec(file)?.[1] ?? ''

/** The industry that the format of results says. */
export function industryOf(file: string): Pick<IssuerRow, 'industry_code' | 'industry'> {
  const family = formatOf(file)
  const industry = families[family]
  return industry === undefined ? { industry_code: null, industry: null } : { industry_code: family, industry }
}

export const isIndianIsin = (text: string): boolean => /^IN[A-Z0-9]{9}\d$/.test(text)

const scopes: Readonly<Record<string, StatementFactRow['scope']>> = { Standalone: 'separate', Consolidated: 'consolidated' }

/** Results as a company in India files them. One that does not state its ISIN goes by its symbol, until a list names the file. */
export function readResults(
  body: Uint8Array,
  { file, url }: { readonly file: string; readonly url: string },
  feed: string,
  { reject }: Sightings,
): BodyContents {
  const tagged = readInstance(bodyText(body, feed), Object.values(conventionalContexts))
  const whole = tagged.facts.filter(({ context }) => context.dimensions.length === 0)
  const text = (...names: readonly string[]) =>
    whole.find(({ concept, value }) => names.includes(elementOf(concept)) && value !== null && value !== '')?.value ?? ''
  const [symbol, isin] = [text('Symbol') || (whole[0]?.context.entity ?? ''), text('ISIN')]
  const number = isIndianIsin(isin) ? isin : symbol
  const scope = scopes[text('NatureOfReportStandaloneConsolidated')]
  if (!/^[A-Z0-9&-]{1,20}$/.test(number) || scope === undefined)
    throw bodyError(feed, 'RESULTS_UNNAMED', 'the instance does not name its company or its scope; inspect the recording')
  const amounts = amountsOf(whole, formatOf(file), reject)
  const end = amounts.reduce((last, { from, to }) => (from !== null && to > last ? to : last), '')
  const span = amounts.some((amount) => amount.to === end && isYear(amount)) ? 'annual' : 'quarterly'
  const form = `${span} results${scope === 'separate' ? companyAloneSuffix : ''}`
  const board = text('DateOfEndOfBoardMeeting', 'DateOfBoardMeetingWhenFinancialResultsWereApproved')
  const known = knownOf(file, { end, form, board, clock: text('EndTimeOfBoardMeeting') })
  if (known === null) reject(null, 'no-period', 'no amount of a period whose days are stated', file)
  const company = issuerId('in', number)
  const yearEnd = text('DateOfEndOfFinancialYear')
  const issuer: IssuerRow = {
    ...unstated,
    ...{ company, told_by: 'filer', country: 'India', ...industryOf(file) },
    name: text('NameOfTheCompany', 'NameOfBank', 'NameOfTheBank') || null,
    fiscal_year_end: dayNumber(yearEnd) === null ? null : yearEnd.slice(5),
  }
  const common = { company, filing: file, scope, label: null, form }
  const undated = { end_year: null, end_quarter: null, months_back: null, months: null }
  const rows = amounts.map(({ concept, unit, from, to, value }) => ({
    ...{ ...common, concept, unit, from_day: from, to_day: to, ...undated, value },
  }))
  const facts = segmentFacts(tagged, whole)
  const isDivided = known !== null && facts.some(({ context }) => context.dimensions.length > 0)
  return {
    documents: isDivided ? [{ company, accession: file, form, url, items: [], facts, texts: [] }] : [],
    rows: { issuer: [issuer], ...(known !== null && { statement_fact: rows.map((row) => ({ ...row, ...known })) }) },
  }
}

function isYear({ from, to }: PeriodAmount): boolean {
  const days = from === null ? 0 : dayNumber(to)! - dayNumber(from)! + 1
  return days >= 350 && days <= 380
}

/**
 * The day the results became known, where no list of filings says: the company tells the exchange within half an hour of the end of the board's
 * meeting. A file uploaded days later is known from its upload on, and one that states neither from the deadline on.
 */
function knownOf(
  file: string,
  { end, form, board, clock }: Readonly<Record<'end' | 'form' | 'board' | 'clock', string>>,
): Pick<StatementFactRow, 'filed' | 'basis'> | null {
  const deadline = deadlineOf('in', form, end)
  if (deadline === null) return null
  const [, , day, month, year] = fileName.exec(file) ?? []
  const uploaded = dayNumber(`${year}-${month}-${day}`)
  const met = dayNumber(board)
  const outcome = met === null || board < end ? null : met + (/^23:[3-5]/.test(clock) ? 1 : 0)
  if (uploaded !== null && isoDay(uploaded) >= end && (outcome === null || uploaded > outcome + uploadDays))
    return { filed: isoDay(uploaded), basis: 'filed' }
  return outcome === null ? { filed: deadline, basis: 'deadline' } : { filed: isoDay(outcome), basis: 'reported' }
}
