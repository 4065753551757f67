import { couponMaturities, shortMaturity } from '../../../data/auctions.ts'
import { briefingRows } from '../../../data/briefings.ts'
import { metricRows } from '../../../data/metrics.ts'
import { type ReleaseRule, releaseRules } from '../../../data/release-rules.ts'
import { calendarNames, type ListedRelease, listedReleases, weeklyReleases } from '../../../data/releases.ts'
import { type Series, series, seriesById } from '../../../data/series.ts'
import { fomcMeetings, fomcMinutesDelayDays } from '../../../data/usual-days.ts'
import type { Day } from '../../days/day.ts'
import { rhythmOfSeries } from '../../days/release-times.ts'
import { seriesOf } from '../../formulas/evaluate.ts'
import type { DatedRow } from '../../tables/index.ts'
import { dayMs, dayNumber, dayOf, isoDay } from '../../time/day.ts'
import { expectedPeriods, releaseClock, releaseRule, releaseTime } from '../../time/release.ts'
import { type DaySpan, usualSpans } from '../../time/usual-day.ts'
import { localToUtc } from '../../time/zone.ts'
import { dayInWords } from '../../values/amounts.ts'
import { isBill, upcomingAuctions } from './auction-plans.ts'
import { offeredAmountText, securityOf } from './auction-tables.ts'

export type ScheduledReleaseRow = DatedRow<'scheduled_release'>

/** Days or weeks in words, of a day of an agenda: `on 12 August`, `in the week of 10 August`. */
export const agendaDayText = ({ day, until }: Pick<AgendaEntry, 'day' | 'until'>, today: string): string =>
  `${until === undefined ? 'on' : 'in the week of'} ${dayInWords(day, today)}`

/** One thing on the agenda. */
export interface AgendaEntry {
  readonly name: string
  readonly about: string | null
  /** What is sold, of an auction: `10-Year`, and `$42bn` where it is announced. */
  readonly auction?: { readonly security: string; readonly size: string | null }
  /** Milliseconds UTC. */
  readonly at: number
  /** Local day (`YYYY-MM-DD`), clock time and place: `08:30`, `New York`. */
  readonly day: string
  /** Last local day of the week it is due in, where its rule names no day: `day` is the first then. */
  readonly until?: string
  readonly clock: string | null
  readonly place: string
  readonly source: string
  /** The release whose usual day it is on, because its calendar was not read so far. */
  readonly rule?: ListedRelease
  readonly status: string
  /** The day it was on before it was moved. */
  readonly movedFrom?: string | undefined
  readonly major?: boolean
  /** Metrics it gives values to, and the briefings that carry them. */
  readonly metrics: readonly string[]
  readonly briefings: readonly string[]
}

const metricsBySeries = new Map<string, string[]>()
for (const { metric } of metricRows)
  for (const id of seriesOf(metric)) metricsBySeries.set(id, [...(metricsBySeries.get(id) ?? []), metric])

/** Metrics that depend on a series released by one of these rules. */
function metricsOf(rules: readonly string[]): string[] {
  const ids = series.filter((row: Series) => rules.includes(row.rule)).map(({ id }) => id)
  return [...new Set(ids.flatMap((id) => metricsBySeries.get(id) ?? []))]
}

/** Metrics, and the briefings that carry one of them beside the agenda. */
const changedBy = (metrics: readonly string[]) => ({
  metrics,
  briefings: briefingRows
    .filter((row) => row.id !== 'macro.calendar' && row.metrics.some((metric) => metrics.includes(metric)))
    .map(({ id }) => id),
})
const byListed = new Map(listedReleases.map((row) => [row, changedBy(metricsOf(row.rules))]))
const byRule = new Map(weeklyReleases.map((row) => [row.rule, changedBy(metricsOf([row.rule, row.with ?? row.rule]))]))
const ofAuctions = metricRows.filter(({ cadence }) => cadence === 'by auction').map(({ metric }) => metric)
const byMaturity = new Map<string | null, ReturnType<typeof changedBy>>(
  couponMaturities.map((each) => [
    each,
    changedBy(ofAuctions.filter((metric) => metric.startsWith(`auction-${shortMaturity(each)}-`))),
  ]),
)

