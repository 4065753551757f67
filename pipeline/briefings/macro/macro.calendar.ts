import { calendarNames } from '../../../data/releases.ts'
import type { UpstreamId } from '../../../data/upstreams.ts'
import { dayInWords, inWords } from '../../analysis/amounts.ts'
import { dayMs, dayNumber, isoDay } from '../../calendar/day.ts'
import { type Day, unknown } from '../../days/day.ts'
import type { Briefer } from '../briefer.ts'
import { custom } from '../states/rule.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { comingEntries, type Entry, type ListedRow, listedRows, trackedOf } from './agenda.ts'
import { plansRest, readOn } from './auction-plans.ts'
import { clockOf, comingSection, movedSection, passedSection, titleOf } from './calendar-tables.ts'

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

const majorDays = (rows: readonly ListedRow[]): number[] =>
  rows
    .filter((row) => row.day !== null && row.status !== 'cancelled' && trackedOf(row)?.major === true)
    .map(({ day }) => dayNumber(day!)!)

/** Calendars that list nothing after a day. */
const endedBy = (rows: readonly ListedRow[], last: number) =>
  sources.filter((source) => !rows.some((row) => row.source === source && row.day !== null && dayNumber(row.day)! > last))

/** Calendars that do not reach beyond the week: one that ends before says nothing of what is not in it. */
const shortSources = (rows: readonly ListedRow[], asOf: number) => endedBy(rows, asOf + weekDays)

/** `the Bureau of Labor Statistics and the Federal Reserve`. */
const namesOf = (listed: readonly (typeof sources)[number][]): string =>
  new Intl.ListFormat('en-GB').format(listed.map((source) => `the ${calendarNames[source]}`))

/** Days as they are known now. */
function stateOf(day: Day): string {
  const rows = listedRows(day)
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
export const calendar: Briefer = {
  id: 'macro.calendar',
  tables: ['scheduled_release', 'planned_auction', 'auction'],
  state: custom({
    labels: ['busy', 'quiet'],
    words: `by the major releases (jobs, consumer and producer prices, employment costs, GDP, income and spending, decisions of the Federal Reserve) of the next ${inWords(weekDays)} days: \`busy\` from ${inWords(busyFrom)} on, until ${inWords(quietAt)} is left; else \`quiet\`. \`unknown\` while one of its calendars ends within the week`,
    inputs: [],
    label: stateOf,
    // a calendar that ends within the week is an old one
    why: (day) => (listedRows(day).length === 0 ? 'no_source' : 'stale'),
    noLevels: 'It follows from a calendar, not from a value.',
  }),
  tell: (day) => {
    const coming = comingEntries(day, aheadDays)
    const rows = listedRows(day)
    return {
      nothing: 'Neither a release nor an auction of the coming days is on record.',
      ranked: [],
      facts: nextFacts(coming, day),
      also: alsoSentences(coming, day),
      sections: [...comingSection(coming, aheadDays), ...movedSection(day), ...passedSection(day)],
      rests: [
        ...sources.flatMap((source) =>
          readOn(
            upstreamsOf[source],
            rows.filter((row) => row.source === source),
          ),
        ),
        ...plansRest(day),
      ],
      notes: [
        'Local times are those of the publisher; UTC follows its summer time. Weekly releases without a calendar follow a rule with its holidays. Releases of the Census Bureau and of private publishers are left out: no free calendar of theirs is read. Bill auctions are left out.',
        'A meeting of the Federal Open Market Committee is tentative until the previous meeting confirms it.',
        ...endedBy(rows, day.asOf).map(
          (source) => `Nothing ahead is on record of the ${calendarNames[source]}: its releases are missing here.`,
        ),
      ],
    }
  },
}

/** The next major release, which the briefing leads with; where no calendar names one, the next that is known: an announced auction, or a release by rule. */
function nextFacts(coming: readonly Entry[], day: Day): Fact[] {
  const major = coming.find((entry) => entry.major)
  const next = major ?? coming.find(({ status }) => status === 'confirmed') ?? coming[0]
  if (next === undefined) return []
  const on = dayInWords(next.day, isoDay(day.asOf))
  const time = `${next.clock ?? ''} ${next.place}`.trim()
  const within = coming.filter(({ major, at }) => major && at <= day.now + weekDays * dayMs).length
  const first = within > 1 ? `, the first of ${inWords(within)} major releases in a week` : ''
  const { auction } = next
  const name = auction ? `the result of the ${auction.security} auction` : next.name.replace(/ \(.*$/, '')
  const title = auction ? `${name}${auction.size === null ? '' : ` (${auction.size})`}` : titleOf(next)
  const silent = endedBy(listedRows(day), day.asOf)
  const kind = major === undefined ? 'release known' : 'major release'
  const unlisted = major !== undefined || silent.length === 0 ? '' : `; nothing ahead is on record of ${namesOf(silent)}`
  return [
    subjectFact({
      metric: next.metrics[0] ?? name,
      about: name,
      weight: 1,
      text: `${capitalised(title)}${next.about === null ? '' : ','} is due on ${on} at ${time} (${clockOf(next.at)} UTC)${first}${unlisted}.`,
      clauses: [
        [
          `${capitalised(name)} is due on ${on}${first}`,
          `${capitalised(name)} is due on ${on} at ${time}`,
          `${capitalised(name)} is due on ${on}`,
        ],
        [`Next ${kind}: ${name}, on ${on} at ${time}`, `Next ${kind}: ${name}, on ${on}`, `Next: ${name}, on ${on}`],
      ],
      asides: [`${name} is due on ${on}`],
    }),
  ]
}

/** `six releases and three auctions of notes or bonds`. */
const countsOf = (releases: number, auctions: number): string =>
  [
    { count: releases, noun: releases === 1 ? 'release' : 'releases' },
    { count: auctions, noun: `${auctions === 1 ? 'auction' : 'auctions'} of notes or bonds` },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, noun }) => `${inWords(count)} ${noun}`)
    .join(' and ')

function alsoSentences(coming: readonly Entry[], day: Day): string[] {
  const inDays = (on: string) => dayInWords(on, isoDay(day.asOf))
  const soon = coming.filter(({ at }) => at <= day.now + weekDays * dayMs)
  const moved = coming.flatMap(({ name, day: to, movedFrom: from }) => (from === null ? [] : [{ name, from, to }])).slice(0, 1)
  const auctions = soon.filter(({ auction }) => auction)
  const short = shortSources(listedRows(day), day.asOf)
  // where no major release is known the lead says so
  const isUnexplained = short.length > 0 && coming.some(({ major }) => major)
  const unjudged = `The state cannot be judged: ${namesOf(short)} ${short.length === 1 ? 'does' : 'do'} not reach a week ahead.`
  return [
    ...(isUnexplained ? [unjudged] : []),
    ...(soon.length === 0 ? [] : [`The next seven days bring ${countsOf(soon.length - auctions.length, auctions.length)}.`]),
    ...moved.map(({ name, from, to }) => `${capitalised(name)} has moved from ${inDays(from)} to ${inDays(to)}.`),
  ]
}
