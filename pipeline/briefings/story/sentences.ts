import { metricByName } from '../../../data/metrics.ts'
import type { Extreme } from '../../documents/reading.ts'
import { amountInWords, figure } from '../../values/amounts.ts'
import { rounded } from '../../values/rounding.ts'
import { longestFittingClause } from './headline.ts'
import { capitalised } from './names.ts'
import { type Fact, type MoveSign, percentileExtreme, unusualnessOf } from './ranking.ts'
import {
  dataBeginClause,
  inSpanText,
  inSpanToDayText,
  isMonthlyOrQuarterly,
  type NearExtremeText,
  onPeriodText,
  overSpanText,
  type PassedRecordText,
  periodInWords,
  type ReadingSubject,
  readingValueText,
  recordSinceText,
  type WindowMove,
} from './subject.ts'

/** Strength from which a move is far from usual. */
const farFromUsual = 2

const participles: Readonly<Record<string, string>> = { rose: 'risen', fell: 'fallen', grew: 'grown', shrank: 'shrunk' }

/** The words of one subject: its name at the head of a sentence and inside one, and its verbs. */
function wordsOf({ name: { name, plural = false, against, ends, verbs }, reading }: ReadingSubject) {
  const [rose, fell] = verbs ?? ['rose', 'fell']
  const [highest, lowest] = ends ?? ['highest', 'lowest']
  const quoted = metricByName.get(reading.metric)?.quoted ?? 'figure'
  const [more, less] = quoted === 'position' ? ['longer by', 'shorter by'] : ['up', 'down']
  return {
    inside: name,
    head: capitalised(name),
    is: plural ? 'are' : 'is',
    was: plural ? 'were' : 'was',
    has: plural ? 'have' : 'has',
    its: plural ? 'their' : 'its',
    tail: against === undefined ? '' : ` ${against}`,
    stood: typeof quoted === 'object' && 'flow' in quoted ? 'came to' : 'stood at',
    moveWords: ({ way, size }: WindowMove) => `${way > 0 ? more : less} ${size}`,
    went: (way: -1 | 1) => (way > 0 ? rose : fell),
    gone: (way: -1 | 1) => participles[way > 0 ? rose : fell] ?? (way > 0 ? rose : fell),
    end: (kind: Extreme['kind']) => (kind === 'highest' ? highest : lowest),
  }
}

/** `, a move of 3.4 standard deviations` where it is far from usual; else `, its 90-day high` at an end of the last 90 days; else nothing. */
function comparison(
  { strength, from }: WindowMove,
  { reading: { percentile_90d }, isSeasonal }: ReadingSubject,
  its: string,
): string {
  const season = isSeasonal ? ' for the time of year' : ''
  if (strength >= farFromUsual && from === undefined) return `, a move of ${figure(strength, 1)} standard deviations${season}`
  const end = percentileExtreme(percentile_90d)
  if (end === 0) return ''
  const isEnd = percentile_90d!.value === 100 || percentile_90d!.value === 0
  return `, ${isEnd ? '' : 'close to '}${its} 90-day ${end > 0 ? 'high' : 'low'}`
}

/** The move that says the opposite of the strongest one, where both are more than noise. */
function otherWay(subject: ReadingSubject): WindowMove | null {
  const [first, ...rest] = subject.moves
  return rest.find(({ way, strength, from }) => from === undefined && way !== first!.way && strength >= 0.5) ?? null
}

/** What the extreme of a level weighs more than that of a change. */
const levelWeight = 4

/** Years for which an extreme has stood weigh by their logarithm: three as much as a move of four standard deviations. */
function ageOf({ since }: Pick<Extreme, 'since'>, { reading: { period }, begins }: ReadingSubject): number {
  const years = Number(period.slice(0, 4)) - Number((since ?? begins).slice(0, 4))
  return 2 * Math.log2(1 + years)
}

/** What a reading gives to say. */
export function readingFact(subject: ReadingSubject): Fact {
  const fact: Fact = { ...plainFact(subject), ...tradeWords(subject) }
  return subject.revised === null ? fact : { ...fact, text: fact.text.replace(/\.$/, `; ${subject.revised}.`) }
}

