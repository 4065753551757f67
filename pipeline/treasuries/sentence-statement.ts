import { releaseDates } from '../filings/press-release.ts'
import { saysBitcoinAlone } from '../filings/text.ts'
import { dayPattern, readDay } from '../filings/written-day.ts'
import type { SpanRow } from '../tables/filing.ts'
import { type CoinCount, coinCounts, daysOfCounts } from './coin-count.ts'
import { isFilerReviewed } from './corroboration.ts'
import { aliasesIn } from './filer-names.ts'
import { furtherCoinsSentence } from './further-coins.ts'
import { type FittingWording, holdingWordingOf } from './holding-wording.ts'
import { notWholeReason } from './not-whole.ts'
import { parseStatedAmount, priceCheck } from './price.ts'
import { dayFromContext, type UndatedCount } from './sentence-day.ts'
import type { CoinChange, HoldingStatement } from './statement.ts'
import { coinsPattern, digitsToDecimal, numberPattern } from './wording.ts'

const amount = `(?:approximately )?\\$(${numberPattern})(?: (thousand|million|billion))?`
const paid = new RegExp(
  `aggregate purchase price of ${amount}(?:,| and)? (?:and )?(?:an |at an )?average purchase price of (?:approximately )?\\$(${numberPattern}) per bitcoin`,
  'iu',
)
/** What the coins next to a count are worth: `with a fair value of approximately $20.6 million`. */
const worth = new RegExp(`\\b(?:fair|fair market|market|carrying) value of ${amount}`, 'iu')
const between = `during the period (?:between|from) (${dayPattern}) (?:and|to|through) (${dayPattern}),`
const acquired = new RegExp(
  `${between} .{1,120}? (?:acquired|purchased) (?:approximately )?(${numberPattern}) (?:bitcoins?|BTC)\\b`,
  'iu',
)
const noneAcquired = new RegExp(`${between} .{1,600}?\\bdid not (?:purchase|acquire) any bitcoins?\\b`, 'iu')
/** What makes words about a holding ones about all of it. */
const saysWhole = new RegExp(
  `\\ban aggregate of\\b|\\ba total of\\b|\\bin (?:total|aggregate)\\b|together with (?:its|our) [\\w\\s-]{0,40}subsidiaries|aggregate purchase price|\\btotal ${coinsPattern}`,
  'iu',
)
/** Whose a holding may be where its words leave that out. */
export const otherHoldersPattern =
  /\b(?:customers?|clients?|users?|third part(?:y|ies)|partners?|peers?|publicly|companies|industry|funds?|trusts?|ETFs?|subsidiar\w*|joint\w*|competitors?|holders?|investors?|governments?)\b/iu
/**
 * Sentences of one filing -> what they state as the whole holding: "As of November 17, 2024, the Company, together with its subsidiaries,
 * held an aggregate of approximately 331,200 bitcoins, ...", "On October 15, 2025, the Company acquired an additional 25 BTC, bringing its
 * total Bitcoin treasury holdings to 1,083 BTC", "As of June 30, 2025 and 2024, we held 1,579 and 1,094 bitcoin, respectively". The holder
 * must be the filer itself, in the words of `holdingWordings`, and nothing in the sentence may make the count something else
 * (`notWholeReason`). Where the words do not say that it is all, the statement is `bare`: it counts only where something else confirms it.
 *
 * Two kinds are doubtful: a count that only the words around its sentence date (`dayFromContext`), and a round one called approximate by a
 * filer whose current reports nobody reviewed.
 */
export function sentenceStatements(spans: readonly SpanRow[]): HoldingStatement[] {
  const change = statedChange(spans)
  const release = releaseDates(spans)
  const aliases = aliasesIn(spans)
  const alone = spans.some(({ text }) => saysBitcoinAlone(text))
  return spans.flatMap((span) => {
    const counts = coinCounts(span.text, alone)
    return counts.flatMap((count) => {
      const words = wordsOf(count, span, aliases)
      if (words === null) return []
      const days = daysOfCounts(count, span.text, counts)
      const from = { span, spans, change, count, words }
      if (days !== null) return days.flatMap((day, at) => statement(from, count.coins[at] ?? '', day, null))
      const [label, result] = [words.means.includes('label'), words.means.includes('result')]
      const undated = { count, counts, span, spans, phrase: words.words, label, result }
      const around = dayFromContext(undated, release)
      return around === null ? [] : statement(from, count.coins[0] ?? '', around.day, `only ${around.by} dates it`)
    })
  })
}

/** Null where no words state the count as a holding, or the sentence says that it is something else. */
function wordsOf(count: CoinCount, span: SpanRow, aliases: readonly string[]): FittingWording | null {
  const wording = holdingWordingOf(count, span, aliases)
  if (wording === null) return null
  const { earlier, later, means } = wording
  if (notWholeReason(count, { before: earlier, behind: later, result: means.includes('result') }) !== null) return null
  return means.includes('unowned') && otherHoldersPattern.test(earlier) ? null : wording
}

/** A count that words state, and what its filing says of the way to it. */
interface From extends Pick<UndatedCount, 'span' | 'spans' | 'count'> {
  readonly change: CoinChange | null
  readonly words: FittingWording
}

function statement(
  { span, spans, change, count, words }: From,
  coins: string,
  asOf: string,
  undated: string | null,
): HoldingStatement {
  const { means, words: lead } = words
  const behind = span.text.slice(count.end)
  const money = means.includes('unowned') ? null : paid.exec(behind)
  const price =
    money === null ? null : priceCheck(coins, parseStatedAmount(money[1]!, money[2]), parseStatedAmount(money[3]!, undefined))
  const value = count.coins.length > 1 ? null : worth.exec(behind)
  const rounded =
    price === null && /approximately |about |~/iu.test(lead) && coins.endsWith('00') && !isFilerReviewed(span.company, 'current')
  return {
    coins,
    clean: true,
    asOf,
    how: 'sentence',
    place: span.place,
    quote: span.text.slice(0, 500),
    doubt: undated ?? (rounded ? `the sentence says approximately ${coins}` : null),
    bare: means.includes('unowned') || !(means.includes('whole') || saysWhole.test(`${lead}${behind}`)),
    beside: furtherCoinsSentence(span, spans),
    price,
    value: value === null ? null : parseStatedAmount(value[1]!, value[2]),
    change: change !== null && change.to <= asOf && undated === null ? change : null,
  }
}

/** The one change a filing states; null where it states none, or several. */
function statedChange(spans: readonly SpanRow[]): CoinChange | null {
  const changes = spans.flatMap(({ text }): CoinChange[] => {
    const [, first = '', last = '', coins = '0'] = acquired.exec(text) ?? noneAcquired.exec(text) ?? []
    const [from, to] = [readDay(first), readDay(last)]
    return from === null || to === null ? [] : [{ acquired: digitsToDecimal(coins), sold: '0', from, to }]
  })
  return new Set(changes.map((change) => JSON.stringify(change))).size === 1 ? changes[0]! : null
}