export const newYorkZone = 'America/New_York'
/** Local time of statements and minutes. */
export const fomcClock = '14:00'

/** Days within which a week is released. */
const longestLag = 60

const placeOf = (zone: string): string => (zone === 'UTC' ? 'UTC' : zone.split('/').at(-1)!.replace('_', ' '))

/** The tracked release a row of a calendar is, or null. */
export const trackedReleaseOf = ({ source, release }: Pick<ScheduledReleaseRow, 'source' | 'release'>): ListedRelease | null =>
  listedReleases.find((row) => row.source === source && release.startsWith(row.name)) ?? null

export const releaseOccurrenceId = ({ source, occurrence }: ScheduledReleaseRow): string => `${source} ${occurrence}`

/** Rows that stood when they were due: those that stand, and those that left their calendar once they were past. */
export function scheduledReleaseRows(day: Day): ScheduledReleaseRow[] {
  const passed = day.pastRows('scheduled_release').filter(({ gone, due_at }) => gone! > Date.parse(due_at))
  const standing = day.rows('scheduled_release')
  const again = new Set(standing.map(releaseOccurrenceId))
  return [...standing, ...passed.filter((row) => !again.has(releaseOccurrenceId(row)))]
}

/** A stretch of days before or after the moment of a day. */
interface Stretch {
  /** Its first and last day, as day numbers. */
  readonly first: number
  readonly last: number
  /** Whether it has what is due between two moments (milliseconds UTC), the same where its time is known; `isOver`: it has come before the second. */
  includes(opens: number, closes?: number, isOver?: boolean): boolean
}

const daysAhead = (day: Day, days: number): Stretch => ({
  first: day.today,
  last: day.today + days,
  includes: (opens, closes = opens, isOver = false) => !isOver && !day.reached(closes) && day.reached(opens - days * dayMs),
})

const daysBehind = (day: Day, days: number): Stretch => ({
  first: day.today - days,
  last: day.today,
  includes: (opens, closes = opens, isOver = false) =>
    isOver ? !day.reached(opens + days * dayMs) : day.reached(closes) && !day.reached(closes + days * dayMs),
})

function listedEntries(day: Day, stretch: Stretch): AgendaEntry[] {
  const past = day.pastRows('scheduled_release')
  const seen = new Set<string>()
  return scheduledReleaseRows(day).flatMap((row): AgendaEntry[] => {
    const tracked = trackedReleaseOf(row)
    const at = Date.parse(row.due_at)
    const name = releaseOccurrenceId(row)
    const key = `${name} ${row.due_at}`
    if (tracked === null || row.day === null || row.status === 'cancelled' || !stretch.includes(at) || seen.has(key)) return []
    seen.add(key)
    const before = past.findLast((other) => releaseOccurrenceId(other) === name && other.day !== null && other.day !== row.day)
    return [
      {
        name: row.release,
        about: row.source === 'fomc' ? null : row.about,
        at,
        day: row.day,
        clock: row.clock,
        place: placeOf(row.zone),
        source: calendarNames[row.source],
        status: row.status,
        movedFrom: before?.day ?? undefined,
        major: tracked.major,
        ...byListed.get(tracked)!,
      },
    ]
  })
}

/** Days within which a release of a calendar is the one that a rule has elsewhere. */
const sameWithin = 10

/** When a release is due that no calendar names. */
interface Unlisted extends DaySpan {
  readonly release: ListedRelease
  readonly name: string
  readonly clock: string
  readonly status: string
}

const agendaRules: readonly string[] = [
  ...listedReleases.flatMap(({ rules }) => rules),
  ...weeklyReleases.flatMap((row) => [row.rule, row.with ?? row.rule]),
]
/** Series that the releases of an agenda give values to. */
const releasedSeries = series.filter((row: Series) => agendaRules.includes(row.rule)).map(({ id }) => id)