function plainFact(subject: ReadingSubject): Fact {
  const { record, passed, near, moves, good, isNews } = subject
  const first = moves[0]
  const { head, stood } = wordsOf(subject)
  const common = {
    metric: subject.reading.metric,
    about: subject.name.against ?? subject.name.name,
    brief: longestFittingClause(
      `${head} ${stood} ${readingValueText(subject)} ${onPeriodText(subject)}`,
      `${head} ${stood} ${readingValueText(subject)}`,
    ),
    weight: unusualnessOf(subject),
    isNews,
    strength: first?.strength ?? 0,
  }
  const stance = (way: MoveSign) => ({ way, meaning: (way * good) as MoveSign })
  const sideOf = ({ kind }: Pick<Extreme, 'kind'>) => (kind === 'highest' ? 1 : -1)
  const standing = (extreme: Pick<Extreme, 'since'>, way: MoveSign, level = true) => ({
    ...stance(way),
    kind: isNews ? ('record' as const) : ('move' as const),
    weight: common.weight + (isNews ? ageOf(extreme, subject) : 0) + (isNews && level ? levelWeight : 0),
  })
  if (record && record.window === null)
    return { ...common, ...standing(record, sideOf(record)), ...extremeLevel(subject, record, sideOf(record)) }
  if (near) return { ...common, ...standing(near, sideOf(near)), ...nearLevel(subject, near) }
  // one that still stands is the larger news
  if (passed) return { ...common, ...standing(passed, sideOf(passed), false), ...passedLevel(subject, passed) }
  const largest = record && moves.find(({ window, from }) => from === undefined && window === record.window)
  if (record && largest) return { ...common, ...standing(record, largest.way, false), ...largestMove(subject, record, largest) }
  if (!first) return { ...common, kind: 'move', ...unmoved(subject), ...stance(0) }
  const other = otherWay(subject)
  const words = other ? splitMove(subject, first, other) : singleMove(subject, first)
  return { ...common, kind: 'move', ...words, ...stance(first.way), isSplit: other !== null }
}

type Wording = Pick<Fact, 'text' | 'clauses' | 'asides'>

/** A clause of a record where a headline has room for it, else the same without where our data begin, else the shorter one. */
const roomFor = (clause: string, shorter = clause): string => {
  const brief = (text: string) => longestFittingClause(text, text.replace(dataBeginClause, ''))
  return longestFittingClause(brief(clause), brief(shorter))
}

function extremeLevel(subject: ReadingSubject, record: Extreme, way: 1 | -1): Wording {
  const { head, inside, is, its, tail, end, stood, moveWords } = wordsOf(subject)
  const superlative = end(record.kind)
  const since = recordSinceText(record)
  const extreme = `${superlative}${tail} ${since}`
  const move = subject.moves.find((each) => each.way === way)
  const change = move ? `, ${moveWords(move)} ${overSpanText(move)}` : ''
  const year = overYear(subject)
  const value = readingValueText(subject)
  const level =
    year === null
      ? `${head} ${stood} ${value} ${onPeriodText(subject)}, ${its} ${superlative}`
      : `${year.text} and ${is} at ${its} ${superlative}`
  const dated = isMonthlyOrQuarterly(subject) ? ` ${onPeriodText(subject)}` : ''
  return {
    text: `${level} ${since}${change}.`,
    clauses:
      year !== null
        ? [[roomFor(`${level} ${since}`)], [roomFor(`At ${its} ${superlative} ${since}, ${inside} ${year.did} in ${year.span}`)]]
        : [
            [roomFor(`${head} ${is} at ${value}${dated}, ${its} ${extreme}`, `${head}: ${value}, the ${extreme}`)],
            [roomFor(`At ${value}${dated}, ${inside} ${is} at ${its} ${extreme}`, `${head}, at ${value}, ${is} the ${extreme}`)],
          ],
    asides: [roomFor(`${inside} ${is} at ${value}, ${its} ${extreme}`)],
  }
}

/** `The yen stood at 162.67 to the dollar on 8 July, its weakest since December 1986, and at 161.31 on 10 July.` */
function passedLevel(subject: ReadingSubject, passed: PassedRecordText): Wording {
  const { head, inside, was, its, tail, end, stood } = wordsOf(subject)
  const extreme = `${its} ${end(passed.kind)}${tail} ${recordSinceText(passed)}`
  const dated = `${passed.value} on ${passed.on}`
  return {
    text: `${head} ${stood} ${dated}, ${extreme}, and at ${readingValueText(subject)} ${onPeriodText(subject)}.`,
    clauses: [
      [longestFittingClause(`${head} ${stood} ${dated}, ${extreme}`, `${head} ${stood} ${dated}, a record`)],
      [
        longestFittingClause(
          `At ${dated}, ${inside} ${was} at ${extreme}`,
          `On ${passed.on} ${inside} ${was} at ${passed.value}, a record`,
        ),
      ],
    ],
    asides: [`${inside} ${stood} ${dated}, ${extreme}`, `${inside} ${stood} ${dated}`],
  }
}

