import { companyMarketOf } from '../../data/companies/markets.ts'
import { absentLines } from '../../data/companies/shapes.ts'
import { prices } from '../../data/prices.ts'
import { Reports } from '../../pipeline/companies/blocks/filings.ts'
import { numbersOf } from '../../pipeline/companies/blocks/numbers.ts'
import { versionsIn } from '../../pipeline/companies/figures/stored.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { addressOf, companyKind, type DirectoryRow, type StoredCompany } from '../../pipeline/documents/company/company.ts'
import { companyFiguresKind, type StoredFigures } from '../../pipeline/documents/company/figures.ts'
import { reportDue } from '../../pipeline/documents/company/next-report.ts'
import { companyText } from '../../pipeline/documents/company/text.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import { blocksMarkdown } from '../../pipeline/documents/render/blocks-markdown.ts'
import { blocksPage } from '../../pipeline/documents/render/blocks-page.ts'
import { withFingerprint } from '../../pipeline/documents/render/fingerprint.ts'
import { writeJson } from '../../pipeline/documents/render/json.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import type { Gate } from '../access/gate.ts'
import { type Asking, onlyJson } from '../answers/document-route.ts'
import { type EditionCache, prepareArtifact } from '../answers/edition-cache.ts'
import { type Exchange, needEdition, queryOf } from '../answers/exchange.ts'
import { canonicalTarget, offerOf as quoteOf } from '../answers/offer.ts'
import { selection } from '../answers/selection.ts'
import { type Priced, servePriced } from '../answers/serve-priced.ts'
import { bytesOf, type PreparedAnswer, RecentAnswers } from '../editions/prepared-answer.ts'
import { Recent } from '../editions/recent.ts'
import { checkNames, memberNames } from '../editions/selected-members.ts'
import { isReadable, retryAfterMissing, storedDocument } from '../editions/stored-document.ts'
import { Refusal } from '../http/errors.ts'
import { contentTypes, type DocumentFormat } from '../http/formats.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import type { Operation } from '../openapi/operation.ts'
import { operations } from '../openapi/operations.ts'
import { addressShape } from '../openapi/parameters.ts'
import { readDay, readFields, readFormat, readParameters } from '../openapi/query.ts'
import { staleFilings } from './currency.ts'
import { type BlockName, blockNamed, soldCompany } from './directory.ts'
import { type Offer, offerOf, servedBlock, whyNot } from './served.ts'

const formats = ['markdown', 'json', 'html'] as const
const recent = new RecentAnswers()

/** GET /api/companies/{company} and /{block}. */
export async function companyRoute(ctx: Exchange, operation: Operation, gate: Gate, now: number): Promise<void> {
  await servePriced(ctx, gate, await pricedCompany(ctx as Exchange & Asking, operation, now))
}

type Published = Pick<EditionCache, 'view' | 'edition'>

/** What a caller names of a company. */
interface Named {
  readonly company: string
  /** Null for the whole briefing. */
  readonly block: string | null
}

/**
 * Steps 1 to 3 of `decide` for a company briefing or a block of it, by its own path or by the id equities.company/ADDRESS. Throws the refusal
 * that comes first, before any price.
 */
export async function pricedCompany(asking: Asking, operation: Operation, now: number): Promise<Priced> {
  const query = readParameters(queryOf(asking), operation)
  const fields = readFields(query)
  const asked = readFormat(query, fields === null ? formats : onlyJson)
  const format = asked ?? (fields === null ? preferredFormat(asking, formats, 'markdown') : 'json')
  const named = namedIn(asking, query)
  if (!addressShape.test(named.company)) {
    const message =
      'The company must be 1 to 33 letters, digits, dots, hyphens and ampersands: its ticker, securities code, ISIN, LEI or CIK.'
    throw new Refusal('INVALID_COMPANY', message, { field: 'company' })
  }
  if (query.has('part'))
    throw new Refusal('INVALID_PART', 'A company briefing has no such part. Ask for one of its blocks instead.', {
      field: 'part',
    })
  const today = new Date(now).toISOString().slice(0, 10)
  const date = readDay(query, 'date', today, 'the figures known now')
  const { view, edition } = needEdition(asking)
  const wish = await companyWish(view, { ...named, date })
  const { row, block } = wish
  const stale = date === null ? staleFilings(view, companyMarketOf(row).market, `the briefing on ${addressOf(row)}`, now) : null
  if (stale !== null) throw stale
  const compose = () => answerTo({ view, edition }, wish, format)
  if (fields !== null) checkNames(fields, await namesOf({ view, edition }, wish))
  const address = addressOf(row)
  const wanted = {
    // quotes contain only this server's words, so the company's name, which others wrote, is omitted
    name: block === null ? `The briefing on ${address}` : `The block ${block} of ${address}`,
    tier: companyMarketOf(row).tier,
    hasLatest: false,
    date,
    price: block === null ? prices.company : prices.companyBlock,
    open: view.manifest.sample && format === 'html',
  }
  const path = `/api/companies/${address}${block === null ? '' : `/${block}`}`
  const parameters = Object.entries({ date, fields: query.get('fields') })
  const others = parameters.flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []))
  asking.state.asked = {
    place: null,
    title: block === null ? row.name : `${row.name}: ${block.replaceAll('_', ' ')}`,
    description: date === null ? `${summary} ${reportDue(row, view.manifest.as_of) ?? ''}`.trimEnd() : summary,
    tier: wanted.tier,
    price: wanted.price,
    day: date ?? view.manifest.as_of,
    path: canonicalTarget(path, others),
    formats: [...formats],
  }
  return {
    wanted,
    sample: view.manifest.sample,
    offer: quoteOf(
      wanted,
      operations.find(({ id }) => id === (block === null ? 'getCompany' : 'getCompanyBlock'))!,
      canonicalTarget(path, format === 'markdown' ? others : [...others, { name: 'format', value: format }]),
      contentTypes[format],
    ),
    isPage: format === 'html',
    isComposed: true,
    async bytes() {
      const prepared = await compose()
      return selection(fields, { edition, prepared, apart: null })(prepared)
    },
  }
}

