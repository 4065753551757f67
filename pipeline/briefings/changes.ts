import type { Briefing } from '../../data/briefings.ts'
import { amountInWords } from '../analysis/amounts.ts'
import type { Day } from '../analysis/days/day.ts'
import type { Change } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import { endOfDay, isoDay } from '../time/day.ts'
import type { Briefer } from './briefer.ts'
import { onWhichDay, periodInWords, type Subject, sinceWords, subjectOf, valueText } from './story/subject.ts'

/** What a change weighs by its kind, beside the strength of the reading it is of. */
const kinds = { state: 1_000, record: 100, signal: 1, release: 0 } as const

type Weighed = Omit<Change, 'rank'> & { readonly weight: number }

/**
 * What differs from the day `days` before, as that day was known then: the briefing's state, and of each reading its signal, a record set
 * since, and a new value where values are released on set days. Of a stale reading nothing. Most unusual first.
 */
export function changesSince(row: Briefing, briefer: Briefer, day: Day, days: number): Change[] {
  const changes: Weighed[] = []
  const state = briefer.state.label(day)
  const stateThen = day.label(briefer, days)
  if (state !== stateThen)
    changes.push({
      what: row.id,
      field: 'state',
      from: stateThen,
      to: state,
      text: `State: ${stateThen} to ${state}.`,
      weight: kinds.state,
    })
  for (const metric of row.metrics) {
    const reading = day.reading(metric)
    if (!reading || reading.freshness.status === 'stale') continue
    const subject = subjectOf(reading, day.column(metric), isoDay(day.asOf))
    const strength = subject.moves[0]?.strength ?? 0
    const own = [...signalChange(reading, day, days), ...recordChange(subject, day.asOf - days), ...release(subject, day, days)]
    changes.push(...own.map((change) => ({ ...change, what: metric, weight: kinds[change.field] + strength })))
  }
  return changes.sort((a, b) => b.weight - a.weight).map(({ weight: _, ...change }, at) => ({ ...change, rank: at + 1 }))
}

type Own = Omit<Change, 'rank' | 'what'>

function signalChange({ metric, title, signal }: Reading, day: Day, days: number): Own[] {
  const before = day.closing(metric, days).signal
  if (!signal || before === null || before === signal.direction) return []
  const whom = signal.for === null ? '' : ` for ${signal.for}`
  return [{ field: 'signal', from: before, to: signal.direction, text: `${title}: ${before} to ${signal.direction}${whom}.` }]
}

/** A record of a value that was not known yet at the end of `then` (day number). */
function recordChange(subject: Subject, then: number): Own[] {
  const { record, reading } = subject
  if (record === null || Date.parse(reading.known_at) <= endOfDay(then)) return []
  const kind = record.kind.replace('_', ' ')
  return [
    {
      field: 'record',
      from: reading.record!.since,
      to: record.kind,
      text: `${reading.title}: ${valueText(subject)} ${onWhichDay(subject)}, ${kind} ${sinceWords(record)}.`,
    },
  ]
}

function release(subject: Subject, day: Day, days: number): Own[] {
  const { metric, title, unit, value, period, freshness } = subject.reading
  const before = day.closing(metric, days)
  if (freshness.cadence.endsWith('daily') || before.period === null || before.period === period) return []
  const dated = (amountThen: number, on: string) => `${amountInWords(metric, amountThen, unit)} (${periodInWords(on, subject)})`
  return [
    {
      field: 'release',
      from: before.value,
      to: value,
      text: `${title}: ${dated(before.value!, before.period)} to ${dated(value, period)}.`,
    },
  ]
}
