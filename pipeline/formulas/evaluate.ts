import { formulaWords } from '../../data/metrics/formula-words.ts'
import { type Formulation, metricByName } from '../../data/metrics.ts'
import { type Column, columnSlice, firstDifference, firstIndex } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'
import { longer } from '../values/numbers.ts'
import type { Calculated, Calculation } from './formula.ts'
import { calculationOf } from './index.ts'

/** Metrics worked out at the last moment asked for, by name: passed along when many days are computed. It changes no figure. */
export type MetricMemory = Map<string, MetricHistory>

/** Made here, not beside its use: there it would keep everything of its moment in memory. */
const none = (): never[] => []

/**
 * All metrics as they were known at one moment. `known(series)` gives a series as known then, or null. Each metric is worked out when first
 * asked for and remembered; null where nothing it needs is known.
 *
 * @param columnsOnly whether only values are asked for, not what they depend on; of one memory always the same
 */
export function metricEvaluator(
  known: (series: string) => Column | null,
  memory: MetricMemory = new Map(),
  columnsOnly = false,
): (metric: string) => Calculated | null {
  const done = new Map<string, Calculated | null>()
  const read = (name: string): Calculated | null => {
    if (metricByName.has(name)) return evaluate(name)
    const column = known(name)
    return column && column.period.length > 0 ? { column, words: null, dependsOn: [name], parts: none, notes: none } : null
  }
  const evaluate = (name: string): Calculated | null =>
    memoized(done, name, () => {
      const row = metricByName.get(name)!
      return memoized(memory, name, () => new MetricHistory({ ...row, name }, columnsOnly)).of(row.of.map(read))
    })
  return evaluate
}

/** The series a metric may depend on, through the metrics it is made of. */
export function seriesOf(metric: string): string[] {
  const row = metricByName.get(metric)
  return row ? [...new Set(row.of.flatMap(seriesOf))] : [metric]
}

/** What a metric is made by, with the names of what it reads. */
interface Making {
  readonly formula: Formulation
  readonly name: string
  readonly unit: string
  readonly of: readonly string[]
}

/** How it is made, and in words. */
interface Recipe extends Pick<Making, 'name' | 'unit'>, Calculation {
  readonly words: string
}

/** A metric at one moment: what it was made of, what came of it, and the arrays its column is a view of, where it has been extended. */
interface Made {
  readonly of: readonly (Calculated | null)[]
  readonly metric: Calculated | null
  arrays: GrowingArrays | null
}

/**
 * The metric of one moment after another: where little has changed since the last one, only that is worked out again. A run looks at two
 * days in turn, today and the day before, so that two moments are remembered.
 */
export class MetricHistory {
  readonly #recipe: Recipe
  readonly #lookback: Calculation['lookback']
  #last: Made | null = null
  #before: Made | null = null

  /** @param columnsOnly whether only values are asked for, not what they depend on */
  constructor(making: Making, columnsOnly = false) {
    const { name, unit, formula, of } = making
    const calculation = calculationOf(formula)
    const { lookback, columnLooksBack } = calculation
    this.#recipe = { ...calculation, name, unit, words: formulaWords(formula, of) }
    this.#lookback = lookback ?? (columnsOnly ? columnLooksBack : undefined)
  }

