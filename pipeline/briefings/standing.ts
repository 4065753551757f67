import { metricByName } from '../../data/metrics.ts'
import { seriesById } from '../../data/series.ts'
import type { Day } from '../days/day.ts'
import { nextDueByRule, nextValueDue, rhythmOfSeries } from '../days/release-times.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import type { Draft } from '../documents/schema.ts'
import { type FreshnessTurns, type FreshnessWord, freshnessTurns } from '../freshness.ts'
import { dayMs, dayNumber, isoDay } from '../time/day.ts'
import { dayInWords, inWords } from '../values/amounts.ts'
import type { BriefingDefinition } from './briefer.ts'
import { joinWithAnd, nameOf } from './story/names.ts'

/**
 * How a briefing stands: its word, and until when it is sold. `fresh` while all that decides its state or leads it is; `late` once something of
 * that is behind, or half the readings of what no metric decides; `stale` once it is refused (503 DATA_STALE): its state cannot be judged for want
 * of a current input, or nothing that it is about is current, or no reading at all.
 */
export interface BriefingStanding {
  readonly freshness: FreshnessWord
  /** The metrics the word depends on: those that judge the state, and those of the headline and the lead. */
  readonly deciding: readonly string[]
  /** When the word changes, as long as nothing is read. Of what was never there the beginning of the day. */
  readonly turns: FreshnessTurns
  /** Why it is refused once it is stale, such as `the newest value of the hash ribbon is of 22 March`. */
  readonly wants: string
  /** When a value that may end that is due next after the day by a release rule, and the one after it; null where no day is known. */
  readonly due: readonly [next: number, then: number] | null
}

/** Something a briefing depends on: a metric or a series. */
interface Support {
  readonly name: string
  readonly clock: string
  /** Newest period, `YYYY-MM-DD`; null where nothing is on record. */
  readonly period: string | null
  readonly turns: FreshnessTurns
}

type Judged = Pick<Draft<BriefingDocument>, 'readings' | 'state' | 'points' | 'lead'>

/** Names that a refusal has room for. */
const mostNames = 3
const sharePrice = 'the share price of '

export function briefingStandingOf(briefer: BriefingDefinition, document: Judged, day: Day): BriefingStanding {
  const missingSince = day.asOf * dayMs
  const never: FreshnessTurns = { lateAt: missingSince, staleAt: missingSince }
  const ofMetric = (metric: string): Support => {
    const reading = document.readings[metric] ?? day.reading(metric)
    const row = metricByName.get(metric)
    return {
      name: nameOf({ metric, ...(row && { title: row.title }) }).name,
      clock: row?.clock ?? metric,
      period: reading?.period ?? null,
      turns: reading === null ? never : freshnessTurnsOf(reading),
    }
  }
  const ofSeries = (id: string): Support => {
    const column = day.series(id)
    const last = column === null ? null : { period: column.period.at(-1)!, known: column.known.at(-1)! }
    return {
      name: (seriesById.get(id)?.title ?? id).split(',')[0]!.replace(/^Share of /, sharePrice),
      clock: id,
      period: last && isoDay(last.period),
      turns:
        last === null
          ? never
          : freshnessTurns({ ...nextValueDue(id, last.period), cadence: rhythmOfSeries(id).frequency }, last.known),
    }
  }
  const inputs = briefer.state.inputs(day)
  const judging = inputs.filter((metric) => !document.state?.judged_on?.without.includes(metric))
  const leading = [document.lead, document.points[0]?.metric].filter(
    (metric) => typeof metric === 'string' && !hasEnded(document.readings[metric]),
  )
  const deciding = [...new Set([...judging, ...(leading as string[])])]
  const about = (briefer.about ?? []).map(ofSeries)
  const whole = Object.keys(document.readings).map(ofMetric)
  const ended = inputs.map(ofMetric).filter(({ turns }) => day.reached(turns.staleAt))
  // a vote continues with the other inputs: any other state is unknown without one of them
  const unjudged = document.state?.why === 'stale' && briefer.state.voters === undefined ? ended : []
  // of each of these one must be current
  const needed = [...unjudged.map((each) => [each]), inputs.map(ofMetric), about, whole].filter((all) => all.length > 0)
  const [first] = needed.toSorted((a, b) => endOf(a) - endOf(b))
  const lack = briefer.lacks?.(day) ?? null
  const staleAt = lack !== null ? missingSince : first === undefined ? Number.POSITIVE_INFINITY : endOf(first)
  const byPart = [...deciding.map((metric) => ofMetric(metric).turns.lateAt), latestOf(about, 'lateAt')]
  const lateAt = Math.min(staleAt, ...byPart, inputs.length > 0 ? Number.POSITIVE_INFINITY : mostLateAt(whole))
  return {
    freshness: day.reached(staleAt) ? 'stale' : day.reached(lateAt) ? 'late' : 'fresh',
    deciding,
    turns: { lateAt, staleAt },
    wants: lack ?? wantsOf(first ?? [], isoDay(day.asOf)),
    due: dueOf(first ?? [], (day.asOf + 1) * dayMs - 1),
  }
}

/** A reading that is missing or stale leads nothing. */
const hasEnded = (reading: Reading | undefined): boolean => (reading?.freshness.status ?? 'stale') === 'stale'

const endOf = (supports: readonly Support[]): number => latestOf(supports, 'staleAt')

/** The last of the moments; never of nothing. */
const latestOf = (supports: readonly Support[], at: keyof FreshnessTurns): number =>
  supports.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...supports.map(({ turns }) => turns[at]))

/** When half of them are late: what no metric decides is not late for want of one. */
function mostLateAt(supports: readonly Support[]): number {
  const moments = supports.map(({ turns }) => turns.lateAt).sort((a, b) => a - b)
  return moments[Math.floor((moments.length - 1) / 2)] ?? Number.POSITIVE_INFINITY
}

function dueOf(supports: readonly Support[], moment: number): BriefingStanding['due'] {
  const earliest = (after: number) =>
    Math.min(...supports.map(({ clock }) => nextDueByRule(clock, after) ?? Number.POSITIVE_INFINITY))
  const next = earliest(moment)
  return Number.isFinite(next) ? [next, earliest(next)] : null
}

function wantsOf(supports: readonly Support[], today: string): string {
  const names = [...new Set(supports.map(({ name }) => name))]
  const newest = supports.flatMap(({ period }) => period ?? []).sort()
  const noun = names.every((name) => name.startsWith(sharePrice)) ? 'share prices' : 'figures'
  const which = names.length > mostNames ? `${inWords(names.length)} ${noun}` : joinWithAnd(names)
  if (newest.length === 0) return `no value is on record of ${which}`
  const on = dayInWords(newest.at(-1)!, today)
  return names.length > 1 ? `the newest values of ${which} are of ${on}` : `the newest value of ${which} is of ${on}`
}

/** When the word of a reading changes, by what its document says of it. */
export function freshnessTurnsOf({
  metric,
  period,
  known_at,
  freshness: { cadence, next_due_at: next },
}: Reading): FreshnessTurns {
  const due = nextValueDue(metricByName.get(metric)?.clock ?? metric, dayNumber(period)!)
  // that of the newest period its inputs were read for, which may be one that cannot have a value
  const nextDueAt = due.nextDueAt === null || next === null ? due.nextDueAt : Date.parse(next)
  return freshnessTurns({ ...due, nextDueAt, cadence }, Date.parse(known_at))
}
