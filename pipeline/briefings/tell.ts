import { type Briefing, briefingRows } from '../../data/briefings.ts'
import { type MetricName, metricByName, metricRows } from '../../data/metrics.ts'
import type { RegimeDay } from '../analysis/regime/regime.ts'
import { type Day, unknown } from '../days/day.ts'
import type { BriefingDocument, StandingState, StateTurn } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import { isoDay } from '../time/day.ts'
import { dayInWords, figure, inWords, turnLevelText } from '../values/amounts.ts'
import type { BriefingContent, BriefingDefinition } from './briefer.ts'
import { lateSentence } from './late.ts'
import { type DecidingReading, medianStep } from './states/signal-turns.ts'
import { capitalised, joinWithAnd, nameOf } from './story/names.ts'
import { type Fact, subjectFact } from './story/ranking.ts'
import { readingFact } from './story/sentences.ts'
import { stateFact, stateTurnFact } from './story/state-facts.ts'
import { type Story, storyOf } from './story/story.ts'
import { readingSubject } from './story/subject.ts'

/** Figures whose level is worth telling and whose own change is not. */
const mechanical = new Set<string>(
  metricRows.filter((row) => row.mechanical || row.leads === 'nothing').map(({ metric }) => metric),
)

/** Without metrics that duplicate another of them: a neighbour on a curve, or the same figure in another measure. */
export function withoutDuplicateMetrics(metrics: readonly MetricName[]): MetricName[] {
  return metrics.filter((metric) => !metrics.some((other) => other === metricByName.get(metric)?.repeats))
}

/**
 * Without facts about figures that duplicate another one, but for a record that goes back further than what the other one has and is of a figure
 * with a name for sentences.
 */
function withoutRepeats(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ metric, kind, weight }) => {
    const { repeats, prose } = metricByName.get(metric) ?? {}
    const original = facts.find((other) => other.metric === repeats)
    return original === undefined || (kind === 'record' && prose !== undefined && weight > original.weight)
  })
}

/** Headline, summary, points and turns of a briefing. What is stale has no part in them. */
export function composeStory(
  row: Briefing,
  briefer: BriefingDefinition,
  content: BriefingContent,
  state: StandingState,
  present: readonly (readonly [string, Reading])[],
  releases: BriefingDocument['next_releases'],
  day: Day,
): Story & { readonly turns: StateTurn[] } {
  const current = new Map(present.filter(([, reading]) => reading.freshness.status !== 'stale'))
  const readings = (content.ranked ?? row.metrics)
    .filter((metric) => !mechanical.has(metric))
    .flatMap((metric) => current.get(metric) ?? [])
  const isKnown = state.label !== unknown
  const deciderAt = (metric: string) => deciderOf(metric, day, releases)
  const turns = isKnown ? briefer.state.turns(day, state.label, deciderAt) : []
  const own = [
    ...(content.regime ? [regimeFact(content.regime, state, isoDay(day.asOf), content.summary ?? '')] : []),
    ...(content.facts ?? []),
  ]
  const each = readings.map((reading) => readingFact(readingSubject(reading, day.column(reading.metric), isoDay(day.asOf))))
  const factsOf = content.ranked === undefined ? withoutRepeats(each) : each
  const factOn = (metric: string) => [...own, ...factsOf].find((fact) => fact.metric === metric)
  const deciding = isKnown
    ? (briefer.state.voters ?? []).flatMap((metric) => {
        const direction = deciderAt(metric)?.direction
        return direction === undefined ? [] : { name: nameOf({ metric }).name, direction, fact: factOn(metric) }
      })
    : []
  const sideOf = (label: string | null) => ([1, -1, 0] as const)[briefer.state.labels.indexOf(label ?? '')] ?? 0
  const side = sideOf(state.label)
  const causes = (briefer.state.causes?.(day) ?? briefer.state.inputs(day)).flatMap((metric) => factOn(metric) ?? [])
  const turnedWay = Math.sign(side - sideOf(state.previous))
  const turning = briefer.state.voters === undefined ? [...causes, ...own] : causes.filter(({ meaning }) => meaning === turnedWay)
  const turned = content.regime || isJudgedElsewhere(row, briefer, day) ? null : stateTurnFact(state, isoDay(day.asOf), turning)
  const words = isKnown ? content.opening?.[state.label] : undefined
  const standing = words === undefined ? null : stateFact(words, side, deciding, row.lead)
  const first = turned ?? standing
  const opening = new Set<Fact>([...(first === null ? [] : [first]), ...own])
  const subjects = new Set<string>(row.subjects)
  const stale = present.filter(([, reading]) => reading.freshness.status === 'stale').map(([, { period }]) => period)
  const story = storyOf({
    briefing: row.id,
    day: day.asOf,
    state,
    // the fact of a state that turned contains the one that turned it
    facts: [...(first === null ? [] : [first]), ...[...own, ...factsOf].filter(({ metric }) => metric !== turned?.metric)],
    opens: (fact) => opening.has(fact) || subjects.has(fact.metric),
    late: lateSentence([...current.values()], isoDay(day.asOf), isKnown ? briefer.state.inputs(day) : []),
    undecided: isKnown ? [] : undecidedBy(briefer, day),
    without: judgedWithout(state, day),
    across: content.across ?? null,
    also: content.also ?? [],
    turns,
    needed: (metric) => {
      const reading = day.reading(metric)!
      return { name: nameOf(reading), unit: reading.unit }
    },
    inputs: first !== null && first === standing ? [] : deciding,
    side: deciding.length > 0 ? side : null,
    withheld: isKnown ? (briefer.state.withheld?.(day) ?? null) : null,
    stale: stale.length === 0 || current.size > 0 ? null : { count: stale.length, newest: [...stale].sort().at(-1)! },
    nothing: content.nothing,
  })
  // a fact of a filer that has no metric is in the sentences alone
  const points = story.points.filter(({ metric }) => current.has(metric)).map((point, at) => ({ ...point, rank: at + 1 }))
  return { ...story, points, turns: turns.map(displayed) }
}

