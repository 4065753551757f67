import { briefingRows } from '../../data/briefings.ts'
import { companyBlocks } from '../../data/companies/blocks.ts'
import { eventTypes } from '../../data/event-types.ts'
import { newsKinds } from '../../data/news-kinds.ts'
import { plans, type Tier } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { needEdition } from '../answers/exchange.ts'
import { Refusal } from '../http/errors.ts'
import { type TextFormat, textFormats } from '../http/formats.ts'
import { mostEvents, usualEvents } from '../openapi/event-filter.ts'
import type { Argument, Arguments } from './arguments.ts'
import { categoryIds, listBriefings, listMetrics } from './catalogues.ts'
import { readDocument, type Wish } from './documents.ts'
import { healthAnswer } from './health.ts'
import type { Tool, ToolAnswer, ToolCall } from './tool.ts'

const format: Argument = {
  description: 'markdown (default) or json. Markdown takes far fewer tokens.',
  oneOf: textFormats,
}
const fields: Argument = {
  description:
    'Members of the JSON, separated by commas, instead of the whole document, such as summary,points,readings.vix. Answers JSON.',
}
const idsOf = (tier: Tier) =>
  briefingRows
    .filter((row) => row.tier === tier)
    .map(({ id }) => id)
    .join(', ')
const limits = plans.map(({ plan, perHour, perDay }) => `${plan} ${perHour} per hour and ${perDay} per day`).join(', ')
const counted = 'Reads only; each successful call counts as one call of the key.'

export const tools: readonly Tool[] = [
  {
    name: 'list_briefings',
    open: true,
    untrusted: true,
    title: 'List briefings',
    description:
      'Lists the briefings on offer with id, title, tier, price and freshness; with search, listed companies that have a company briefing too, with address and blocks. Open: needs no key, counts nothing. Start here, then read one with get_context.',
    arguments: {
      search: {
        description:
          'Words to look for in ids, titles, descriptions and metrics, such as "gold"; or the name or ticker of a company.',
      },
    },
    answer: async ({ ctx, now }, given) => listed(listBriefings(needEdition(ctx), now(), given)),
  },
  {
    name: 'list_metrics',
    open: true,
    title: 'List metrics',
    description:
      'Lists single metrics: all names by category, or with category or search the matching ones with title, unit and cadence. Says what each plan reads in full. Open: needs no key, counts nothing.',
    arguments: {
      category: { description: 'One category.', oneOf: categoryIds },
      search: { description: 'Words to look for in names, titles and descriptions, such as "yield 10".' },
    },
    answer: async ({ ctx, now }, given) => listed(listMetrics(needEdition(ctx), now(), given)),
  },
  {
    name: 'get_health',
    open: true,
    title: 'Check health and key',
    description:
      'Says whether the server and its data are in order, its version, and which plan the attached key has with the calls it has left. Open: needs no key, counts nothing.',
    arguments: {},
    answer: (call) => healthAnswer(call),
  },
  {
    name: 'get_context',
    untrusted: true,
    title: 'Read a briefing',
    description: `Reads a finished briefing: state, signals, confidence, what changed and what would change it, every figure dated and sourced. Needs an API key whose plan reaches the tier of the briefing. Tier free: ${idsOf('free')}. Basic: ${idsOf('basic')}. Pro: ${idsOf('pro')}. Or reads the briefing on a listed company, which entity names: whole (${prices.company} USD a call without a key), or one block of it (${prices.companyBlock} USD); companies of the USA need Basic, those of other markets Pro. ${counted} Limits: ${limits}. A long briefing can exceed 4,000 tokens: use part=summary for the gist in under 150.`,
    arguments: {
      briefing: { description: 'Id of the briefing, such as btc.quick-check; list_briefings has them all.' },
      entity: {
        description: 'Instead of briefing: a listed company by its ticker, securities code, ISIN, LEI or CIK, such as AAPL.',
      },
      block: {
        description: 'One block of the company briefing. Default: the whole briefing.',
        oneOf: companyBlocks.map(({ block }) => block),
      },
      format,
      date: {
        description:
          'A past day (YYYY-MM-DD), as known at its end; Basic from 2025, Pro any day on record; of a company, the block numbers alone. Default: now.',
      },
      part: { description: 'summary: the gist alone. Default: the whole briefing.', oneOf: ['summary'] },
      fields,
    },
    answer: (call, { format: named, ...given }) => read(call, { route: '/api/context', query: contextQuery(given) }, named),
  },
  {
    name: 'get_metric',
    title: 'Read a metric',
    description: `Reads one metric: value, trend over 7, 30 and 90 days, momentum, signal, confidence, 90-day percentile and data quality; a key whose plan does not reach it gets the latest reading. Needs an API key. ${counted}`,
    arguments: {
      metric: { description: 'Name of the metric, such as net-liquidity; list_metrics has them all.', required: true },
      format,
      fields,
    },
    answer: (call, { metric = '', format: named, ...query }) =>
      read(call, { route: '/api/metrics/{metric}', params: { metric }, query }, named),
  },
  {
    name: 'get_changes',
    title: 'Read what changed',
    description: `Lists changes since the last read, oldest first: state labels of briefings, tracked releases, filings, new figures and situations of companies that are named, without figures, each with where to fetch what it concerns. Without cursor the last 24 hours; then the next_cursor of the answer before. Needs a key of the Basic plan or above. ${counted}`,
    arguments: {
      cursor: { description: 'next_cursor of the read before.' },
      types: { description: `Separated by commas: ${eventTypes.join(', ')}. Default: all.` },
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
    description: `Lists the listed companies on the roster with their bitcoin holdings and the filings they come from, or with ticker reads one of them: holding, financing and mNAV. Needs a key of the Pro plan. ${counted}`,
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
  if (entity === undefined && (briefing === undefined || briefing === companyBriefing))
    throw new Refusal(
      'MISSING_PARAMETER',
      'Name a briefing by its id (briefing), or a company by its ticker, securities code or CIK (entity).',
      {
        field: briefing === undefined ? 'briefing' : 'entity',
      },
    )
  if (entity === undefined) return { briefing, ...others }
  if (briefing !== undefined && briefing !== companyBriefing)
    throw new Refusal('INVALID_REQUEST', `Leave out briefing or entity: only ${companyBriefing} is about a company.`, {
      field: 'entity',
    })
  return { briefing: `${companyBriefing}/${entity}`, ...others }
}

const companyBriefing = 'equities.company'

const listed = ({ text, data }: { text: string; data: Record<string, unknown> }): ToolAnswer => ({ text, data })

async function read(call: ToolCall, wish: Omit<Wish, 'format'>, named?: string): Promise<ToolAnswer> {
  const hasFields = wish.query?.['fields'] !== undefined
  const format = (named ?? (hasFields ? 'json' : 'markdown')) as TextFormat
  // the header Accept is only a preference; members are refused in another format where it is named
  const query = hasFields ? { ...wish.query, format: named } : wish.query
  const answer = await readDocument(call, { ...wish, ...(query && { query }), format })
  return format === 'json' ? { ...answer, data: JSON.parse(answer.text) as Record<string, unknown> } : answer
}
