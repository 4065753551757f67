/**
 * The words for data quality, and the rule of each. Metric documents, briefings, catalogues, `/api/status`, `briefing status`, `briefing
 * doctor` and the rows of the treasuries take their words from here. Times are milliseconds since 1970 UTC.
 *
 * Age, of a series, a metric, a briefing or a count of bitcoins:
 *
 * - `fresh`: nothing newer is due, or what is due may still arrive within the publisher's grace period.
 * - `late`: the next value is due and has not been read. A weekly or monthly release is late from its due time, because readers wait for
 *   it; a daily value only after the grace period of its release rule.
 * - `stale`: not read for the stale period of its release rule after the due time. A value published when something happens has no due
 *   time: it is stale that long after it became known, and never late. Nothing is concluded from stale data, and no next release is
 *   promised.
 *
 * A count of bitcoins has no due time either but ages from the day it is stated for (`countDays`): it is late when the next report or the
 * next reading of a third party should have come, and stale when it is too old to describe today.
 *
 * Operation, of a feed or a series:
 *
 * - `held`: a value or body failed its check and waits for a decision. Earlier values remain in use meanwhile.
 * - `off`: the feed needs a credential that is not set, so nothing newer arrives, however good its earlier values are.
 * - `missing`: no value is on record, or nothing is published.
 * - `unread`: the feed was never read although it is on: another feed brings the same data, or the first refresh has not run yet.
 *
 * Quality, of a reading or a briefing:
 *
 * - `good`, `partial`, `poor`: `readingQualityOf` for a reading, `briefingQualityOf` for a briefing.
 *
 * A feed is as late as the latest of what it brings (`worstFreshness`); a briefing as what decides and leads it (`briefings/standing.ts`). A
 * calculated metric has a value only for periods for which every input has one, so its newest period is already that of the input furthest
 * behind. A period that cannot have a value, because what it is made of was never published, counts as read once its inputs are: nobody
 * waits for it.
 */
export type FreshnessWord = 'fresh' | 'late' | 'stale'

export type StandingWord = FreshnessWord | 'held' | 'off' | 'missing' | 'unread'

export type QualityGrade = 'good' | 'partial' | 'poor'

/** When the next value is due and how long its absence is tolerated, from the release rule. */
export interface ReleaseDue {
  /** Null for what is published when something happens. */
  readonly nextDueAt: number | null
  readonly graceMs: number
  readonly staleMs: number
  readonly cadence: string
  /** Of a count: the day it is stated for, from which its grace and its stale period run. */
  readonly statedAt?: number
}

const dayMs = 86_400_000

/**
 * Days a count is fresh, and days it says something, after the day it is stated for. A filing: a quarter and 45 days to file on the next one;
 * two quarters and as long. A third party is read every day.
 */
export const countDays = {
  filing: { fresh: 137, stands: 240 },
  'third party': { fresh: 2, stands: 7 },
} as const

/** @param statedDay day number of the day a count is stated for, or was read */
export function countDue(by: keyof typeof countDays, statedDay: number): Omit<ReleaseDue, 'cadence'> {
  const { fresh, stands } = countDays[by]
  return { nextDueAt: null, statedAt: statedDay * dayMs, graceMs: (fresh + 1) * dayMs, staleMs: (stands + 1) * dayMs }
}

/** The moments at which the word changes. `lateAt` is that of `staleAt` for what is never late. */
export interface FreshnessTurns {
  readonly lateAt: number
  readonly staleAt: number
}

/** Whether a series moves by releases that readers wait for one by one. */
export function isReleaseCadence(cadence: string): boolean {
  return cadence === 'weekly' || cadence === 'monthly' || cadence === 'quarterly'
}

/** @param known when the newest value became known */
export function freshnessTurns({ nextDueAt, statedAt, graceMs, staleMs, cadence }: ReleaseDue, known: number): FreshnessTurns {
  if (statedAt !== undefined) return { lateAt: statedAt + graceMs, staleAt: statedAt + staleMs }
  const staleAt = (nextDueAt ?? known) + staleMs
  const lateAt = nextDueAt === null ? staleAt : isReleaseCadence(cadence) ? nextDueAt : nextDueAt + graceMs
  return { lateAt: Math.min(lateAt, staleAt), staleAt }
}

