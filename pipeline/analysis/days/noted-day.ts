import { companies } from '../../../data/companies.ts'
import { metricByName } from '../../../data/metrics.ts'
import { regimeInputs } from '../../../data/regime.ts'
import { keptSeries } from '../../../data/series.ts'
import { dayMs } from '../../time/day.ts'
import type { DatedTableName } from '../../warehouse/tables/index.ts'
import { seriesOf } from '../formulas/evaluate.ts'
import type { Day, Labelled } from './day.ts'

/** What filings state of the roster, as one input: it is read whole. */
export const filings = 'filings'

/** What something was made of: ids of series and names of tables, and until when it stands if none of them changes (milliseconds UTC). */
export interface Reads {
  readonly names: ReadonlySet<string>
  readonly until: number
}

/** Every series a metric's reading is made of: those of its formula and of its witnesses. */
const seriesRead = (metric: string): string[] => [
  ...seriesOf(metric),
  ...(metricByName.get(metric)?.witnesses ?? []).flatMap(({ series }) => seriesOf(series)),
]

/** Every name a state is judged by. */
export const namesJudgedBy = ({ tables = [], state: { reads } }: Labelled): string[] => [...reads.flatMap(seriesRead), ...tables]

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
export function notedDay(day: Day): { readonly day: Day; readonly reads: Reads } {
  const names = new Set<string>()
  const reads = { names, until: (day.today + 1) * dayMs }
  const note = (...read: readonly string[]) => {
    for (const name of read) names.add(name)
  }
  const until = (moment: number) => {
    reads.until = Math.min(reads.until, moment)
  }
  const ofMetric =
    <Rest extends readonly unknown[], Result>(ask: (metric: string, ...rest: Rest) => Result) =>
    (metric: string, ...rest: Rest): Result => {
      note(...seriesRead(metric))
      return ask(metric, ...rest)
    }
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
    rests: ofMetric(day.rests),
    closing: ofMetric(day.closing),
    correlation: (a, b) => {
      note(...seriesRead(a), ...seriesRead(b))
      return day.correlation(a, b)
    },
    figures: (measured) => {
      note(...measured.metrics.flatMap(seriesRead))
      return day.figures(measured)
    },
    regimes: () => {
      note(...regimeInputs.flatMap(({ metric }) => seriesRead(metric)))
      return day.regimes()
    },
    series: (id) => {
      note(id)
      return day.series(id)
    },
    versions: (id) => {
      note(id)
      return day.versions(id)
    },
    rows: <Name extends DatedTableName>(table: Name) => {
      note(table)
      return day.rows(table)
    },
    pastRows: <Name extends DatedTableName>(table: Name) => {
      note(table)
      return day.pastRows(table)
    },
    companies: () => {
      note(filings)
      return day.companies()
    },
    agreements: () => {
      note(filings)
      return day.agreements()
    },
    treasuries: () => {
      note(filings, ...ofTreasuries)
      return day.treasuries()
    },
    label: (briefing, back) => {
      note(...namesJudgedBy(briefing))
      return day.label(briefing, back)
    },
    labels: day.labels,
  }
  return { day: noted, reads }
}
