import { briefingRows } from '../../data/briefings.ts'
import { needEdition } from '../answers/request-context.ts'
import { readKeyed } from '../answers/serve-priced.ts'
import { Refusal } from '../http/errors.ts'
import { newsRecordById, newsText, recentDays } from '../news/page.ts'
import type { Arguments } from './arguments.ts'
import { callerOf, type RouteRequest, readDocument, withStaleNotice } from './documents.ts'
import type { ToolAnswer, ToolCall } from './tool.ts'
import { notCovered } from './topics.ts'

/** What `fetch` answers, in the form that ChatGPT reads: the text of what an id of `search` names, as the other tools read it. */
export async function fetchAnswer(call: ToolCall, { id = '' }: Arguments): Promise<ToolAnswer> {
  const [, kind = '', name = ''] = /^(briefing|metric|company|filing|changes|not-covered):(.+)$/.exec(id) ?? []
  if (kind === 'filing') return fetchedFiling(call, id, name)
  if (kind === 'not-covered') throw notCovered(name)
  const { text, freshness, asked = askedOfChanges(call), fingerprint, ...bought } = await readDocument(call, wishFor(kind, name))
  const data = {
    ...{ id, title: asked.title, text: withStaleNotice(text, freshness), url: `${call.origin}${asked.path}` },
    metadata: {
      ...{ as_of: asked.day, freshness: freshness ?? null, fingerprint, tier: asked.tier },
      sample: needEdition(call.ctx).view.manifest.sample,
    },
  }
  return { ...bought, freshness, text: JSON.stringify(data), data }
}

/** The events and changes of all briefings are in no catalogue. */
const askedOfChanges = ({ ctx }: ToolCall) =>
  ({
    title: 'What changed since yesterday',
    path: '/api/events',
    day: needEdition(ctx).view.manifest.as_of,
    tier: 'basic',
  }) as const

function wishFor(kind: string, name: string): RouteRequest {
  const format = 'markdown'
  if (kind === 'changes') return { route: '/api/events', format }
  if (kind === 'metric') return { route: '/api/metrics/{metric}', params: { metric: name }, format }
  if (kind === 'briefing') {
    const own = briefingRows.find(({ id }) => id === name)
    return own === undefined ? { route: '/api/context', query: { briefing: name }, format } : { route: own.path, format }
  }
  if (kind === 'company') {
    const [, company = '', block] = /^([^/]*)(?:\/(.*))?$/.exec(name)!
    return { route: '/api/context', query: { briefing: `equities.company/${company}`, block }, format }
  }
  throw noSuchId('Ids begin with briefing:, metric:, company:, filing: or changes:.')
}

const noSuchId = (why: string) => new Refusal('NOT_FOUND', `${why} search finds ids.`, { field: 'id' })

/** A record of the news, for a key of any plan. */
async function fetchedFiling(call: ToolCall, id: string, name: string): Promise<ToolAnswer> {
  const { view } = needEdition(call.ctx)
  const slash = name.indexOf('/')
  const page = await readKeyed(call.gate, await callerOf(call.ctx, call.gate), async () => {
    const record = await newsRecordById(view, name.slice(0, slash), name.slice(slash + 1))
    if (record === null) throw noSuchId(`No filing of the last ${recentDays} days has this id.`)
    return record
  })
  const { title, link, date } = page.records[0]!
  const metadata = { as_of: date, freshness: null, fingerprint: null, tier: 'free', sample: page.sample }
  const data = { id, title, text: newsText(page), url: link, metadata }
  return { text: JSON.stringify(data), data }
}
