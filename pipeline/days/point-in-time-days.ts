import { rosterOf } from '../../data/companies.ts'
import { holidayRules } from '../../data/holidays.ts'
import { type Metric, metricByName, metricRows } from '../../data/metrics.ts'
import { hostingMiners } from '../../data/mining.ts'
import { regimeInputs, regimeRule } from '../../data/regime.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { series, seriesById } from '../../data/series.ts'
import { unpublishedValues } from '../../data/unpublished.ts'
import { comparedChanges, correlate } from '../analysis/correlation.ts'
import { FigureHistory } from '../analysis/dated-figures.ts'
import type { ComparisonSource } from '../analysis/disagreement.ts'
import { methodology } from '../analysis/metric-facts.ts'
import { SignalBacktest } from '../analysis/past.ts'
import { RegimeHistory } from '../analysis/regime/regime.ts'
import { RegimeMemory } from '../analysis/regime/regime-days.ts'
import { TurningLevels } from '../analysis/turns.ts'
import type { ChangeUnit, Correlation, Reading, Turn } from '../documents/reading.ts'
import { type MetricMemory, metricEvaluator, seriesOf } from '../formulas/evaluate.ts'
import { type Calculated, weekMeans } from '../formulas/formula.ts'
import { type MetricChanges, metricChanges } from '../formulas/versions.ts'
import type { BriefingStateRow, DayEndReadingRow, PastRow } from '../tables/day.ts'
import type { DatedRow, DatedTableName } from '../tables/index.ts'
import type { MetricWalkRow } from '../tables/metric-value.ts'
import { asOfMoment, dayNumber, dayOf, endOfDay } from '../time/day.ts'
import { asKnown, type Column, Fingerprint, type KnownSeries } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'
import type { FiledTotal } from '../warehouse/companies/filings.ts'
import { DatedHistory } from './dated-rows.ts'
import type { Day, FiledAgreement, FiledCompany, LabelledBriefing, MeasureDefinition, SignalRuns } from './day.ts'
import { firstFoldedDay, stateHorizonDays } from './day.ts'
import { type CachedDayRows, changeComparisonDays, DayTable, noCachedRows } from './day-rows.ts'
import { type HistoryGaps, historyGaps, newestReadPeriod } from './holes.ts'
import type { KnownVersions } from './known-versions.ts'
import { isOfLaterVintage, laterVintageNotes } from './later-vintage.ts'
import { readingOfColumn } from './reading-of-column.ts'
import { dueTimes, lateRelease, nextValueDue, readingStandsUntil, scheduleOf, upcomingPeriods } from './release-times.ts'
import { signalRuns } from './signal-runs.ts'
import { type TreasuryDocuments, treasuriesOn } from './treasuries.ts'

export { type KnownVersions as Known, nothingFiled } from './known-versions.ts'

/** Hash of what rows follow from beside their inputs: the formulas, and every row of the registries they read. */
const method = new Fingerprint()
  .addText(
    JSON.stringify([methodology, metricRows, regimeInputs, regimeRule, releaseRules, holidayRules, series, unpublishedValues]),
  )
  .toString()

/**
 * Days of one `Known`, in any order: each as it was known at its end. What earlier runs have worked out is read from rows; what is worked
 * out here is read again by the days that follow.
 */
export class PointInTimeDays {
  readonly #known: KnownVersions
  readonly #method: string
  readonly #series = new Map<string, KnownSeries>()
  readonly #histories = new Map<DatedTableName, DatedHistory>()
  readonly #metrics: MetricMemory = new Map()
  readonly #regimes = new RegimeMemory()
  readonly #figures = new Map<MeasureDefinition, FigureHistory>()
  readonly #labels: DayTable<BriefingStateRow>
  readonly #closings: DayTable<DayEndReadingRow>
  readonly #pasts: Map<string, SignalBacktest>
  readonly #turns = new Map<string, { levels: TurningLevels; column: Column; turns: readonly Turn[] }>()
  readonly #weekMeans = new Map<string, { readonly of: Column; readonly means: Column }>()
  readonly #signalRuns = new Map<string, { readonly column: Column; readonly runs: SignalRuns }>()
  /** Days looked back to: their readings carry no turning levels, which nothing looks at. */
  readonly #views = new Map<number, Day>()
  #asked: Day | null = null
  readonly #inputs = new Map<string, readonly string[]>()

