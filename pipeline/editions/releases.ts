import { auctionRelease, trackedDecisions, trackedReleases } from '../../data/releases.ts'
import { series as seriesRows } from '../../data/series.ts'
import type { DatedRow } from '../tables/index.ts'
import { dayMs, dayOf, isoDay, isoTime } from '../time/day.ts'
import { releaseRule, releaseTime } from '../time/release.ts'
import type { Versions } from '../values/column.ts'
import type { NewEvent } from './events.ts'

/** A tracked release that is known. */
export interface KnownRelease {
  readonly release: string
  /** Last day of the week it is about, or the day of the auction. */
  readonly period: string
  /** CUSIP of what was auctioned, which tells several of one day apart whatever else is corrected; null where there is one. */
  readonly security: string | null
  /** The same in words: term and CUSIP. */
  readonly about: string | null
  /** By the schedule of its publisher, or when it was first recorded if it came earlier; RFC 3339 UTC. */
  readonly released_at: string
  readonly document: string
}

/** The tracked releases known at a moment. */
export interface KnownReleases {
  readonly releases: readonly KnownRelease[]
  /** Releases whose source was read, whether or not it had any. */
  readonly watched: readonly string[]
}

/** A decision of a central bank, as its own list has it. */
export interface ListedDecision {
  readonly release: string
  /** Its day as the list shows it. */
  readonly day: string
  /** RFC 3339 UTC. */
  readonly at: string
}

/** How far back releases are told apart: more than an event is kept. */
const rememberedDays = 45

/** The day from which releases are told apart at a moment (milliseconds), as a day number. */
export const firstRememberedDay = (now: number): number => dayOf(now) - rememberedDays

/**
 * The releases of the last weeks that are known at a moment (milliseconds): from the rows themselves, not from a calendar.
 *
 * @param read ids of the feeds that were read
 * @param decisions those known at that moment
 */
export function knownReleases(
  versions: ReadonlyMap<string, Versions>,
  auctions: readonly DatedRow<'auction'>[],
  decisions: readonly ListedDecision[],
  read: ReadonlySet<string>,
  now: number,
): KnownReleases {
  const first = firstRememberedDay(now)
  const ofSeries = trackedReleases.flatMap(({ release, series, metric }) => {
    const known = versions.get(series)
    if (known === undefined) return []
    const rule = releaseRule(seriesRows.find(({ id }) => id === series)!.rule)
    const earliest = new Map<number, number>()
    for (const [i, period] of known.period.entries())
      if (period >= first && known.known[i]! <= now)
        earliest.set(period, Math.min(known.known[i]!, earliest.get(period) ?? Number.POSITIVE_INFINITY))
    return [...earliest].map(([period, at]) => ({
      release,
      period: isoDay(period),
      security: null,
      about: null,
      released_at: isoTime(Math.min(at, releaseTime(rule, period))),
      document: `/api/metrics/${metric}`,
    }))
  })
  const results = new Map<string, KnownRelease>()
  for (const { auction_day, cusip, term, due_at, known } of auctions)
    if (auction_day >= isoDay(first) && known <= now)
      results.set(`${auction_day} ${cusip}`, {
        release: auctionRelease,
        period: auction_day,
        security: cusip,
        about: `${term}, ${cusip}`,
        released_at: due_at,
        document: '/api/context?briefing=macro.auctions',
      })
  const ofBanks = decisions.map(
    ({ release, day, at }): KnownRelease => ({
      ...{ release, period: day, security: null, about: null, released_at: at },
      document: trackedDecisions.find((row) => row.release === release)!.document,
    }),
  )
  return {
    releases: [...ofSeries, ...results.values(), ...ofBanks].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    watched: trackedDecisions.filter(({ feed }) => read.has(feed)).map(({ release }) => release),
  }
}

const keyOf = ({ release, period, security }: Pick<KnownRelease, 'release' | 'period' | 'security'>): string =>
  [release, period, security ?? ''].join(' ')
/** Stands for a release that is watched, so that its first one is an event: a list of days may well have none. */
const watchKey = (release: string): string => keyOf({ release, period: '', security: null })
const releaseIn = (key: string) => key.slice(0, key.indexOf(' '))

/**
 * What of these releases is new to the edition that stands, and the keys that the next one remembers. A release of which nothing was known
 * before, and that was not watched, begins without an event: its past is not news.
 *
 * @param before keys of the edition that stands, or undefined where it has none yet
 */
export function newReleases(
  before: readonly string[] | undefined,
  { releases, watched }: KnownReleases,
  publishedAt: string,
): { readonly events: NewEvent[]; readonly keys: string[] } {
  const known = new Set(before)
  const begun = new Set([...known].map(releaseIn))
  const fresh = releases.filter((each) => !known.has(keyOf(each)))
  const events = fresh
    .filter(({ release }) => begun.has(release))
    .map(
      ({ release, period, about, released_at, document }): NewEvent => ({
        type: 'release.published',
        tier: 'basic',
        release,
        period,
        ...(about === null ? {} : { about }),
        released_at,
        known_at: publishedAt,
        rule: '/docs/methodology#changes',
        document,
      }),
    )
    .sort((a, b) => ('released_at' in a && 'released_at' in b && a.released_at < b.released_at ? -1 : 1))
  const keys = new Set([...known, ...watched.map(watchKey), ...fresh.map(keyOf)])
  return { events, keys: remembered([...keys], Date.parse(publishedAt)) }
}

/** Keys of the last weeks, and of each release the newest whatever its age. */
function remembered(keys: readonly string[], now: number): string[] {
  const first = isoDay(Math.floor(now / dayMs) - rememberedDays - 1)
  const newest = new Map<string, string>()
  for (const key of keys) if (key > (newest.get(releaseIn(key)) ?? '')) newest.set(releaseIn(key), key)
  return keys.filter((key) => key.split(' ')[1]! >= first || newest.get(releaseIn(key)) === key).sort()
}
