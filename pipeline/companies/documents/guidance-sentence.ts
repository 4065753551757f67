import {
  type GuidedMetric,
  guidanceActions,
  guidedBases,
  guidedMetrics,
  notGuidanceWords,
  outlookWords,
  wholeCompanyWords,
} from '../../../data/companies/guidance.ts'
import { twelveDigits } from '../../values/rounding.ts'
import { type NamedPeriod, onlyPeriod, periodsIn } from './guidance-period.ts'
import { rangesIn, type StatedRange } from './guidance-range.ts'

export interface GuidedMeasure {
  readonly metric: GuidedMetric
  readonly basis: 'reported' | 'adjusted' | 'constant currency'
  /** Its name says growth, or a decline. */
  readonly growth: -1 | 0 | 1
  /** A period in its name. */
  readonly period: NamedPeriod | null
  readonly at: number
  readonly end: number
}

/** What is expected of a measure, before its period is known. */
export interface ExpectedMeasure {
  readonly measure: GuidedMeasure
  readonly low: number | null
  readonly high: number | null
  readonly unit: string
  readonly prior: { readonly low: number | null; readonly high: number | null } | null
  readonly period: NamedPeriod | null
  readonly kept: boolean
}

const footnote = '(?: ?\\d(?:,\\d)*(?= of\\b|\\s*(?:[/:(]|$))|\\d(?:,\\d)*(?=\\s))?'
const names = guidedMetrics.map((metric) => ({
  metric,
  pattern: new RegExp(
    `(?<![\\w-])${metric.name.source}(?![A-Za-z&_])(?: ?\\((?:diluted|EPS)\\))*${footnote}(?: ?/ ?Mid-?point(?:\\d(?:,\\d)*)?)?(?<growth> (?:growth|increase|decline|decrease))?${footnote}`,
    'giu',
  ),
}))
const before = new RegExp(`(?:^|(?<=[\\s“"(:;,–-]))(?:${wholeCompanyWords.source})(?:[, ]\\s*|-)$`, 'iu')
/** What the name of a measure of the whole company may follow. */
const boundary =
  /(?:^|[:;,.(“"]|(?:^|\s)[•*–-]|%|\b(?:percent|report|increas(?:es|ed|ing)|reduc(?:es|ed|ing)|its|expect(?:s|ed|ing)?|anticipates?|forecasts?|projects?|targets?|imply|implies|assumes?|that|for|and|deliver|achieve|generate|(?<!compared )with|narrow(?:s|ed|ing)|raises?|raised|raising|lowers?|lowered|lowering|updates?|updated|tightens?|re-?affirms?|re-?affirming|reiterates?|reiterating|confirms?|maintains?|maintaining|now|ranges? of|(?:increase|growth|decline|decrease) in))\s*$/iu
/** Words between a measure and its figure that leave no doubt that it is its figure. */
const connecting =
  /^(?:[\s:]|\b(?:of|is|are|be|to|in|the|a|an|at|for|will|should|we|it|expect(?:s|ed)?|anticipated?|projected|forecast(?:ed)?|estimated|currently|now|still|ranges?|ranging|between|within|from|continues?|remains?|unchanged|around|approximately|about|guidance|outlook|target|financial|expectations?|grow(?:th)?|increases?|decreases?|declines?|fall|rise|down|up|by|total|reach)\b)*$/iu
/** `Revenue for 2025 is affected by ... and is currently expected to be`, with no other figure between. */
const continued =
  /^[^\d.;%$€]*\b(?:is|are)\b[^\d.;%$€]*\band (?:is|are) (?:currently |now )?expected to be (?:in the range of )?$/iu
const rising = /\b(?:grow(?:th|s|ing)?|increas(?:e|es|ing)|ris(?:e|es|ing)|up)\b/iu
const falling = /\b(?:declin(?:e|es|ing)|decreas(?:e|es|ing)|fall|down)\b/iu
const priorWords =
  /^[,;]?\s*\(?(?:which |as )?(?:compares? (?:to|with) |compared (?:to|with) |versus |vs\. |up from |down from |from )?(?:our |its |the |a )*(?:previously|prior|previous)(?: (?:guidance|outlook|range|estimate|announced|stated|of|a|an|our|the|decline|decrease|expected|to be))*[:,]?\s*$/iu

/** Words before a measure are looked at so far. */
const nearby = 40
/** A longer sentence is a table or a list of risks. */
const longest = 1_200

/** The measures of the whole company a text names, in its order, without those of a part (`Domestic revenue`). */
export function guidedMeasuresIn(text: string): GuidedMeasure[] {
  const named: GuidedMeasure[] = []
  const taken: { at: number; end: number }[] = []
  if (!/[a-z]/iu.test(text)) return []
  const periods = periodsIn(text)
  for (const { metric, pattern } of names)
    for (const match of text.matchAll(pattern)) {
      const own = { at: match.index, end: match.index + match[0].length }
      if (taken.some(({ at, end }) => own.at < end && at < own.end)) continue
      taken.push(own)
      let at = own.at
      let period: NamedPeriod | null = null
      for (;;) {
        const rest = text.slice(Math.max(0, at - nearby), at)
        const inName = periods.find(({ end }) => end <= at && /^(?:['’]s)?\s*$/u.test(text.slice(end, at)) && end > at - 4)
        const word = before.exec(rest)
        if (inName !== undefined && inName.part !== 'unknown') {
          period ??= inName
          at = inName.at
        } else if (word !== null) at -= rest.length - word.index
        else break
      }
      if (!boundary.test(text.slice(Math.max(0, at - nearby), at))) continue
      const name = text.slice(at, own.end)
      const { growth } = match.groups ?? {}
      const basis = guidedBases.find(({ words }) => words.test(name))?.basis ?? 'reported'
      named.push({ metric, basis, growth: growth === undefined ? 0 : falling.test(growth) ? -1 : 1, period, at, end: own.end })
    }
  return named.sort((a, b) => a.at - b.at)
}

/**
 * The guidance in a sentence. Every word between a measure and its figure has to be known, and a word such as `expects` has to precede
 * it; with `inList` the words above the list count as that.
 */
export function guidanceInSentence(text: string, inList: boolean): ExpectedMeasure[] {
  if (text.length > longest || !/\d/u.test(text) || notGuidanceWords.test(text)) return []
  if (/\brespectively\b/iu.test(text)) return ofBothBases(text)
  const ranges = rangesIn(text)
  const measures = guidedMeasuresIn(text)
  const periods = periodsIn(text)
  const read: ExpectedMeasure[] = []
  let done = 0
  for (const [place, range] of ranges.entries()) {
    if (range.at < done) continue
    const measure = measures.findLast(({ at, end }) => end <= range.at && at >= done)
    // an item of a list begins with what is expected
    const isItem = inList && (read.length > 0 || measure?.at === 0 || range.at < 4)
    if (!isItem && !outlookWords.test(text.slice(0, range.at))) continue
    const next = measures.find(({ at }) => at >= range.end)
    const pair = (measure && following(text, range, measure, periods)) ?? (next && leading(text, range, next)) ?? null
    if (pair === null) continue
    const passage = text.slice(done, range.at)
    if (isOfBefore(passage)) continue
    const then = ranges[place + 1]
    const to = Math.max(range.end, pair.measure.end)
    const prior = then !== undefined && priorWords.test(text.slice(to, then.at)) ? then : null
    const value = rangeInMeasureUnit(range, pair.measure, pair.sign)
    if (value === null) continue
    const rest = text.slice(to, to + 40)
    done = prior?.end ?? to
    const was =
      prior === null ? null : rangeInMeasureUnit(like(prior, range), pair.measure, signOf(text.slice(to, prior.at)) || pair.sign)
    const kept =
      isKept(passage) || (isKept(text.slice(0, range.at)) && !changing.test(text)) || /^[^.;]{0,30}\bunchanged\b/iu.test(rest)
    read.push({
      ...pair,
      ...value,
      prior: was,
      period: periodOf(pair.measure, { ...range, end: to }, measure?.end ?? range.at, periods, text),
      kept,
    })
  }
  return read
}

/** A prior range may leave out the unit. */
const like = (prior: StatedRange, range: StatedRange): StatedRange => ({ ...prior, unit: prior.unit ?? range.unit })
const isKept = (passage: string) => guidanceActions[0].words.test(passage)
/** What was expected before, and nothing else. */
const isOfBefore = (passage: string) =>
  /\b(?:previous(?:ly)?|prior|earlier|original(?:ly)?)\b(?! (?:year|quarter|period))/iu.test(passage) && !isKept(passage)
const changing = /\b(?:rais|lower|narrow|increas|reduc|cut|tighten|updat)/iu
const signOf = (words: string): -1 | 0 | 1 => (falling.test(words) ? -1 : rising.test(words) ? 1 : 0)

const fromQuarter =
  /\b(?:sequential(?:ly)?|quarter[- ]over[- ]quarter|(?:from|over|compared (?:to|with)) (?:the )?(?:prior|previous|first|second|third|fourth) (?:fiscal )?quarter)\b/iu

type Pair = { readonly measure: GuidedMeasure; readonly sign: -1 | 0 | 1 }

/** `revenue of $42 million–$45 million`, `organic revenue to increase 10 percent` */
function following(
  text: string,
  { at, end, unit }: StatedRange,
  measure: GuidedMeasure,
  periods: readonly NamedPeriod[],
): Pair | null {
  const within = periods.filter((period) => period.at >= measure.end && period.end <= at)
  if (within.some(({ part }) => part === 'unknown')) return null
  const words = within.reduceRight(
    (rest, period) => rest.slice(0, period.at - measure.end) + rest.slice(period.end - measure.end),
    text.slice(measure.end, at),
  )
  if (!connecting.test(words) && !continued.test(words)) return null
  const sign = signOf(words) || measure.growth
  // what it grows by over the quarter before, or in another currency, is another measure
  const behind = text.slice(end, end + 70)
  if (/\b(?:constant[- ]currency|currency[- ]neutral)\b/iu.test(behind)) return null
  if (unit === '%' && sign !== 0 && fromQuarter.test(text)) return null
  if (unit !== '%' && /\bby\s*$/iu.test(words)) return null
  // an amount by which it grows is not the amount it comes to
  if (unit !== '%' && signOf(words) !== 0 && !/\b(?:to|at|between)\b[^.]*$/iu.test(words)) return null
  return { measure, sign }
}

/** `8 percent core constant currency EPS growth`, `a 6 percent increase in organic revenue` */
function leading(text: string, { end, unit }: StatedRange, measure: GuidedMeasure): Pair | null {
  const words = text.slice(end, measure.at)
  if (unit !== '%' || fromQuarter.test(text)) return null
  if (/^\s*$/u.test(words)) return measure.growth === 0 ? null : { measure, sign: measure.growth }
  return /^ (?:increase|growth|decline|decrease) in $/iu.test(words) ? { measure, sign: signOf(words) } : null
}

/** The range as the measure is stated; null where its unit is another. */
export function rangeInMeasureUnit(
  range: StatedRange,
  { metric }: GuidedMeasure,
  sign: -1 | 0 | 1,
): Pick<ExpectedMeasure, 'low' | 'high' | 'unit'> | null {
  const { low, high, unit, cents, scaled } = range
  const isGrowth = unit === '%' && (metric.kind === 'growth' || sign !== 0)
  // a decline below zero may be either
  if (isGrowth && (metric.kind === 'percent' || (sign < 0 && ((low ?? 0) < 0 || (high ?? 0) < 0)))) return null
  if (isGrowth)
    return sign < 0
      ? { low: high === null ? null : -high, high: low === null ? null : -low, unit: 'growth_percent' }
      : { low, high, unit: 'growth_percent' }
  if (metric.kind === 'percent') return unit === '%' ? { low, high, unit: 'percent' } : null
  if (unit === '%' || metric.kind === 'growth') return null
  if (metric.kind === 'per share') {
    if (scaled) return null
    const part = (value: number | null) => (value === null ? null : twelveDigits(cents ? value / 100 : value))
    return unit === null && !cents ? null : { low: part(low), high: part(high), unit: `${unit ?? 'USD'}/shares` }
  }
  if (unit !== null && !scaled && range.ofTable !== undefined) {
    const part = (value: number | null) => (value === null ? null : twelveDigits(value * 10 ** range.ofTable!))
    return { low: part(low), high: part(high), unit }
  }
  // an amount without its scale may be in any
  const whole = Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0)) >= 100_000
  return unit === null || cents || !(scaled || whole) ? null : { low, high, unit }
}

const unclear: NamedPeriod = { year: null, part: 'unknown', at: 0, end: 0 }

/** The period of a figure: in the name of its measure or between both, right behind it, else the only one that is named. */
function periodOf(
  measure: GuidedMeasure,
  range: StatedRange,
  from: number,
  periods: readonly NamedPeriod[],
  text: string,
): NamedPeriod | null {
  const between = periods.find(({ at, end }) => at >= from && end <= range.at)
  const behind = periods.find(
    ({ at }) =>
      at >= range.end && /^(?: per share| growth| range)?,? (?:in|for|during)(?: the)? ?$/iu.test(text.slice(range.end, at)),
  )
  const others = periods.filter(({ end }) => end <= range.at)
  return measure.period ?? between ?? behind ?? (others.length === 0 ? null : (onlyPeriod(others) ?? unclear))
}

const both =
  /\bGAAP and non-GAAP (?<name>[a-z ]+?) (?:is|are) expected to be (?:approximately )?(?<figures>.*?),? respectively(?<tolerance>,? plus or minus [\d.]+ ?(?:%|percent|basis points))?/iu

/** `GAAP and non-GAAP gross margins are expected to be 74.8% and 75.5%, respectively` */
function ofBothBases(text: string): ExpectedMeasure[] {
  const { name = '', figures = '', tolerance = '' } = both.exec(text)?.groups ?? {}
  const parts = figures.split(' and ')
  if (parts.length !== 2) return []
  return parts
    .flatMap((part, at) =>
      guidanceInSentence(`${at === 0 ? 'GAAP' : 'non-GAAP'} ${name} are expected to be ${part}${tolerance}`, false),
    )
    .map((each) => {
      const periods = periodsIn(text)
      return { ...each, period: periods.length === 1 ? periods[0]! : null }
    })
}
