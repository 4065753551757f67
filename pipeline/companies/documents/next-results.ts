import { sessionWords } from '../../../data/companies/session-words.ts'
import type { DocumentSet } from '../../filings/document-set.ts'
import { dayPattern, readDay, readWrittenDay } from '../../filings/written-day.ts'
import type { NextResultsRow } from '../../tables/company-document.ts'
import { dayNumber } from '../../time/day.ts'
import { statedFilingDay } from './said-on.ts'

const verb = '(?:release|report|announce|issue|publish|disclose)'
/** An announcement of a later day. A headline (`Forian to Announce Results`) does not count. */
const announces = new RegExp(
  `\\b(?:(?:will|would|shall)(?: now)?|(?:expects|expected|intends|plans|scheduled|anticipates) to) ${verb}\\b|\\b(?:will|to) be (?:${verb}d|issued|published|made public)\\b`,
  'iu',
)
const results = /\b(?:results?|earnings|report on the (?:first|second) (?:half|quarter))\b/iu
const financial =
  /\b(?:earnings|quarters?|financial results|fiscal|full[- ]year|year[- ]end|annual results|half|(?:nine|six|three) months|\dM|[1-4]Q\d*|Q[1-4])\b/iu
/** Results of something else, or a release that is not the report of a period. */
const otherResults =
  /\b(?:phase|trials?|clinical|topline|top-line|study|studies|deliver(?:y|ies)|drill(?:ing)?|tender|exchange offer|vote|voting)\b/iu
/** Whatever follows is about the call. */
const call = /\b(?:followed by|conference call|earnings call|webcasts?|host|hold|call|discuss|participate|replay|live)\b/iu
const date = new RegExp(
  `(?<before>\\b(?:ended|ending|ends|as of|dated?) (?:on )?)?\\b(?:(?<day>${dayPattern})(?!\\d)|(?<cut>(?:January|February|March|April|May|June|July|August|September|October|November|December) \\d{1,2})\\b(?!,? \\d{4}))`,
  'giu',
)
const ordinal = /\b(\d{1,2})(?:st|nd|rd|th)\b/gu
const zone = '(?:Eastern|Central|Mountain|Pacific|ET|E[SD]T|CT|C[SD]T|MT|PT|P[SD]T|GMT|BST|CES?T)'
const clock = new RegExp(
  `\\b(?:(?:after|before|approximately|around) )*\\d{1,2}(?:[:.]\\d{2})? ?(?:[ap]\\.?m\\b\\.?|hours\\b|h\\b|(?=${zone}\\b))(?: ?\\(?${zone}\\b(?: (?:Standard |Daylight )?Time)?\\)?)?(?: \\(\\d[^()]{0,40}\\))?`,
  'iu',
)
/** A date without a year is within so many days of the day it was said. */
const furthest = 150

interface Announced {
  readonly day: string
  readonly timing: 'before-open' | 'after-close' | null
  readonly release_time: string | null
}

/**
 * The day on which a sentence says that results will be published; null where it says none, or more than one. The clock of a call, the end of
 * a period and `today` do not count.
 *
 * @param announcedOn the day it was said, from which a date without a year is counted; null where that is not known
 */
export function resultsDayIn(sentence: string, announcedOn: string | null): Announced | null {
  const text = sentence.replace(ordinal, '$1')
  const at = announces.exec(text)
  if (at === null) return null
  const passive = / be /u.test(at[0])
  const after = text.slice(at.index + at[0].length)
  const clause = after.slice(0, call.exec(after)?.index ?? after.length)
  const about = passive ? text.slice(0, at.index) : clause
  if (!results.test(about) || !financial.test(about) || otherResults.test(clause)) return null
  const days = [...clause.matchAll(date)].flatMap(({ groups = {} }) => {
    const { before, day, cut } = groups
    if (before !== undefined) return []
    return [day === undefined ? nextDay(cut!, announcedOn) : readDay(day)]
  })
  const [day, ...more] = new Set(days)
  if (day === undefined || day === null || more.length > 0 || (announcedOn !== null && day <= announcedOn)) return null
  const timings = new Set(sessionWords.flatMap(({ timing, words }) => (words.test(clause) ? [timing] : [])))
  if (timings.size > 1) return null
  const [timing = null] = timings
  const time = timing === null ? clock.exec(clause) : null
  // the clock before a word such as call belongs to it
  const ofCall = time !== null && clause.slice(time.index + time[0].length).length < 12 && clause.length < after.length
  return { day, timing, release_time: time === null || ofCall ? null : time[0].trim() }
}

function nextDay(words: string, announcedOn: string | null): string | null {
  if (announcedOn === null) return null
  const year = Number(announcedOn.slice(0, 4))
  const [first] = [year, year + 1]
    .flatMap((each) => readWrittenDay(`${words} ${each}`, 'ndy') ?? [])
    .filter((day) => day > announcedOn && dayNumber(day)! - dayNumber(announcedOn)! <= furthest)
  return first ?? null
}

/** What a filing says of the day of the next results; a report of results by itself ends what was announced before. */
export function nextResultsIn(set: DocumentSet): NextResultsRow[] {
  const { company, accession: filing, form, items } = set
  const announcedOn = statedFilingDay(set)
  const base = { company, filing, form }
  const all = set.texts.flatMap(({ url, spans }) =>
    spans.flatMap(({ kind, text, place }) => {
      const announced = kind === 'sentence' ? resultsDayIn(text, announcedOn) : null
      return announced === null ? [] : [{ ...base, ...announced, quote: text, url, place }]
    }),
  )
  const timed = all.filter(({ timing, release_time }) => timing !== null || release_time !== null)
  const days = new Set(all.map(({ day }) => day))
  const ended = items.includes('2.02')
    ? [{ ...base, day: null, timing: null, release_time: null, quote: 'Item 2.02', url: set.url, place: 'items' }]
    : []
  return [...ended, ...(days.size === 1 ? [timed[0] ?? all[0]!] : [])]
}
