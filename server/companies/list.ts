import { companyMarketOf, companyMarkets } from '../../data/companies/markets.ts'
import { prices } from '../../data/prices.ts'
import { addressOf } from '../../pipeline/documents/company/company.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { type Exchange, needEdition, queryOf } from '../answers/exchange.ts'
import { bytesOf, openAnswer, prepare, sendPrepared } from '../editions/prepared-answer.ts'
import { contentTypes } from '../http/formats.ts'
import { markdownTable } from '../http/markdown-table.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import type { Operation } from '../openapi/operation.ts'
import { mostListed, usualListed } from '../openapi/parameters.ts'
import { type Query, readFormat, readParameters, readWhole, readWord, wrong } from '../openapi/query.ts'
import type { CompanyList } from '../schemas/company.ts'
import { directoryOf, lettersOf } from './directory.ts'

const formats = ['markdown', 'json'] as const

/** GET /api/companies: the companies of the edition that can be asked about, by name. */
export function companyListRoute(ctx: Exchange, operation: Operation): void {
  const query = readParameters(queryOf(ctx), operation)
  const format = readFormat(query, formats) ?? preferredFormat(ctx, formats, 'json')
  const { view, edition } = needEdition(ctx)
  const list = companyListOf(view, query)
  const text = format === 'json' ? `${JSON.stringify(list)}\n` : listText(list)
  sendPrepared(
    ctx,
    prepare(bytesOf(text), { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, type: contentTypes[format], edition }),
  )
}

/** A page of the companies that match, in the order of their addresses. */
export function companyListOf(view: EditionView, query: Query): CompanyList {
  const markets = companyMarkets.map((row) => row.market)
  const market = readWord(query, 'market', markets, () =>
    wrong('market', `There is no such market. Use ${markets.join(' or ')}.`, { allowed: markets }),
  )
  const limit = readWhole(query, 'limit', 1, mostListed) ?? usualListed
  const word = lettersOf(query.get('search') ?? '')
  const matching = directoryOf(view)
    .companies.filter(({ company, name, codes, former_codes = [], blocks }) => {
      if (blocks.length === 0 || (market !== null && !company.startsWith(`${market}:`))) return false
      return word === '' || lettersOf(name).includes(word) || [...codes, ...former_codes].some((code) => lettersOf(code) === word)
    })
    .map((row) => ({ row, address: addressOf(row) }))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
  const after = query.get('cursor')
  const rest = matching.filter(({ address }) => after === undefined || address > after)
  const page = rest.slice(0, limit)
  return {
    count: matching.length,
    companies: page.map(({ row, address }) => ({
      company: row.company,
      name: row.name,
      market: companyMarketOf(row).market,
      address,
      blocks: row.blocks,
      latest_period: row.latest_period,
      tier: companyMarketOf(row).tier,
      price_usd: prices.company,
    })),
    next_cursor: rest.length > page.length ? page.at(-1)!.address : null,
  }
}

function listText({ count, companies, next_cursor }: CompanyList): string {
  const rows = companies.map(({ address, name, market, latest_period: period, tier, price_usd }) => [
    ...[address, name, market, period === null ? '' : `${period.label}, to ${period.end}`, tier, price_usd],
  ])
  const table = markdownTable(['address', 'name', 'market', 'latest period', 'tier', 'price (USD)'], rows)
  const more = next_cursor === null ? '' : `\n\nMore: cursor=${next_cursor}`
  const none = 'No company matches. Leave search out for the whole list.'
  return `# Companies (${count})\n\n${companies.length === 0 ? none : table}${more}\n`
}
