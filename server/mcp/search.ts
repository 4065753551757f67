import type { EditionView } from '../../pipeline/editions/reader.ts'
import { anonymousCaller } from '../access/access.ts'
import { needEdition } from '../answers/request-context.ts'
import { memoizeRead } from '../http/once.ts'
import { recentRecords } from '../news/page.ts'
import { readDirectory } from '../news/stored.ts'
import type { Arguments } from './arguments.ts'
import { comparedWordsOf, searchEdition, searchWords } from './search-index.ts'
import type { ToolAnswer, ToolCall } from './tool.ts'

/** Results of a search, and those among them that may be news. */
const [mostResults, mostNews] = [20, 8]

interface Result {
  readonly id: string
  readonly title: string
  readonly url: string
}

/** What `search` answers, in the form that ChatGPT reads: briefings, metrics, companies, and news for a key of any plan, which reads them. */
export async function searchAnswer(call: ToolCall, { query = '' }: Arguments): Promise<ToolAnswer> {
  const { view } = needEdition(call.ctx)
  const hits = (await searchEdition(view, query)).map(({ id, title, path }) => ({ id, title, url: `${call.origin}${path}` }))
  const news = (await readsNews(call)) ? await newsFound(view, query) : []
  const results = [...hits.slice(0, mostResults - news.length), ...news]
  return { text: JSON.stringify({ results }), data: { results } }
}

async function readsNews({ ctx, gate }: ToolCall): Promise<boolean> {
  const caller = await gate.caller(ctx.headers).catch(() => anonymousCaller)
  return caller.kind === 'holder' && !caller.holder.suspended
}

/** A record of the news with the words it is found by. */
interface Searched extends Result {
  readonly words: ReadonlySet<string>
}

async function newsFound(view: EditionView, query: string): Promise<Result[]> {
  const asked = searchWords(query)
  const matching = (await searchedNews(view)).filter(({ words }) => asked.length > 0 && asked.every((word) => words.has(word)))
  return matching.slice(0, mostNews).map(({ id, title, url }) => ({ id, title, url }))
}

/** Made once an edition. */
const searchedNews = memoizeRead(async (view: EditionView): Promise<readonly Searched[]> => {
  const directory = await readDirectory(view)
  const listed = new Map(directory?.companies.map((each) => [each.company, each]))
  return (await recentRecords(view)).map(({ id, source, date, title, form, link, companies }) => {
    const names = companies.map(({ company, name }) => name ?? listed.get(company)?.name ?? company)
    const others = companies.flatMap(({ company }) => [listed.get(company)?.name ?? '', ...(listed.get(company)?.codes ?? [])])
    const about = names.length === 0 ? title : `${names.join(', ')}: ${title}`
    return {
      ...{ id: `filing:${source}/${id}`, title: `${about} (${date})`, url: link },
      words: new Set(comparedWordsOf([about, form ?? '', ...others].join(' '))),
    }
  })
})
