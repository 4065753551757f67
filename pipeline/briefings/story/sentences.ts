import { metricByName } from '../../../data/metrics.ts'
import { rounded } from '../../analysis/rounding.ts'
import { figure } from '../../analysis/words.ts'
import { capitalised } from './names.ts'
import { endOf90Days, type Fact, unusual, weightOf } from './ranking.ts'
import {
  type Extreme,
  inSpan,
  type Move,
  onWhichDay,
  overSpan,
  overWords,
  periodInWords,
  type Subject,
  sinceWords,
  valueText,
} from './subject.ts'

/** Strength from which a move is far from usual. */
const farFromUsual = 2

const comparatives: Readonly<Record<string, string>> = {
  highest: 'higher',
  lowest: 'lower',
  largest: 'larger',
  smallest: 'smaller',
  tightest: 'tighter',
  loosest: 'looser',
  steepest: 'steeper',
  flattest: 'flatter',
  strongest: 'stronger',
  weakest: 'weaker',
  widest: 'wider',
  narrowest: 'narrower',
  fullest: 'fuller',
  emptiest: 'emptier',
}

const participles: Readonly<Record<string, string>> = { rose: 'risen', fell: 'fallen', grew: 'grown', shrank: 'shrunk' }

/** The words of one subject: its name at the head of a sentence and inside one, and its verbs. */
function wordsOf({ name: { name, plural = false, against, ends, verbs }, reading }: Subject) {
  const [rose, fell] = verbs ?? ['rose', 'fell']
  const [highest, lowest] = ends ?? ['highest', 'lowest']
  const quoted = metricByName.get(reading.metric)?.quoted ?? 'figure'
  const [more, less] = quoted === 'position' ? ['longer by', 'shorter by'] : ['up', 'down']
  return {
    inside: name,
    head: capitalised(name),
    is: plural ? 'are' : 'is',
    has: plural ? 'have' : 'has',
    its: plural ? 'their' : 'its',
    tail: against === undefined ? '' : ` ${against}`,
    stood: typeof quoted === 'object' && 'flow' in quoted ? 'came to' : 'stood at',
    moveWords: ({ way, size }: Move) => `${way > 0 ? more : less} ${size}`,
    went: (way: -1 | 1) => (way > 0 ? rose : fell),
    gone: (way: -1 | 1) => participles[way > 0 ? rose : fell] ?? (way > 0 ? rose : fell),
    end: (kind: Extreme['kind']) => (kind === 'highest' ? highest : lowest),
  }
}

const upOrDown = (way: -1 | 1) => (way > 0 ? 'up' : 'down')

/** How a move stands to what is usual for the reading, or its level to the last 90 days. */
function comparison({ strength }: Move, { reading: { percentile_90d }, isSeasonal }: Subject, its: string): string {
  const season = isSeasonal ? ' for the time of year' : ''
  if (strength >= farFromUsual) return `far more than usual${season}`
  if (strength >= unusual) return `more than usual${season}`
  const end = endOf90Days(percentile_90d)
  return end === 0 ? `within ${its} usual range` : `close to ${its} 90-day ${end > 0 ? 'high' : 'low'}`
}

/** The move that says the opposite of the strongest one, where both are more than noise. */
function otherWay(subject: Subject): Move | null {
  const [first, ...rest] = subject.moves
  return rest.find(({ way, strength }) => way !== first!.way && strength >= 0.5) ?? null
}

/** What a reading gives to say. */
export function factOf(subject: Subject): Fact {
  const { record, moves, good } = subject
  const first = moves[0]
  const common = {
    metric: subject.reading.metric,
    about: subject.name.against ?? subject.name.name,
    weight: weightOf(subject),
    isNews: subject.isNews,
    strength: first?.strength ?? 0,
  }
  if (record && (record.kind === 'highest' || record.kind === 'lowest')) return { ...common, ...extremeFact(subject, record) }
  const other = first ? otherWay(subject) : null
  const largest = record && moves.find(({ window }) => window === record.window)
  const stance = (way: -1 | 0 | 1) => ({ way, meaning: (way * good) as -1 | 0 | 1 })
  if (record && largest)
    return {
      ...common,
      kind: subject.isNews ? 'record' : 'move',
      ...largestMove(subject, record, largest),
      ...stance(largest.way),
    }
  if (!first) return { ...common, kind: 'move', ...unmoved(subject), ...stance(0) }
  const words = other ? splitMove(subject, first, other) : singleMove(subject, first)
  return { ...common, kind: 'move', ...words, ...stance(first.way), isSplit: other !== null }
}

