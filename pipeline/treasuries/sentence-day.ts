import { dayOfLine, endOfPeriod, nearestDay, nearestMonthEnd, type ReleaseDates } from '../filings/press-release.ts'
import { dayPattern, endOfMonth, leadingDays, readDay, readDays } from '../filings/written-day.ts'
import type { SpanRow } from '../tables/filing.ts'
import { type CoinCount, periodWordsOf } from './coin-count.ts'

/** A count whose sentence names no day for it. */
export interface UndatedCount {
  readonly count: CoinCount
  readonly counts: readonly CoinCount[]
  readonly span: SpanRow
  /** The sentences of the filing. */
  readonly spans: readonly SpanRow[]
  /** The words that lead to the count. */
  readonly phrase: string
  /** Whether they are the label of a list. */
  readonly label: boolean
  /** Whether they tell what a change came to. */
  readonly result: boolean
}

/** Words of a holding that lasts, where a press release gives the day: not those of a past one. */
const lasting = /\b(?:total|now|currently|holds?|owns?|has|have|is|are|stands?|totals?|brings?|bringing|to|with)\b[^.]{0,40}$/iu

/**
 * The day of such a count by what stands around its sentence: the month of the change that led to it, the press release, the month or the period it
 * reports on, the purchases told before. Null where nothing dates it; `by` says what does.
 */
export function dayFromContext(
  undated: UndatedCount,
  release: ReleaseDates,
): { readonly day: string; readonly by: string } | null {
  const { count, counts, span, phrase, label, result } = undated
  if (count.coins.length > 1) return null
  const { released, reported, period } = release
  const [before, behind] = [span.text.slice(0, count.at), span.text.slice(count.end).split(/[;.]/u, 1)[0] ?? '']
  const time = periodWordsOf(count, span.text, counts)
  const ways: readonly (readonly [day: string | null, by: string])[] = [
    [result ? endOfOneMonth(before) : null, 'the month of the change that led to it'],
    [released === null ? null : nearestDay(`${phrase}${behind}`, released), 'the press release, for its year,'],
    [released === null ? null : nearestMonthEnd(behind, released), 'the press release, for its year,'],
    [label ? reported : null, 'the month the release reports on'],
    [dayOfChange(undated), 'the sentence before it, on the change that led to it,'],
    [time === null ? null : endOfPeriod(time, period), 'the period the release reports on'],
    [time === null && (label || lasting.test(phrase)) ? released : null, 'the press release'],
  ]
  const [day, by] = ways.find(([each]) => each !== null) ?? [null, '']
  return day === null ? null : { day, by }
}

/** The month of a change that led to a holding: `Produced 226.6 bitcoins during May 2021, increasing ...`. */
const month = /\b(?:during|in|for)(?: the month of)? ([A-Z][a-z]+\.?,? \d{4})(?!\d)/gu

/** The last day of the only month a text names; null where it names none or several. */
function endOfOneMonth(text: string): string | null {
  const ends = new Set([...text.matchAll(month)].flatMap(([, named = '']) => endOfMonth(named) ?? []))
  return ends.size === 1 ? ([...ends][0] ?? null) : null
}

const followsChange =
  /^(?:(?:Following|After|As a result of|With|Giving effect to|After giving effect to) (?:this|these|the|such) (?:\w+ ){0,2}(?:transactions?|purchases?|acquisitions?|sales?)\b|As a result,)/u
const lastOfPeriod = new RegExp(`\\b(?:from|between) ${dayPattern} (?:through|to|and|until) (${dayPattern})`, 'iu')

/**
 * The last day of the purchases or sales the sentence before tells, where what is held is said to follow from them; null elsewhere, and where
 * that sentence names several days and no period.
 */
function dayOfChange({ span: { text, place }, spans }: UndatedCount): string | null {
  if (!followsChange.test(text)) return null
  const [, paragraph, sentence] = /^(.*paragraph \d+), sentence (\d+)$/u.exec(place) ?? []
  const before = spans.find((other) => other.place === `${paragraph}, sentence ${Number(sentence) - 1}`)?.text ?? ''
  const period = lastOfPeriod.exec(before)?.[1]
  const days = new Set(period === undefined ? readDays(before) : [readDay(period)])
  return days.size === 1 ? [...days][0]! : null
}

/** How many sentences before a count, those of a list among them, may say for which day it is. */
const sentencesBefore = 8
const asOf = /\b(?:as of|as at|ended) /giu
const currently = /\b(?:currently|now|today|to date)\b/iu
const holds = /\b(?:holds?|owns?)\b/iu

/**
 * The day a count is most likely for where nothing dates it surely: the end of the month a release reports on; of what is held now, the day of the
 * filing; the one day that the sentences before it name last, else the one behind it; the end of the period reported on. Null where there is none.
 *
 * @param filed day of the filing; null where it is not known
 */
export function likelyDay(undated: UndatedCount, { reported, period }: ReleaseDates, filed: string | null): string | null {
  const { count, span, spans, phrase } = undated
  if (count.coins.length > 1) return null
  const at = spans.indexOf(span)
  const around = [...spans.slice(Math.max(0, at - sentencesBefore), at).toReversed(), ...spans.slice(at + 1, at + 2)]
  const dated = new Set(around.map(({ text }) => daysAsOf(text)).find((days) => days.length > 0))
  const near = dated.size === 1 ? [...dated][0]! : null
  const clause = phrase.split(/[.;]/u).at(-1) ?? ''
  return reported ?? (currently.test(clause) ? filed : null) ?? near ?? period?.end ?? (holds.test(clause) ? filed : null)
}

function daysAsOf(text: string): readonly string[] {
  const line = dayOfLine(text)
  if (line !== null) return [line]
  return [...text.matchAll(asOf)].flatMap(({ index, 0: opens }) => leadingDays(text.slice(index + opens.length))?.days ?? [])
}
