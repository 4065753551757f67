import { releaseDates } from '../../filings/press-release.ts'
import { saysBitcoinAlone } from '../../filings/text.ts'
import { dayPattern, readDay } from '../../filings/written-day.ts'
import type { SpanRow } from '../../warehouse/tables/filing.ts'
import { type CoinCount, coinCounts, daysOf } from './coin-count.ts'
import { isReviewed } from './corroboration.ts'
import { sentenceBeside } from './further-coins.ts'
import { aliasesIn, holdingWords, saysWhole } from './holding-words.ts'
import { contradiction } from './not-whole.ts'
import { priceCheck, type Stated } from './price.ts'
import { dayFromAround } from './sentence-day.ts'
import type { Change, Statement } from './statement.ts'
import { decimal, numberPattern } from './wording.ts'

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
/** Whose a holding may be where its words leave that out. */
export const ofOthers =
  /\b(?:customers?|clients?|users?|third part(?:y|ies)|partners?|peers?|publicly|companies|industry|funds?|trusts?|ETFs?|subsidiar\w*|joint\w*|competitors?|holders?|investors?|governments?)\b/iu
/**
 * Sentences of one filing -> what they state as the whole holding: "As of November 17, 2024, the Company, together with its subsidiaries,
 * held an aggregate of approximately 331,200 bitcoins, ...", "On October 15, 2025, the Company acquired an additional 25 BTC, bringing its
 * total Bitcoin treasury holdings to 1,083 BTC", "As of June 30, 2025 and 2024, we held 1,579 and 1,094 bitcoin, respectively". Who holds
 * must be the filer itself, in `holdingWords`, and nothing in the sentence may make the count something else (`contradiction`). Where the
 * words do not say that it is all, the statement is `bare`: it stands only where something else confirms it.
 *
 * In doubt is a count that only what stands around its sentence dates (`dayFromAround`), and a round one called approximate by a filer whose
 * current reports nobody reviewed.
 */
export function sentenceStatements(spans: readonly SpanRow[]): Statement[] {
  const change = statedChange(spans)
  const release = releaseDates(spans)
  const aliases = aliasesIn(spans)
  const alone = spans.some(({ text }) => saysBitcoinAlone(text))
  return spans.flatMap((span) => {
    const counts = coinCounts(span.text, alone)
    return counts.flatMap((count) => {
      const words = wordsOf(count, span, aliases)
      if (words === null) return []
      const days = daysOf(count, span.text, counts)
      const from = { span, spans, change, count, words }
      if (days !== null) return days.flatMap((day, at) => statement(from, count.coins[at] ?? '', day, null))
      const undated = { count, counts, span, spans, phrase: words.before, label: words.label, result: words.result }
      const around = dayFromAround(undated, release)
      return around === null ? [] : statement(from, count.coins[0] ?? '', around.day, `only ${around.by} dates it`)
    })
  })
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
