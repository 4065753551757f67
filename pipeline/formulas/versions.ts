import { type Metric, metricByName, metricRows } from '../../data/metrics.ts'
import type { MetricWalkRow } from '../tables/metric-value.ts'
import { asOfMoment, dayMs, dayOf, isoDay } from '../time/day.ts'
import { type Column, Fingerprint, firstDifference, firstIndex, type KnownSeries, type Versions } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'
import { type MetricMemory, metricEvaluator, seriesOf } from './evaluate.ts'
import { calculationOf } from './index.ts'

/** A change of one value of a metric: times in milliseconds UTC, `period` a day number, `basis` an index into `bases`. */
interface Change {
  readonly period: number
  /** NaN where the formula gives none any more. */
  readonly value: number
  readonly known: number
  readonly basis: number
}

/** The changes of one metric's values that are not kept yet. */
export interface MetricChanges {
  readonly metric: string
  /** The last day (day number) whose changes stay as they are kept; null where all of them are worked out again. */
  readonly keptThrough: number | null
  readonly changes: readonly Change[]
  readonly walk: MetricWalkRow
}

/** What metrics are walked over: every version of every series, each as known at any moment. */
export interface VersionedInputs {
  readonly versions: ReadonlyMap<string, Versions>
  known(series: string): KnownSeries | null
}

/**
 * What the formula of each metric gave at the end of every day, as the changes from one day to the next: the last change of a period known
 * by the end of a day is the value of the metric's history as known on that day. A value was known when the last of its inputs was.
 *
 * Days on which nothing of a metric's series became known change nothing, and while these only grow the end of a stretch shows what each
 * of its days brought. Days up to that of `kept` are not walked again where
 * everything the series said by then is the same.
 *
 * @param last day number of the last day, which may not be over: the walk that is kept ends on the day before
 * @param method what values follow from beside their inputs
 * @param metrics those whose walks are asked for
 * @yields after each day looked at, so that the caller can pause: the first walk looks at thousands
 */
export function* metricChanges(
  { versions, known }: VersionedInputs,
  kept: readonly MetricWalkRow[],
  last: number,
  method: string,
  metrics: readonly Metric[] = metricRows,
): Generator<void, MetricChanges[]> {
  const memory: MetricMemory = new Map()
  const walks = new Map(kept.map((row) => [row.metric, row]))
  const changeDays = new Map<string, readonly number[]>()
  /** The days on which something of a series became known. */
  const daysOf = (id: string) => memoized(changeDays, id, () => [...new Set(Array.from(versions.get(id)?.known ?? [], dayOf))])
  const begun = metrics.map((row): Walk => {
    const names = seriesOf(row.metric)
    const series = names.flatMap((id) => known(id) ?? [])
    const walk = walks.get(row.metric)
    const through = walk && walk.through < isoDay(last) ? Date.parse(walk.through) / dayMs : null
    const stands = walk && through !== null && walk.inputs === markAt(series, through, `${method} ${JSON.stringify(row)}`)
    const first = stands ? through : Number.NEGATIVE_INFINITY
    const steady = isSteady(row.metric)
    const days = new Set<number>([last, ...(stands ? [through] : [])])
    for (const day of steady ? series.flatMap(daysAroundBreaks) : names.flatMap(daysOf))
      if (day >= first && day <= last) days.add(day)
    return {
      metric: row.metric,
      steady,
      days,
      keptThrough: stands ? through : null,
      changes: [],
      before: null,
      looked: first,
      inputs: markAt(series, last - 1, `${method} ${JSON.stringify(row)}`),
    }
  })
  const asked = new Map<number, Walk[]>()
  for (const walk of begun) for (const day of walk.days) asked.set(day, [...(asked.get(day) ?? []), walk])
  for (const day of [...asked.keys()].sort((one, other) => one - other)) {
    const calculated = metricEvaluator((id) => known(id)?.at(asOfMoment(day)) ?? null, memory, true)
    for (const walk of asked.get(day)!) {
      const column = calculated(walk.metric)?.column ?? null
      if (column !== walk.before && day !== walk.keptThrough)
        walk.changes.push(...changesBetween(walk.before, column, walk.steady ? walk.looked + 1 : day))
      walk.before = column
      walk.looked = day
    }
    yield
  }
  return begun.map(({ metric, keptThrough, changes, inputs }) => ({
    metric,
    keptThrough,
    changes: changes.sort((one, other) => dayOf(one.known) - dayOf(other.known) || one.period - other.period),
    walk: { metric, through: isoDay(last - 1), inputs },
  }))
}

interface Walk {
  readonly metric: string
  /** What it gains between two days looked at it would have gained the same way day by day. */
  readonly steady: boolean
  /** The days it is looked at. */
  readonly days: ReadonlySet<number>
  readonly keptThrough: number | null
  readonly changes: Change[]
  /** The history at the end of the day looked at before, and that day. */
  before: Column | null
  looked: number
  readonly inputs: string
}

/** Whether a metric is steady (`formulas`), and all metrics it is made of. */
function isSteady(name: string): boolean {
  const row = metricByName.get(name)
  return row === undefined || (calculationOf(row.formula).steady === true && row.of.every(isSteady))
}

/** The days on which a series did not only grow, and the day before each. */
function daysAroundBreaks({ breaks }: KnownSeries): number[] {
  return breaks.flatMap((moment) => [dayOf(moment) - 1, dayOf(moment)])
}

/** Hash of a method and of all that series said by the end of a day. */
function markAt(series: readonly KnownSeries[], day: number, method: string): string {
  const mark = new Fingerprint().addText(method)
  for (const each of series) each.fingerprintTo(asOfMoment(day), mark)
  return mark.toString()
}

const nothing: Pick<Column, 'period' | 'value' | 'known' | 'basis'> = {
  period: new Int32Array(),
  value: new Float64Array(),
  known: new Float64Array(),
  basis: new Uint8Array(),
}

/** What changed since the end of the day before `day`. A change counts from then on, so it was known no earlier. */
function changesBetween(before: Column | null, after: Column | null, day: number): Change[] {
  const [was, is] = [before ?? nothing, after ?? nothing]
  const from = before && after ? firstDifference(before, after) : Number.NEGATIVE_INFINITY
  const start = day * dayMs
  const changes: Change[] = []
  let i = firstIndex(was.period.length, (k) => was.period[k]! >= from)
  let j = firstIndex(is.period.length, (k) => is.period[k]! >= from)
  while (i < was.period.length || j < is.period.length) {
    const [old, now] = [was.period[i] ?? Number.POSITIVE_INFINITY, is.period[j] ?? Number.POSITIVE_INFINITY]
    if (old < now) changes.push({ period: old, value: Number.NaN, known: start, basis: was.basis[i]! })
    else if (old > now || !sameAt(was, i, is, j))
      changes.push({ period: now, value: is.value[j]!, known: Math.max(start, is.known[j]!), basis: is.basis[j]! })
    if (old <= now) i++
    if (now <= old) j++
  }
  return changes
}

function sameAt(a: typeof nothing, i: number, b: typeof nothing, j: number): boolean {
  return a.value[i] === b.value[j] && a.known[i] === b.known[j] && a.basis[i] === b.basis[j]
}
