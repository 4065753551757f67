import { metricRows } from '../../../data/metrics.ts'
import { calendarNames, weeklyReleases } from '../../../data/releases.ts'
import type { UpstreamId } from '../../../data/upstreams.ts'
import { fomcMeetings } from '../../../data/usual-days.ts'
import { type Day, unknown } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { dayMs, dayNumber, dayOf, isoDay, isoTime } from '../../time/day.ts'
import { dayInWords, inWords } from '../../values/amounts.ts'
import { valueOn } from '../../values/column.ts'
import { twelveDigits } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { customState } from '../states/rule.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { listing, table } from '../table.ts'
import {
  type AgendaEntry,
  agendaDayText,
  isFomcDecision,
  nextFomcDecision,
  passedAgendaEntries,
  releaseOccurrenceId,
  type ScheduledReleaseRow,
  scheduledReleaseRows,
  trackedReleaseOf,
  undatedReleases,
  upcomingAgendaEntries,
} from './agenda.ts'
import { auctionPlanSources, upstreamReadDays } from './auction-plans.ts'

/** Days ahead that are shown. */
const aheadDays = 14
/** Days ahead whose major releases decide, how many make a busy week, and how many are left when it is over. */
const weekDays = 7
const busyFrom = 3
const quietAt = 1
/** Days the state is followed back: longer than any busy stretch lasts. */
const followedDays = 60
const sources = ['bls', 'bea', 'fomc'] as const
const upstreamsOf: Readonly<Record<(typeof sources)[number], UpstreamId>> = { bls: 'bls', bea: 'bea', fomc: 'frb' }

function majorDays(rows: readonly ScheduledReleaseRow[]): number[] {
  const listed = rows.filter((row) => row.day !== null && row.status !== 'cancelled' && trackedReleaseOf(row)?.major === true)
  const meetings = fomcMeetings.filter(
    ({ day }) => !rows.some((row) => row.source === 'fomc' && row.day !== null && row.day >= day),
  )
  return [...listed, ...meetings].map(({ day }) => dayNumber(day!)!)
}

/** Calendars that list nothing after a day. */
const endedBy = (rows: readonly ScheduledReleaseRow[], last: number) =>
  sources.filter((source) => !rows.some((row) => row.source === source && row.day !== null && dayNumber(row.day)! > last))

/** Calendars that do not reach beyond the week: one that ends before says nothing of what is not in it. Meetings are published years ahead. */
const shortSources = (rows: readonly ScheduledReleaseRow[], asOf: number) =>
  endedBy(rows, asOf + weekDays).filter((source) => source !== 'fomc' || dayNumber(fomcMeetings.at(-1)!.day)! <= asOf + weekDays)

/** `the Bureau of Labor Statistics and the Federal Reserve`. */
const namesOf = (listed: readonly (typeof sources)[number][]): string =>
  new Intl.ListFormat('en-GB').format(listed.map((source) => `the ${calendarNames[source]}`))

/** Days as they are known now. */
function stateOf(day: Day): string {
  const rows = scheduledReleaseRows(day)
  if (shortSources(rows, day.asOf).length > 0) return unknown
  const days = majorDays(rows)
  let isBusy = false
  for (let at = day.asOf - followedDays; at <= day.asOf; at++) {
    const count = days.filter((due) => due > at && due <= at + weekDays).length
    isBusy = isBusy ? count > quietAt : count >= busyFrom
  }
  return isBusy ? 'busy' : 'quiet'
}

