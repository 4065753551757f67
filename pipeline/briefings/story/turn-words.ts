import type { Prose } from '../../../data/metrics.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import { nearLevel } from '../../documents/near-level.ts'
import type { SignalDirection } from '../../documents/reading.ts'
import { dayInWords, inWords, turnLevelText } from '../../values/amounts.ts'
import { joinWithAnd } from './names.ts'

/** How a metric that a turn needs is called and counted. */
export interface TurnMetric {
  readonly name: Prose
  readonly unit: string
}

type Need = StateTurn['needs'][number]

/**
 * What would change the state, in one or two sentences: the nearest other state with the values that would bring it, and the next release
 * that could. Empty where nothing can be said.
 *
 * @param today day of the document, `YYYY-MM-DD`
 */
export function stateTurnSentences(turns: readonly StateTurn[], needed: (metric: string) => TurnMetric, today: string): string[] {
  const [first, second] = turns
  if (!first) return []
  const levels = (needs: readonly Need[]) => needs.map((need) => levelOf(need, needed(need.metric))).join(' and ')
  const isAlternative = second !== undefined && first.needs.length === 1 && second.to === first.to && second.needs.length === 1
  const either = isAlternative ? `, or if ${levels(second.needs)}` : ''
  const among = first.needs.length > 2 ? `${inWords(first.needs.length)} readings turn, such as if ` : ''
  const due = first.by && `${first.by.by === 'deadline' ? 'by ' : ''}${dayInWords(first.by.due_at.slice(0, 10), today)}`
  const by = due === null ? [] : [`Next release that could: ${due}.`]
  return [`The state turns to ${first.to} if ${among}${levels(first.needs.slice(0, 2))}${either}.`, ...by]
}

/** `the 10-year yield is at 4.46% or lower`, `the curve is below 90 bp for a week`. */
function levelOf({ metric, side, value, held: term }: Need, { name: { name, against, plural }, unit }: TurnMetric): string {
  const isAbove = side === 'above'
  const tail = against === undefined ? '' : ` ${against}`
  const lasting = term === 'week' ? ' for a week' : ''
  const level = turnLevelText(metric, { side, value }, unit)
  const is = plural ? 'are' : 'is'
  const where = nearLevel(value) !== null ? `${side} ${level}` : `at ${level} or ${isAbove ? 'higher' : 'lower'}`
  return `${name}${tail} ${is} ${where}${lasting}`
}

/** A signal that decides a state. */
export interface DecidingSignal {
  readonly name: string
  readonly direction: SignalDirection
}

/** What `signalCountsText` gives of more than two signals that disagree; null of others. */
export function signalDisagreementText(signals: readonly DecidingSignal[]): string | null {
  const isSplit = (['bullish', 'bearish'] as const).every((way) => signals.some(({ direction }) => direction === way))
  return isSplit && signals.length > 2 ? signalCountsText(signals) : null
}

/** `of four inputs one is bullish (net liquidity), one is bearish (the broad dollar index) and two are neutral` */
export function signalCountsText(signals: readonly DecidingSignal[]): string {
  const named = (direction: SignalDirection) => signals.flatMap((each) => (each.direction === direction ? each.name : []))
  const are = ({ length }: readonly string[]) => `${inWords(length)} ${length === 1 ? 'is' : 'are'}`
  const parts = (['bullish', 'bearish', 'neutral'] as const).flatMap((direction) => {
    const names = named(direction)
    if (names.length === 0) return []
    return `${are(names)} ${direction}${direction === 'neutral' ? '' : ` (${joinWithAnd(names)})`}`
  })
  return `of ${inWords(signals.length)} inputs ${joinWithAnd(parts)}`
}
