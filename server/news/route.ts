import type { Gate } from '../access/gate.ts'
import { type DocumentQuery, servedFormat } from '../answers/document-route.ts'
import { needEdition, queryOf, type RequestContext } from '../answers/request-context.ts'
import { serveKeyed } from '../answers/serve-priced.ts'
import { notPublished } from '../editions/absence.ts'
import { prepareText } from '../editions/prepared-answer.ts'
import { textFormats } from '../http/formats.ts'
import { readNewsFilter } from '../openapi/news-filter.ts'
import type { Operation } from '../openapi/operation.ts'
import { readParameters } from '../openapi/query.ts'
import { coveredCompany } from './company.ts'
import { coverageOf } from './coverage.ts'
import { newsPageOf, newsText } from './page.ts'
import { readDirectory, readRecords } from './stored.ts'

/** GET /api/news: records of a window, for a key of any plan. Validity comes first, then whether the company is covered, then the key. */
export async function newsRoute(ctx: RequestContext, operation: Operation, gate: Gate, now: number): Promise<void> {
  const query = readParameters(queryOf(ctx), operation)
  const format = servedFormat(ctx as RequestContext & DocumentQuery, query, textFormats, 'json')
  const filter = readNewsFilter(query, new Date(now).toISOString().slice(0, 10))
  const { view, edition } = needEdition(ctx)
  const directory = await readDirectory(view)
  if (directory === null) throw notPublished(view, 'news-directory/companies', 'the news')
  const company = filter.about === null ? null : await coveredCompany(view, filter.about)
  await serveKeyed(ctx, gate, async () => {
    const market = company === null ? null : company.company.slice(0, company.company.indexOf(':'))
    const covered = coverageOf(view, directory, filter, market)
    const { sample } = view.manifest
    const records = await readRecords(view, filter.since, filter.until)
    const page = newsPageOf(records, { filter, company, directory, covered, sample })
    return prepareText(format === 'json' ? `${JSON.stringify(page)}\n` : newsText(page), format, edition)
  })
}
