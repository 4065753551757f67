import type { Prose } from '../../../data/metrics.ts'
import { dayInWords, inWords, levelText } from '../../analysis/amounts.ts'
import { nearLevel } from '../../analysis/hysteresis.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import { capitalised } from './names.ts'

/** How a metric that a turn needs is called and counted. */
export interface Needed {
  readonly name: Prose
  readonly unit: string
  /** Its newest value. */
  readonly value: number
}

type Need = StateTurn['needs'][number]

/**
 * What would change the state, in one or two sentences: the nearest other state with the values that would bring it, and the next release
 * that could. Empty where nothing can be said.
 *
 * @param today day of the document, `YYYY-MM-DD`
 */
export function turnSentences(turns: readonly StateTurn[], needed: (metric: string) => Needed, today: string): string[] {
  const [first, second] = turns
  if (!first) return []
  const levels = (needs: readonly Need[]) => needs.map((need) => levelOf(need, needed(need.metric))).join(' and ')
  const isAlternative = second !== undefined && first.needs.length === 1 && second.to === first.to && second.needs.length === 1
  const either = isAlternative ? `, or ${levels(second.needs)}` : ''
  const among = first.needs.length > 2 ? `${inWords(first.needs.length)} readings turning, such as ` : ''
  const by = first.by === null ? [] : [`Next release that could: ${dayInWords(first.by.due_at.slice(0, 10), today)}.`]
  return [`The state turns to ${first.to} with ${among}${levels(first.needs.slice(0, 2))}${either}.`, ...by]
}

/** `the 10-year yield at 4.46% or lower`, `the curve below 90 bp`; where it is there already, and would have to leave, `M2 no higher than $22,824bn`. */
function levelOf({ metric, side, value, held: term }: Need, { name: { name, against }, unit, value: newest }: Needed): string {
  const isAbove = side === 'above'
  const tail = against === undefined ? '' : ` ${against}`
  const lasting = term === 'week' ? ' for a week' : ''
  const level = levelText(metric, { side, value }, unit)
  const isThere = isAbove ? newest >= value : newest <= value
  if (nearLevel(value) !== null) return `${name}${tail} ${isThere ? 'staying ' : ''}${side} ${level}${lasting}`
  const where = isThere ? `no ${isAbove ? 'lower' : 'higher'} than ${level}` : `at ${level} or ${isAbove ? 'higher' : 'lower'}`
  return `${name}${tail} ${where}${lasting}`
}

/** `Seven inputs decide the state: three bullish, two bearish and two neutral.`, where they disagree. */
export function disagreement(directions: readonly string[]): string | null {
  const count = (direction: string) => directions.filter((each) => each === direction).length
  const [bullish, bearish, neutral] = [count('bullish'), count('bearish'), count('neutral')]
  if (bullish === 0 || bearish === 0 || directions.length < 3) return null
  const rest =
    neutral === 0
      ? `${inWords(bullish)} are bullish and ${inWords(bearish)} bearish`
      : `${inWords(bullish)} bullish, ${inWords(bearish)} bearish and ${inWords(neutral)} neutral`
  return `${capitalised(inWords(directions.length))} inputs decide the state: ${rest}.`
}
