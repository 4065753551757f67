import { dayInWords } from '../../analysis/amounts.ts'
import { unknown } from '../../analysis/days/day.ts'
import type { StandingState } from '../../documents/briefing.ts'
import type { SignalDirection } from '../../documents/reading.ts'
import { fits } from './headline.ts'
import { type Fact, subjectFact, type Way } from './ranking.ts'
import { countsOf, type DecidingSignal } from './turn-words.ts'

/** How a headline calls a state: on even and on odd days. */
export type StateWords = Readonly<Record<string, readonly [even: string, odd: string]>>

/** A signal that decides a state, with the fact about its metric where there is one. */
export interface DecidingFact extends DecidingSignal {
  readonly fact: Fact | undefined
}

/**
 * A state that turned on `today` (`YYYY-MM-DD`), with what happened to the first of its inputs that has something to say; null on any other
 * day, and where the state before is not known.
 */
export function turnedFact({ label, previous, since }: StandingState, today: string, inputs: readonly Fact[]): Fact | null {
  const cause = inputs.find(({ asides }) => asides.length > 0)
  if (since !== today || label === unknown || previous === null || previous === unknown || cause === undefined) return null
  // where there is no room for what it is, the value alone
  const clausesOf = (opening: string): string[] => {
    const whole = cause.asides.map((aside) => `${opening}: ${aside}`)
    const shorter = whole.map((clause) => clause.replace(/, (?:its|their) \w+ on record$/, ', a record'))
    return [whole, shorter].find((clauses) => clauses.some(fits)) ?? whole.map((clause) => clause.replace(/, [^,]*$/, ''))
  }
  return {
    ...cause,
    kind: 'turned',
    isNews: true,
    text: `The state turned from ${previous} to ${label} on ${dayInWords(since, today)}. ${cause.text}`,
    clauses: [clausesOf(`From ${previous} to ${label}`), clausesOf(`Now ${label}, after ${previous}`)],
  }
}

const ways: Readonly<Record<SignalDirection, Way>> = { bullish: 1, neutral: 0, bearish: -1 }

/**
 * A state with the strongest inputs that speak for it; of a mixed one the strongest for either side. Null where no input that speaks has
 * moved.
 *
 * @param side what the state says: 1, -1, or 0 where its inputs speak against each other
 * @param price the metric the briefing is about, which opens another one: it speaks last, as `the price`
 */
export function stateFact(
  words: readonly [even: string, odd: string],
  side: Way,
  deciding: readonly DecidingFact[],
  price: string | null,
): Fact | null {
  const speaking = deciding
    .flatMap(({ direction, name, fact }) => {
      if (fact === undefined || fact.asides.length === 0 || fact.meaning !== ways[direction] || fact.meaning === 0) return []
      return fact.metric === price
        ? { ...fact, weight: -1, asides: fact.asides.map((aside) => aside.replace(name, 'the price')) }
        : fact
    })
    .sort((a, b) => b.weight - a.weight)
  const [first, second] =
    side === 0
      ? [speaking[0], speaking.find(({ meaning }) => meaning !== speaking[0]?.meaning)]
      : speaking.filter(({ meaning }) => meaning === side)
  if (first === undefined) return null
  const joint = side === 0 ? 'but' : 'and'
  const reasons = first.asides.flatMap((aside) => [
    ...(second?.asides ?? []).map((other) => `${aside}, ${joint} ${other}`),
    aside,
  ])
  const clausesOf = (opening: string) => reasons.map((reason) => `${opening}: ${reason}`)
  return subjectFact({
    metric: first.metric,
    about: 'the state',
    weight: first.weight,
    text: `${words[0]}: ${countsOf(deciding)}.`,
    clauses: [clausesOf(words[0]), clausesOf(words[1])],
    isSplit: true,
    meaning: side,
  })
}