function nearLevel(subject: ReadingSubject, near: NearExtremeText): Wording {
  const { head, inside, is, was, its, tail, end, stood } = wordsOf(subject)
  const superlative = `${end(near.kind)}${tail} ${recordSinceText(near)}`
  const extreme = `${its} ${superlative}`
  const where = near.distance === null ? 'level with' : `${near.distance} from`
  const value = readingValueText(subject)
  const short = `${is} ${where} ${extreme}`
  return {
    text: `${head} ${stood} ${value} ${onPeriodText(subject)}, ${near.distance === null ? 'matching' : where} ${its} level of ${near.on}, the ${superlative}.`,
    clauses: [
      [roomFor(`${head} ${is} at ${value}, ${where} ${extreme}`, `${head} ${short}`)],
      [roomFor(`At ${value}, ${inside} ${short}`, `${capitalised(onPeriodText(subject))} ${inside} ${was} ${where} ${extreme}`)],
    ],
    asides: [roomFor(`${inside} ${is} at ${value}, ${where} ${extreme}`), roomFor(`${inside} ${short}`)],
  }
}

const isLevelFirst = ({ leads }: ReadingSubject, { isMean }: WindowMove) => leads === 'value' && !isMean

/** `Core consumer price inflation stood at 2.7% for June, up 0.1 percentage points over the month`; in other cases `X rose 2% in June, to $5`. */
function moved(subject: ReadingSubject, first: WindowMove): string {
  const { head, tail, went, stood, moveWords } = wordsOf(subject)
  const year = overYear(subject)
  if (year !== null) {
    const isSame = Math.sign(subject.year!) === first.way
    return `${year.text} ${isSame ? 'and' : `but ${went(first.way)}`} ${first.size} ${inSpanText(first)}`
  }
  if (!isLevelFirst(subject, first))
    return `${head} ${went(first.way)} ${first.size}${tail} ${inSpanToDayText(first, subject)}, ${endOf(first)}`
  return `${head} ${stood} ${first.to}${tail} ${onPeriodText(subject)}, ${moveWords(first)} ${overSpanText(first)}`
}

/** `Consumer prices rose 3.5% in the year to May`, whole and in parts, of what is read by its change over the year; null of what is not. */
function overYear(subject: ReadingSubject): { readonly text: string; readonly did: string; readonly span: string } | null {
  const { year, reading } = subject
  if (year === null || rounded(year, 1) === 0) return null
  const { head, went } = wordsOf(subject)
  const did = `${went(year > 0 ? 1 : -1)} ${figure(Math.abs(year), 1)}%`
  const span = `the year to ${periodInWords(reading.period, subject)}`
  return { text: `${head} ${did} in ${span}`, did, span }
}

/** `to $5,917bn`. */
const endOf = ({ to, isMean }: WindowMove) => (isMean ? `to ${to} a day on average` : `to ${to}`)

function largestMove(subject: ReadingSubject, record: Extreme, move: WindowMove): Wording {
  const { head, inside, tail, went } = wordsOf(subject)
  const since = recordSinceText(record)
  const done = `${went(move.way)} ${move.size}${tail}`
  const span = isMonthlyOrQuarterly(subject) ? inSpanToDayText(move, subject) : inSpanText(move)
  return {
    text: `${moved(subject, move)}, the ${isLevelFirst(subject, move) ? `largest ${move.way > 0 ? 'rise' : 'fall'}` : 'most'} ${overYear(subject) === null ? `${inSpanText(move)} ` : ''}${since}.`,
    clauses: [
      [roomFor(`${head} ${done} ${span}, the most ${since}`)],
      [roomFor(`${capitalised(span)} ${inside} ${done}, the most ${since}`)],
    ],
    asides: [roomFor(`${inside} ${done} ${inSpanText(move)}, the most ${since}`), `${inside} ${done} ${inSpanText(move)}`],
  }
}

