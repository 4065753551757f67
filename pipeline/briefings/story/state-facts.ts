import { unknown } from '../../days/day.ts'
import type { StandingState } from '../../documents/briefing.ts'
import type { SignalDirection } from '../../documents/reading.ts'
import { dayInWords, inWords } from '../../values/amounts.ts'
import { fitsHeadline } from './headline.ts'
import { type Fact, type MoveSign, subjectFact, unusualWeight } from './ranking.ts'
import { type DecidingSignal, signalCountsText } from './turn-words.ts'

/** How a headline calls a state: on even and on odd days. */
export type StateWords = Readonly<Record<string, readonly [even: string, odd: string]>>

/** A signal that decides a state, with the fact about its metric where there is one. */
export interface SignalWithFact extends DecidingSignal {
  readonly fact: Fact | undefined
}

/**
 * A state that turned on `today` (`YYYY-MM-DD`), with what happened to the first of its causes that has something to say; null on any other
 * day, without such a cause, and where the state before is not known.
 *
 * @param causes facts about the inputs that turned it
 */
export function stateTurnFact({ label, previous, since }: StandingState, today: string, causes: readonly Fact[]): Fact | null {
  const cause = causes.find(({ asides }) => asides.length > 0)
  if (since !== today || label === unknown || previous === null || previous === unknown || cause === undefined) return null
  const asides = cause.asides.flatMap((aside) => [
    aside,
    aside.replace(/, (?:its|their) \w+ on record$/, ', a record'),
    aside.replace(/, [^,]*$/, ''),
  ])
  // where there is no room for all of it, less of what the state was and of what happened
  const clausesOf = (openings: readonly string[]): string[] => {
    const all = asides.flatMap((aside) => openings.map((opening) => `${opening}: ${aside}`))
    return [all.find(fitsHeadline) ?? all.toSorted((one, other) => one.length - other.length)[0]!]
  }
  return {
    ...cause,
    kind: 'turned',
    isNews: true,
    text: `The state turned from ${previous} to ${label} on ${dayInWords(since, today)}. ${cause.text}`,
    clauses: [
      clausesOf([`From ${previous} to ${label}`, `The state is ${label}`]),
      clausesOf([`The state is ${label}, after ${previous}`, `The state is now ${label}`]),
    ],
  }
}

const ways: Readonly<Record<SignalDirection, MoveSign>> = { bullish: 1, neutral: 0, bearish: -1 }

/**
 * A state with the strongest inputs that speak for it, and the price where that went the other way; of a mixed one the strongest for either
 * side. Where there is none of these, how many inputs either side has; null without inputs.
 *
 * @param side what the state says: 1, -1, or 0 where its inputs speak against each other
 * @param price the metric the briefing is about, which opens another one: it speaks last, as `the price`
 */
export function stateFact(
  words: readonly [even: string, odd: string],
  side: MoveSign,
  deciding: readonly SignalWithFact[],
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
  if (first === undefined || (side === 0 && second === undefined)) return countedFact(words, side, deciding)
  const against = side === 0 ? undefined : priceAgainst(deciding, side, price)
  const [joint, other] = against ? (['but', against] as const) : ([side === 0 ? 'but' : 'and', second] as const)
  const others = other?.asides ?? []
  const both = first.asides.flatMap((aside) =>
    [aside, aside.replace(/ in (?:an? )?[\w ]+$/, '')].flatMap((reason) => others.map((words) => `${reason}, ${joint} ${words}`)),
  )
  if (side === 0 && !words.every((opening) => both.some((reasons) => fitsHeadline(`${opening}: ${reasons}`))))
    return countedFact(words, side, deciding)
  // a state that the price or the other side denies is not shown without it
  const clausesOf = (opening: string) => [
    ...both.map((reasons) => `${opening}: ${reasons}`),
    ...(joint === 'and' ? first.asides.map((aside) => `${opening}: ${aside}`) : []),
    ...(against === undefined ? [] : others.map((words) => `${opening}, but ${words}`)),
  ]
  return subjectFact({
    metric: first.metric,
    about: 'the state',
    weight: first.weight,
    text: `${words[0]}: ${signalCountsText(deciding)}.`,
    clauses: [clausesOf(words[0]), clausesOf(words[1])],
    isSplit: true,
    meaning: side,
  })
}

/** A state by how many inputs either side has, where no reasons explain it: those of one side alone do not explain a mixed one. */
function countedFact(
  words: readonly [even: string, odd: string],
  side: MoveSign,
  deciding: readonly SignalWithFact[],
): Fact | null {
  const fact = deciding.find((each) => each.fact !== undefined)?.fact
  if (fact === undefined) return null
  const count = (way: SignalDirection) => deciding.filter(({ direction }) => direction === way).length
  const [up, down] = [count('bullish'), count('bearish')]
  const counts = `${inWords(up)} ${up === 1 ? 'input is' : 'inputs are'} bullish and ${down === 0 ? 'none' : inWords(down)} ${down === 1 ? 'is' : 'are'} bearish on the day`
  return subjectFact({
    ...{ metric: fact.metric, about: 'the state', weight: 0, isSplit: true, meaning: side },
    text: `${words[0]}: ${signalCountsText(deciding)}.`,
    clauses: [[`${words[0]}: ${counts}`], [`${words[1]}: ${counts}`]],
  })
}

/** What the price did, where it went against the state by more than usual. */
function priceAgainst(
  deciding: readonly SignalWithFact[],
  side: MoveSign,
  price: string | null,
): Pick<Fact, 'asides'> | undefined {
  const own = deciding.find(({ fact }) => fact?.metric === price)
  if (own?.fact === undefined || own.fact.meaning !== -side || own.fact.weight < unusualWeight) return undefined
  return { asides: own.fact.asides.map((aside) => aside.replace(own.name, 'the price')) }
}
