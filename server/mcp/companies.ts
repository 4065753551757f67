import { prices } from '../../data/prices.ts'
import { needEdition } from '../answers/request-context.ts'
import { suggestedCompanies } from '../companies/directory.ts'
import { companyListOf, listedFilers } from '../companies/list.ts'
import { markdownTable } from '../http/markdown-table.ts'
import type { Arguments } from './arguments.ts'
import type { ToolAnswer, ToolCall } from './tool.ts'

/** Companies that a search lists at most. */
const mostCompanies = 20

/** What `search_companies` answers: companies that can be read, with what to ask for them by. */
export async function companiesAnswer({ ctx }: ToolCall, { query = '', market }: Arguments): Promise<ToolAnswer> {
  const { view } = needEdition(ctx)
  const asked = { search: query, limit: String(mostCompanies), ...(market === undefined ? {} : { market }) }
  const list = companyListOf(view, new Map(Object.entries(asked)), await listedFilers(view))
  const companies = list.companies.map(({ address, name, market: own, tier, blocks, report_due, price_usd }) => ({
    ...{ entity: address, name, market: own, tier, blocks, report_due },
    ...{ price_usd, price_usd_block: prices.companyBlock },
  }))
  const suggestions = list.count === 0 ? suggestedCompanies(view, query) : []
  const data = { count: list.count, companies, suggestions }
  return { text: `# Companies (${list.count})\n${view.manifest.sample ? '\n**SAMPLE DATA**\n' : ''}\n${wordsFor(data)}\n`, data }
}

interface Found {
  readonly count: number
  readonly companies: readonly { entity: string; name: string; market: string; tier: string; blocks: string[] }[]
  readonly suggestions: readonly string[]
}

function wordsFor({ count, companies, suggestions }: Found): string {
  if (count === 0)
    return suggestions.length === 0 ? 'No company matches.' : `No company matches. Close: ${suggestions.join(', ')}.`
  const rows = companies.map(({ entity, name, market, tier, blocks }) => [entity, name, market, tier, blocks.join(', ')])
  const table = markdownTable(['entity', 'name', 'market', 'tier', 'blocks'], rows)
  const costs = `A block costs ${prices.companyBlock} USD a call, the whole that for each of its blocks, at most ${prices.company}.`
  const rest = count > companies.length ? `\n\nFirst ${companies.length} of ${count}. Narrow the query for the others.` : ''
  return `Read one with get_context and entity. ${costs}\n\n${table}${rest}`
}
