import { dayOf } from '../../pipeline/time/day.ts'
import { givesRows, rowsAnswer } from '../rows/index.ts'
import type { Asked } from '../rows/publication.ts'
import { notImitatedError, sampleNotFoundError, type WireAnswer, type WireFormat } from './answer.ts'
import { dartCompany, dartList } from './dart-list.ts'
import { edinetDocuments } from './edinet-documents.ts'
import { edinetList } from './edinet-list.ts'
import { secCompanyfacts } from './sec-companyfacts.ts'
import { secCompleteSubmissions } from './sec-complete-submissions.ts'
import { secDocuments } from './sec-documents.ts'
import { secCurrent, secDailyIndex, secTickers } from './sec-indexes.ts'
import { secSubmissions } from './sec-submissions.ts'

/** The forms of filings and of the indexes that lead to them, each a file of this folder. */
const formats: readonly WireFormat[] = [
  secSubmissions,
  secDocuments,
  secCompleteSubmissions,
  secCompanyfacts,
  secTickers,
  secDailyIndex,
  secCurrent,
  edinetList,
  edinetDocuments,
  dartList,
  dartCompany,
]

/**
 * What the invented upstreams answer a feed at an address at the time `now` (ms): filings that are read word by word in
 * the forms of the agencies, everything else as rows. Throws `NotFoundError` for what an imitated host does not have and `InputError` for
 * a host or a parameter that is not imitated.
 */
export function answerAt(request: Pick<Asked, 'feed' | 'upstream'> & { readonly url: string }, now: number): WireAnswer {
  const { feed, upstream } = request
  const url = new URL(request.url)
  const last = dayOf(now) - 1
  const ofHost = formats.filter(({ host }) => url.protocol === 'https:' && host === url.host)
  if (ofHost.length === 0 || givesRows(feed)) return rowsAnswer({ feed, upstream, url, now, last })
  for (const { path, parameters, answer } of ofHost) {
    const match = path.exec(url.pathname)
    if (!match) continue
    const query = Object.fromEntries(url.searchParams)
    const strange = parameters && Object.keys(query).find((name) => !parameters.includes(name))
    if (strange) throw notImitatedError(url, `the parameter ${strange}`)
    return answer({ url, query, parts: match.slice(1), now, last })
  }
  throw sampleNotFoundError(url, 'no such page')
}
