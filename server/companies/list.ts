import { companyMarketOf } from '../../data/companies/markets.ts'
import type { DirectoryRow } from '../../pipeline/documents/company/company.ts'
import { overdueReportNotice } from '../../pipeline/documents/company/next-report.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { needEdition, queryOf, type RequestContext } from '../answers/request-context.ts'
import { codedBytesOf, openAnswer, prepareAnswer, sendPrepared } from '../editions/prepared-answer.ts'
import { contentTypes } from '../http/formats.ts'
import { markdownTable } from '../http/markdown-table.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import { recentFilers } from '../news/page.ts'
import type { Operation } from '../openapi/operation.ts'
import { type Query, readFormat, readParameters } from '../openapi/query.ts'
import type { CompanyList } from '../schemas/company.ts'
import { reportDayText } from './contents.ts'
import { companyPageOf } from './listing.ts'
import { wholeBriefingPrice } from './price.ts'

const formats = ['markdown', 'json'] as const

/** GET /api/companies: the companies of the edition that can be asked about, by name. */
export async function companyListRoute(ctx: RequestContext, operation: Operation): Promise<void> {
  const query = readParameters(queryOf(ctx), operation)
  const format = readFormat(query, formats) ?? preferredFormat(ctx, formats, 'json')
  const { view, edition } = needEdition(ctx)
  const list = companyListOf(view, query, await listedFilers(view))
  const text = format === 'json' ? `${JSON.stringify(list)}\n` : listText(list)
  sendPrepared(
    ctx,
    prepareAnswer(codedBytesOf(text), { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, type: contentTypes[format], edition }),
  )
}

/** Companies whose news is sold; none while it cannot be read, which leaves the list as it is. */
export const listedFilers = (view: EditionView): Promise<ReadonlySet<string>> => recentFilers(view).catch(() => new Set())

/** A page of the companies that match, each with what it costs. @param filers companies whose block news is sold */
export function companyListOf(view: EditionView, query: Query, filers: ReadonlySet<string> = new Set()): CompanyList {
  const { count, page, next } = companyPageOf(view, query)
  return {
    count,
    companies: page.map(({ row, address }) => {
      const { market, tier } = companyMarketOf(row)
      const { company, name, latest_period, latest_report = null } = row
      const blocks = soldBlocks(row, filers)
      const report_due = overdueReportNotice(row, view.manifest.as_of)
      const price_usd = wholeBriefingPrice(blocks.length)
      return { company, name, market, address, blocks, latest_period, latest_report, report_due, tier, price_usd }
    }),
    next_cursor: next,
  }
}

/** The blocks of a company that are sold: those kept with its briefing, and its news where it has filed any. */
export const soldBlocks = ({ company, blocks }: DirectoryRow, filers: ReadonlySet<string>): string[] =>
  filers.has(company) ? [...blocks, 'news'] : [...blocks]

function listText({ count, companies, next_cursor }: CompanyList): string {
  const rows = companies.map(
    ({ address, name, market, latest_period: period, latest_report: report, report_due, tier, price_usd }) => [
      ...[address, name, market, period === null ? '' : `${period.label}, to ${period.end}`],
      ...[report === null ? '' : reportDayText(report), report_due ?? '', tier, price_usd],
    ],
  )
  const heads = ['address', 'name', 'market', 'latest period', 'newest report', 'overdue', 'tier', 'price (USD)']
  const table = markdownTable(heads, rows)
  const more = next_cursor === null ? '' : `\n\nMore: cursor=${next_cursor}`
  const none = 'No company matches. Leave search out for the whole list.'
  return `# Companies (${count})\n\n${companies.length === 0 ? none : table}${more}\n`
}
