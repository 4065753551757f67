import { endOfPeriod, nearestDay, releaseDates } from '../filings/press-release.ts'
import { dayPattern, endOfMonth, readDay, readDays } from '../filings/written-day.ts'
import type { SpanRow } from '../tables/filing.ts'
import { type CoinCount, coinCounts, daysOf, timeInWords } from './coin-count.ts'
import { isReviewed } from './corroboration.ts'
import { sentenceBeside } from './further-coins.ts'
import { aliasesIn, holdingWords, saysWhole } from './holding-words.ts'
import { contradiction } from './not-whole.ts'
import { priceCheck, type Stated } from './price.ts'
import type { Change, Statement } from './statement.ts'
import { decimal, numberPattern } from './wording.ts'

const amount = `(?:approximately )?\\$(${numberPattern})(?: (thousand|million|billion))?`
const paid = new RegExp(
  `aggregate purchase price of ${amount}(?:,| and)? (?:and )?(?:an |at an )?average purchase price of (?:approximately )?\\$(${numberPattern}) per bitcoin`,
  'iu',
)
/** What the coins beside a count are worth: `with a fair value of approximately $20.6 million`. */
const worth = new RegExp(`\\b(?:fair|fair market|market|carrying) value of ${amount}`, 'iu')
const between = `during the period (?:between|from) (${dayPattern}) (?:and|to|through) (${dayPattern}),`
const acquired = new RegExp(
  `${between} .{1,120}? (?:acquired|purchased) (?:approximately )?(${numberPattern}) (?:bitcoins?|BTC)\\b`,
  'iu',
)
const noneAcquired = new RegExp(`${between} .{1,600}?\\bdid not (?:purchase|acquire) any bitcoins?\\b`, 'iu')
/** Whose a holding may be where its words leave that out. */
export const ofOthers =
  /\b(?:customers?|clients?|users?|third part(?:y|ies)|partners?|peers?|publicly|companies|industry|funds?|trusts?|ETFs?|subsidiar\w*|joint\w*|competitors?|holders?|investors?|governments?)\b/iu
/** Words of a holding that lasts, where a press release gives the day: not those of a past one. */
export const lasting =
  /\b(?:total|now|currently|holds?|owns?|has|have|is|are|stands?|totals?|brings?|bringing|to|with)\b[^.]{0,40}$/iu
/** The month of a change that led to a holding: `Produced 226.6 bitcoins during May 2021, increasing ...`. */
const month = /\b(?:during|in|for)(?: the month of)? ([A-Z][a-z]+\.?,? \d{4})(?!\d)/gu

/**
 * Sentences of one filing -> what they state as the whole holding: "As of November 17, 2024, the Company, together with its subsidiaries,
 * held an aggregate of approximately 331,200 bitcoins, ...", "On October 15, 2025, the Company acquired an additional 25 BTC, bringing its
 * total Bitcoin treasury holdings to 1,083 BTC", "As of June 30, 2025 and 2024, we held 1,579 and 1,094 bitcoin, respectively". Who holds
 * must be the filer itself, in `holdingWords`, and nothing in the sentence may make the count something else (`contradiction`). Where the
 * words do not say that it is all, the statement is `bare`: it stands only where something else bears it out.
 *
 * In doubt is a count that only a press release or the month of a change dates, and a round one called approximate by a filer whose current reports nobody reviewed.
 */
export function sentenceStatements(spans: readonly SpanRow[]): Statement[] {
  const change = statedChange(spans)
  const { released, reported, period } = releaseDates(spans)
  const aliases = aliasesIn(
    spans.map(({ text }) => text),
    spans[0]?.company ?? '',
  )
  return spans.flatMap((span) => {
    const counts = coinCounts(span.text)
    return counts.flatMap((count) => {
      const words = wordsOf(count, span, aliases)
      if (words === null) return []
      const days = daysOf(count, span.text, counts)
      const from = { span, spans, change, count, words }
      if (days !== null) return days.flatMap((day, at) => statement(from, count.coins[at] ?? '', day, null))
      const closed = words.result ? endOfOneMonth(span.text.slice(0, count.at)) : null
      if (closed !== null) return statement(from, count.coins[0] ?? '', closed, `only the month that ends on ${closed} dates it`)
      const near = released === null ? null : nearestDay(words.before, released)
      if (near !== null)
        return statement(from, count.coins[0] ?? '', near, `only the press release, of ${released}, gives the year`)
      if (words.label && reported !== null)
        return statement(from, count.coins[0] ?? '', reported, `only the month that ends on ${reported} dates it`)
      const led = words.result || words.whole ? dayOfChange(span, spans, count) : null
      if (led !== null)
        return statement(
          from,
          count.coins[0] ?? '',
          led,
          `only the sentence before it, on the change that led to it, gives a day`,
        )
      const time = timeInWords(count, span.text, counts)
      const end = time === null ? null : endOfPeriod(time, period)
      if (end !== null && count.coins.length === 1)
        return statement(from, count.coins[0] ?? '', end, `only the period that ends on ${end} dates it`)
      if (released === null || count.coins.length > 1 || time !== null) return []
      if (!words.label && !lasting.test(words.before)) return []
      return statement(from, count.coins[0] ?? '', released, `only the press release, of ${released}, gives a date for it`)
    })
  })
}