type Wording = Pick<Fact, 'text' | 'clauses' | 'quiet' | 'asides'>

function extremeFact(subject: Subject, record: Extreme): Wording & Pick<Fact, 'kind' | 'way' | 'meaning'> {
  const { head, inside, is, has, its, tail, end, stood, moveWords } = wordsOf(subject)
  const superlative = end(record.kind)
  const way = record.kind === 'highest' ? 1 : -1
  const since = sinceWords(record)
  const same = subject.moves.filter((each) => each.way === way)
  const move = same.find(({ window }) => window === '30d') ?? same[0]
  const change = move ? `, ${moveWords(move)} ${overWords(move)}` : ''
  const never = record.since === null
  const year = overYear(subject)
  const level =
    year === null
      ? `${head} ${stood} ${valueText(subject)} ${onWhichDay(subject)}, ${its} ${superlative}`
      : `${year} and ${is} at ${its} ${superlative}`
  return {
    kind: subject.isNews ? 'record' : 'move',
    way,
    meaning: (way * subject.good) as -1 | 0 | 1,
    text: `${level} ${since}${change}.`,
    clauses: [
      [
        `${head} ${is} at ${its} ${superlative}${tail} ${since}`,
        `${head} ${is} ${comparatives[superlative]}${tail} than ${never ? 'ever' : 'at any time'} ${since}`,
      ],
      [
        never
          ? `${head} ${has} never been ${comparatives[superlative]}${tail} on record`
          : `${head} ${has} not been ${comparatives[superlative]}${tail} ${since}`,
        `At ${valueText(subject)}, ${inside} ${is} at ${its} ${superlative}${tail} ${since}`,
      ],
    ],
    asides: [
      `${inside} ${is} at ${its} ${superlative}${tail} ${since}`,
      `${inside} ${is} at a one-year ${way > 0 ? 'high' : 'low'}${tail}`,
    ],
  }
}

const isLevelFirst = ({ leads }: Subject, { isMean }: Move) => leads === 'value' && !isMean

/** `Core consumer price inflation stood at 2.7% for June, up 0.1 percentage points over the month`; in other cases `X rose 2% in June, to $5`. */
function moved(subject: Subject, first: Move): string {
  const { head, tail, went, stood, moveWords } = wordsOf(subject)
  const year = overYear(subject)
  if (year !== null) {
    const isSame = Math.sign(subject.year!) === first.way
    return `${year} ${isSame ? 'and' : `but ${went(first.way)}`} ${first.size} ${inSpan(first)}`
  }
  if (!isLevelFirst(subject, first))
    return `${head} ${went(first.way)} ${first.size}${tail} ${overSpan(first, subject)}, ${endOf(first)}`
  return `${head} ${stood} ${first.to}${tail} ${onWhichDay(subject)}, ${moveWords(first)} ${overWords(first)}`
}

/** `Consumer prices rose 3.5% in the year to May`, of what is read by its change over the year; null of what is not. */
function overYear(subject: Subject): string | null {
  const { year, reading } = subject
  if (year === null || rounded(year, 1) === 0) return null
  const { head, went } = wordsOf(subject)
  return `${head} ${went(year > 0 ? 1 : -1)} ${figure(Math.abs(year), 1)}% in the year to ${periodInWords(reading.period, subject)}`
}

/** `to $5,917bn`. */
const endOf = ({ to, isMean }: Move) => (isMean ? `to ${to} a day on average` : `to ${to}`)

function largestMove(subject: Subject, record: Extreme, move: Move): Wording {
  const { head, inside, has, tail, went, gone } = wordsOf(subject)
  const since = sinceWords(record)
  const done = `${went(move.way)} ${move.size}${tail}`
  const never = record.since === null ? 'never' : 'not'
  return {
    text: `${moved(subject, move)}, the ${isLevelFirst(subject, move) ? `largest ${move.way > 0 ? 'rise' : 'fall'}` : 'most'} ${overYear(subject) === null ? `${inSpan(move)} ` : ''}${since}.`,
    clauses: [
      [`${head} ${done} ${inSpan(move)}, the most ${since}`],
      [`${head} ${has} ${never} ${gone(move.way)} so much ${inSpan(move)}${tail} ${since}`],
    ],
    asides: [`${inside} ${done} ${inSpan(move)}, the most ${since}`, `${inside} ${done} ${inSpan(move)}`],
  }
}

