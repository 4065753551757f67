import { companyBlocks } from '../../data/companies/blocks.ts'
import { companyMarkets } from '../../data/companies/markets.ts'
import { eventTypes } from '../../data/event-types.ts'
import { newsKinds } from '../../data/news-kinds.ts'
import { prices } from '../../data/prices.ts'
import { needEdition } from '../answers/request-context.ts'
import { Refusal, wrong } from '../http/errors.ts'
import { type TextFormat, textFormats } from '../http/formats.ts'
import { mostEvents, usualEvents } from '../openapi/event-filter.ts'
import type { Argument, Arguments } from './arguments.ts'
import { categoryIds, listBriefings, listMetrics } from './catalogues.ts'
import { companiesAnswer } from './companies.ts'
import { type RouteRequest, readDocument } from './documents.ts'
import { explainAnswer } from './explain.ts'
import { fetchAnswer } from './fetch.ts'
import { healthAnswer } from './health.ts'
import { integerSchema as count, objectSchema, partialObjectSchema, rowsSchema, textSchema, textsSchema } from './output.ts'
import { searchAnswer } from './search.ts'
import type { Tool, ToolAnswer, ToolCall } from './tool.ts'

const format: Argument = {
  description: 'Default: markdown, which takes far fewer tokens.',
  oneOf: textFormats,
}
const fields: Argument = {
  description:
    'Members of the JSON, separated by commas, such as summary,points,readings.vix; of a briefing also readings_in_full. Answers JSON.',
}
const counted = 'Needs a key; counts as one call.'
const open = 'Open: needs no key, counts nothing.'
const markets = companyMarkets.map(({ market }) => market)
const costs = `at most ${prices.company} USD a call without a key, a block ${prices.companyBlock}`