/** What of a company is asked for, and can be served: the rest of the work is that of writing it. */
interface CompanyWish {
  readonly row: DirectoryRow
  readonly block: BlockName | null
  readonly date: string | null
}

/**
 * Whether a company has the requested document, by the index of the edition and a look at its bytes that is taken once an edition: nothing is parsed or
 * written before a price. Throws the refusal that comes first.
 */
async function companyWish(
  view: EditionView,
  { company, block: name, date }: Named & { readonly date: string | null },
): Promise<CompanyWish> {
  if (date !== null && name !== 'numbers')
    throw new Refusal('INVALID_DATE', 'Only the block numbers is read as of a past day. Omit date, or ask for that block.', {
      field: 'date',
    })
  const block = name === null ? null : blockNamed(name)
  if (date !== null && date > view.manifest.as_of) {
    const message = `Filings are known up to ${view.manifest.as_of}, the day of the current edition: the figures as of ${date} cannot be read yet. Nothing is charged.`
    throw new Refusal('DATED_READ_UNAVAILABLE', message, { field: 'date', retryAfter: retryAfterMissing })
  }
  const row = await soldCompany(view, company, date ?? view.manifest.as_of)
  const why = block === null ? null : await whyNot(view, row, block)
  if (why !== null)
    throw new Refusal(
      'BLOCK_NOT_COVERED_YET',
      `${row.name} has no block ${block}: ${why.replace(/\.$/, '')}. Nothing is charged.`,
      {
        field: 'block',
      },
    )
  if (!(await isReadable(view, companyKind, row.company, ...unreadCompany))) throw noCompany(row)
  if (date !== null) {
    if (!(await isReadable(view, companyFiguresKind, row.company, ...unreadFigures))) throw noFigures()
    const first = view.packedEntry(placeOf(companyFiguresKind, row.company))?.facts['first_day'] ?? null
    if (first === null || date < String(first))
      throw new Refusal(
        'BLOCK_NOT_COVERED_YET',
        `${row.name} has no numbers as of ${date}: ${first === null ? 'no report with statements is read' : `its first report with statements that is read became known on ${first}`}. Nothing is charged.`,
        { field: 'date' },
      )
  }
  return { row, block, date }
}

/** The briefing on a company of an edition, or a block of it, also as known on a past day. Throws as `companyWish` does. */
export async function companyAnswer(
  published: Published,
  named: Named & { readonly date: string | null },
  format: DocumentFormat,
): Promise<Pick<CompanyWish, 'row' | 'block'> & { readonly text: PreparedAnswer }> {
  const wish = await companyWish(published.view, named)
  return { ...wish, text: await answerTo(published, wish, format) }
}

/** The finished answer, which is kept while it is asked for. */
async function answerTo(published: Published, wish: CompanyWish, format: DocumentFormat): Promise<PreparedAnswer> {
  const { row, block, date } = wish
  const key = [published.edition, row.company, block, date, format].join(' ')
  const before = recent.get(key)
  if (before !== undefined) return before
  const { view } = published
  const [offer, stored] = await Promise.all([offerOf(view, row), readCompany(view, row)])
  const text = await answerOf(published, { ...wish, stored, offer }, format)
  recent.keep(key, text)
  return text
}

/** Bytes of names of members that are kept. */
const mostNameBytes = 4 * 1024 * 1024
const names = new Recent<readonly string[]>(mostNameBytes)

/** Names of the members that a document has: of any past day the same. Written for the first who selects some, so that it costs others nothing. */
async function namesOf(published: Published, wish: CompanyWish): Promise<readonly string[]> {
  const key = [published.edition, wish.row.company, wish.block, wish.date !== null].join(' ')
  const before = names.get(key)
  if (before !== undefined) return before
  const made = memberNames((await answerTo(published, wish, 'json')).plain.body)
  names.keep(key, made, made.join().length)
  return made
}

