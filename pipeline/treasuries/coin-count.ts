import { endOfMonth, leadingDays } from '../filings/written-day.ts'
import { coinsPattern, digitsToDecimal, numberPattern } from './wording.ts'

/** A number of bitcoins a sentence names, or two of two days (`11,452 and 10,428 bitcoin`). */
export interface CoinCount {
  /** Decimal text, in the order of the sentence. */
  readonly coins: readonly string[]
  readonly at: number
  readonly end: number
  /** A word between the number and the coin: `pledged`, `self-mined`. */
  readonly qualifier: string
  /** Whether the coin stands behind the number; else only words before the number name it. */
  readonly named: boolean
}

const begin = '(?<![\\d.,$€£¥#/-])(?<![$€£¥]\\s)'
const counted = (unit: string): RegExp =>
  new RegExp(
    `${begin}(${numberPattern})\\)?(?: ${unit})?(?:,? and (?:approximately )?(${numberPattern}))? (?:units? of |whole )?(?:(?!(?:units?|whole|and|or|of|per|to|with|in|for|at|from|by|as|on)\\b)([a-z]+(?:-[a-z]+)?) )?${unit}`,
    'giu',
  )
const [ofBitcoin, ofAnyAsset] = [counted(coinsPattern), counted(`(?:${coinsPattern}|(?:digital|crypto) assets\\b)`)]
/** A number behind which no unit stands: of what it is a number, words before it say. */
const bare = new RegExp(
  `${begin}(${numberPattern})(?=[,.;)]?(?:\\s(?:as (?:of|at)|with|at|on|in|coins|units(?! of))\\b|\\sand\\s(?:approximately\\s)?\\d|[”"’]|$)|[,;)]\\s)`,
  'giu',
)

/** The numbers of bitcoins of a sentence, in its order; of digital assets too where those are bitcoin alone (`saysBitcoinAlone`). */
export function coinCounts(text: string, alone = false): CoinCount[] {
  const named = [...text.matchAll(alone ? ofAnyAsset : ofBitcoin)].map((match): CoinCount => {
    const [all, first = '', second, qualifier = ''] = match
    const coins = [first, ...(second === undefined ? [] : [second])].map(digitsToDecimal)
    return { coins, at: match.index, end: match.index + all.length, qualifier, named: true }
  })
  const others = [...text.matchAll(bare)].flatMap((match): CoinCount[] => {
    const [at, end] = [match.index, match.index + match[0].length]
    if (named.some((count) => at < count.end && end > count.at)) return []
    return [{ coins: [digitsToDecimal(match[1] ?? '')], at, end, qualifier: '', named: false }]
  })
  return [...named, ...others].sort((a, b) => a.at - b.at)
}

/** Days a sentence names for what it states, two where it speaks of two balance sheets; none where one is not a day of the calendar. */
interface DayPhrase {
  readonly days: readonly string[]
  readonly at: number
  readonly end: number
}

const opens =
  /\b(?:as (?:of|at)|at|on|by)(?: (?:the )?(?:close of business|market close|close of trading|end of (?:the )?(?:day|month|quarter|year)(?: (?:on|of))?|(?:month|quarter|year)[ -]end|end of),?)? /giu
/** `at the end of January, 2024`, `as of October-end 2025`. */
const monthBegins = /^[A-Z][a-z]+(?:\.|[ -]end)?,? \d{4}(?!\d)/u
/** A time that is not given as a day: the end of a year or a quarter, which may be any day with a filer whose year is not the calendar's. */
const inWords =
  /\b(?:year|quarter|month|period)(?:[ -]|’s )?end\b|\b(?:end of|ended|closed|finished|concluded) (?:the |its |our )?(?:[\w-]+ ){0,2}(?:year|quarter|month|period|\d{4})\b|\b(?:in|at|by|of) (?:Q[1-4]|[1-4]Q|the (?:first|second|third|fourth) (?:fiscal )?quarter)\b(?:,? (?:(?:of|in) )?20\d\d\b)?/iu
/** What may stand between a count and the day behind it. */
const adjoining = /^(?: (?:holdings?|treasury|held|in total|in treasury|in reserve|on (?:its|our|the) balance sheet))*,? $/iu

/** `closed October 2025 with`. */
const monthClosed = /\b(?:ended|closed|finished|concluded) (?:the month of )?(?<month>[A-Z][a-z]+,? \d{4})(?= with\b)/gu

function dayPhrases(text: string): DayPhrase[] {
  const closed = [...text.matchAll(monthClosed)].flatMap((match) => {
    const last = endOfMonth(match.groups?.['month'] ?? '')
    return last === null ? [] : [{ days: [last], at: match.index, end: match.index + match[0].length }]
  })
  const opened = [...text.matchAll(opens)].flatMap((match) => {
    const start = match.index + match[0].length
    const days = leadingDays(text.slice(start))
    if (days !== null) return { days: days.days, at: match.index, end: start + days.length }
    const month = monthBegins.exec(text.slice(start))
    const atEnd = month !== null && /\bend\b/iu.test(`${match[0]} ${month[0]}`)
    const last = atEnd ? endOfMonth(month[0].replace(/[ -]end/u, '')) : null
    return month === null || last === null ? [] : { days: [last], at: match.index, end: start + month[0].length }
  })
  // the day in the label of a list: `BTC in treasury (9/30/2025): 720`
  const enclosed = [...text.matchAll(/\(/gu)].flatMap(({ index }) => {
    const days = leadingDays(text.slice(index + 1))
    const end = index + 1 + (days?.length ?? 0)
    return days !== null && text.startsWith('):', end) ? [{ days: days.days, at: index, end: end + 1 }] : []
  })
  return [...closed, ...opened, ...enclosed].sort((a, b) => a.at - b.at)
}

/** A time with a count, up to the next one, that is given in words and not as a day; null where there is none. */
export function periodWordsOf(count: CoinCount, text: string, counts: readonly CoinCount[]): string | null {
  return inWords.exec(text.slice(0, counts.find(({ at, named }) => named && at >= count.end)?.at))?.[0] ?? null
}

/**
 * The days each number of a count is for, in the order of the numbers: those right behind it, else those before it, else those behind it
 * with no other count between. Null where the sentence names no day; empty where it names as many days as numbers nowhere.
 */
export function daysOfCounts(count: CoinCount, text: string, counts: readonly CoinCount[]): readonly string[] | null {
  const phrases = dayPhrases(text)
  if (phrases.length === 0) return null
  const behind = phrases.find(({ at }) => at >= count.end)
  const next = counts.find(({ at, named }) => named && at >= count.end)
  const phrase =
    behind !== undefined && adjoining.test(text.slice(count.end, behind.at))
      ? behind
      : (phrases.findLast(({ end }) => end <= count.at) ??
        (behind !== undefined && (next === undefined || next.at > behind.at) ? behind : undefined))
  return phrase?.days.length === count.coins.length ? phrase.days : []
}
