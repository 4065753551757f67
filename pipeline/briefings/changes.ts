import type { Briefing } from '../../data/briefings.ts'
import type { Day } from '../days/day.ts'
import type { BriefingChange } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import { endOfDay, isoDay } from '../time/day.ts'
import { amountInWords, inWords } from '../values/amounts.ts'
import type { BriefingContent, BriefingDefinition } from './briefer.ts'
import { metricReleaseName } from './late.ts'
import { capitalised } from './story/names.ts'
import {
  inSpanText,
  onPeriodText,
  periodInWords,
  type ReadingSubject,
  readingSubject,
  readingValueText,
  recordSinceText,
} from './story/subject.ts'

/** What a change weighs by its kind, beside the strength of the reading it is of. */
const kinds = { state: 1_000, record: 100, filed: 50, signal: 1, release: 0 } as const

type Weighed = Omit<BriefingChange, 'rank'> & { readonly weight: number }
type Own = Omit<BriefingChange, 'rank' | 'what'>

/** A change that a release brought, and the period it is of, in words. */
type OfRelease = Weighed & { readonly release: string; readonly period: string; readonly brief: string }

/** Readings of one release that a line names; the rest is counted. */
const mostNamed = 2
/** A release of more readings than this names the strongest alone. */
const fewReadings = 4

/**
 * What differs from the day `days` before, as that day was known then: the briefing's state, what was filed, of each reading its signal, and what
 * releases brought, one line each: a record set since, or else a new value where it differs in the digits printed. Of a stale reading nothing.
 * Most unusual first.
 */
export function changesSince(
  row: Briefing,
  briefer: BriefingDefinition,
  { filed = () => [] }: BriefingContent,
  day: Day,
  days: number,
): BriefingChange[] {
  const changes: Weighed[] = filed(days).map((each) => ({ ...each, field: 'release', weight: kinds.filed }))
  const released = new Map<string, OfRelease[]>()
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
    const subject = readingSubject(reading, day.column(metric), isoDay(day.asOf))
    const weighed = <Of extends Own>(change: Of) => ({
      ...change,
      what: metric,
      weight: kinds[change.field] + (subject.moves[0]?.strength ?? 0),
    })
    changes.push(...signalChange(reading, day, days).map(weighed))
    const [brought] = [...recordChange(subject, day, days), ...newValue(subject, day, days)]
    if (brought === undefined) continue
    const auction = auctionOf(reading)
    const release = metricReleaseName(metric) ?? auction ?? metric
    // an auction is on its day, other releases come some days after that of their values
    const period = `${auction === null ? 'for' : 'on'} ${periodInWords(reading.period, subject)}`
    const own = { ...weighed(brought), release, period }
    released.set(release, [...(released.get(release) ?? []), own])
  }
  changes.push(...[...released.values()].map(inOneLine))
  return changes.sort((a, b) => b.weight - a.weight).map(({ weight: _, ...change }, at) => ({ ...change, rank: at + 1 }))
}

/** What one release brought, the strongest first: `Consumer Price Index for June. Consumer prices: 332.57, down from 333.98. And two more.` */
function inOneLine(ofOne: readonly OfRelease[]): Weighed {
  const [first, ...others] = ofOne.toSorted((a, b) => b.weight - a.weight)
  const { release, period, brief: _, ...change } = first!
  if (others.length === 0) return change
  const named = [first!, ...others]
    .slice(0, ofOne.length > fewReadings ? 1 : mostNamed)
    .map((each) => (each.period === period ? capitalised(each.brief.replace(`${release}, `, '')) : each.text))
  const more = ofOne.length - named.length
  const text = [`${release} ${period}.`, ...named, ...(more > 0 ? [`And ${inWords(more)} more.`] : [])].join(' ')
  return { ...change, with: others.map(({ what }) => what), text }
}

/** `3-Year auction`, of a figure of it. */
const auctionOf = ({ title, freshness }: Reading): string | null =>
  freshness.cadence === 'by auction' ? title.replace(/,.*/, '') : null

/** A value before another in the same sentence, without the words around the digits that they share: `$69.74` before `$62.42 a barrel`. */
function digitsOf(value: string, other: string): string {
  const [words, others] = [value.split(' '), other.split(' ')]
  const isShared = (word: string | undefined, same: string | undefined) => word === same && word !== undefined && !/\d/.test(word)
  while (words.length > 1 && isShared(words.at(-1), others.at(-1))) {
    words.pop()
    others.pop()
  }
  while (words.length > 1 && isShared(words[0], others[0])) {
    words.shift()
    others.shift()
  }
  return words.join(' ')
}

function signalChange({ metric, title, signal }: Reading, day: Day, days: number): Own[] {
  const before = day.dayEndReading(metric, days).signal
  if (!signal || before === null || before === signal.direction) return []
  const whom = signal.for === null ? '' : ` for ${signal.for}`
  return [{ field: 'signal', from: before, to: signal.direction, text: `${title}: ${before} to ${signal.direction}${whom}.` }]
}

type Brought = Own & Pick<OfRelease, 'brief'>

/**
 * A record of a value that was not known yet `days` before, with the value then: of a change its window and size too. `200,000 on 2 May, up from
 * 189,000; down 13% in 13 weeks, the most since January 2025`.
 */
function recordChange(subject: ReadingSubject, day: Day, days: number): Brought[] {
  const { record, reading, moves } = subject
  if (record === null || Date.parse(reading.known_at) <= endOfDay(day.asOf - days)) return []
  const { period, value } = day.dayEndReading(reading.metric, days)
  const [from, to] = [amountInWords(reading.metric, value ?? reading.value, reading.unit), readingValueText(subject)]
  const isOther = period !== reading.period && from !== to
  const before = isOther ? `, ${reading.value > value! ? 'up' : 'down'} from ${digitsOf(from, to)}` : ''
  const move = moves.find(({ window }) => window === record.window)
  if (record.window !== null && move === undefined) return []
  const what = move
    ? `; ${move.way > 0 ? 'up' : 'down'} ${move.size} ${inSpanText(move)}, the most ${recordSinceText(record)}`
    : `, ${isOther ? 'the ' : ''}${record.kind} ${recordSinceText(record)}`
  return [
    {
      field: 'record',
      from: record.since,
      to: record.kind,
      text: `${reading.title}: ${to} ${onPeriodText(subject)}${before}${what}.`,
      brief: `${reading.title}: ${to}${before}${what}.`,
    },
  ]
}

/** A new value of what does not come daily, where it differs in the digits printed. */
function newValue(subject: ReadingSubject, day: Day, days: number): Brought[] {
  const { metric, title, unit, value, period, freshness } = subject.reading
  const before = day.dayEndReading(metric, days)
  if (freshness.cadence.endsWith('daily') || before.period === null || before.period === period) return []
  const [from, to] = [amountInWords(metric, before.value!, unit), amountInWords(metric, value, unit)]
  if (from === to) return []
  return [
    {
      field: 'release',
      from: before.value,
      to: value,
      text: `${title}: ${from} (${periodInWords(before.period, subject)}) to ${to} (${periodInWords(period, subject)}).`,
      brief: `${title}: ${digitsOf(from, to)} to ${to}.`,
    },
  ]
}
