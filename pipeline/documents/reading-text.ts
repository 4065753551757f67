import { metricByName } from '../../data/metrics.ts'
import { asideBlock, type Block, joined, list, number, phrase, type Span, type Text, toSpans } from './blocks.ts'
import type { BriefingDocument, StandingState } from './briefing.ts'
import type { ChartLine, LabelRun } from './charts.ts'
import type { Reading, Signal, Turn } from './reading.ts'
import { counted } from './tones.ts'

export type Readings = Readonly<Record<string, Reading>>

/** The title of a metric, whether or not the document has a reading of it. */
export const metricTitle = (metric: string, readings: Readings): string =>
  readings[metric]?.title ?? metricByName.get(metric)?.title ?? metric

export const metricUnit = (metric: string, readings: Readings): string =>
  readings[metric]?.unit ?? metricByName.get(metric)?.unit ?? '1'

/** `bullish for bonds`; `rising`, `falling` or `steady` where it is disputed for whom a rise is good. */
export function signalText({ direction, moving, polarity, for: whom }: Signal): string {
  if (polarity === 'none') return moving
  return direction === 'neutral' || whom === null ? direction : `${direction} for ${whom}`
}

/** `highest since October 2023`, `largest fall over 4 weeks since March 2022` */
export function recordText(
  { kind, window, since, known_from }: NonNullable<Reading['record']>,
  { trend }: Pick<Reading, 'trend'>,
): Span[] {
  const span = window === null ? undefined : trend[window]?.span
  const words = `${kind.replace('_', ' ')}${span === undefined ? '' : ` over ${span}`}`
  if (since !== null) return [`${words} since `, { since }]
  return [`${words} ${known_from === undefined ? 'on record' : `since ${known_from.slice(0, 4)}, where our data begin`}`]
}

/** `at 4.46% or higher at the next release`, `at 119.9 or lower for a week` */
export const turnText = (metric: string, turn: Pick<Turn, 'side' | 'value' | 'held'>, unit: string): Span[] => [
  { level: turn, metric, unit },
  turn.held === 'week' ? ' for a week' : ' at the next release',
]

const whyUnknown = {
  no_source: 'an input is missing',
  stale: 'an input is stale',
  too_little_history: 'too little history',
} as const

/** `since 17 July`; `since at least 18 June 2025`; where inputs are missing `since 17 July, on 3 of 4 inputs`. */
export function sinceText(state: Pick<StandingState, 'since' | 'since_at_least' | 'why' | 'judged_on'>): Span[] {
  const { why, judged_on: judgedOn } = state
  const from: Span[] = [`since ${state.since_at_least === true ? 'at least ' : ''}`, { day: state.since }]
  if (why !== undefined) return [...from, `, ${whyUnknown[why]}`]
  return judgedOn === undefined ? from : [...from, `, on ${judgedOn.current} of ${judgedOn.inputs} inputs`]
}

/** The same with the state before: `since 17 July (was easing)`. */
export const sinceBefore = (state: StandingState): Span[] => [
  ...sinceText(state),
  ...(state.previous === null ? [] : [` (was ${state.previous})`]),
]

/** Titles named in a warning; the rest is counted, and marked among the readings. */
const mostTitles = 6

/** The readings that decide or lead a briefing: the others are said at their own line. */
export function decidingReadings({ readings, data_quality }: Pick<BriefingDocument, 'readings' | 'data_quality'>): Readings {
  const { deciding = Object.keys(readings) } = data_quality
  return Object.fromEntries(Object.entries(readings).filter(([metric]) => deciding.includes(metric)))
}

/** Which readings are stale, by the day of their newest value; null where none is. They decide nothing. */
export function staleText(readings: Readonly<Record<string, Pick<Reading, 'title' | 'period' | 'freshness'>>>): Span[] | null {
  const stale = Object.values(readings).filter(({ freshness }) => freshness.status === 'stale')
  if (stale.length === 0) return null
  const listed = [...new Set(stale.map(({ period }) => period))].map((day): Text => {
    const titles = stale.filter(({ period }) => period === day).map(({ title }) => title)
    return [`${abbreviatedList(titles)} (newest value of `, { day, year: true }, ')']
  })
  return ['STALE DATA: ', ...toSpans(joined(listed, '; ')), `. No signal is drawn from ${stale.length === 1 ? 'it' : 'them'}.`]
}