function splitMove(subject: Subject, first: Move, other: Move): Wording {
  const { head, inside, is, tail, went, moveWords } = wordsOf(subject)
  const done = `${went(first.way)} ${first.size}${tail}`
  const isShort = parseInt(first.window, 10) < parseInt(other.window, 10)
  const against = isShort
    ? `but ${is} still ${moveWords(other)} ${overWords(other)}`
    : `but ${went(other.way)} ${other.size} in the last ${other.span}`
  return {
    text: `${moved(subject, first)}${isLevelFirst(subject, first) ? ` but ${isShort ? `still ${moveWords(other)} ${overWords(other)}` : `${moveWords(other)} in the last ${other.span}`}` : `, ${against}`}.`,
    clauses: isShort
      ? [
          [
            `${head} ${done} ${inSpan(first)} but ${is} still ${upOrDown(other.way)} ${overWords(other)}`,
            `${head} ${is} ${upOrDown(other.way)} ${overWords(other)}${tail} but ${went(first.way)} in the last ${first.span}`,
          ],
          [
            `${head} ${is} ${upOrDown(other.way)} ${overWords(other)}${tail}, yet ${went(first.way)} ${first.size} in the last ${first.span}`,
            `Despite the last ${first.span}, ${inside} ${is} ${upOrDown(other.way)} ${overWords(other)}${tail}`,
          ],
        ]
      : [
          [
            `${head} ${done} ${inSpan(first)} but ${went(other.way)} in the last ${other.span}`,
            `${head} ${is} ${upOrDown(first.way)} ${overWords(first)}${tail} but ${went(other.way)} in the last ${other.span}`,
          ],
          [
            `${head} ${went(other.way)} in the last ${other.span} after it ${done} ${inSpan(first)}`,
            `${head} ${is} still ${upOrDown(first.way)} ${overWords(first)}${tail} despite the last ${other.span}`,
          ],
        ],
    asides: [`${inside} ${done} ${inSpan(first)}`, `${inside} ${went(first.way)}${tail}`],
  }
}

function singleMove(subject: Subject, first: Move): Wording {
  const { head, inside, is, has, its, tail, went, gone, moveWords } = wordsOf(subject)
  const done = `${went(first.way)} ${first.size}${tail}`
  const more = comparison(first, subject, its)
  const noun = first.way > 0 ? 'rise' : 'fall'
  const sharp = first.strength >= farFromUsual ? 'a very unusual' : 'an unusual'
  const usualMove = [
    [`${head} ${done} ${inSpan(first)}`],
    [`${head} ${has} ${gone(first.way)} ${first.size}${tail} ${inSpan(first)}`],
  ] as const
  const unusualMove = [
    [`${head} ${done} ${inSpan(first)}, ${more}`, `${head} ${done} ${inSpan(first)}, ${sharp} ${noun}`],
    [
      `${head} ${is} ${moveWords(first)}${tail} ${inSpan(first)}, ${more}`,
      `${head} ${has} ${gone(first.way)} ${first.size}${tail} ${inSpan(first)}, ${more}`,
    ],
  ] as const
  return {
    text: `${moved(subject, first)}, ${more}.`,
    clauses: first.strength >= unusual ? unusualMove : usualMove,
    quiet: [
      [
        `No reading moved unusually; ${inside} ${done} ${inSpan(first)}`,
        `Nothing unusual: ${inside} moved most, ${moveWords(first)}${tail} ${inSpan(first)}`,
      ],
      [
        `A quiet day: ${inside} ${is} ${moveWords(first)}${tail} ${inSpan(first)}`,
        `Usual moves only: ${inside} ${has} ${gone(first.way)} ${first.size}${tail} ${inSpan(first)}`,
      ],
    ],
    asides: [`${inside} ${done} ${inSpan(first)}`, `${inside} ${went(first.way)}${tail}`],
  }
}

function unmoved(subject: Subject): Wording {
  const { head, inside, is, tail, stood } = wordsOf(subject)
  const value = valueText(subject)
  return {
    text: `${head} ${stood} ${value} ${onWhichDay(subject)}.`,
    clauses: [[`${head} ${is} at ${value}${tail}`], [`${head}: still ${value}${tail}`]],
    asides: [`${inside} ${is} at ${value}${tail}`],
  }
}
