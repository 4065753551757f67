import { companyMarketOf, companyMarkets } from '../../data/companies/markets.ts'
import { prices } from '../../data/prices.ts'
import { addressOf } from '../../pipeline/documents/company/company.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { type Exchange, needEdition, queryOf } from '../answers/exchange.ts'
import { bytesOf, openAnswer, prepare, sendPrepared } from '../editions/prepared-answer.ts'
import { Refusal } from '../http/errors.ts'
import { contentTypes } from '../http/formats.ts'
import { markdownTable } from '../http/markdown-table.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import { mostListed, usualListed } from '../openapi/company-parameters.ts'
import type { Operation } from '../openapi/operation.ts'
import { type Query, readFormat, readParameters } from '../openapi/query.ts'
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
  const market = query.get('market')
  if (market !== undefined && !companyMarkets.some((row) => row.market === market)) {
    const allowed = companyMarkets.map((row) => row.market)
    throw new Refusal('INVALID_REQUEST', `There is no such market. Use ${allowed.join(' or ')}.`, { field: 'market', allowed })
  }
  const limit = limitOf(query)
  const word = lettersOf(query.get('search') ?? '')
  const matching = directoryOf(view)
    .companies.filter(({ company, name, codes, former_codes = [], blocks }) => {
      if (blocks.length === 0 || (market !== undefined && !company.startsWith(`${market}:`))) return false
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

function limitOf(query: Query): number {
  const text = query.get('limit')
  if (text === undefined) return usualListed
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (limit >= 1 && limit <= mostListed) return limit
  throw new Refusal('INVALID_REQUEST', `The limit must be a whole number from 1 to ${mostListed}.`, { field: 'limit' })
}

function listText({ count, companies, next_cursor }: CompanyList): string {
  const table = markdownTable<CompanyList['companies'][number]>(
    [
      { label: 'address', cell: ({ address }) => address },
      { label: 'name', cell: ({ name }) => name },
      { label: 'market', cell: ({ market }) => market },
      {
        label: 'latest period',
        cell: ({ latest_period: period }) => (period === null ? '' : `${period.label}, to ${period.end}`),
      },
      { label: 'tier', cell: ({ tier }) => tier },
      { label: 'price (USD)', cell: ({ price_usd }) => price_usd },
    ],
    companies,
  )
  const more = next_cursor === null ? '' : `\n\nMore: cursor=${next_cursor}`
  const none = 'No company matches. Leave search out for the whole list.'
  return `# Companies (${count})\n\n${companies.length === 0 ? none : table}${more}\n`
}
