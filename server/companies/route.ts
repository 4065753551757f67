import { companyBlocks } from '../../data/companies/blocks.ts'
import { companyMarketOf } from '../../data/companies/markets.ts'
import { prices } from '../../data/prices.ts'
import { companyAddress, companyKind } from '../../pipeline/documents/company/company.ts'
import { companyFiguresKind } from '../../pipeline/documents/company/figures.ts'
import { overdueReportNotice } from '../../pipeline/documents/company/next-report.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { Gate } from '../access/gate.ts'
import { type DocumentQuery, onlyJson } from '../answers/document-route.ts'
import type { EditionCache } from '../answers/edition-cache.ts'
import { canonicalTarget, callOfferOf as quoteOf } from '../answers/offer.ts'
import { needEdition, queryOf, type RequestContext } from '../answers/request-context.ts'
import { memberSelector } from '../answers/selection.ts'
import { type PricedAnswer, servePriced } from '../answers/serve-priced.ts'
import { LruCache } from '../editions/lru-cache.ts'
import { type PreparedAnswer, RecentAnswers } from '../editions/prepared-answer.ts'
import { checkNames, memberNames } from '../editions/selected-members.ts'
import { isReadable, retryAfterMissing } from '../editions/stored-document.ts'
import { Refusal } from '../http/errors.ts'
import { contentTypes, type DocumentFormat } from '../http/formats.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import { recentFilers } from '../news/page.ts'
import type { Operation } from '../openapi/operation.ts'
import { operations } from '../openapi/operations.ts'
import { addressShape } from '../openapi/parameters.ts'
import { readDay, readFields, readFormat, readParameters } from '../openapi/query.ts'
import { companyContentsText, newestReportText } from './contents.ts'
import { staleFilings } from './currency.ts'
import { blockNamed, soldCompany } from './directory.ts'
import {
  type CompanyQuery,
  companyUnavailable,
  figuresUnavailable,
  prepareCompanyAnswer,
  readCompany,
  unreadableCompany,
  unreadableFigures,
} from './document.ts'
import { soldBlocks } from './list.ts'
import { wholeBriefingPrice, wholeBriefingUnits } from './price.ts'
import { companyOfferOf, whyBlockAbsent } from './served.ts'

const formats = ['markdown', 'json', 'html'] as const
const recent = new RecentAnswers()

/** GET /api/companies/{company} and /{block}. */
export async function companyRoute(ctx: RequestContext, operation: Operation, gate: Gate, now: number): Promise<void> {
  await servePriced(ctx, gate, await pricedCompany(ctx as RequestContext & DocumentQuery, operation, now))
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
export async function pricedCompany(asking: DocumentQuery, operation: Operation, now: number): Promise<PricedAnswer> {
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
      hint: `Omit part, or request one block with GET /api/companies/${named.company}/BLOCK.`,
    })
  const today = new Date(now).toISOString().slice(0, 10)
  const date = readDay(query, 'date', today, 'the figures known now')
  const { view, edition } = needEdition(asking)
  const wish = await companyWish(view, { ...named, date })
  const { row, block } = wish
  const stale =
    date === null ? staleFilings(view, companyMarketOf(row).market, `the briefing on ${companyAddress(row)}`, now) : null
  if (stale !== null) throw stale
  const compose = () => answerTo({ view, edition }, wish, format)
  if (fields !== null) checkNames(fields, await namesOf({ view, edition }, wish))
  const address = companyAddress(row)
  const blocks = soldBlocks(row, await recentFilers(view))
  const wanted = {
    // quotes contain only this server's words, so the company's name, which others wrote, is omitted
    name: block === null ? `The briefing on ${address}` : `The block ${block} of ${address}`,
    ...(block === null && { contents: companyContentsText(row, blocks) }),
    tier: companyMarketOf(row).tier,
    hasLatest: false,
    date,
    price: block === null ? wholeBriefingPrice(blocks.length) : prices.companyBlock,
    open: view.manifest.sample && format === 'html',
  }
  const path = `/api/companies/${address}${block === null ? '' : `/${block}`}`
  const parameters = Object.entries({ date, fields: query.get('fields') })
  const others = parameters.flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []))
  asking.state.asked = {
    place: null,
    title: block === null ? row.name : `${row.name}: ${block.replaceAll('_', ' ')}`,
    description: aboutOf(wish, blocks, view.manifest.as_of),
    tier: wanted.tier,
    price: wanted.price,
    day: date ?? view.manifest.as_of,
    path: canonicalTarget(path, others),
    formats: [...formats],
  }
  return {
    wanted,
    sample: view.manifest.sample,
    offer: {
      ...quoteOf(
        wanted,
        operations.find(({ id }) => id === (block === null ? 'getCompany' : 'getCompanyBlock'))!,
        canonicalTarget(path, format === 'markdown' ? others : [...others, { name: 'format', value: format }]),
        contentTypes[format],
      ),
      ...(block === null && { otherUnits: wholeBriefingUnits }),
    },
    isPage: format === 'html',
    isComposed: true,
    async bytes() {
      const prepared = await compose()
      return memberSelector(fields, { edition, prepared, apart: null })(prepared)
    },
  }
}

