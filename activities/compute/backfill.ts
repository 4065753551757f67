import { type Briefing, briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { briefingCharts } from '../../pipeline/briefings/charts.ts'
import { briefingDocuments, metricDocuments } from '../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import { briefingStandingOf } from '../../pipeline/briefings/standing.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { dayRowSpans } from '../../pipeline/days/day-rows.ts'
import { type Known, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import type { Artifact } from '../../pipeline/editions/edition.ts'
import { archivedMonth, currentManifest } from '../../pipeline/editions/on-record.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { InputError } from '../../pipeline/errors.ts'
import { metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import { renderArtifact } from '../../pipeline/render/artifact.ts'
import { contentHash } from '../../pipeline/render/fingerprint.ts'
import { hasContent } from '../../pipeline/status/absent.ts'
import { standingOfBriefing } from '../../pipeline/status/served-standing.ts'
import { type PublishedRows, published as publishedTables } from '../../pipeline/tables/published.ts'
import { dayNumber, dayOf, endOfDay, endOfMonth, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { putDayRows, readDayRows } from '../../pipeline/warehouse/day-rows.ts'
import { putPublished } from '../../pipeline/warehouse/readings.ts'
import type { ActivityContext } from '../activity.ts'
import { mapCooperatively } from '../cooperative.ts'
import type { Deps } from '../deps.ts'
import { writeAnalystCopy } from '../publish/market.ts'
import { dayAfter, toArchivedArtifact, toArtifact } from '../publish/publish.ts'
import { readKnownVersions } from './known.ts'
import { publishedRows, treasuryRows } from './readings.ts'

/** Days whose making is timed for an estimate. */
const timedDays = 10
/** Days that differ which are named one by one. */
const namedDays = 20

export interface BackfillSpanInput {
  /** YYYY-MM-DD; null for the first day a lead metric was known, and for yesterday. */
  readonly from: string | null
  readonly to: string | null
  /** With `from` null: so many days up to `to`, or as many of them as data was known on. */
  readonly days?: number
  /** Briefings; all when empty. */
  readonly only: readonly string[]
  readonly now: number
  /** Tells how long it would take, by making a few days and keeping none. */
  readonly estimate: boolean
}

/** Days that can be made, both ends included. */
export interface BackfillSpan {
  readonly from: string
  readonly to: string
  readonly days: number
  readonly documents: number
  /** Of the documents, those on record, and of the days, those that have one. */
  readonly onRecord: number
  readonly daysOnRecord: number
  readonly minutes: number | null
}

export interface BackfillInput {
  readonly from: string
  readonly to: string
  readonly only: readonly string[]
  /** Why days on record whose result differs now get a revision; null leaves them as published. */
  readonly revise: string | null
  readonly now: number
}

/** What became of the documents of a span. */
interface Counted {
  /** Days that have a document. */
  readonly withDocuments: number
  readonly added: number
  /** On record with this content. */
  readonly same: number
  readonly revised: number
  /** On record with other content, and left as published. */
  readonly left: number
  /** The first of them, as DAY/BRIEFING. */
  readonly named: readonly string[]
}

export interface BackfillDaysResult extends Counted {
  readonly edition: string | null
}

/**
 * The days of a backfill. Throws an `InputError` for an invalid day, a day that is not over by `now` or that lies before any data was
 * known, and an unknown briefing.
 */
export async function backfillSpan(deps: Deps, input: BackfillSpanInput): Promise<BackfillSpan> {
  const rows = rowsOf(input.only)
  const last = dayOf(input.now) - 1
  const to = input.to === null ? last : dayOfText('to', input.to)
  if (to > last)
    throw new InputError('DAY_NOT_OVER', `${isoDay(to)} is not over; backfill up to ${isoDay(last)}, or run: briefing refresh`, {
      day: isoDay(to),
    })
  const known = await readKnownVersions(await deps.store(), to)
  const first = firstKnown(known, rows)
  if (input.days !== undefined && (first === null || first > to))
    return { from: isoDay(to + 1), to: isoDay(to), days: 0, documents: 0, onRecord: 0, daysOnRecord: 0, minutes: null }
  if (first === null || first > to)
    throw new InputError('NOTHING_KNOWN', `no data was known on ${isoDay(to)} yet; run: briefing refresh`, { day: isoDay(to) })
  const newest = input.days === undefined ? first : Math.max(first, to - input.days + 1)
  const from = input.from === null ? newest : dayOfText('from', input.from)
  if (from < first)
    throw new InputError('BEFORE_FIRST_DAY', `no data was known before ${isoDay(first)}; write --from ${isoDay(first)}`, {
      first: isoDay(first),
    })
  if (from > to) throw new InputError('SPAN', `${isoDay(from)} is after ${isoDay(to)}; give --from a day at or before --to`)
  return {
    from: isoDay(from),
    to: isoDay(to),
    days: to - from + 1,
    documents: (to - from + 1) * rows.length,
    ...(await countOnRecord(deps, from, to, rows)),
    minutes: input.estimate ? minutesFor(known, from, to, rows) : null,
  }
}

/**
 * Makes the briefings of past days as each was known at its end, and puts those that are not on record into the archive, a month at a time.
 * What is on record is frozen: other content becomes a revision only with a note. Only the archive is written, so nothing of today changes
 * and no event arises. Killed at any point, the next attempt continues after the last month that was published.
 */
export async function backfillDays(deps: Deps, input: BackfillInput, context: ActivityContext): Promise<BackfillDaysResult> {
  const rows = rowsOf(input.only)
  const last = dayOfText('to', input.to)
  const store = await deps.store()
  const known = await readKnownVersions(store, last)
  let rowsAdded = 0
  let done = (context.resume as Done | undefined) ?? {
    next: dayOfText('from', input.from),
    counted: { withDocuments: 0, added: 0, same: 0, revised: 0, left: 0, named: [] },
  }
  const days = new PointInTimeDays(known, { ...(await readDayRows(store, dayRowSpans(done.next, last))), pasts: [] })
  // pages show a year of states: those before the first day are updated now, later ones as each becomes the previous day
  days.refreshStates(briefingDefinitions, done.next)
  while (done.next <= last) {
    const end = Math.min(last, endOfMonth(done.next))
    const month = { ...input, rows, from: done.next, to: end }
    const made = await makeDays(deps, month, days, { signal: context.signal, dayDone: () => context.heartbeat(done) })
    const writer = await deps.writer()
    const publication = {
      ...(writer && { writer }),
      artifacts: made.artifacts,
      asOf: isoDay(end),
      sample: known.sample,
      publishedAt: isoTime(input.now),
      current: false,
      revisionNote: input.revise,
    }
    if (made.artifacts.length > 0) await publish(deps.blobs, publication)
    const tables = publishedTables.map(({ name }) => [name, made.published.flatMap((day): readonly object[] => day[name])])
    rowsAdded += await putPublished(store, Object.fromEntries(tables))
    await putDayRows(store, days.takeNewRows(end))
    // whoever continues after this month has its rows
    await deps.save()
    done = { next: end + 1, counted: sum(done.counted, made.counted) }
    context.heartbeat(done)
    context.log.info('backfilled', { through: isoDay(end), added: done.counted.added })
  }
  if (rowsAdded > 0) await writeAnalystCopy(deps)
  await deps.writer()
  await prune(deps.blobs, { now: input.now })
  return { edition: (await currentManifest(deps.blobs))?.edition ?? null, ...done.counted }
}

/** How far an attempt came: day number to go on with, and what it had counted. */
interface Done {
  readonly next: number
  readonly counted: Counted
}

/**
 * The documents of some days of one month that are to be published, and what became of the others.
 * @throws the signal's reason, after the metric or the briefing that is being worked out
 */
async function makeDays(
  deps: Deps,
  {
    rows,
    from,
    to,
    revise,
    now,
  }: Pick<BackfillInput, 'revise' | 'now'> & { rows: readonly Briefing[]; from: number; to: number },
  days: PointInTimeDays,
  { signal, dayDone }: { signal: AbortSignal; dayDone: () => void },
) {
  const onRecord = await archivedMonth(deps.blobs, isoDay(from).slice(0, 7))
  const artifacts: Artifact[] = []
  const published: PublishedRows[] = []
  const counted = { withDocuments: 0, added: 0, same: 0, revised: 0, left: 0, named: [] as string[] }
  for (let day = from; day <= to; day++) {
    const view = days.day(day)
    const briefings = await mapCooperatively(rows, signal, (row) => briefingDocuments(view, [row]))
    const metrics = await mapCooperatively(metricRows, signal, (row) => metricDocuments(view, [row]))
    published.push({
      ...publishedRows(metrics, briefings.filter(hasContent), isoTime(endOfDay(day))),
      ...treasuryRows(view.treasuries().companies, isoTime(now)),
    })
    for (const [i, document] of briefings.entries()) {
      if (!hasContent(document)) continue
      const standing = onRecord.get(`${document.as_of}/${document.briefing}`)
      if (standing !== undefined && standing === contentHash(document)) counted.same++
      else if (standing !== undefined && revise === null) {
        counted.left++
        counted.named.push(`${document.as_of}/${document.briefing}`)
      } else {
        counted[standing === undefined ? 'added' : 'revised']++
        const artifact = toArtifact(rendered(rows[i]!, document, view))
        artifacts.push(toArchivedArtifact(artifact, dayAfter(artifact.as_of)))
      }
    }
    if (briefings.some(hasContent)) counted.withDocuments++
    dayDone()
  }
  return { artifacts, published, counted }
}

function sum(a: Counted, b: Counted): Counted {
  const named = [...a.named, ...b.named].slice(0, namedDays)
  const total = (key: Exclude<keyof Counted, 'named'>) => a[key] + b[key]
  return {
    withDocuments: total('withDocuments'),
    ...{ added: total('added'), same: total('same'), revised: total('revised'), left: total('left'), named },
  }
}

function rowsOf(only: readonly string[]): readonly Briefing[] {
  const unknown = only.find((id) => !briefingRows.some((row) => row.id === id))
  if (unknown !== undefined)
    throw new InputError(
      'NO_SUCH_BRIEFING',
      `unknown briefing "${unknown}"; use one of ${briefingRows.map(({ id }) => id).join(', ')}`,
    )
  return only.length === 0 ? briefingRows : briefingRows.filter(({ id }) => only.includes(id))
}

function dayOfText(option: 'from' | 'to', text: string): number {
  const day = dayNumber(text)
  if (day === null) throw new InputError('DAY', `--${option} "${text}" is not a day; write it as YYYY-MM-DD`)
  return day
}

/** The first day at whose end a lead metric of these briefings (any metric, of those without one) was known; null where none is. */
function firstKnown(known: Known, rows: readonly Briefing[]): number | null {
  const calculated = metricEvaluator((id) => known.versions.get(id) ?? null)
  const moments = rows
    .flatMap(({ lead, metrics }) => (lead === null ? metrics : [lead]))
    .flatMap((metric) => calculated(metric)?.column.known.reduce((a, b) => Math.min(a, b)) ?? [])
  return moments.length === 0 ? null : dayOf(Math.min(...moments))
}

async function countOnRecord(deps: Deps, from: number, to: number, rows: readonly Briefing[]) {
  const asked = new Set<string>(rows.map(({ id }) => id))
  const days = new Set<string>()
  let onRecord = 0
  for (let day = from; day <= to; day = endOfMonth(day) + 1)
    for (const name of (await archivedMonth(deps.blobs, isoDay(day).slice(0, 7))).keys()) {
      const [at, briefing] = name.split('/') as [string, string]
      if (!asked.has(briefing) || at < isoDay(from) || at > isoDay(to)) continue
      onRecord++
      days.add(at)
    }
  return { onRecord, daysOnRecord: days.size }
}

/** A briefing of a day that is over, with the charts of what stands out in it. */
function rendered(row: Briefing, document: ReturnType<typeof briefingDocuments>[number], view: Day) {
  const definition = briefingDefinitions.find(({ id }) => id === row.id)!
  const facts = standingOfBriefing(briefingStandingOf(definition, document, view))
  const computed = { document, charts: briefingCharts(row, definition, document, view), facts }
  return renderArtifact(briefingKind, computed, isoTime(endOfDay(view.asOf)))
}

/** How long the days would take here, from the newest few of them: the first of a run also reads the past that it is judged by. */
function minutesFor(known: Known, from: number, to: number, rows: readonly Briefing[]): number {
  const days = new PointInTimeDays(known)
  const times: number[] = []
  for (let day = Math.max(from, to - timedDays + 1); day <= to; day++) {
    const start = performance.now()
    const view = days.day(day)
    for (const [i, document] of briefingDocuments(view, rows).entries()) rendered(rows[i]!, document, view)
    times.push(performance.now() - start)
  }
  const [first, ...others] = times as [number, ...number[]]
  const usual = others.length > 0 ? others.reduce((a, b) => a + b, 0) / others.length : first
  return (first + usual * (to - from)) / 60_000
}