export function freshnessAt({ lateAt, staleAt }: FreshnessTurns, now: number): FreshnessWord {
  if (now >= staleAt) return 'stale'
  return now >= lateAt ? 'late' : 'fresh'
}

/**
 * What the facts of a published document (`late_after`, `stale_after`, `stands_until`) make of it at `now`: its word, null where it has none that
 * could change, and whether it is refused. Catalogues, pages, headers, quotes, refusals and tools all ask this.
 */
export function servedFreshness(
  facts: Readonly<Record<string, unknown>>,
  now: number,
): { word: FreshnessWord | null; refused: boolean } {
  const moment = (name: string) => (typeof facts[name] === 'string' ? Date.parse(facts[name]) : null)
  const [lateAt, staleAt, end] = [moment('late_after'), moment('stale_after'), moment('stands_until')]
  const refused = end !== null && now >= end
  const word = lateAt === null || staleAt === null ? null : freshnessAt({ lateAt, staleAt }, now)
  return { word: refused ? 'stale' : word, refused }
}

/** Worst first. */
const order = ['missing', 'stale', 'late', 'held', 'off', 'unread', 'fresh'] as const

/** The word of a whole: the worst of its parts. */
export function worstFreshness<Word extends StandingWord>(parts: Iterable<Word>): Word | 'fresh' {
  const all = new Set<StandingWord>(parts)
  return (order.find((word) => all.has(word)) ?? 'fresh') as Word | 'fresh'
}

/** Shares of the due periods that have a value: from the first on good, from the second on partial. */
const goodCoverage = 0.95
const partialCoverage = 0.7

/**
 * The periods of the last 90 days in which a value is a gap: those up to the newest value, and after it only once that is stale. A release
 * that is due and not read is a matter of freshness; it makes no gap in what is known.
 *
 * @param due day numbers of the periods due by now; `newest` that of the newest value
 */
export function periodsToCover(due: readonly number[], newest: number, word: FreshnessWord): readonly number[] {
  return word === 'stale' ? due : due.filter((period) => period <= newest)
}

/**
 * Of a reading: `poor` when stale or with less than 70% of its periods of the last 90 days, `good` from 95% on, else `partial`. A count has no
 * periods that could be missing: once the next one should have come it is `partial`.
 */
export function readingQualityOf(coverage: number, word: FreshnessWord, isCount = false): QualityGrade {
  if (word === 'stale' || coverage < partialCoverage) return 'poor'
  return coverage >= goodCoverage && !(isCount && word === 'late') ? 'good' : 'partial'
}

const qualities = ['poor', 'partial', 'good'] as const

function worseQuality(parts: Iterable<QualityGrade>): QualityGrade {
  const all = new Set(parts)
  return qualities.find((quality) => all.has(quality)) ?? 'good'
}

/**
 * Of a briefing: `good` when every part is; `poor` when at least half of them are; else `partial`. Never better than the worst part that
 * decides: those that give its state, its signal and its confidence. A part that is missing, null here, counts as poor.
 */
export function briefingQualityOf(
  parts: readonly (QualityGrade | null)[],
  deciding: readonly (QualityGrade | null)[],
): QualityGrade {
  const all = parts.map((part) => part ?? 'poor')
  const poor = all.filter((part) => part === 'poor').length
  const spread = poor > 0 && 2 * poor >= all.length ? 'poor' : all.every((part) => part === 'good') ? 'good' : 'partial'
  return worseQuality([spread, ...deciding.map((part) => part ?? 'poor')])
}

/**
 * The word of a feed. `held` and `off` come first because they need an operator: a decision, a credential. Otherwise a feed is as fresh
 * as what it brings.
 *
 * @param brings words of the series whose newest values it gave and that have due times; if none has, the word of its last reading
 */
export function feedWord(feed: {
  readonly held: boolean
  readonly off: boolean
  readonly read: boolean
  readonly brings: readonly FreshnessWord[]
}): StandingWord {
  if (feed.held) return 'held'
  if (feed.off) return 'off'
  return feed.read ? worstFreshness(feed.brings) : 'unread'
}
