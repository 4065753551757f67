import { companyMarketOf } from '../../data/companies/markets.ts'
import { absentLines } from '../../data/companies/shapes.ts'
import { FiledReports } from '../../pipeline/companies/blocks/filings.ts'
import { numbersOf } from '../../pipeline/companies/blocks/numbers.ts'
import { versionsIn } from '../../pipeline/companies/figures/stored.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { companyKind, type DirectoryRow, type StoredCompany } from '../../pipeline/documents/company/company.ts'
import { companyFiguresKind, type StoredFigures } from '../../pipeline/documents/company/figures.ts'
import type { ServedLead } from '../../pipeline/documents/company/lead.ts'
import { overdueReportNotice } from '../../pipeline/documents/company/next-report.ts'
import { companyPageBlocks } from '../../pipeline/documents/company/text.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { blocksMarkdown } from '../../pipeline/render/blocks-markdown.ts'
import { blocksPage } from '../../pipeline/render/blocks-page.ts'
import { withFingerprint } from '../../pipeline/render/fingerprint.ts'
import { writeJson } from '../../pipeline/render/json.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { type EditionCache, prepareArtifact } from '../answers/edition-cache.ts'
import { codedBytesOf, type PreparedAnswer } from '../editions/prepared-answer.ts'
import { retryAfterMissing, storedDocument } from '../editions/stored-document.ts'
import { Refusal } from '../http/errors.ts'
import type { DocumentFormat } from '../http/formats.ts'
import type { BlockName } from './directory.ts'
import { peersIn, rankText } from './peers.ts'
import { type CompanyOffer, servedBlock } from './served.ts'

/** What of a company is asked for, and can be served: the rest of the work is that of writing it. */
export interface CompanyQuery {
  readonly row: DirectoryRow
  readonly block: BlockName | null
  readonly date: string | null
}

export const unreadableCompany = [
  'The company cannot be checked right now; no price is quoted and nothing is charged.',
  'COMPANY_UNAVAILABLE',
] as const

export async function readCompany(view: EditionView, row: DirectoryRow): Promise<StoredCompany> {
  const stored = await storedDocument<StoredCompany>(view, companyKind, row.company, ...unreadableCompany)
  if (stored !== null) return stored
  throw companyUnavailable(row)
}

export function companyUnavailable({ name }: DirectoryRow): Refusal {
  return new Refusal('COMPANY_UNAVAILABLE', `${name} cannot be checked right now.`, { retryAfter: retryAfterMissing })
}

interface CompanyRequest extends CompanyQuery {
  readonly stored: StoredCompany
  readonly offer: CompanyOffer
}

/** The finished answer. */
export async function prepareCompanyAnswer(
  cache: Pick<EditionCache, 'view' | 'edition'>,
  wanted: CompanyRequest,
  format: DocumentFormat,
): Promise<PreparedAnswer> {
  const { document, parts } = await documentOf(cache.view, wanted)
  const body = format === 'json' ? writeJson(document) : textOf(document, parts, format)
  const bytes = codedBytesOf(format === 'json' ? `${body}\n` : body)
  const { sample } = cache.view.manifest
  return prepareArtifact(bytes, format, cache.edition, sample && format === 'html', true)
}

interface Made {
  readonly document: Served
  readonly parts: ReadonlyMap<string, object>
}

type Served = Omit<StoredCompany, 'issuer' | 'row' | 'mark' | 'blocks' | 'lead'> & Partial<ServedLead>

function textOf(document: Served, parts: ReadonlyMap<string, object>, format: 'markdown' | 'html'): string {
  const blocks = companyPageBlocks(document, parts)
  return format === 'html' ? blocksPage(blocks, document) : blocksMarkdown(blocks, document)
}

/** The document with its head, and its blocks by name. The day is that of the edition: what has not changed since was not composed again. */
async function documentOf(view: EditionView, { row, stored, offer, block, date }: CompanyRequest): Promise<Made> {
  const { briefing, company, name, market, sample, notices, left_out, computed_at } = stored
  const head = { briefing, ...(block === null ? {} : { block }), company, name, market }
  const dated = { as_of: date ?? view.manifest.as_of, sample, notices }
  const due = overdueReportNotice(row, view.manifest.as_of)
  const overdue = due === null ? [] : [{ what: 'newest report', why: due }]
  const all = [...overdue, ...left_out]
  const lead =
    block === null || block === 'what_changed'
      ? servedLead(stored, view.manifest.as_of, due, rankText(peersIn(view)(row), row))
      : null
  if (block !== null) {
    const { members, leftOut } =
      date === null
        ? { members: servedBlock(view, row, stored, offer, block), leftOut: block === 'numbers' ? all : overdue }
        : await numbersOn(view, row, date)
    const document = withFingerprint({ ...head, ...lead, ...dated, left_out: leftOut, ...members }, computed_at)
    return { document, parts: new Map([[block as string, members]]) }
  }
  const covered = [...offer.whyNot].flatMap(([each, why]) => (why === null ? [each] : []))
  const parts = new Map(covered.map((each) => [each as string, servedBlock(view, row, stored, offer, each)]))
  const missing = [...offer.whyNot].flatMap(([what, why]) => (why === null ? [] : [{ what, why }]))
  const left = [...all, ...missing]
  const document = withFingerprint({ ...head, ...lead, ...dated, left_out: left, blocks: Object.fromEntries(parts) }, computed_at)
  return { document, parts }
}

/**
 * What a briefing says first on a day: a report that is overdue before anything else, and what comes next while it lies ahead.
 *
 * @param overdue which report has not been read, in a sentence; null for none
 * @param rank where the company stands among its peers, in a sentence; null where it does not stand out or has too few
 */
function servedLead({ lead }: StoredCompany, day: string, overdue: string | null, rank: string | null): ServedLead | null {
  if (lead === null) return null
  const next = lead.next === null || overdue !== null || lead.next.by < day ? [] : [lead.next.text]
  return {
    headline: lead.headline,
    summary: [...(overdue === null ? [] : [overdue]), ...lead.summary, ...(rank === null ? [] : [rank]), ...next],
  }
}

export const unreadableFigures = ['The figures cannot be read right now. Nothing is charged.', 'DATED_READ_UNAVAILABLE'] as const

/** Every value its lines have had. */
export async function readFigures(view: EditionView, { company }: DirectoryRow): Promise<StoredFigures> {
  const stored = await storedDocument<StoredFigures>(view, companyFiguresKind, company, ...unreadableFigures)
  if (stored !== null) return stored
  throw figuresUnavailable()
}

export function figuresUnavailable(): Refusal {
  const [message, code] = unreadableFigures
  return new Refusal(code, message, { retryAfter: retryAfterMissing })
}

/** The statements as known at the end of a past day in the market of the company. */
async function numbersOn(view: EditionView, row: DirectoryRow, date: string) {
  const stored = await readFigures(view, row)
  const day = dayNumber(date)!
  const versions = versionsIn(stored)
  const known = viewOf(versions, stored.shape, day, absentLines(row.company, stored.shape))
  const reports = new FiledReports(versions, row.company, day)
  const members = numbersOf(known, reports, { date, time_zone: companyMarketOf(row).timeZone })
  return { members, leftOut: known.leftOut.map(({ what, why }) => ({ what, why })) }
}