/** `VIX, Net liquidity and 11 more` */
export function abbreviatedList(titles: readonly string[]): string {
  const rest = titles.length - mostTitles
  // a title with its own comma would read as two
  const between = titles.some((title) => title.includes(',')) ? '; ' : ', '
  return rest < 2 ? titles.join(between) : `${titles.slice(0, mostTitles).join(between)} and ${rest} more`
}

/** The history of a metric with the levels of its signal. `runs`: the signal of each day. */
export function chartOf(
  line: ChartLine,
  reading: Pick<Reading, 'signal' | 'source'> | undefined,
  { runs = [] }: { readonly runs?: readonly LabelRun[] } = {},
): Extract<Block, { kind: 'chart' }> {
  const turns = reading?.signal?.turns ?? []
  const notes = [
    ...(runs.length > 0
      ? [
          'The strip is the signal of each day: bullish above, neutral in the middle, bearish below, as the history known on this day gives it.',
        ]
      : []),
    ...(turns.length > 0
      ? ['Dashed lines in the shaded zone are the values at which the signal would turn, all else being equal.']
      : []),
    ...(reading === undefined ? [] : [`Source: ${reading.source.name}.`]),
  ]
  return { kind: 'chart', line, turns, runs, notes }
}

/** The score of a direction without any information; that of a neutral signal is lower. */
const evenChance = 50

/** What a confidence says of what comes next: an edge, or the chance of a direction with its range. Null of a steady signal, and without a score. */
export const confidenceEdgeText = ({ score, edge, no_information, text }: Reading['confidence']): string | null =>
  edge !== null || (score !== null && no_information === evenChance) ? text : null

/** The score of a confidence and what makes it up, where such scores have done better than the base rate of the metric: else it says nothing. */
export function scoreBlocks(confidence: Pick<Reading['confidence'], 'score' | 'factors' | 'calibration'> | null): Block[] {
  if ((confidence?.calibration?.skill_low ?? 0) <= 0) return []
  const { score, factors = [] } = confidence!
  const texts = factors.map(({ name, effect, detail }) => `${name}: ${effect}, ${detail}`)
  return [...(score === null ? [] : [asideBlock(...phrase`Score ${number(score, '1', 1)} of 100.`)]), list(texts, 'aside')]
}

/** `revised; first 4.1%` of a value that differs from what was first published, or that it is of a later vintage; null of any other. */
export function vintageText({ first_print: first, later_vintage, unit }: Reading): Text | null {
  if (later_vintage) return 'of a later vintage: what was published then may have been different'
  return first === undefined ? null : ['revised; first ', { figure: first.value, unit }]
}

/** The defects of a reading that is not stale: `late, due 27 July 13:00Z and not read.`; null where there is nothing. */
export function readingDefectText(reading: Reading): Text | null {
  const { freshness, data_quality } = reading
  const vintage = vintageText(reading)
  const { status, disagreement, gaps, notes } = data_quality
  const due: Span[] = freshness.next_due_at === null ? [] : [', due ', { time: freshness.next_due_at }, ' and not read']
  const facts: Text[] = [
    ...(freshness.status === 'late' ? [['late', ...due, '.']] : []),
    ...(vintage === null ? [] : [[...[vintage].flat(), '.']]),
    ...(status === 'good'
      ? []
      : gaps > 0
        ? [`data ${status}, ${counted(gaps, 'gap')} in 90 days.`]
        : [`data ${status}.`, ...notes]),
    ...(disagreement === null ? [] : [`Sources disagree: ${disagreement.replace(/\.$/, '')}.`]),
  ]
  return freshness.status === 'stale' || facts.length === 0 ? null : joined(facts, ' ')
}