/** What is released when, and what it can change. */
export const macroCalendar: BriefingDefinition = {
  id: 'macro.calendar',
  tables: ['scheduled_release', 'planned_auction', 'auction'],
  state: customState({
    labels: ['busy', 'quiet'],
    words: `by the major releases (jobs, consumer and producer prices, employment costs, GDP, income and spending, decisions of the Federal Reserve) of the next ${inWords(weekDays)} days: \`busy\` from ${inWords(busyFrom)} on, until ${inWords(quietAt)} is left; else \`quiet\`. \`unknown\` while the calendar of the Bureau of Labor Statistics or that of the Bureau of Economic Analysis ends within the week`,
    inputs: [],
    label: stateOf,
    // a calendar that ends within the week is an old one
    why: (day) => (scheduledReleaseRows(day).length === 0 ? 'no_source' : 'stale'),
    noLevels: 'It follows from a calendar, not from a value.',
  }),
  tell: (day) => {
    const coming = upcomingAgendaEntries(day, aheadDays)
    const rows = scheduledReleaseRows(day)
    return {
      nothing: 'Neither a release nor an auction of the coming days is on record.',
      ranked: [],
      facts: nextFacts(coming, day),
      also: alsoSentences(coming, day),
      sections: [...comingSection(coming, aheadDays, isoDay(day.asOf)), ...movedSection(day), ...passedSection(day)],
      rests: [
        ...sources.flatMap((source) =>
          upstreamReadDays(
            upstreamsOf[source],
            rows.filter((row) => row.source === source),
          ),
        ),
        ...auctionPlanSources(day),
      ],
      notes: [
        'Local times are those of the publisher; UTC follows its summer time. Weekly releases without a calendar follow a rule with its holidays.',
        `Left out are bill auctions, what comes daily, and releases whose day neither a calendar that is read nor a rule gives: ${new Intl.ListFormat('en-GB').format(undatedReleases)}.`,
        'A meeting of the Federal Open Market Committee is tentative until the previous meeting confirms it.',
        ...endedBy(rows, day.asOf).map(
          (source) =>
            `Nothing ahead is on record of the ${calendarNames[source]}: ${source === 'fomc' ? 'meetings are on the days published ahead, minutes come by rule' : 'of its releases only those with a rule are here'}.`,
        ),
        ...ruleNotes(coming),
      ],
    }
  },
}

/** Whether a day is known, not only a week. */
const isDated = ({ until }: Pick<AgendaEntry, 'until'>): boolean => until === undefined

/**
 * The next release that leads: a major one whose day is known, else the next decision of the Federal Reserve, else an announced auction or a
 * weekly release. What is known by its week alone never leads.
 */
function nextFacts(coming: readonly AgendaEntry[], day: Day): Fact[] {
  const dated = coming.filter(isDated)
  const major = dated.find((entry) => entry.major) ?? nextFomcDecision(day)
  const next = major ?? dated.find(({ status }) => status === 'confirmed') ?? dated[0]
  if (next === undefined) return []
  const on = agendaDayText(next, isoDay(day.asOf))
  const time = ` at ${`${next.clock ?? ''} ${next.place}`.trim()}`
  const known = shortSources(scheduledReleaseRows(day), day.asOf).length > 0 ? 'known ' : ''
  const soon = coming.filter((entry) => entry.major && isSoon(entry, day))
  const place = next === soon[0] ? 'the first' : 'one'
  const first =
    soon.length > 1 && soon.includes(next) ? `, ${place} of ${inWords(soon.length)} ${known}major releases in a week` : ''
  const { auction, rule } = next
  const name = auction ? `the result of the ${auction.security} auction` : next.name.replace(/ \(.*$/, '')
  const title = auction ? `${name}${auction.size === null ? '' : ` (${auction.size})`}` : titleOf(next)
  const byRule = rule === undefined ? '' : ', by rule'
  const whose = rule === undefined ? '' : ` (no ${calendarNames[rule.source]} of these days was read)`
  // one of which only the week is known may come first; before a meeting also what is due after the days shown
  const isFirst = !coming.some((entry) => entry.major && !isDated(entry) && entry.at < next.at)
  const kindOfRelease = isFirst ? `${known}${major === undefined ? '' : 'major '}release` : 'major release with a known day'
  const kind = isFomcDecision(next) ? 'decision of the Federal Reserve' : kindOfRelease
  const due = isFomcDecision(next) ? 'the Federal Reserve decides' : `${title}${next.about === null ? '' : ','} is due`
  const short = isFomcDecision(next) ? due : `${name} is due`
  return [
    subjectFact({
      metric: next.metrics[0] ?? name,
      about: name,
      weight: 1,
      text: `${capitalised(due)} ${on}${time} (${clockOf(next.at)} UTC)${byRule}${whose}${first}.`,
      clauses: [
        [
          `${capitalised(short)} ${on}${byRule}${first}`,
          `${capitalised(short)} ${on}${time}${byRule}`,
          `${capitalised(short)} ${on}${byRule}`,
        ],
        [`Next ${kind}: ${name}, ${on}${time}${byRule}`, `Next ${kind}: ${name}, ${on}${byRule}`],
      ],
      asides: [`${short} ${on}`],
    }),
  ]
}

const isSoon = ({ at }: Pick<AgendaEntry, 'at'>, day: Day): boolean => day.reached(at - weekDays * dayMs)

/** `six releases and three auctions of notes or bonds`. */
const countsOf = (releases: number, auctions: number): string =>
  [
    { count: releases, noun: releases === 1 ? 'release' : 'releases' },
    { count: auctions, noun: `${auctions === 1 ? 'auction' : 'auctions'} of notes or bonds` },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, noun }) => `${inWords(count)} ${noun}`)
    .join(' and ')

