import { describe, expect, test } from 'vitest'
import type { Fact } from '../../pipeline/briefings/story/ranking.ts'
import { type SignalWithFact, stateFact, stateTurnFact } from '../../pipeline/briefings/story/state-facts.ts'

const fact = (metric: string, meaning: Fact['meaning'], weight: number, asides = [`${metric} moved 1% in a week`]): Fact => ({
  ...{
    metric,
    about: metric,
    kind: 'move',
    weight,
    isNews: true,
    strength: weight,
    text: `${metric} moved 1%.`,
    clauses: [['a'], ['b']],
  },
  ...{ asides, meaning, way: meaning },
})
const today = '2026-07-23'
const state = { label: 'flat', previous: 'expanding', since: today, since_at_least: false }

describe('a state that turned today', () => {
  test('opens with what happened to its first input that moved', () => {
    const turned = stateTurnFact(state, today, [fact('silent', 1, 2, []), fact('net liquidity', -1, 1)])!
    expect(turned).toMatchObject({ kind: 'turned', metric: 'net liquidity' })
    expect(turned.clauses).toEqual([
      ['From expanding to flat: net liquidity moved 1% in a week'],
      ['The state is flat, after expanding: net liquidity moved 1% in a week'],
    ])
    expect(turned.text).toBe('The state turned from expanding to flat on 23 July. net liquidity moved 1%.')
  })
  test('does not open on another day, after an unknown state, or where no input moved', () => {
    const inputs = [fact('net liquidity', -1, 1)]
    expect(stateTurnFact({ ...state, since: '2026-07-22' }, today, inputs)).toBeNull()
    expect(stateTurnFact({ ...state, previous: 'unknown' }, today, inputs)).toBeNull()
    expect(stateTurnFact({ ...state, previous: null }, today, inputs)).toBeNull()
    expect(stateTurnFact(state, today, [fact('silent', 1, 2, [])])).toBeNull()
  })
})

describe('a state as what a briefing is about', () => {
  const words = ['Headwinds for bitcoin', 'Bitcoin faces headwinds'] as const
  const deciding: SignalWithFact[] = [
    { name: 'bitcoin', direction: 'bearish', fact: fact('bitcoin-price', -1, 9, ['bitcoin fell 9% in a week']) },
    { name: 'the VIX', direction: 'bearish', fact: fact('vix', -1, 2, ['the VIX rose 25% in a week']) },
    { name: 'M2', direction: 'bullish', fact: fact('m2', 1, 1, ['M2 grew 1% in May']) },
    { name: 'the dollar', direction: 'bullish', fact: fact('dollar', -1, 5) },
    { name: 'real yields', direction: 'neutral', fact: undefined },
  ]
  test('opens with the strongest inputs that speak for it, the price it is about last', () => {
    const { text, clauses } = stateFact(words, -1, deciding, 'bitcoin-price')!
    expect(clauses[0][0]).toBe('Headwinds for bitcoin: the VIX rose 25% in a week, and the price fell 9% in a week')
    expect(clauses[1].at(-1)).toBe('Bitcoin faces headwinds: the VIX rose 25% in a week')
    expect(text).toBe(
      'Headwinds for bitcoin: of five inputs two are bullish (M2 and the dollar), two are bearish (bitcoin and the VIX) and one is neutral.',
    )
  })
  test('a mixed one has the strongest of either side, and an input against its own signal does not speak', () => {
    expect(stateFact(words, 0, deciding, 'bitcoin-price')!.clauses[0][0]).toBe(
      'Headwinds for bitcoin: the VIX rose 25% in a week, but M2 grew 1% in May',
    )
    expect(stateFact(words, 1, [deciding[3]!], null)!.clauses[0]).toEqual([
      'Headwinds for bitcoin: one input is bullish and none are bearish on the day',
    ])
    expect(stateFact(words, 1, [], null)).toBeNull()
  })
  test('a mixed one with reasons for one side alone counts the inputs of both', () => {
    const { clauses } = stateFact(words, 0, deciding.slice(0, 2), 'bitcoin-price')!
    expect(clauses[1]).toEqual(['Bitcoin faces headwinds: no inputs are bullish and two are bearish on the day'])
  })
  test('names the price that went against it', () => {
    const tailwind = ['The backdrop favours bitcoin', 'Bitcoin has a tailwind'] as const
    const { clauses } = stateFact(tailwind, 1, deciding, 'bitcoin-price')!
    for (const clause of clauses.flat()) expect(clause).toContain(', but the price fell 9% in a week')
    expect(clauses[1].at(-1)).toBe('Bitcoin has a tailwind, but the price fell 9% in a week')
  })
})
