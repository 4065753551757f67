import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { metricRows } from '../../data/metrics.ts'
import { type PlanName, plans } from '../../data/plans.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import { metricHistoryKind, type StoredHistory } from '../../pipeline/documents/metric-history.ts'
import { metricKind, metricTier } from '../../pipeline/documents/metric-kind.ts'
import type { Entry, StoredBytes } from '../../pipeline/editions/reader.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { currentRead } from '../access/access.ts'
import type { Gate } from '../access/gate.ts'
import { type DocumentQuery, requestedRow } from '../answers/document-route.ts'
import type { EditionCache } from '../answers/edition-cache.ts'
import { callOfferOf, canonicalTarget } from '../answers/offer.ts'
import { needEdition, queryOf, type RequestContext } from '../answers/request-context.ts'
import { servePriced } from '../answers/serve-priced.ts'
import { notPublished } from '../editions/absence.ts'
import { freshnessLine } from '../editions/freshness.ts'
import { type PreparedAnswer, prepareAnswer, privateAnswer, RecentAnswers } from '../editions/prepared-answer.ts'
import { bytesAt } from '../editions/stored-document.ts'
import { Refusal } from '../http/errors.ts'
import { contentTypes, type HistoryFormat, historyFormats } from '../http/formats.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import type { Operation } from '../openapi/operation.ts'
import { invalidDate, type Query, readDay, readFormat, readParameters } from '../openapi/query.ts'
import type { MetricHistory } from '../schemas/metric-history.ts'
import { type HistorySelection, type Span, selectHistory } from './selection.ts'
import { writeHistory } from './write.ts'

const recent = new RecentAnswers()

/** GET /api/metrics/{metric}/history: what a metric was, as known on a day. The steps are those of `decide`, in its order. */
export async function historyRoute(ctx: RequestContext, operation: Operation, gate: Gate, now: number): Promise<void> {
  const query = readParameters(queryOf(ctx), operation)
  const format = readFormat(query, historyFormats) ?? preferredFormat(ctx, historyFormats, 'json')
  const asked = readSpan(query, new Date(now).toISOString().slice(0, 10))
  const row = requestedRow(ctx as RequestContext & DocumentQuery, operation, metricKind, query)
  const cache = needEdition(ctx)
  const { view } = cache
  const entry = view.packedEntry(placeOf(metricHistoryKind, row.id))
  if (entry === null) throw notPublished(view, placeOf(metricKind, row.id), `the history of ${row.id}`)
  const current = view.entries.get(placeOf(metricKind, row.id))
  if (current !== undefined) ctx.state.freshness = freshnessLine(view, current, now)
  // what is known of a later day than the edition's is what was known then
  const asOf = asked.asOf !== null && asked.asOf < view.manifest.as_of ? asked.asOf : view.manifest.as_of
  refuseEmpty(row.id, entry, asOf, asked)
  const { proOnly, category } = metricRows.find(({ metric }) => metric === row.id)!
  const newest = String(entry.facts['last_period'])
  const wanted = {
    ...currentRead,
    name: `The history of ${row.id}`,
    tier: metricTier({ proOnly, category }),
    // the earliest day asked for decides; where none is named a plan reads as far back as it reaches
    date: [asked.from, asked.to, asOf, newest].filter((day) => day !== null).sort()[0]!,
    price: operation.price!,
  }
  const offer = callOfferOf(wanted, operation, canonicalTarget(ctx.path, queryOf(ctx)), contentTypes[format])
  await servePriced(ctx, gate, {
    wanted,
    sample: view.manifest.sample,
    offer,
    isPage: false,
    isComposed: true,
    bytes: (_part, plan) => answerOf(cache, entry, { asOf, from: asked.from ?? reachOf(plan), to: asked.to }, format),
  })
}

interface Asked extends Span {
  readonly asOf: string | null
}

function readSpan(query: Query, today: string): Asked {
  const day = (name: string, otherwise: string) => readDay(query, name, today, otherwise)
  const [from, to] = [day('from', 'the first period'), day('to', 'the last period')]
  const asOf = day('as_of', 'what is known now')
  if (from !== null && to !== null && from > to)
    throw invalidDate(
      'from',
      `from, ${from}, is after to, ${to}. Give from a day at or before to.`,
      `Set from to ${to} or an earlier day, or omit it.`,
    )
  return { from, to, asOf }
}

/** First day a plan reads, or null for all: what is left out of `from` is what the plan does not reach. */
function reachOf(plan: PlanName | null): string | null {
  const reach = plans.find((row) => row.plan === plan)?.from ?? 'all'
  return reach === 'all' ? null : reach
}

/** What is known without reading: nothing was known by then, or the span lies before or after all periods. */
function refuseEmpty(metric: string, { facts }: Entry, asOf: string, { from, to }: Span): void {
  const known = String(facts['first_known'])
  const [first, last] = [String(facts['first_period']), String(facts['last_period'])]
  if (asOf < known)
    throw nothing(
      `There was no value of ${metric} on ${asOf}: the first became known on ${known}. Ask for as_of from that day on.`,
      'as_of',
    )
  if ((to !== null && to < first) || (from !== null && from > last))
    throw nothing(
      `${metric} has no period in this span. Ask for days from ${first} to ${last}.`,
      to !== null && to < first ? 'to' : 'from',
    )
}

function nothing(message: string, field: string): Refusal {
  return new Refusal('NOT_ON_RECORD', message, { field })
}

/** The finished answer; of the same values in the same edition it is made once while it is asked for. */
async function answerOf(
  cache: EditionCache,
  entry: Entry,
  asked: Span & { asOf: string },
  format: HistoryFormat,
): Promise<PreparedAnswer> {
  const stored = await read(cache, entry)
  const name = [stored.hash, cache.edition, asked.asOf, asked.from, asked.to, format].join(' ')
  const before = recent.get(name)
  if (before !== undefined) return before
  const history = JSON.parse(stored.plain.toString('utf8')) as StoredHistory
  const selection = selectHistory(history, asked.asOf, asked)
  if (selection.periods.length === 0)
    throw nothing(`${history.metric} has no value known on ${asked.asOf} in this span. Ask for a longer one.`, 'from')
  const plain = Buffer.from(await writeHistory(headOf(history, selection, asked), selection, format))
  const hash = createHash('sha256').update(plain).digest('hex')
  const gz = gzipSync(plain)
  const described = { ...privateAnswer, type: contentTypes[format], edition: cache.edition }
  const prepared = prepareAnswer({ hash, plain, br: null, gz }, described)
  recent.keep(name, prepared)
  return prepared
}

async function read({ view }: EditionCache, { place }: Entry): Promise<StoredBytes> {
  const stored = await bytesAt(view, place, 'The history cannot be read right now.', 'ARCHIVE_UNAVAILABLE')
  if (stored === null) throw notPublished(view, place, 'this history')
  return stored
}

function headOf(
  { metric, title, category, unit, source, method, computed_at, sample, notices }: StoredHistory,
  { periods }: HistorySelection,
  { asOf, from, to }: Span & { asOf: string },
): Omit<MetricHistory, 'rows'> {
  const [first, last] = [isoDay(periods[0]!), isoDay(periods.at(-1)!)]
  return {
    metric,
    title,
    category,
    unit,
    source,
    method,
    from: from ?? first,
    to: to ?? last,
    as_of: asOf,
    computed_at,
    sample,
    notices,
  }
}