/** Releases that other briefings name and no agenda has: neither a calendar that is read nor a rule gives their day. */
export const undatedReleases: readonly string[] = [
  ...new Set(releaseRules.flatMap((rule: ReleaseRule) => (agendaRules.includes(rule.id) ? [] : (rule.releaseName ?? [])))),
]

/** Releases by their usual day, and meetings by the days that were published a year ahead. */
function unlistedReleases(from: number, to: number): Unlisted[] {
  const ofRule = listedReleases.flatMap((release) =>
    release.usual === undefined
      ? []
      : usualSpans(release.usual, from, to).map((span) => ({
          ...span,
          release,
          name: release.name.replace(/ \($/, ''),
          clock: release.usual!.clock,
          status: 'by rule',
        })),
  )
  const on = (day: number, name: string, status: string): Unlisted[] => {
    const release = listedReleases.find((row) => name.startsWith(row.name))!
    return day < from || day > to ? [] : [{ from: day, to: day, release, name, clock: fomcClock, status }]
  }
  const ofMeetings = fomcMeetings.flatMap(({ day, projections }) => [
    ...on(dayNumber(day)!, `FOMC statement${projections ? ' and projections' : ''}`, 'published ahead'),
    ...on(dayNumber(day)! + fomcMinutesDelayDays, 'FOMC minutes', 'by rule'),
  ])
  return [...ofRule, ...ofMeetings]
}

/** Releases of days that the calendar of their source does not reach. One whose figures came within its week is over. */
function unlistedEntries(day: Day, stretch: Stretch): AgendaEntry[] {
  const rows = scheduledReleaseRows(day).filter((row) => row.day !== null)
  // where nothing was read, rules alone make no agenda
  if (rows.length === 0 && releasedSeries.every((id) => day.series(id) === null)) return []
  const isListed = ({ release, from: first }: Unlisted) =>
    rows.some(
      (row) =>
        row.source === release.source &&
        (dayNumber(row.day!)! >= first || (trackedReleaseOf(row) === release && dayNumber(row.day!)! >= first - sameWithin)),
    )
  return unlistedReleases(stretch.first, stretch.last).flatMap((one): AgendaEntry[] => {
    const [opens, closes] = [one.from, one.to].map((each) => localToUtc(each, one.clock, newYorkZone)) as [number, number]
    const isWeek = one.from < one.to
    if (isListed(one) || !stretch.includes(opens, closes, isWeek && hasCome(day, one))) return []
    return [
      {
        name: one.name,
        about: null,
        at: opens,
        day: isoDay(one.from),
        ...(isWeek ? { until: isoDay(one.to) } : {}),
        clock: one.clock,
        place: placeOf(newYorkZone),
        source: one.status === 'by rule' ? 'release rule' : 'FOMC days published ahead',
        ...(one.status === 'by rule' ? { rule: one.release } : {}),
        status: one.status,
        major: one.release.major,
        ...byListed.get(one.release)!,
      },
    ]
  })
}

/** Whether a series of a release has got a value, or a revised one, since its week began. */
const hasCome = (day: Day, { release, from }: Unlisted): boolean =>
  series.some(
    (row: Series) => release.rules.includes(row.rule as never) && (day.series(row.id)?.known.at(-1) ?? 0) >= from * dayMs,
  )

/** Weekly releases by their rule, on the weekday of a series that is known. One of daily values brings all of its week, which its last day names. */
function weeklyEntries(day: Day, { first, last, includes }: Stretch): AgendaEntry[] {
  return weeklyReleases.flatMap(({ rule: id, name }) => {
    const rule = releaseRule(id)
    const [column] = series.filter((row: Series) => row.rule === id).flatMap(({ id: each }) => day.series(each) ?? [])
    if (column === undefined) return []
    const rhythm = rhythmOfSeries(column.series)
    const periods = expectedPeriods(rhythm, column.period.at(-1)!, first - longestLag, last, Number.POSITIVE_INFINITY)
    return [...new Map(periods.map((period) => [releaseTime(rule, period), period]))]
      .filter(([at]) => includes(at))
      .map(([at, period]) => ({
        name,
        about: `week to ${dayInWords(isoDay(period), isoDay(day.asOf))}`,
        at,
        day: localDay(at, rule.zone),
        clock: releaseClock(rule, period),
        place: placeOf(rule.zone),
        source: 'release rule',
        status: 'by rule',
        ...byRule.get(id)!,
      }))
  })
}

/** Releases by rule come by day in the United States: the local day is that of the moment five hours before. */
const localDay = (at: number, zone: string): string => isoDay(dayOf(at - (zone === 'UTC' ? 0 : 5 * 3_600_000)))

function auctionEntries(day: Day, { includes }: Stretch): AgendaEntry[] {
  return upcomingAuctions(day)
    .filter((row) => !isBill(row) && includes(Date.parse(row.due_at)))
    .map((row) => ({
      name: `Auction results: ${[securityOf(row), offeredAmountText(row) ?? []].flat().join(', ')}`,
      auction: { security: securityOf(row), size: offeredAmountText(row) },
      about: null,
      at: Date.parse(row.due_at),
      day: row.auction_day,
      clock: '13:05',
      place: 'New York',
      source: row.source === 'announced' ? 'Treasury list' : 'Treasury schedule',
      status: row.offered === null ? 'tentative' : 'confirmed',
      ...((row.kind === 'nominal' && byMaturity.get(row.maturity)) || { metrics: [], briefings: [] }),
    }))
}

const inTime = (a: Passed, b: Passed) => a.at - b.at || (a.name < b.name ? -1 : 1)

const releaseEntries = (day: Day, stretch: Stretch) => [
  ...listedEntries(day, stretch),
  ...unlistedEntries(day, stretch),
  ...weeklyEntries(day, stretch),
]

/** Days within which the Federal Reserve meets. */
const meetingDays = 70

/** The next decision of the Federal Reserve, however far ahead. */
export const nextFomcDecision = (day: Day): AgendaEntry | undefined =>
  [...listedEntries(day, daysAhead(day, meetingDays)), ...unlistedEntries(day, daysAhead(day, meetingDays))]
    .filter(isFomcDecision)
    .sort(inTime)[0]

/** Whether an entry is a decision of the Federal Reserve. */
export const isFomcDecision = ({ name }: Pick<AgendaEntry, 'name'>): boolean => name.startsWith('FOMC statement')

/** What is due after the moment of the day and up to `days` days later, soonest first. */
export function upcomingAgendaEntries(day: Day, days: number): AgendaEntry[] {
  const ahead = daysAhead(day, days)
  return [...releaseEntries(day, ahead), ...auctionEntries(day, ahead)].sort(inTime)
}

const ofAgenda = new Set(releasedSeries)
/** Monthly and quarterly figures of the economy whose releases are on no calendar that is read. */
const offCalendar = metricRows.filter(
  ({ category, cadence, clock }) => category === 'macro' && /monthly|quarterly/.test(cadence) && !ofAgenda.has(clock as never),
)

/** What of an entry a table of passed releases shows; a figure that was read without one has no status. */
type Passed = Pick<AgendaEntry, 'name' | 'about' | 'at' | 'day' | 'until' | 'metrics'> & Partial<Pick<AgendaEntry, 'status'>>

/** Releases on no calendar whose figures were read in the `days` days up to the moment of the day, by the title of their series. */
function readEntries(day: Day, days: number): Passed[] {
  return [...new Set(offCalendar.map(({ clock }) => clock))].flatMap((clock): Passed[] => {
    const at = day.series(clock)?.known.at(-1)
    if (at === undefined || !daysBehind(day, days).includes(at)) return []
    const name = seriesById.get(clock)!.title.replace(/, .*$/, '')
    return [
      {
        name,
        about: null,
        at,
        day: localDay(at, newYorkZone),
        metrics: offCalendar.filter((row) => row.clock === clock).map(({ metric }) => metric),
      },
    ]
  })
}

/** What was due in the `days` days up to the moment of the day or was read in them, newest first; auctions have a briefing to themselves. */
export const passedAgendaEntries = (day: Day, days: number): Passed[] =>
  [...releaseEntries(day, daysBehind(day, days)), ...readEntries(day, days)].sort((a, b) => inTime(b, a))
