import { metricByName } from '../../data/metrics.ts'
import { levelText } from '../analysis/amounts.ts'
import { nearLevel } from '../analysis/hysteresis.ts'
import type { BriefingDocument, StateTurn } from '../documents/briefing.ts'
import type { Reading, Signal, Turn } from '../documents/reading.ts'
import { dayInWords, monthInWords, timeInWords } from './day-words.ts'

type Readings = Readonly<Record<string, Reading>>

/** `bullish for bonds`; `rising`, `falling` or `steady` where it is disputed for whom a rise is good. */
export function signalInWords({ direction, moving, polarity, for: whom }: Signal): string {
  if (polarity === 'none') return moving
  return direction === 'neutral' || whom === null ? direction : `${direction} for ${whom}`
}

/** `highest since October 2023`, `largest fall over 4 weeks since March 2022`; `beside`: the day of the document. */
export function recordInWords(
  { kind, window, since }: NonNullable<Reading['record']>,
  { trend }: Pick<Reading, 'trend'>,
  beside: string,
): string {
  const span = window === null ? undefined : trend[window]?.span
  const day = since.slice(0, 4) === beside.slice(0, 4) ? dayInWords(since, beside) : monthInWords(since)
  return `${kind.replace('_', ' ')}${span === undefined ? '' : ` over ${span}`} since ${day}`
}

/** `at 4.46% or higher at the next release`, `at 119.9 or lower for a week`. */
export function levelInWords(metric: string, turn: Pick<Turn, 'side' | 'value' | 'held'>, unit: string): string {
  const level = levelText(metric, turn, unit)
  const where =
    nearLevel(turn.value) === null ? `at ${level} or ${turn.side === 'above' ? 'higher' : 'lower'}` : `${turn.side} ${level}`
  return `${where} ${turn.held === 'week' ? 'for a week' : 'at the next release'}`
}

/** What must come together for a state to turn: `Broad dollar index at 119.9 or lower for a week and VIX at ...`. */
function needsInWords({ needs }: StateTurn, readings: Readings): string {
  return needs
    .map(
      (need) =>
        `${readings[need.metric]?.title ?? need.metric} ${levelInWords(need.metric, need, unitOf(need.metric, readings))}`,
    )
    .join(' and ')
}

/** The unit of a metric, also of one that decides without being a reading of the briefing. */
const unitOf = (metric: string, readings: Readings): string => readings[metric]?.unit ?? metricByName.get(metric)?.unit ?? '1'

/** States a briefing may turn to, nearest first, each with the ways to it. */
function turnsByState(turns: readonly StateTurn[]): (readonly [state: string, ways: readonly StateTurn[]])[] {
  const states = [...new Set(turns.map(({ to }) => to))]
  return states.map((state) => [state, turns.filter(({ to }) => to === state)])
}

/** The next two releases that could turn the state; where none is named the soonest of all. */
function releasesToWatch(
  turns: readonly StateTurn[],
  releases: readonly { readonly series: string; readonly title: string; readonly due_at: string }[],
): readonly { readonly title: string; readonly due_at: string }[] {
  const named = new Set(turns.flatMap(({ by }) => (by === null ? [] : [by.series])))
  const turning = releases.filter(({ series }) => named.has(series))
  return turning.length > 0 ? turning.slice(0, 2) : releases.slice(0, 1)
}

/** `Money stock M2 on 25 August 17:00Z` */
function releaseInWords({ title, due_at }: { readonly title: string; readonly due_at: string }, beside: string): string {
  return `${title} on ${timeInWords(due_at, beside)}`
}

/** What would change a state, nearest first: a sentence for each state it may turn to, then the releases to watch. As many as are asked for. */
export function turnSentences(
  { turns, next_releases, as_of }: Pick<BriefingDocument, 'turns' | 'next_releases' | 'as_of'>,
  readings: Readings,
  most: { readonly states: number; readonly ways: number; readonly releases: number },
): string[] {
  const sentences = turnsByState(turns)
    .slice(0, most.states)
    .map(([to, ways]) => {
      const listed = ways.slice(0, most.ways).map((way) => needsInWords(way, readings))
      return `${to.charAt(0).toUpperCase()}${to.slice(1)} with ${listed.join('; or with ')}.`
    })
  const next = releasesToWatch(turns, next_releases).slice(0, most.releases)
  return next.length === 0 ? sentences : [...sentences, `Next: ${next.map((one) => releaseInWords(one, as_of)).join(', ')}.`]
}