function alsoSentences(coming: readonly AgendaEntry[], day: Day): string[] {
  const inDays = (on: string) => dayInWords(on, isoDay(day.asOf))
  const soon = coming.filter((entry) => isSoon(entry, day))
  const dated = coming.filter(isDated)
  const moved = coming
    .flatMap(({ name, day: to, movedFrom: from }) => (from === undefined ? [] : [{ name, from, to }]))
    .slice(0, 1)
  const auctions = soon.filter(({ auction }) => auction).length
  const short = shortSources(scheduledReleaseRows(day), day.asOf)
  const unjudged = `The state cannot be judged: ${namesOf(short)} ${short.length === 1 ? 'does' : 'do'} not reach a week ahead.`
  const counts = countsOf(soon.length - auctions, auctions)
  const ruled = soon.filter(({ status }) => status === 'by rule').length
  const usually = ruled === 0 ? '' : `, ${ruled === soon.length ? '' : `${inWords(ruled)} of them `}on the usual dates`
  const bring =
    short.length === 0
      ? `The next seven days bring ${counts}${usually}.`
      : `${capitalised(counts)} ${soon.length === 1 ? 'is' : 'are'} expected in the next seven days${usually}.`
  const claims = dated.find(({ name }) => name === weeklyReleases[0]!.name)
  const undated = coming.filter((entry) => entry.major && !isDated(entry))
  const list = new Intl.ListFormat('en-GB')
  const weeks = [...new Set(undated.map((entry) => entry.day))].map((from) => {
    const names = undated.filter((entry) => entry.day === from).map(({ name }) => name)
    return `${list.format(names)} (week of ${inDays(from)})`
  })
  const [meeting, next] = [nextFomcDecision(day), dated.find((entry) => entry.major)]
  return [
    ...(claims === undefined ? [] : [`${claims.name} are due ${agendaDayText(claims, isoDay(day.asOf))}.`]),
    ...(weeks.length === 0 ? [] : [`No day is known for ${list.format(weeks)}.`]),
    ...(meeting && next && !isFomcDecision(next) ? [`The Federal Reserve decides on ${inDays(meeting.day)}.`] : []),
    ...(short.length > 0 ? [unjudged] : []),
    ...(soon.length === 0 ? [] : [bring]),
    ...moved.map(({ name, from, to }) => `${capitalised(name)} has moved from ${inDays(from)} to ${inDays(to)}.`),
  ]
}

/** How often the rules of what is shown hit the day, or the week. */
function ruleNotes(coming: readonly AgendaEntry[]): string[] {
  const rules = [...new Map(coming.flatMap(({ name, rule }) => (rule?.usual ? [[name, rule.usual] as const] : [])))]
  if (rules.length === 0) return []
  const hits = rules.map(
    ([name, { kind, hit }]) =>
      `${name} (the ${kind.startsWith('week') ? 'week' : 'day'} in ${hit[0]} of ${hit[1]} recorded releases)`,
  )
  return [`A day or week by rule may be off: ${hits.join('; ')}.`]
}

/** Days behind of which releases are shown, and of which moves are. */
const behindDays = 7
const movedDays = 30
/** Briefings named in a cell, and metrics shown of one release. */
const namedBriefings = 4
const shownMetrics = 3

const clockOf = (ms: number): string => isoTime(ms).slice(11, 16)
const titleOf = ({ name, about }: Pick<AgendaEntry, 'name' | 'about'>): string => (about === null ? name : `${name}, ${about}`)

/** The day, or `week of 10 August` where no day is known. */
const dayCell = (entry: Pick<AgendaEntry, 'day' | 'until'>, today: string): string =>
  entry.until === undefined ? entry.day : agendaDayText(entry, today).replace('in the ', '')

