import { unknown } from '../../days/day.ts'
import type { Point, StandingState, StateTurn } from '../../documents/briefing.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { dayInWords, inWords } from '../../values/amounts.ts'
import type { MetricClause } from '../briefer.ts'
import { headlineOf } from './headline.ts'
import { capitalised } from './names.ts'
import { type Fact, type MoveSign, rankFacts } from './ranking.ts'
import {
  type DecidingSignal,
  signalCountsText,
  signalDisagreementText,
  stateTurnSentences,
  type TurnMetric,
} from './turn-words.ts'

export interface StoryMaterial {
  readonly briefing: string
  /** Day number. */
  readonly day: number
  readonly state: StandingState
  /** What can be said, in the order of the briefing; nothing that is stale. */
  readonly facts: readonly Fact[]
  /** Whether a fact may open the briefing. */
  opens(fact: Fact): boolean
  /** What is due and has not arrived, in a sentence; null where nothing is. It comes last, unless it decides the state. */
  readonly late: { readonly text: string; readonly decides: boolean } | null
  /** Names of what an unknown state waits for. */
  readonly undecided: readonly string[]
  /** What the state is judged without, in a sentence; null where every input has a part in it. */
  readonly without: string | null
  /** One sentence over all markets, on a day when several moved far: the first one. */
  readonly across: string | null
  /** Sentences that are in the summary where there is room, after the facts. */
  readonly also: readonly (string | readonly MetricClause[])[]
  readonly turns: readonly StateTurn[]
  needed(metric: string): TurnMetric
  /** The signals that decide the state, each with what it is called. */
  readonly inputs: readonly DecidingSignal[]
  /** Which way the state points by them; null where none decides. */
  readonly side: MoveSign | null
  /** Why they give neither side, in a sentence; null where no alarm keeps one from it. */
  readonly withheld: string | null
  /** How many readings are stale, and the newest day among them (`YYYY-MM-DD`); null where none is. */
  readonly stale: { readonly count: number; readonly newest: string } | null
  /** The text where there is no data. */
  readonly nothing: string
}

export interface Story {
  readonly headline: string
  readonly summary: string
  readonly points: Point[]
}

/** Points given. */
const pointsShown = 5
/** Days for which a change of state is news. */
const stateNewsDays = 7

/** Headline, summary and points of a briefing on a day. */
export function storyOf(material: StoryMaterial): Story {
  const facts = rankFacts(material.facts, material.opens)
  const today = isoDay(material.day)
  const headline = headlineOf(facts, material.day, material.briefing)
  if (headline === null) {
    const nothing = nothingToTell(material, today)
    return { headline: nothing, summary: nothing, points: [] }
  }
  return {
    headline,
    summary: summaryOf(sentencesOf(material, facts, today)),
    points: facts.slice(0, pointsShown).map(({ metric, text }, at) => ({ metric, text, rank: at + 1 })),
  }
}

function nothingToTell({ stale, nothing, day }: StoryMaterial, today: string): string {
  if (stale === null) return nothing
  const which = stale.count === 1 ? 'Its one reading is' : `All ${inWords(stale.count)} readings are`
  const text = `${which} stale, the newest from ${dayInWords(stale.newest, today)}: nothing can be judged.`
  return day % 2 === 0 ? text : text.replace(': nothing can be judged.', '; the state cannot be judged.')
}

/**
 * In reading order: what moved across markets, what is late and decides the state, what the state counts where the headline seems to deny it, the
 * largest facts, what keeps the state from being judged, a change of it, where inputs disagree, what would change the state, what else is late.
 * What is left out first has the highest priority number.
 */
function sentencesOf(material: StoryMaterial, facts: readonly Fact[], today: string): RankedSentence[] {
  const { state, day, turns, needed, inputs, also, undecided, late, without, side, withheld, across } = material
  const strongest = [...facts].sort((a, b) => b.strength - a.strength)[0]!
  const [turn, release] = stateTurnSentences(turns, needed, today)
  const isNew =
    state.label !== unknown &&
    state.previous !== null &&
    day - dayNumber(state.since)! < stateNewsDays &&
    facts[0]?.kind !== 'turned'
  const on = dayInWords(state.since, today)
  const changed = !isNew
    ? null
    : state.previous === unknown
      ? `The state has been ${state.label} since ${on}; before that it could not be judged.`
      : `The state turned from ${state.previous} to ${state.label} on ${on}.`
  const split = signalDisagreementText(inputs)
  // a headline that the state seems to deny is followed by what the state counts
  const denies = side !== null && inputs.length > 0 && facts[0]!.meaning !== 0 && facts[0]!.meaning !== side
  const counted = denies
    ? [`The state is ${state.label}: ${signalCountsText(inputs)}.`, ...(withheld === null ? [] : [withheld])]
    : []
  // what a briefing is for is not left out for what else moved
  const priorityOf = (fact: Fact, at: number) => (at === 0 ? 1 : fact === strongest ? 1.5 : fact.kind === 'subject' ? 2 : 5 + at)
  return [
    ...(across === null ? [] : [{ text: across, priority: 0.3 }]),
    ...(late?.decides ? [{ text: late.text, priority: 0 }] : []),
    ...counted.map((text) => ({ text, priority: 0.5 })),
    ...facts.map((fact, at) => ({ text: fact.text, priority: priorityOf(fact, at) })).slice(0, 4),
    ...(facts.indexOf(strongest) > 3 ? [{ text: strongest.text, priority: 1.5 }] : []),
    ...also
      .flatMap((each) => sentenceOf(each, [...facts.slice(0, 4), strongest]))
      .map((text, at) => ({ text, priority: at === 0 ? 5.5 : 10 + at })),
    ...(undecided.length > 0 ? [{ text: unjudged(undecided), priority: 3 }] : []),
    ...(without === null ? [] : [{ text: without, priority: 3 }]),
    ...(changed ? [{ text: capitalised(changed), priority: 4 }] : []),
    ...(denies || split === null ? [] : [{ text: `${capitalised(split)}.`, priority: 7 }]),
    ...(turn ? [{ text: turn, priority: 3 }] : []),
    ...(release ? [{ text: release, priority: 4.5 }] : []),
    ...(late && !late.decides ? [{ text: late.text, priority: 0 }] : []),
  ]
}

function sentenceOf(also: string | readonly MetricClause[], leading: readonly Fact[]): string[] {
  if (typeof also === 'string') return [also]
  const clauses = also.filter(({ metric }) => leading.every((fact) => fact.metric !== metric)).map(({ text }) => text)
  return clauses.length === 0 ? [] : [`${capitalised(clauses.join('; '))}.`]
}

function unjudged(names: readonly string[]): string {
  const listed = names.length > 2 ? `${inWords(names.length)} of its inputs` : names.join(' and ')
  return `The state cannot be judged without ${listed}.`
}

/** Words a summary has at most. */
export const summaryLimit = 90

export interface RankedSentence {
  readonly text: string
  /** What is left out last has the lowest number. */
  readonly priority: number
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/** The sentences in their order, without those of least priority that do not fit. */
export function summaryOf(sentences: readonly RankedSentence[]): string {
  const kept = new Set<RankedSentence>()
  let words = 0
  for (const sentence of [...sentences].sort((a, b) => a.priority - b.priority)) {
    const length = wordCount(sentence.text)
    if (words + length > summaryLimit) continue
    kept.add(sentence)
    words += length
  }
  return sentences
    .filter((sentence) => kept.has(sentence))
    .map(({ text }) => text)
    .join(' ')
}