function splitMove(subject: ReadingSubject, first: WindowMove, other: WindowMove): Wording {
  const { head, inside, is, tail, went, moveWords } = wordsOf(subject)
  const done = `${went(first.way)} ${first.size}${tail}`
  const isShort = parseInt(first.window, 10) < parseInt(other.window, 10)
  const against = isShort
    ? `but ${is} still ${moveWords(other)} ${overSpanText(other)}`
    : `but ${went(other.way)} ${other.size} in the last ${other.span}`
  const [short, long] = isShort ? [first, other] : [other, first]
  return {
    text: `${moved(subject, first)}${isLevelFirst(subject, first) ? ` but ${isShort ? `still ${moveWords(other)} ${overSpanText(other)}` : `${moveWords(other)} in the last ${other.span}`}` : `, ${against}`}.`,
    clauses: [
      [
        `${head} ${went(short.way)} ${short.size}${tail} ${inSpanText(short)} but ${is} still ${moveWords(long)} ${overSpanText(long)}`,
      ],
      [
        `${head} ${is} ${moveWords(long)}${tail} ${overSpanText(long)} but ${went(short.way)} ${short.size} in the last ${short.span}`,
      ],
    ],
    asides: [`${inside} ${done} ${inSpanText(first)}`],
  }
}

function singleMove(subject: ReadingSubject, first: WindowMove): Wording {
  const { head, inside, has, its, tail, went, gone } = wordsOf(subject)
  const done = `${went(first.way)} ${first.size}${tail}`
  const year = overYear(subject)
  const span = isMonthlyOrQuarterly(subject) ? inSpanToDayText(first, subject) : inSpanText(first)
  return {
    text: `${moved(subject, first)}${comparison(first, subject, its)}.`,
    clauses: year
      ? [[moved(subject, first)], [`In ${year.span} ${inside} ${year.did}`]]
      : [
          [`${head} ${done} ${span}, ${endOf(first)}`, `${head} ${done} ${span}`],
          [
            `${head} ${has} ${gone(first.way)} ${first.size}${tail} ${span}, ${endOf(first)}`,
            `${head} ${has} ${gone(first.way)} ${first.size}${tail} ${span}`,
          ],
        ],
    asides: [`${inside} ${done} ${inSpanText(first)}`],
  }
}

function unmoved(subject: ReadingSubject): Wording {
  const { head, inside, is, tail, stood } = wordsOf(subject)
  const [value, on] = [readingValueText(subject), onPeriodText(subject)]
  return {
    text: `${head} ${stood} ${value} ${on}.`,
    clauses: [
      [`${head} ${is} at ${value}${tail}, as of ${on.replace(/^(?:on|for) /, '')}`],
      [`${head} ${stood} ${value}${tail} ${on}`],
    ],
    asides: [`${inside} ${is} at ${value}${tail}`],
  }
}

/**
 * A net purchase as what its buyers did: `Foreign officials bought a net $16.1bn of Treasuries in April after selling $37.9bn in March`, and where
 * it is a record `sold a net $25.3bn of Treasuries in February, the most since December 2024`. Null of what nobody in particular trades, and of
 * a record that is the least of it.
 */
function tradeWords(subject: ReadingSubject): Pick<Fact, 'text' | 'clauses' | 'asides'> | null {
  const { name, reading, record } = subject
  if (name.trade === undefined) return null
  const { who, what } = name.trade
  const { metric, unit, value, period, trend } = reading
  const sizeOf = (amount: number) => amountInWords(metric, Math.abs(amount), unit)
  const month = trend['30d']
  const isLevel = record !== null && record.window === null
  if (isLevel && (record.kind === 'highest') !== value > 0) return null
  const did = `${value < 0 ? 'sold' : 'bought'} a net ${sizeOf(value)} of ${what}`
  const span = `in ${periodInWords(period, subject)}`
  const ending = isLevel
    ? `, the most ${recordSinceText(record)}`
    : month
      ? ` after ${month.from.value < 0 ? 'selling' : 'buying'} ${sizeOf(month.from.value)} in ${periodInWords(month.from.period, subject)}`
      : ''
  const clause = `${who} ${did} ${span}${ending}`
  return {
    text: `${capitalised(clause)}.`,
    clauses: [[capitalised(clause)], [`${capitalised(span)} ${who} ${did}${ending}`]],
    asides: [clause, `${who} ${did} ${span}`],
  }
}