/**
 * Whether a company has the requested document, by the index of the edition and a look at its bytes that is taken once an edition: nothing is parsed or
 * written before a price. Throws the refusal that comes first.
 */
async function companyWish(
  view: EditionView,
  { company, block: name, date }: Named & { readonly date: string | null },
): Promise<CompanyQuery> {
  if (date !== null && name !== 'numbers')
    throw new Refusal('INVALID_DATE', 'Only the block numbers is read as of a past day. Omit date, or ask for that block.', {
      field: 'date',
      hint: `Omit date, or request GET /api/companies/${company}/numbers?date=${date}.`,
    })
  const block = name === null ? null : blockNamed(name)
  if (date !== null && date > view.manifest.as_of) {
    const message = `Filings are known up to ${view.manifest.as_of}, the day of the current edition: the figures as of ${date} cannot be read yet. Nothing is charged.`
    throw new Refusal('DATED_READ_UNAVAILABLE', message, { field: 'date', retryAfter: retryAfterMissing })
  }
  const row = await soldCompany(view, company, date ?? view.manifest.as_of)
  const why = block === null ? null : await whyBlockAbsent(view, row, block)
  if (why !== null)
    throw new Refusal(
      'BLOCK_NOT_COVERED_YET',
      `${row.name} has no block ${block}: ${why.replace(/\.$/, '')}. Nothing is charged.`,
      { field: 'block' },
    )
  if (!(await isReadable(view, companyKind, row.company, ...unreadableCompany))) throw companyUnavailable(row)
  if (date !== null) {
    if (!(await isReadable(view, companyFiguresKind, row.company, ...unreadableFigures))) throw figuresUnavailable()
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
): Promise<Pick<CompanyQuery, 'row' | 'block'> & { readonly text: PreparedAnswer }> {
  const wish = await companyWish(published.view, named)
  return { ...wish, text: await answerTo(published, wish, format) }
}

/** The finished answer, which is kept while it is asked for. */
async function answerTo(published: Published, wish: CompanyQuery, format: DocumentFormat): Promise<PreparedAnswer> {
  const { row, block, date } = wish
  const key = [published.edition, row.company, block, date, format].join(' ')
  const before = recent.get(key)
  if (before !== undefined) return before
  const { view } = published
  const [offer, stored] = await Promise.all([companyOfferOf(view, row), readCompany(view, row)])
  const text = await prepareCompanyAnswer(published, { ...wish, stored, offer }, format)
  recent.keep(key, text)
  return text
}

/** Bytes of names of members that are kept. */
const mostNameBytes = 4 * 1024 * 1024
const names = new LruCache<readonly string[]>(mostNameBytes)

/** Names of the members that a document has: of any past day the same. Written for the first who selects some, so that it costs others nothing. */
async function namesOf(published: Published, wish: CompanyQuery): Promise<readonly string[]> {
  const key = [published.edition, wish.row.company, wish.block, wish.date !== null].join(' ')
  const before = names.get(key)
  if (before !== undefined) return before
  const made = memberNames((await answerTo(published, wish, 'json')).plain.body)
  names.keep(key, made, made.join().length)
  return made
}

function namedIn({ params }: DocumentQuery, query: ReadonlyMap<string, string>): Named {
  const { company, block = null } = params
  if (company !== undefined) return { company, block }
  const { company: after } = /^equities\.company\/(?<company>.*)$/.exec(query.get('briefing') ?? '')!.groups!
  return { company: after!, block: query.get('block') ?? null }
}

/** A description of the requested document for somebody who may not read it yet. */
function aboutOf({ row, block, date }: CompanyQuery, blocks: readonly string[], day: string): string {
  if (block === null) return `It ${companyContentsText(row, blocks)}. ${overdueReportNotice(row, day) ?? ''}`.trimEnd()
  const { answers } = companyBlocks.find((each) => each.block === block)!
  if (date !== null) return answers
  const newest = newestReportText(row)
  return `${answers} ${newest === null ? '' : `The ${newest}.`} ${overdueReportNotice(row, day) ?? ''}`
    .replaceAll(/ +/g, ' ')
    .trimEnd()
}