  constructor(known: KnownVersions, kept: CachedDayRows = noCachedRows) {
    this.#known = known
    this.#method = `${method} ${known.sample}`
    this.#labels = new DayTable(kept.labels, ({ briefing }) => briefing)
    this.#closings = new DayTable(kept.closings, ({ metric }) => metric)
    this.#pasts = new Map(
      kept.pasts.flatMap((past) => {
        const facts = metricByName.get(past.metric)
        return facts ? [[past.metric, new SignalBacktest(facts, past)]] : []
      }),
    )
  }

  /**
   * The day `asOf` as it was known at its end, judged at `now` (milliseconds), the earlier of the run's logical time and that end.
   * Days before are judged at their own end.
   */
  day(asOf: number, now: number = endOfDay(asOf)): Day {
    for (const day of this.#views.keys()) if (day < asOf - changeComparisonDays) this.#views.delete(day)
    const moment = Math.min(now, endOfDay(asOf))
    if (this.#asked?.asOf !== asOf || this.#asked.now !== moment) {
      this.#asked = this.#view(asOf, moment, true)
      // the days that follow look back at this one
      if (moment === endOfDay(asOf)) this.#views.set(asOf, this.#asked)
    }
    return this.#asked
  }

  /** The state of a briefing at the end of a day. */
  label({ id: briefing, tables, state }: LabelledBriefing, day: number): string {
    // labels kept under another rule no longer apply
    const inputs = this.#inputsOf(briefing, state.reads, day, { method: state.words, tables })
    const row = this.#labels.at(briefing, day, inputs, (as_of) => {
      return { briefing, as_of, label: state.label(this.#ended(day)), inputs }
    })
    return row.label
  }

  get sample(): boolean {
    return this.#known.sample
  }

  /** How a metric stood at the end of a day. */
  dayEndReading(metric: string, day: number): DayEndReadingRow {
    const witnesses = (metricByName.get(metric)!.witnesses ?? []).map(({ series: name }) => name)
    const inputs = this.#inputsOf(metric, [metric, ...witnesses], day)
    return this.#closings.at(metric, day, inputs, (as_of) => {
      const { period = null, value = null, signal, momentum } = this.#ended(day).reading(metric) ?? {}
      return { metric, as_of, period, value, signal: signal?.direction ?? null, momentum: momentum?.state ?? null, inputs }
    })
  }

  /** Works out again the labels kept of days before `asOf` whose inputs are others now. */
  refreshStates(briefers: readonly LabelledBriefing[], asOf: number): void {
    const byId = new Map<string, LabelledBriefing>(briefers.map((briefer) => [briefer.id, briefer]))
    for (const { briefing, as_of } of this.#labels.rows()) {
      const briefer = byId.get(briefing)
      const day = dayNumber(as_of)!
      if (briefer && day < asOf) this.label(briefer, day)
    }
  }

  /** What was worked out since the last call, for later runs to read. Rows that no later day looks back to are let go of. */
  takeNewRows(asOf: number): Pick<CachedDayRows, 'labels' | 'closings'> {
    const fresh = { labels: this.#labels.takeNewRows(), closings: this.#closings.takeNewRows() }
    this.#labels.forgetBefore(asOf - stateHorizonDays)
    this.#closings.forgetBefore(asOf - changeComparisonDays)
    return fresh
  }

  /** The pasts of metrics that have grown, as far as they have been walked. */
  changedBacktests(): PastRow[] {
    return [...this.#pasts.values()].flatMap((past) => past.keep() ?? [])
  }

  /** The changes of metrics' values up to a day (day number) that are not among the walks kept, day by day; of all metrics, or of some. */
  metricChanges(
    kept: readonly MetricWalkRow[],
    last: number,
    metrics: readonly Metric[] = metricRows,
  ): Generator<void, MetricChanges[]> {
    const { versions } = this.#known
    return metricChanges({ versions, known: (id) => this.#seriesOf(id) }, kept, last, methodology, metrics)
  }

  /** The hash of all that is known at the end of a day of the series that metrics or series `names` depend on, of `tables`, and of the method. */
  #inputsOf(
    of: string,
    names: readonly string[],
    day: number,
    { method = '', tables = [] }: { readonly method?: string; readonly tables?: readonly DatedTableName[] | undefined } = {},
  ): string {
    const all = memoized(this.#inputs, of, () => [...new Set(names.flatMap(seriesOf))].sort())
    const mark = new Fingerprint()
    mark.addText(this.#method)
    mark.addText(method)
    for (const id of all) {
      const series = this.#seriesOf(id)
      if (series) series.fingerprintTo(asOfMoment(day), mark)
      else mark.add(0)
    }
    for (const table of tables) this.#historyOf(table).fingerprintTo(asOfMoment(day), mark)
    return mark.toString()
  }

  #historyOf(table: DatedTableName): DatedHistory {
    return memoized(this.#histories, table, () => new DatedHistory(this.#known.rows?.[table] ?? []))
  }

  #seriesOf(id: string): KnownSeries | null {
    const versions = this.#known.versions.get(id)
    return versions ? memoized(this.#series, id, () => asKnown(versions)) : null
  }

  #pastOf(row: Metric): SignalBacktest {
    return memoized(this.#pasts, row.metric, () => new SignalBacktest(row))
  }

  #figuresOf(measured: MeasureDefinition): FigureHistory {
    return memoized(this.#figures, measured, () => {
      const schedules = measured.metrics.map((metric) => scheduleOf(metricByName.get(metric)!))
      return new FigureHistory(measured.measuring(), schedules, firstFoldedDay)
    })
  }

  /** The column a metric is judged on: its own, or where it has a weekday pattern that of its seven-day means. */
  #judgedColumn(row: Metric, column: Column): Column {
    if (!row.weekdays) return column
    let kept = this.#weekMeans.get(row.metric)
    if (kept?.of !== column) {
      kept = { of: column, means: weekMeans(column) }
      this.#weekMeans.set(row.metric, kept)
    }
    return kept.means
  }

  #signalRunsOf(row: Metric, judged: Column, through: (period: number) => number): SignalRuns {
    let kept = this.#signalRuns.get(row.metric)
    if (kept?.column !== judged) {
      kept = { column: judged, runs: signalRuns(row, judged, this.#pastOf(row), through, kept) }
      this.#signalRuns.set(row.metric, kept)
    }
    return kept.runs
  }

  #turnsOf(row: Metric, judged: Column, last: number): readonly Turn[] {
    // a mean of seven days is not a value anybody can look for
    if (row.weekdays || row.mechanical) return []
    const kept = this.#turns.get(row.metric)
    if (kept?.column === judged) return kept.turns
    const levels = kept?.levels ?? new TurningLevels(row)
    const turns = levels.at(this.#pastOf(row), judged, last, upcomingPeriods(row.clock, judged.period[last]!))
    this.#turns.set(row.metric, { levels, column: judged, turns })
    return turns
  }

  #ended(day: number): Day {
    return memoized(this.#views, day, () => this.#view(day, endOfDay(day), false))
  }

  #view(asOf: number, now: number, withTurns: boolean): Day {
    const known = this.#known
    const moment = asOfMoment(asOf)
    const column = (id: string): Column | null => this.#seriesOf(id)?.at(moment) ?? null
    const columnWithValues = (id: string): Column | null => {
      const known = column(id)
      return known !== null && known.period.length > 0 ? known : null
    }
    const rowsKnown = new Map<DatedTableName, readonly DatedRow[]>()
    const rowsOf = <Name extends DatedTableName>(table: Name) =>
      memoized(rowsKnown, table, () => this.#historyOf(table).at(moment)) as readonly DatedRow<Name>[]
    const calculated = metricEvaluator(column, this.#metrics)
    const witnessesOf = (row: Metric): ComparisonSource[] =>
      (row.witnesses ?? []).flatMap(({ series: name, ...allowed }) => {
        const values = metricByName.has(name) ? (calculated(name)?.column ?? null) : columnWithValues(name)
        const title = metricByName.get(name)?.title ?? seriesById.get(name)!.title
        return values ? [{ title, column: values, ...allowed }] : []
      })
    const { vintages = new Map() } = known
    /** Those of its series that have values of a later vintage. */
    const laterIn = ({ dependsOn }: Calculated) => dependsOn.flatMap((id) => (vintages.has(id) ? (column(id) ?? []) : []))
    const vintageNotes = (values: Calculated): string[] =>
      laterIn(values).flatMap((series) => laterVintageNotes(series, values.column.period.at(-1)!, moment, vintages))
    const isLater = (values: Calculated) => (period: number) =>
      laterIn(values).some((series) => isOfLaterVintage(series, period, moment, vintages))
    const readings = new Map<string, Reading | null>()
    const holes = new Map<string, HistoryGaps>()
    const holesIn = (row: Metric, values: Calculated): HistoryGaps =>
      memoized(holes, row.metric, () => historyGaps(row, values.column, { column, calculated }))
    const rowOf = (metric: string) => metricByName.get(metric)!
    const correlations = new Map<string, Correlation | null>()
    let regimes: RegimeHistory | null = null
    let treasuries: TreasuryDocuments | null = null
    const readingOf = (row: Metric): Reading | null => {
      const values = calculated(row.metric)
      if (!values) return null
      const judged = this.#judgedColumn(row, values.column)
      const last = judged.period.length - 1
      if (last < 0) return null
      const past = this.#pastOf(row).at(judged, last)
      const turns = withTurns ? this.#turnsOf(row, judged, last) : []
      const isSeries = row.formula === 'series' || row.formula === 'fund-total'
      const versions = isSeries ? known.versions.get(row.of[0]!) : undefined
      const about = {
        witnesses: witnessesOf(row),
        vintageNotes: vintageNotes(values),
        isOfLaterVintage: isLater(values)(values.column.period.at(-1)!),
        holes: holesIn(row, values),
        series: columnWithValues,
      }
      return readingOfColumn(row, values, judged, now, past, turns, about, versions)
    }
    return {
      asOf,
      now,
      today: dayOf(now),
      reached: (time) => time <= now,
      sample: known.sample,
      label: (briefer, back) => this.label(briefer, asOf - back),
      labels: ({ id }, count) =>
        Array.from({ length: count }, (_, at) => this.#labels.kept(id, asOf - count + at)?.label ?? null),
      dayEndReading: (metric, back) => this.dayEndReading(metric, asOf - back),
      dependsOn: (metric) => calculated(metric)?.dependsOn ?? [],
      notes: (metric) => {
        const values = calculated(metric)
        if (!values) return []
        return [...values.notes(values.column.period.length - 1), ...holesIn(rowOf(metric), values).notes(dayOf(now))]
      },
      reading: (metric) => memoized(readings, metric, () => readingOf(metricByName.get(metric)!)),
      standsUntil: (metric) => {
        const values = calculated(metric)
        if (!values) return Number.POSITIVE_INFINITY
        return readingStandsUntil(rowOf(metric), values.column, holesIn(rowOf(metric), values).through, now)
      },
      signalRuns: (metric) => {
        const values = calculated(metric)
        const row = rowOf(metric)
        const through = (period: number) => newestReadPeriod(row, period, { column, calculated })
        return values && this.#signalRunsOf(row, this.#judgedColumn(row, values.column), through)
      },
      late: (metric) => {
        const { clock, cadence } = rowOf(metric)
        const values = calculated(metric)
        return values && lateRelease(clock, cadence, nextValueDue(clock, holesIn(rowOf(metric), values).through), now)
      },
      past: (metric) => {
        const values = calculated(metric)
        if (!values) return null
        const row = metricByName.get(metric)!
        const judged = this.#judgedColumn(row, values.column)
        const past = this.#pastOf(row)
        past.at(judged, judged.period.length - 1)
        return { past, column: judged }
      },
      correlation: (a, b) => {
        const [first, second] = [calculated(a), calculated(b)]
        if (!first || !second) return null
        return memoized(correlations, `${a} ${b}`, () => {
          const kinds: [ChangeUnit, ChangeUnit] = [metricByName.get(a)!.change, metricByName.get(b)!.change]
          const correlated = correlate(first.column, second.column, comparedChanges, kinds)
          return correlated && { a, b, kinds, ...correlated }
        })
      },
      column: (metric) => calculated(metric)?.column ?? null,
      series: columnWithValues,
      versions: (id) => known.versions.get(id) ?? null,
      rows: (table) => rowsOf(table).filter(({ gone }) => gone === null),
      pastRows: (table) => rowsOf(table).filter(({ gone }) => gone !== null),
      figures: (measured) => {
        const columns = measured.metrics.flatMap((metric) => calculated(metric)?.column ?? [])
        return columns.length === measured.metrics.length ? this.#figuresOf(measured).of(columns) : null
      },
      regimes: () => {
        regimes ??= new RegimeHistory(
          (metric) => {
            const facts = metricByName.get(metric)
            const values = facts && calculated(metric)
            return values ? { facts, column: values.column, due: dueTimes(facts.clock), later: isLater(values) } : null
          },
          asOf,
          this.#regimes,
        )
        return regimes
      },
      companies: () => companiesAt(known, moment),
      agreements: () => agreementsAt(known, moment),
      treasuries: () => {
        treasuries ??= treasuriesOn({ ...known, column: columnWithValues, price: calculated('bitcoin-price'), asOf, moment })
        return treasuries
      },
    }
  }
}

/** One day alone, as `Days` gives it. */
export function dayView(known: KnownVersions, asOf: number, now: number): Day {
  return new PointInTimeDays(known).day(asOf, now)
}

/** Companies of the roster in use with the totals known by `moment`: for each as-of day the last one stated, first statement first. */
function companiesAt(known: KnownVersions, moment: number): FiledCompany[] {
  return rosterOf(known.sample).flatMap(({ ticker, name, id, series }) => {
    if (series === null) return []
    const byDay = new Map<string, FiledTotal>()
    for (const total of known.totals.get(id) ?? []) {
      if (Date.parse(total.knownAt) > moment) continue
      const standing = byDay.get(total.asOf)
      if (!standing || standing.value !== total.value) byDay.set(total.asOf, total)
    }
    return [{ ticker, name, series, totals: [...byDay.values()] }]
  })
}

/** Agreements that hosts had filed by a moment, newest first; on sample data those of every invented filer. */
function agreementsAt({ agreements, sample }: KnownVersions, moment: number): FiledAgreement[] {
  return rosterOf(sample)
    .filter(({ ticker }) => sample || hostingMiners.includes(ticker))
    .flatMap(({ id, ticker, name }) => (agreements?.get(id) ?? []).map((filed) => ({ ticker, name, ...filed })))
    .filter(({ filing }) => Date.parse(filing.knownAt) <= moment)
    .sort((a, b) => (a.filing.knownAt < b.filing.knownAt ? 1 : -1))
}