/** What is due, soonest first. */
const comingSection = (entries: readonly AgendaEntry[], days: number, today: string): Section[] =>
  listing('coming', `The next ${days} days`, {
    things: entries,
    columns: {
      day: ['Day', (entry) => dayCell(entry, today)],
      local_time: ['Local time', ({ clock, place }) => (clock === null ? place : `${clock} ${place}`)],
      utc: ['UTC', ({ at }) => clockOf(at)],
      release: ['Release', (entry) => (entry.major ? `${titleOf(entry)} (major)` : titleOf(entry))],
      status: ['Status', ({ movedFrom, status }) => (movedFrom === undefined ? status : `moved from ${movedFrom}`)],
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
const occurrenceIn = ({ name, about, auction, day, movedFrom }: AgendaEntry): string =>
  auction === undefined ? `${name}, ${about ?? movedFrom ?? day}` : `Auction ${auction.security}, ${day}`

function briefingsIn({ briefings }: AgendaEntry): string | null {
  const more = briefings.length - namedBriefings
  if (briefings.length === 0) return null
  return `${briefings.slice(0, namedBriefings).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const firstOfEach = <Named extends { readonly name: string }>(rows: readonly Named[]): Named[] =>
  rows.filter(({ name }, at) => rows.findIndex((other) => other.name === name) === at)

/** What moved, or left its calendar before its day had come, in the last 30 days: of each the newest day it was on. */
function movedSection(day: Day): Section[] {
  const standing = new Map(day.rows('scheduled_release').map((row) => [releaseOccurrenceId(row), row]))
  const moved = day
    .pastRows('scheduled_release')
    .filter(
      (row) =>
        !day.reached(row.gone! + movedDays * dayMs) && row.gone! <= Date.parse(row.due_at) && trackedReleaseOf(row) !== null,
    )
    .map((row) => ({ row, name: releaseOccurrenceId(row), now: standing.get(releaseOccurrenceId(row)) }))
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
function passedSection(day: Day): Section[] {
  const shown = new Set<string>()
  // of a release that came twice in the week the newest: what an earlier one brought has been replaced
  const newest = firstOfEach(passedAgendaEntries(day, behindDays))
  const rows = newest.flatMap((entry): Section['rows'] => {
    const brought = entry.metrics
      .flatMap((metric) => {
        const reading = repeating.has(metric) || shown.has(metric) ? null : day.reading(metric)
        if (!reading || Date.parse(reading.known_at) < entry.at - dayMs) return []
        const { value, period, signal } = day.dayEndReading(metric, behindDays)
        if (value === null || period === null || period === reading.period) return []
        const now = twelveDigits(valueOn(day.column(metric), dayNumber(period)!) ?? value)
        return [{ reading, before: value, revised: now === twelveDigits(value) ? null : now, signal }]
      })
      .slice(0, shownMetrics)
    for (const { reading } of brought) shown.add(reading.metric)
    const common = { day: dayCell(entry, isoDay(day.asOf)), utc: clockOf(entry.at), release: titleOf(entry) }
    const nothing = { ...common, what: 'nothing new read yet', now: null, before: null, revised: null, signal: null }
    if (brought.length === 0) return entry.metrics.length === 0 || entry.status === undefined ? [] : [nothing]
    return brought.map(({ reading: { metric, title, value, unit, signal }, before, revised, signal: earlier }) => ({
      ...common,
      what: title,
      now: value,
      now_unit: unit,
      before,
      before_unit: unit,
      revised,
      revised_unit: unit,
      signal: signalWords(signal, earlier),
      metric,
    }))
  })
  const isRevised = rows.some(({ revised }) => revised !== null)
  return table('released', 'Released in the last seven days, and what it changed', {
    note: isRevised
      ? 'Before: the value of the period before as it was known a week ago. Revised to: the same period as it is known now.'
      : null,
    columns: {
      ...{ day: 'Day', release: 'Release', what: 'Reading', now: 'Now', before: 'Before' },
      ...(isRevised ? { revised: 'Revised to' } : {}),
      signal: 'Signal',
    },
    rows,
  })
}

/** `bullish for bonds`, `neutral to bearish for bonds`; null where no side is taken. */
function signalWords(signal: Reading['signal'], before: string | null): string | null {
  if (signal === null) return null
  const turned = before === null || before === signal.direction ? signal.direction : `${before} to ${signal.direction}`
  return signal.for === null || signal.direction === 'neutral' ? turned : `${turned} for ${signal.for}`
}