/** Whether a briefing about other series takes its state from a metric whose own briefing opens with what turned it. */
function isJudgedElsewhere({ id }: Briefing, { about, state }: BriefingDefinition, day: Day): boolean {
  const [metric] = state.inputs(day)
  return about !== undefined && briefingRows.some((row) => row.id !== id && row.subjects.some((subject) => subject === metric))
}

/** With each value as it is printed. */
function displayed({ needs, ...turn }: StateTurn): StateTurn {
  const shown = needs.map((need) => ({
    ...need,
    display: turnLevelText(need.metric, need, metricByName.get(need.metric)?.unit ?? '1'),
  }))
  return { to: turn.to, needs: shown, by: turn.by }
}

/** `The state is judged on three of four inputs: the hash ribbon has not been read since 22 March.` Null where every input has a part in it. */
function judgedWithout({ judged_on: judgedOn }: StandingState, day: Day): string | null {
  if (judgedOn === undefined) return null
  const reasons = judgedOn.without.map((metric) => {
    const reading = day.reading(metric)
    const { name, plural = false } = nameOf({ metric, title: metricByName.get(metric)!.title })
    if (reading === null) return `nothing is on record of ${name}`
    if (reading.freshness.status !== 'stale') return `${name} ${plural ? 'have' : 'has'} too short a history`
    return `${name} ${plural ? 'have' : 'has'} not been read since ${dayInWords(reading.period, isoDay(day.asOf))}`
  })
  return `The state is judged on ${inWords(judgedOn.current)} of ${inWords(judgedOn.inputs)} inputs: ${joinWithAnd(reasons)}.`
}

/** Names of what the state would be judged by and is missing or stale. */
function undecidedBy(briefer: BriefingDefinition, day: Day): string[] {
  return briefer.state
    .inputs(day)
    .filter((metric) => (day.reading(metric)?.freshness.status ?? 'stale') === 'stale')
    .map((metric) => nameOf({ metric, title: metricByName.get(metric)!.title }).name)
}

function deciderOf(metric: string, day: Day, releases: BriefingDocument['next_releases']): DecidingReading | null {
  const reading = day.reading(metric)
  const column = day.column(metric)
  if (!reading?.signal || !column || reading.freshness.status === 'stale') return null
  const due = releases.find(({ series }) => series === metricByName.get(metric)?.clock)
  return {
    metric,
    value: reading.value,
    direction: reading.signal.direction,
    turns: reading.signal.turns,
    step: medianStep(column.value),
    due: due ? { series: due.series, due_at: due.due_at, ...(due.by && { by: due.by }) } : null,
  }
}

/**
 * The regime as what its briefing is for: how likely each is a month from now, and the score.
 *
 * @param text the sentence of the briefing on its regime; `today` is `YYYY-MM-DD`
 */
function regimeFact(
  { regime, inputs, probabilities, score }: RegimeDay,
  { since, previous }: StandingState,
  today: string,
  text: string,
): Fact {
  const sorted = inputs.toSorted((a, b) => b.contribution - a.contribution)
  const [first, second] = regimes.toSorted((a, b) => probabilities[b] - probabilities[a])
  const chance = (which: RegimeDay['regime']) => `${figure(100 * probabilities[which], 0)}%`
  const turned = since === today && previous !== null ? `From ${previous} to ${regime}: ` : ''
  return subjectFact({
    metric: sorted.at(regime === 'contraction' ? -1 : 0)!.metric,
    about: 'regime',
    text,
    clauses: [
      [
        `${turned || `The regime score is ${figure(score.day)}: `}${first} is ${chance(first!)} likely in 30 days, ${second} ${chance(second!)}`,
      ],
      [
        `${turned}${turned ? first : capitalised(first!)} is ${chance(first!)} likely in 30 days and ${second} ${chance(second!)}, on a score of ${figure(score.day)}`,
      ],
    ],
  })
}

const regimes = ['expansion', 'transition', 'contraction'] as const
