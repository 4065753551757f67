import { metricRows } from '../../../data/metrics.ts'
import { calendarNames } from '../../../data/releases.ts'
import { dayMs, isoDay, isoTime } from '../../calendar/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import type { Day } from '../day.ts'
import { type Entry, passedEntries, trackedOf } from './agenda.ts'

/** Days behind of which releases are shown, and of which moves are. */
const behindDays = 7
const movedDays = 30
/** Briefings named in a cell, and metrics shown of one release. */
const namedBriefings = 4
const shownMetrics = 3

export const clockOf = (ms: number): string => isoTime(ms).slice(11, 16)
const localTime = ({ clock, place }: Entry): string => (clock === null ? place : `${clock} ${place}`)
export const titleOf = ({ name, about }: Entry): string => (about === null ? name : `${name}, ${about}`)

/** What is due, soonest first. */
export function comingSection(entries: readonly Entry[], days: number): Section {
  return {
    id: 'coming',
    title: `The next ${days} days`,
    note: null,
    columns: [
      { key: 'day', label: 'Day', unit: null },
      { key: 'local_time', label: 'Local time', unit: null },
      { key: 'utc', label: 'UTC', unit: null },
      { key: 'release', label: 'Release', unit: null },
      { key: 'status', label: 'Status', unit: null },
      { key: 'can_change', label: 'Can change', unit: null },
      { key: 'source', label: 'Source', unit: null },
    ],
    rows: entries.map((entry) => ({
      day: entry.day,
      local_time: localTime(entry),
      utc: clockOf(entry.at),
      release: entry.major ? `${titleOf(entry)} (major)` : titleOf(entry),
      status: entry.movedFrom === null ? entry.status : `moved from ${entry.movedFrom}`,
      can_change: briefingsIn(entry),
      source: entry.source,
      due_at: isoTime(entry.at),
      briefings: entry.briefings.length,
    })),
  }
}

function briefingsIn({ briefings }: Entry): string | null {
  const more = briefings.length - namedBriefings
  if (briefings.length === 0) return null
  return `${briefings.slice(0, namedBriefings).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What moved, or left its calendar before its day had come, in the last 30 days. */
export function movedSection(day: Day): Section {
  const standing = new Map(day.rows('scheduled_release').map((row) => [`${row.source} ${row.occurrence}`, row]))
  const seen = new Set<string>()
  const rows = day
    .pastRows('scheduled_release')
    .filter((row) => row.gone! > day.now - movedDays * dayMs && row.gone! <= Date.parse(row.due_at) && trackedOf(row) !== null)
    .toReversed()
    .flatMap((row): Section['rows'] => {
      const key = `${row.source} ${row.occurrence}`
      const now = standing.get(key)
      if (seen.has(key) || (now !== undefined && now.day === row.day && now.clock === row.clock && now.status !== 'cancelled'))
        return []
      seen.add(key)
      return [
        {
          release: row.about === null || row.source === 'fomc' ? row.release : `${row.release}, ${row.about}`,
          was: row.day,
          now: now === undefined ? 'no longer listed' : now.status === 'cancelled' ? 'cancelled' : (now.day ?? 'to be announced'),
          seen: isoDay(Math.floor(row.gone! / dayMs)),
          source: calendarNames[row.source],
        },
      ]
    })
  return {
    id: 'moved',
    title: 'Moved or withdrawn in the last 30 days',
    note: null,
    columns: [
      { key: 'release', label: 'Release', unit: null },
      { key: 'was', label: 'Was', unit: null },
      { key: 'now', label: 'Now', unit: null },
      { key: 'seen', label: 'Seen', unit: null },
      { key: 'source', label: 'Source', unit: null },
    ],
    rows,
  }
}

const repeating = new Set<string>(
  metricRows.filter(({ repeats, mechanical }) => repeats !== undefined || mechanical).map(({ metric }) => metric),
)

/** What came, with the values it brought: of each metric the newest and the one a week before. */
export function passedSection(day: Day): Section {
  const shown = new Set<string>()
  const released = new Set<string>()
  const rows = passedEntries(day, behindDays).flatMap((entry): Section['rows'] => {
    // of a release that came twice in the week the newest: what an earlier one brought has been replaced
    if (released.has(entry.name)) return []
    released.add(entry.name)
    const brought = entry.metrics.flatMap((metric) => {
      const reading = repeating.has(metric) || shown.has(metric) ? null : day.reading(metric)
      if (!reading || Date.parse(reading.known_at) < entry.at - dayMs) return []
      const before = day.closing(metric, behindDays)
      return before.value === null || before.period === reading.period ? [] : [{ reading, before }]
    })
    for (const { reading } of brought.slice(0, shownMetrics)) shown.add(reading.metric)
    const common = { day: entry.day, utc: clockOf(entry.at), release: titleOf(entry) }
    if (brought.length === 0)
      return entry.metrics.length === 0
        ? []
        : [{ ...common, what: 'nothing new read yet', now: null, before: null, signal: null }]
    return brought.slice(0, shownMetrics).map(({ reading, before }) => ({
      ...common,
      what: reading.title,
      now: reading.value,
      now_unit: reading.unit,
      before: before.value,
      before_unit: reading.unit,
      signal: signalWords(reading, before.signal),
      metric: reading.metric,
    }))
  })
  return {
    id: 'released',
    title: 'Released in the last seven days, and what it changed',
    note: null,
    columns: [
      { key: 'day', label: 'Day', unit: null },
      { key: 'release', label: 'Release', unit: null },
      { key: 'what', label: 'Reading', unit: null },
      { key: 'now', label: 'Now', unit: null },
      { key: 'before', label: 'Before', unit: null },
      { key: 'signal', label: 'Signal', unit: null },
    ],
    rows,
  }
}

/** `bullish for bonds`, `neutral to bearish for bonds`; null where no side is taken. */
function signalWords({ signal }: Reading, before: string | null): string | null {
  if (signal === null) return null
  const turned = before === null || before === signal.direction ? signal.direction : `${before} to ${signal.direction}`
  return signal.for === null || signal.direction === 'neutral' ? turned : `${turned} for ${signal.for}`
}
