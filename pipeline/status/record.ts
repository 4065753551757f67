import { addForecast, blockDays, calibrationReport, emptyForecastSums } from '../analysis/calibration.ts'
import type { CalibrationReport, SampledFigure } from '../documents/calibration.ts'
import type { RecordDocument, RecordFigures } from '../documents/record.ts'
import type { Stake, StakeRow } from '../tables/stake.ts'
import { dayNumber } from '../time/day.ts'
import { groupedBy } from '../values/grouped.ts'

/** What the statistics need of a stake; `came_true` is null while it is unresolved. */
export type StakeFigures = Omit<Stake, 'id' | 'document' | 'fingerprint' | 'published_at' | 'value'> & Pick<StakeRow, 'came_true'>

const groupings = {
  all: () => 'all',
  horizon: ({ horizon_days }: StakeFigures) => String(horizon_days),
  month: ({ as_of }: StakeFigures) => as_of.slice(0, 7),
  method: ({ method }: StakeFigures) => method,
} as const

/** Open stakes that are listed, the next ones due first. */
const mostOpen = 20

/** Kinds of stakes: a neutral signal comes true where nothing unusual happens, which is another thing than a direction that does. */
const kinds = ['signals', 'neutral', 'regime'] as const
const kindOf = ({ metric, way }: StakeFigures): (typeof kinds)[number] =>
  metric === null ? 'regime' : way === 0 ? 'neutral' : 'signals'

/**
 * The forward record of a home on a day (YYYY-MM-DD): its stakes in groups, those entered when they were published apart from others, and the
 * next ones due.
 *
 * @param isReplayed whether the day was over when its documents were made, which stakes nothing
 */
export function recordDocument(
  stakes: readonly StakeFigures[],
  asOf: string,
  sample: boolean,
  isReplayed = false,
): RecordDocument {
  const published = stakes.filter(({ entered }) => entered === 'published')
  const figures = kinds.flatMap((about) =>
    (['published', 'after'] as const).flatMap((entered) => {
      const some = stakes.filter((stake) => stake.entered === entered && kindOf(stake) === about)
      return (Object.keys(groupings) as (keyof typeof groupings)[]).flatMap((by) =>
        [...groupedBy(some, groupings[by])]
          .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
          .map(([key, group]): RecordFigures => ({ about, entered, by, key, ...figuresOf(group, asOf) })),
      )
    }),
  )
  const since = published.reduce<string | null>((first, { as_of }) => (first === null || as_of < first ? as_of : first), null)
  const open = published
    .filter(({ came_true, due }) => came_true === null && due >= asOf)
    .map((stake) => ({ stake, place: [stake.due, stake.metric ?? '', stake.claim, stake.as_of].join(' ') }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, mostOpen)
    .map(({ stake: { metric, claim, probability, as_of, due } }) => ({ metric, claim, probability, as_of, due }))
  return { as_of: asOf, sample, since, ...(isReplayed ? { replayed: true } : {}), open, figures }
}

function figuresOf(stakes: readonly StakeFigures[], asOf: string): Omit<RecordFigures, 'about' | 'entered' | 'by' | 'key'> {
  const unresolved = stakes.filter(({ came_true }) => came_true === null)
  const graded = stakes.filter(({ came_true }) => came_true !== null)
  const called = graded.filter((stake) => stake.called)
  const own = judge(graded, ({ base }) => base)
  const lasting = judge(graded, ({ persistence }) => persistence)
  return {
    stakes: stakes.length,
    unresolved: unresolved.length,
    overdue: unresolved.filter(({ due }) => due < asOf).length,
    n: own?.n ?? 0,
    hit_rate: own && called.filter(({ came_true }) => came_true).length / called.length,
    brier: own?.brier ?? null,
    base_brier: own?.base_brier ?? null,
    persistence_brier: lasting?.base_brier ?? null,
    skill: own && finite(own.skill),
    persistence_skill: lasting && finite(lasting.skill),
  }
}

/** A skill is without bounds where the other probabilities were never wrong: it says nothing then. */
function finite({ value, low, high }: SampledFigure): SampledFigure | null {
  if (!Number.isFinite(value)) return null
  const isBounded = low !== null && high !== null && Number.isFinite(low) && Number.isFinite(high)
  return isBounded ? { value, low, high } : { value, low: null, high: null }
}

/**
 * Judges stakes beside another probability of each, as calibration does: windows of one series that overlap are counted once in `n`, and the
 * intervals are drawn from blocks of calendar days, twice as long as the longest window.
 */
function judge(graded: readonly StakeFigures[], other: (stake: StakeFigures) => number): CalibrationReport | null {
  const block = Math.min(blockDays, 2 * Math.max(...graded.map(({ horizon_days }) => horizon_days)))
  return calibrationReport(
    [...groupedBy(graded, ({ metric }) => metric).values()].map((series) => {
      const sums = emptyForecastSums()
      for (const stake of series.toSorted((a, b) => (a.period < b.period ? -1 : a.period > b.period ? 1 : 0)))
        addForecast(
          sums,
          {
            day: dayNumber(stake.period)!,
            end: dayNumber(stake.due)!,
            probability: stake.probability,
            base: other(stake),
            held: stake.came_true === true,
          },
          block,
        )
      return sums
    }),
  )
}
