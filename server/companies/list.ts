import { companyMarketOf, companyMarkets } from '../../data/companies/markets.ts'
import { prices } from '../../data/prices.ts'
import type { DirectoryRow } from '../../pipeline/documents/company/company.ts'
import { companyNamed } from '../../pipeline/documents/company/named.ts'
import { reportDue } from '../../pipeline/documents/company/next-report.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { type Exchange, needEdition, queryOf } from '../answers/exchange.ts'
import { bytesOf, openAnswer, prepare, sendPrepared } from '../editions/prepared-answer.ts'
import { contentTypes } from '../http/formats.ts'
import { markdownTable } from '../http/markdown-table.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import { filersOf } from '../news/page.ts'
import type { Operation } from '../openapi/operation.ts'
import { mostListed, usualListed } from '../openapi/parameters.ts'
import { type Query, readFormat, readParameters, readWhole, readWord, wrong } from '../openapi/query.ts'
import type { CompanyList } from '../schemas/company.ts'
import { directoryOf, lettersOf, soldIn } from './directory.ts'

const formats = ['markdown', 'json'] as const

/** GET /api/companies: the companies of the edition that can be asked about, by name. */
export async function companyListRoute(ctx: Exchange, operation: Operation): Promise<void> {
  const query = readParameters(queryOf(ctx), operation)
  const format = readFormat(query, formats) ?? preferredFormat(ctx, formats, 'json')
  const { view, edition } = needEdition(ctx)
  const list = companyListOf(view, query, await listedFilers(view))
  const text = format === 'json' ? `${JSON.stringify(list)}\n` : listText(list)
  sendPrepared(
    ctx,
    prepare(bytesOf(text), { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, type: contentTypes[format], edition }),
  )
}

/** Companies whose news is sold; none while it cannot be read, which leaves the list as it is. */
export const listedFilers = (view: EditionView): Promise<ReadonlySet<string>> => filersOf(view).catch(() => new Set())

/**
 * A page of the companies that match, in the order of their addresses: by name, or by any address of theirs.
 *
 * @param filers companies whose block news is sold
 */
export function companyListOf(view: EditionView, query: Query, filers: ReadonlySet<string> = new Set()): CompanyList {
  const markets = companyMarkets.map((row) => row.market)
  const market = readWord(query, 'market', markets, () =>
    wrong('market', `There is no such market. Use ${markets.join(' or ')}.`, { allowed: markets }),
  )
  const limit = readWhole(query, 'limit', 1, mostListed) ?? usualListed
  const search = query.get('search') ?? ''
  const word = lettersOf(search)
  const called = companyNamed(directoryOf(view), search.trim())?.company
  const matching = soldIn(view).filter(({ row: { company }, name, codes, former }) => {
    if (market !== null && !company.startsWith(`${market}:`)) return false
    return word === '' || company === called || name.includes(word) || codes.includes(word) || former.includes(word)
  })
  const after = query.get('cursor')
  // a page ends with the address of a company, which may have left the list since
  if (after !== undefined && companyNamed(directoryOf(view), after) === null)
    throw wrong('cursor', 'The cursor must be the next_cursor of the page before. Omit it for the first page.')
  const rest = matching.filter(({ address }) => after === undefined || address > after)
  const page = rest.slice(0, limit)
  return {
    count: matching.length,
    companies: page.map(({ row, address }) => ({
      company: row.company,
      name: row.name,
      market: companyMarketOf(row).market,
      address,
      blocks: soldBlocks(row, filers),
      latest_period: row.latest_period,
      report_due: reportDue(row, view.manifest.as_of),
      tier: companyMarketOf(row).tier,
      price_usd: prices.company,
    })),
    next_cursor: rest.length > page.length ? page.at(-1)!.address : null,
  }
}

/** The blocks of a company that are sold: those kept with its briefing, and its news where it has filed any. */
export const soldBlocks = ({ company, blocks }: DirectoryRow, filers: ReadonlySet<string>): string[] =>
  filers.has(company) ? [...blocks, 'news'] : [...blocks]

function listText({ count, companies, next_cursor }: CompanyList): string {
  const rows = companies.map(({ address, name, market, latest_period: period, report_due, tier, price_usd }) => [
    ...[address, name, market, period === null ? '' : `${period.label}, to ${period.end}`, report_due ?? '', tier, price_usd],
  ])
  const table = markdownTable(['address', 'name', 'market', 'latest period', 'overdue', 'tier', 'price (USD)'], rows)
  const more = next_cursor === null ? '' : `\n\nMore: cursor=${next_cursor}`
  const none = 'No company matches. Leave search out for the whole list.'
  return `# Companies (${count})\n\n${companies.length === 0 ? none : table}${more}\n`
}