export const tools: readonly Tool[] = [
  {
    name: 'search',
    open: true,
    untrusted: true,
    title: 'Search',
    description: `Finds briefings, metrics and company briefings by words, ids, names or tickers; with a key also filings and official documents of 90 days. Read a result with fetch. ${open}`,
    arguments: { query: { description: 'Such as "yield curve", "oil inventories", "AAPL segments".', required: true } },
    output: objectSchema({ results: rowsSchema('id', 'title', 'url') }),
    answer: searchAnswer,
  },
  {
    name: 'fetch',
    untrusted: true,
    title: 'Fetch a result',
    description: `Reads what an id of search names, as Markdown in JSON, with day, freshness and fingerprint. ${counted}`,
    arguments: {
      id: { description: 'Such as briefing:macro.rates, metric:vix, company:AAPL or company:AAPL/segments.', required: true },
    },
    output: partialObjectSchema({
      id: textSchema,
      title: textSchema,
      text: textSchema,
      url: textSchema,
      metadata: { type: 'object' },
    }),
    answer: fetchAnswer,
  },
  {
    name: 'list_briefings',
    open: true,
    title: 'List briefings',
    description: `Lists briefings with id, title, tier, price and freshness. ${open}`,
    arguments: { search: { description: 'Words of ids, titles, descriptions and metrics, such as "gold".' } },
    output: objectSchema({ count, briefings: rowsSchema('id', 'title', 'tier', 'price_usd', 'freshness', 'first_date') }),
    answer: async ({ ctx, now }, given) => listBriefings(needEdition(ctx), now(), given),
  },
  {
    name: 'list_metrics',
    open: true,
    title: 'List metrics',
    description: `Lists metrics: names by category, or with category or search the matching ones with title, unit and cadence. Says what each plan reads in full. ${open}`,
    arguments: {
      category: { description: 'One category.', oneOf: categoryIds },
      search: { description: 'Words of names, titles and descriptions, such as "yield 10".' },
    },
    output: {
      ...partialObjectSchema({
        ...{ count, free_key: textSchema, pro_only_metrics: textsSchema, categories: { type: 'array' } },
        metrics: rowsSchema('metric', 'title', 'category', 'unit', 'cadence'),
      }),
      required: ['count', 'free_key', 'pro_only_metrics'],
    },
    answer: async ({ ctx, now }, given) => listMetrics(needEdition(ctx), now(), given),
  },
  {
    name: 'search_companies',
    open: true,
    untrusted: true,
    title: 'Search companies',
    description: `Lists listed companies that have a briefing, with blocks, price and tier. Read one with get_context and entity. ${open}`,
    arguments: {
      query: { description: 'Name, ticker or code. Default: all.' },
      market: { description: 'One market.', oneOf: markets },
    },
    output: objectSchema({ count, companies: { type: 'array', items: { type: 'object' } }, suggestions: textsSchema }),
    answer: companiesAnswer,
  },
  {
    name: 'get_health',
    open: true,
    title: 'Check health and key',
    description: `Whether the server and its data are in order, and the plan and calls left of the attached key. ${open}`,
    arguments: {},
    output: objectSchema({
      status: textSchema,
      version: textSchema,
      account: { type: 'object' },
      edition: {},
      checks: { type: 'array' },
    }),
    answer: healthAnswer,
  },
  {
    name: 'get_context',
    untrusted: true,
    title: 'Read a briefing',
    description: `Reads a briefing: state, signals, confidence, what changed and what would change it, every figure dated and sourced. The plan of the key must reach its tier (list_briefings). Or reads the briefing on a listed company (${costs}): USA from Basic, others Pro. ${counted} Long briefings exceed 4,000 tokens: part=summary is under 150.`,
    arguments: {
      briefing: { description: 'Id, such as btc.quick-check; list_briefings has them all.' },
      entity: { description: 'Instead: a listed company by ticker, securities code, ISIN, LEI or CIK, such as AAPL.' },
      block: { description: 'One block of the company briefing.', oneOf: companyBlocks.map(({ block }) => block) },
      format,
      date: {
        description:
          'A past day (YYYY-MM-DD), as known at its end; Basic from 2025, Pro any; of a company the block numbers alone.',
      },
      part: { description: 'summary: the gist alone.', oneOf: ['summary'] },
      fields,
    },
    answer: (call, { format: named, ...given }) => read(call, { route: '/api/context', query: contextQuery(given) }, named),
  },
  {
    name: 'get_metric',
    title: 'Read a metric',
    description: `Reads a metric: value, trend over 7, 30 and 90 days, momentum, signal, confidence, 90-day percentile, data quality; the latest reading alone where the plan does not reach it. ${counted}`,
    arguments: {
      metric: { description: 'Name, such as net-liquidity; list_metrics has them all.', required: true },
      format,
      fields,
    },
    answer: (call, { metric = '', format: named, ...query }) =>
      read(call, { route: '/api/metrics/{metric}', params: { metric }, query }, named),
  },
  {
    name: 'explain_figure',
    untrusted: true,
    title: 'Explain a figure',
    description: `Where a figure comes from: the formula and inputs of a metric, or the filing, concept and every filed value of a line of a company, with dates and addresses. Costs what the metric or the block numbers costs. ${counted}`,
    arguments: {
      metric: { description: 'A metric, such as net-liquidity.' },
      entity: { description: 'Or a company, such as AAPL, with line and period.' },
      line: { description: 'Such as revenue, net_income, total_assets.' },
      period: { description: 'Such as FY2025 or FY2025Q4.' },
    },
    output: partialObjectSchema({
      value: { type: 'number' },
      unit: textSchema,
      period: textSchema,
      as_of: textSchema,
      bytes: textSchema,
    }),
    answer: explainAnswer,
  },
  {
    name: 'get_changes',
    title: 'Read what changed',
    description: `What changed since yesterday, over all briefings the plan reads, with figures; and change events since the last read, oldest first: state labels, releases, filings, new figures and situations of named companies, each with where to fetch it. Without cursor the last 24 hours. From a Basic key on. ${counted}`,
    arguments: {
      cursor: { description: 'next_cursor of the read before.' },
      types: { description: `Separated by commas: ${eventTypes.join(', ')}.` },
      companies: { description: 'Companies whose events are wanted too, separated by commas.' },
      kinds: { description: `Kinds of filings, separated by commas: ${newsKinds.join(', ')}. Default: all but the last.` },
      limit: { description: `1 to ${mostEvents}; default ${usualEvents}.` },
      format,
    },
    answer: (call, { format: named, ...query }) => read(call, { route: '/api/events', query }, named),
  },
  {
    name: 'list_companies',
    untrusted: true,
    title: 'List companies with bitcoin treasuries',
    description: `Companies with bitcoin treasuries: holdings and the filings they come from; with ticker one of them, with financing and mNAV. Pro key. ${counted}`,
    arguments: { ticker: { description: 'Ticker of one company. Default: all.' }, format },
    answer: (call, { ticker, ...given }) =>
      read(
        call,
        ticker === undefined ? { route: '/api/treasuries' } : { route: '/api/treasuries/{ticker}', params: { ticker } },
        given['format'],
      ),
  },
]

/** The query of /api/context for the arguments of `get_context`, where a company is part of the id of its briefing. */
function contextQuery({ briefing, entity, ...others }: Arguments): Arguments {
  if (entity === undefined) {
    if (briefing !== undefined && briefing !== companyBriefing) return { briefing, ...others }
    const message = 'Name a briefing by its id (briefing), or a company by its ticker, securities code or CIK (entity).'
    throw new Refusal('MISSING_PARAMETER', message, { field: briefing === undefined ? 'briefing' : 'entity' })
  }
  if (briefing !== undefined && briefing !== companyBriefing)
    throw wrong('entity', `Omit briefing or entity: only ${companyBriefing} is about a company.`)
  return { briefing: `${companyBriefing}/${entity}`, ...others }
}

const companyBriefing = 'equities.company'

async function read(call: ToolCall, wish: Omit<RouteRequest, 'format'>, named?: string): Promise<ToolAnswer> {
  const hasFields = wish.query?.['fields'] !== undefined
  const format = (named ?? (hasFields ? 'json' : 'markdown')) as TextFormat
  // the header Accept is only a preference; members are refused in another format where it is named
  const query = hasFields ? { ...wish.query, format: named } : wish.query
  const answer = await readDocument(call, { ...wish, ...(query && { query }), format })
  return format === 'json' ? { ...answer, data: JSON.parse(answer.text) as Record<string, unknown> } : answer
}
