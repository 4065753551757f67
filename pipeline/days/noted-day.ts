import { companies } from '../../data/companies.ts'
import { metricByName } from '../../data/metrics.ts'
import { regimeInputs } from '../../data/regime.ts'
import { keptSeries } from '../../data/series.ts'
import { seriesOf } from '../formulas/evaluate.ts'
import { dayMs } from '../time/day.ts'
import type { Day, LabelledBriefing } from './day.ts'

/** What filings state of the roster, as one input: it is read whole. */
export const filingsInput = 'filings'

/** What something was made of: ids of series and names of tables, and until when it stands if none of them changes (milliseconds UTC). */
export interface RecordedInputs {
  readonly names: ReadonlySet<string>
  readonly until: number
}

/** Every series a metric's reading is made of: those of its formula and of its witnesses. */
const seriesRead = (metric: string): string[] => [
  ...seriesOf(metric),
  ...(metricByName.get(metric)?.witnesses ?? []).flatMap(({ series }) => seriesOf(series)),
]

/** Every name a state is judged by. */
export const stateInputNames = ({ tables = [], state: { reads } }: LabelledBriefing): string[] => [
  ...reads.flatMap(seriesRead),
  ...tables,
]

/** Series that treasuries are valued and compared with: those named after a company of a roster, a close that was listed for its mining too. */
const ofTreasuries = [
  'H10.JPY',
  ...seriesOf('bitcoin-price'),
  ...keptSeries.flatMap(({ id }) => (companies.some(({ ticker }) => id.startsWith(`${ticker}.`)) ? id : [])),
]

/**
 * The same day, and what has been asked of it so far. Ages are of whole days, so that nothing stands beyond the UTC day it was made on; what asks
 * for `now` itself does not stand at all.
 */
export function trackDayReads(day: Day): { readonly day: Day; readonly reads: RecordedInputs } {
  const names = new Set<string>()
  const reads = { names, until: (day.today + 1) * dayMs }
  const note = (...read: readonly string[]) => {
    for (const name of read) names.add(name)
  }
  const until = (moment: number) => {
    reads.until = Math.min(reads.until, moment)
  }
  /** Calls `ask` after it has noted the names that the arguments read. */
  const noting =
    <Given extends readonly unknown[], Result>(ask: (...given: Given) => Result, names: (...given: Given) => readonly string[]) =>
    (...given: Given): Result => {
      note(...names(...given))
      return ask(...given)
    }
  const ofMetric = <Rest extends readonly unknown[], Result>(ask: (metric: string, ...rest: Rest) => Result) =>
    noting(ask, (...[metric]: [metric: string, ...rest: Rest]) => seriesRead(metric))
  const timed = <Result>(ask: (metric: string) => Result) =>
    ofMetric((metric) => {
      until(day.standsUntil(metric))
      return ask(metric)
    })
  const noted: Day = {
    asOf: day.asOf,
    today: day.today,
    sample: day.sample,
    get now() {
      until(day.now)
      return day.now
    },
    reached: (moment) => {
      if (!day.reached(moment)) until(moment)
      return day.reached(moment)
    },
    reading: timed(day.reading),
    late: timed(day.late),
    standsUntil: ofMetric(day.standsUntil),
    signalRuns: ofMetric(day.signalRuns),
    past: ofMetric(day.past),
    column: ofMetric(day.column),
    notes: ofMetric(day.notes),
    dependsOn: ofMetric(day.dependsOn),
    dayEndReading: ofMetric(day.dayEndReading),
    correlation: noting(day.correlation, (a, b) => [...seriesRead(a), ...seriesRead(b)]),
    figures: noting(day.figures, ({ metrics }) => metrics.flatMap(seriesRead)),
    regimes: noting(day.regimes, () => regimeInputs.flatMap(({ metric }) => seriesRead(metric))),
    series: noting(day.series, (id) => [id]),
    versions: noting(day.versions, (id) => [id]),
    rows: noting(day.rows, (table) => [table]),
    pastRows: noting(day.pastRows, (table) => [table]),
    companies: noting(day.companies, () => [filingsInput]),
    agreements: noting(day.agreements, () => [filingsInput]),
    treasuries: noting(day.treasuries, () => [filingsInput, ...ofTreasuries]),
    label: noting(day.label, stateInputNames),
    labels: day.labels,
  }
  return { day: noted, reads }
}