function namedIn({ params }: Asking, query: ReadonlyMap<string, string>): Named {
  const { company, block = null } = params
  if (company !== undefined) return { company, block }
  const { company: after } = /^equities\.company\/(?<company>.*)$/.exec(query.get('briefing') ?? '')!.groups!
  return { company: after!, block: query.get('block') ?? null }
}

const unreadCompany = [
  'The company cannot be checked right now; no price is quoted and nothing is charged.',
  'COMPANY_UNAVAILABLE',
] as const

async function readCompany(view: EditionView, row: DirectoryRow): Promise<StoredCompany> {
  const stored = await storedDocument<StoredCompany>(view, companyKind, row.company, ...unreadCompany)
  if (stored !== null) return stored
  throw noCompany(row)
}

function noCompany({ name }: DirectoryRow): Refusal {
  return new Refusal('COMPANY_UNAVAILABLE', `${name} cannot be checked right now.`, { retryAfter: retryAfterMissing })
}

interface Wanted extends CompanyWish {
  readonly stored: StoredCompany
  readonly offer: Offer
}

/** The finished answer. */
async function answerOf(cache: Published, wanted: Wanted, format: DocumentFormat): Promise<PreparedAnswer> {
  const { document, parts } = await documentOf(cache.view, wanted)
  const body = format === 'json' ? writeJson(document) : textOf(document, parts, format)
  const bytes = bytesOf(format === 'json' ? `${body}\n` : body)
  const { sample } = cache.view.manifest
  return prepareArtifact(bytes, format, cache.edition, sample && format === 'html', true)
}

interface Made {
  readonly document: Served
  readonly parts: ReadonlyMap<string, object>
}

type Served = Omit<StoredCompany, 'issuer' | 'row' | 'mark' | 'blocks'>

function textOf(document: Served, parts: ReadonlyMap<string, object>, format: 'markdown' | 'html'): string {
  const blocks = companyText(document, parts)
  return format === 'html' ? blocksPage(blocks, document) : blocksMarkdown(blocks, document)
}

/** The document with its head, and its blocks by name. The day is that of the edition: what has not changed since was not composed again. */
async function documentOf(view: EditionView, { row, stored, offer, block, date }: Wanted): Promise<Made> {
  const { briefing, company, name, market, sample, notices, left_out, computed_at } = stored
  const head = { briefing, ...(block === null ? {} : { block }), company, name, market }
  const dated = { as_of: date ?? view.manifest.as_of, sample, notices }
  const due = reportDue(row, view.manifest.as_of)
  const overdue = due === null ? [] : [{ what: 'newest report', why: due }]
  const all = [...overdue, ...left_out]
  if (block !== null) {
    const { members, leftOut } =
      date === null
        ? { members: servedBlock(view, row, stored, offer, block), leftOut: block === 'numbers' ? all : overdue }
        : await numbersOn(view, row, date)
    const document = withFingerprint({ ...head, ...dated, left_out: leftOut, ...members }, computed_at)
    return { document, parts: new Map([[block as string, members]]) }
  }
  const covered = [...offer.whyNot].flatMap(([each, why]) => (why === null ? [each] : []))
  const parts = new Map(covered.map((each) => [each as string, servedBlock(view, row, stored, offer, each)]))
  const missing = [...offer.whyNot].flatMap(([what, why]) => (why === null ? [] : [{ what, why }]))
  const left = [...all, ...missing]
  const document = withFingerprint({ ...head, ...dated, left_out: left, blocks: Object.fromEntries(parts) }, computed_at)
  return { document, parts }
}

const summary = 'Latest reported figures, what changed, quality and profitability, each figure dated and sourced.'
const unreadFigures = ['The figures cannot be read right now. Nothing is charged.', 'DATED_READ_UNAVAILABLE'] as const

/** Every value its lines have had. */
export async function readFigures(view: EditionView, { company }: DirectoryRow): Promise<StoredFigures> {
  const stored = await storedDocument<StoredFigures>(view, companyFiguresKind, company, ...unreadFigures)
  if (stored !== null) return stored
  throw noFigures()
}

function noFigures(): Refusal {
  const [message, code] = unreadFigures
  return new Refusal(code, message, { retryAfter: retryAfterMissing })
}

/** The statements as known at the end of a past day in the market of the company. */
async function numbersOn(view: EditionView, row: DirectoryRow, date: string) {
  const stored = await readFigures(view, row)
  const day = dayNumber(date)!
  const versions = versionsIn(stored)
  const known = viewOf(versions, stored.shape, day, absentLines(row.company, stored.shape))
  const reports = new Reports(versions, row.company, day)
  const members = numbersOf(known, reports, { date, time_zone: companyMarketOf(row).timeZone })
  return { members, leftOut: known.leftOut.map(({ what, why }) => ({ what, why })) }
}
