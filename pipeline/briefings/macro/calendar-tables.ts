import { metricRows } from '../../../data/metrics.ts'
import { calendarNames } from '../../../data/releases.ts'
import type { Day } from '../../analysis/days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { dayMs, dayOf, isoDay, isoTime } from '../../time/day.ts'
import { listing, table } from '../table.ts'
import { type Entry, occurrenceOf, passedEntries, trackedOf, whenOf } from './agenda.ts'

/** Days behind of which releases are shown, and of which moves are. */
const behindDays = 7
const movedDays = 30
/** Briefings named in a cell, and metrics shown of one release. */
const namedBriefings = 4
const shownMetrics = 3

export const clockOf = (ms: number): string => isoTime(ms).slice(11, 16)
export const titleOf = ({ name, about }: Pick<Entry, 'name' | 'about'>): string => (about === null ? name : `${name}, ${about}`)

/** The day, or `week of 10 August` where no day is known. */
const dayCell = (entry: Entry, today: string): string =>
  entry.until === undefined ? entry.day : whenOf(entry, today).replace('in the ', '')

/** What is due, soonest first. */
export const comingSection = (entries: readonly Entry[], days: number, today: string): Section[] =>
  listing('coming', `The next ${days} days`, {
    things: entries,
    columns: {
      day: ['Day', (entry) => dayCell(entry, today)],
      local_time: ['Local time', ({ clock, place }) => (clock === null ? place : `${clock} ${place}`)],
      utc: ['UTC', ({ at }) => clockOf(at)],
      release: ['Release', (entry) => (entry.major ? `${titleOf(entry)} (major)` : titleOf(entry))],
      status: ['Status', ({ movedFrom, status }) => (movedFrom === null ? status : `moved from ${movedFrom}`)],
      can_change: ['Can change', briefingsIn],
      source: ['Source', ({ source }) => source],
      due_at: [null, ({ at, until }) => (until === undefined ? isoTime(at) : null)],
      due_from: [null, ({ day }) => day],
      due_to: [null, ({ day, until }) => until ?? day],
      briefings: [null, ({ briefings }) => briefings.length],
      occurrence: [null, occurrenceIn],
      changes_briefings: [null, ({ briefings }) => briefings.join(' ')],
      changes_metrics: [null, ({ metrics }) => metrics.join(' ')],
    },
  })

/** Which of its kind it is: the same after it has moved once, or however often where its publisher says what it is about. */
const occurrenceIn = ({ name, about, auction, day, movedFrom }: Entry): string =>
  auction === undefined ? `${name}, ${about ?? movedFrom ?? day}` : `Auction ${auction.security}, ${day}`

function briefingsIn({ briefings }: Entry): string | null {
  const more = briefings.length - namedBriefings
  if (briefings.length === 0) return null
  return `${briefings.slice(0, namedBriefings).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const firstOfEach = <Named extends { readonly name: string }>(rows: readonly Named[]): Named[] =>
  rows.filter(({ name }, at) => rows.findIndex((other) => other.name === name) === at)

/** What moved, or left its calendar before its day had come, in the last 30 days: of each the newest day it was on. */
export function movedSection(day: Day): Section[] {
  const standing = new Map(day.rows('scheduled_release').map((row) => [occurrenceOf(row), row]))
  const moved = day
    .pastRows('scheduled_release')
    .filter((row) => row.gone! > day.now - movedDays * dayMs && row.gone! <= Date.parse(row.due_at) && trackedOf(row) !== null)
    .map((row) => ({ row, name: occurrenceOf(row), now: standing.get(occurrenceOf(row)) }))
    .filter(({ row, now }) => now?.day !== row.day || now.clock !== row.clock || now.status === 'cancelled')
    .toReversed()
  return listing('moved', 'Moved or withdrawn in the last 30 days', {
    things: firstOfEach(moved),
    columns: {
      release: ['Release', ({ row }) => titleOf({ name: row.release, about: row.source === 'fomc' ? null : row.about })],
      was: ['Was', ({ row }) => row.day],
      now: [
        'Now',
        ({ now }) => (now?.status === 'cancelled' ? 'cancelled' : now ? (now.day ?? 'to be announced') : 'no longer listed'),
      ],
      seen: ['Seen', ({ row }) => isoDay(dayOf(row.gone!))],
      source: ['Source', ({ row }) => calendarNames[row.source]],
    },
  })
}

const repeating = new Set<string>(
  metricRows.filter(({ repeats, mechanical }) => repeats !== undefined || mechanical).map(({ metric }) => metric),
)

/** What came, with the values it brought: of each metric the newest and the one a week before. */
export function passedSection(day: Day): Section[] {
  const shown = new Set<string>()
  // of a release that came twice in the week the newest: what an earlier one brought has been replaced
  const newest = firstOfEach(passedEntries(day, behindDays))
  return table('released', 'Released in the last seven days, and what it changed', {
    columns: { day: 'Day', release: 'Release', what: 'Reading', now: 'Now', before: 'Before', signal: 'Signal' },
    rows: newest.flatMap((entry): Section['rows'] => {
      const brought = entry.metrics
        .flatMap((metric) => {
          const reading = repeating.has(metric) || shown.has(metric) ? null : day.reading(metric)
          if (!reading || Date.parse(reading.known_at) < entry.at - dayMs) return []
          const before = day.closing(metric, behindDays)
          return before.value === null || before.period === reading.period ? [] : [{ reading, before }]
        })
        .slice(0, shownMetrics)
      for (const { reading } of brought) shown.add(reading.metric)
      const common = { day: dayCell(entry, isoDay(day.asOf)), utc: clockOf(entry.at), release: titleOf(entry) }
      const nothing = { ...common, what: 'nothing new read yet', now: null, before: null, signal: null }
      if (brought.length === 0) return entry.metrics.length === 0 ? [] : [nothing]
      return brought.map(({ reading: { metric, title, value, unit, signal }, before }) => ({
        ...common,
        what: title,
        now: value,
        now_unit: unit,
        before: before.value,
        before_unit: unit,
        signal: signalWords(signal, before.signal),
        metric,
      }))
    }),
  })
}

/** `bullish for bonds`, `neutral to bearish for bonds`; null where no side is taken. */
function signalWords(signal: Reading['signal'], before: string | null): string | null {
  if (signal === null) return null
  const turned = before === null || before === signal.direction ? signal.direction : `${before} to ${signal.direction}`
  return signal.for === null || signal.direction === 'neutral' ? turned : `${turned} for ${signal.for}`
}