  /** The metric made of `of`, null where it has no value: the very object of one of the last two times where `of` has the same columns. */
  of(of: readonly (Calculated | null)[]): Calculated | null {
    const madeOf = (made: Made | null) => made !== null && of.every((read, i) => read?.column === made.of[i]?.column)
    if (!madeOf(this.#last)) {
      const next = madeOf(this.#before)
        ? this.#before
        : (this.#extended(of) ?? { of, metric: whole(this.#recipe, of), arrays: null })
      this.#before = this.#last
      this.#last = next
    }
    return this.#last!.metric
  }

  /** The metric of last time up to where its inputs differ, and from there on that of the inputs' ends alone. */
  #extended(of: readonly (Calculated | null)[]): Made | null {
    const back = this.#lookback
    const last = this.#last
    const made = last?.metric
    if (back === undefined || !last || !made) return null
    const before = last.of
    if (of.some((read, i) => (read === null) !== (before[i] === null))) return null
    // the newest value is computed in any case: what it is made of is asked for
    let from = made.column.period.at(-1)!
    for (const [i, read] of of.entries()) if (read) from = Math.min(from, firstDifference(before[i]!.column, read.column))
    let start = from
    for (const read of of) {
      if (read === null) continue
      const at = indexFrom(read.column, from)
      const first = typeof back === 'number' ? Math.max(0, at - back - 1) : back(read.column, at)
      start = Math.min(start, read.column.period[first] ?? from)
    }
    const ends = of.map((read) => read && endOf(read, indexFrom(read.column, start)))
    const end = calculated({ ...this.#recipe, since: from }, ends)
    if (end === null) return null
    const kept = indexFrom(made.column, from)
    const added = indexFrom(end.column, from)
    last.arrays ??= new GrowingArrays(made.column)
    const { arrays } = last
    const column = arrays.joined(made.column, kept, columnSlice(end.column, added, end.column.period.length))
    const metric = column.period.length === 0 ? null : lengthened(column, end, kept - added, kept, laterOf(this.#recipe, of))
    return { of, metric, arrays }
  }
}

/**
 * A metric whose entries from index `kept` on are those of `end`, `shift` further back; what an earlier one is made of is computed again.
 */
function lengthened(column: Column, end: Calculated, shift: number, kept: number, earlier: () => Calculated): Calculated {
  return {
    column,
    words: end.words,
    dependsOn: end.dependsOn,
    parts: (i) => (i >= kept ? end.parts(i - shift) : earlier().parts(i)),
    notes: (i) => (i >= kept ? end.notes(i - shift) : earlier().notes(i)),
  }
}

/** The whole metric when asked for. Made apart from `#extended`, whose scope would keep the previous moment in memory, and that its predecessor. */
function laterOf(recipe: Recipe, of: readonly (Calculated | null)[]): () => Calculated {
  return () => whole(recipe, of)!
}

function whole(recipe: Recipe, of: readonly (Calculated | null)[]): Calculated | null {
  const made = calculated(recipe, of)
  return made && made.column.period.length > 0 ? { ...made, column: { ...made.column, series: recipe.name } } : null
}

function calculated(
  { calculate, words, ...metric }: Recipe & { readonly since?: number },
  of: readonly (Calculated | null)[],
): Calculated | null {
  const made = calculate(of, metric)
  return made && { words, ...made }
}

/** Index of the first entry of `period` or later. */
function indexFrom(column: Column, period: number): number {
  return firstIndex(column.period.length, (i) => column.period[i]! >= period)
}

function endOf(read: Calculated, first: number): Calculated {
  return {
    ...read,
    column: columnSlice(read.column, first, read.column.period.length),
    parts: (i) => read.parts(i + first),
    notes: (i) => read.notes(i + first),
  }
}

/** Arrays that columns are views of; what has been seen is never written again, so a column stays what it was. */
class GrowingArrays {
  #written: number
  #arrays: Pick<Column, 'period' | 'value' | 'known' | 'basis'>

  constructor(column: Column) {
    this.#written = column.period.length
    this.#arrays = column
  }

  /** The first `kept` entries of `column`, a view of these arrays or of ones they have taken the place of, and those of `end`. */
  joined(column: Column, kept: number, end: Column): Column {
    const count = kept + end.period.length
    const arrays = this.#arrays
    const isOfThese = column.period.buffer === arrays.period.buffer && column.period.byteOffset === arrays.period.byteOffset
    // what stands already, the newest value above all, need not be written, and then nothing else need be copied
    let same = 0
    while (
      kept + same < this.#written &&
      same < end.period.length &&
      arrays.period[kept + same] === end.period[same] &&
      arrays.value[kept + same] === end.value[same] &&
      arrays.known[kept + same] === end.known[same] &&
      arrays.basis[kept + same] === end.basis[same]
    )
      same++
    if (!isOfThese || kept + same < this.#written || count > arrays.period.length) {
      const room = count + 512
      this.#arrays = {
        period: longer(column.period, new Int32Array(room), kept),
        value: longer(column.value, new Float64Array(room), kept),
        known: longer(column.known, new Float64Array(room), kept),
        basis: longer(column.basis, new Uint8Array(room), kept),
      }
    }
    this.#arrays.period.set(end.period, kept)
    this.#arrays.value.set(end.value, kept)
    this.#arrays.known.set(end.known, kept)
    this.#arrays.basis.set(end.basis, kept)
    this.#written = count
    return columnSlice({ ...column, ...this.#arrays }, 0, count)
  }
}