const followsChange =
  /^(?:(?:Following|After|As a result of|With|Giving effect to|After giving effect to) (?:this|these|the|such) (?:\w+ ){0,2}(?:transactions?|purchases?|acquisitions?|sales?)\b|As a result,)/u

const lastOfPeriod = new RegExp(`\\b(?:from|between) ${dayPattern} (?:through|to|and|until) (${dayPattern})`, 'iu')

/**
 * The last day of the purchases or sales the sentence before tells, where what is held is said to follow from them; null elsewhere, and where
 * that sentence names several days and no period.
 */
function dayOfChange({ text, place }: SpanRow, spans: readonly SpanRow[], count: CoinCount): string | null {
  const [, paragraph, sentence] = /^(.*paragraph \d+), sentence (\d+)$/u.exec(place) ?? []
  if (!followsChange.test(text) || count.coins.length > 1) return null
  const before = spans.find((other) => other.place === `${paragraph}, sentence ${Number(sentence) - 1}`)
  const period = lastOfPeriod.exec(before?.text ?? '')?.[1]
  const days = new Set(period === undefined ? readDays(before?.text ?? '') : [readDay(period)])
  return days.size === 1 ? [...days][0]! : null
}

/** The words that state a count as a holding of the filer. */
interface Worded {
  readonly before: string
  readonly behind: string
  readonly whole: boolean
  readonly result: boolean
  readonly label: boolean
  readonly unowned: boolean
}

/** The last day of the only month a text names; null where it names none or several. */
function endOfOneMonth(text: string): string | null {
  const ends = new Set([...text.matchAll(month)].flatMap(([, named = '']) => endOfMonth(named) ?? []))
  return ends.size === 1 ? ([...ends][0] ?? null) : null
}

/** Null where no words state the count as a holding, or the sentence says that it is something else. */
function wordsOf(count: CoinCount, { text, company }: SpanRow, aliases: readonly string[]): Worded | null {
  const [before, behind] = [text.slice(0, count.at), text.slice(count.end)]
  for (const words of holdingWords(company, aliases)) {
    const match = words.before.exec(before)
    if (match === null || !(count.named || words.names) || words.behind?.test(behind) === false) continue
    const earlier = before.slice(0, match.index)
    const later = words.behind === null ? behind : behind.replace(words.behind, '')
    if (contradiction(count, { before: earlier, behind: later, result: words.result }) !== null) return null
    if (words.unowned && ofOthers.test(earlier)) return null
    const { result, label, unowned } = words
    const whole = !unowned && (words.whole || saysWhole(`${match[0]}${behind}`))
    return { before: match[0], behind, whole, result, label, unowned }
  }
  return null
}

interface From {
  readonly span: SpanRow
  readonly spans: readonly SpanRow[]
  readonly change: Change | null
  readonly count: CoinCount
  readonly words: Worded
}

function statement({ span, spans, change, count, words }: From, coins: string, asOf: string, undated: string | null): Statement {
  const money = words.unowned ? null : paid.exec(words.behind)
  const price = money === null ? null : priceCheck(coins, stated(money[1], money[2]), stated(money[3], undefined))
  const value = count.coins.length > 1 ? null : worth.exec(words.behind)
  const rounded =
    price === null &&
    /approximately |about |~/iu.test(words.before) &&
    coins.endsWith('00') &&
    !isReviewed(span.company, 'current')
  return {
    coins,
    clean: true,
    asOf,
    how: 'sentence',
    place: span.place,
    quote: span.text.slice(0, 500),
    doubt: undated ?? (rounded ? `the sentence says approximately ${coins}` : null),
    bare: !words.whole,
    beside: sentenceBeside(span, spans),
    price,
    value: value === null ? null : stated(value[1], value[2]),
    change: change !== null && change.to <= asOf && undated === null ? change : null,
  }
}

function stated(digits: string | undefined, scale: string | undefined): Stated {
  const named = scale?.toLowerCase()
  return { digits: digits ?? '', scale: named === 'thousand' || named === 'million' || named === 'billion' ? named : null }
}

function statedChange(spans: readonly SpanRow[]): Change | null {
  const changes = new Map<string, Change>()
  for (const { text } of spans) {
    const some = acquired.exec(text)
    const none = some === null ? noneAcquired.exec(text) : null
    const [from, to] = [readDay((some ?? none)?.[1] ?? ''), readDay((some ?? none)?.[2] ?? '')]
    if (from === null || to === null) continue
    const change = { acquired: decimal(some?.[3] ?? '0'), sold: '0', from, to }
    changes.set(JSON.stringify(change), change)
  }
  return changes.size === 1 ? ([...changes.values()][0] ?? null) : null
}
