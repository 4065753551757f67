import { releaseDates } from '../filings/press-release.ts'
import { saysBitcoinAlone } from '../filings/text.ts'
import type { SpanRow } from '../tables/filing.ts'
import { type CoinCount, coinCounts, daysOfCounts } from './coin-count.ts'
import { likelyCounts } from './coin-table.ts'
import { aliasesIn, filerNames } from './filer-names.ts'
import { kindOfCount, notWholeReason } from './not-whole.ts'
import { isProse } from './passage.ts'
import { dayFromContext, likelyDay, type UndatedCount } from './sentence-day.ts'
import { otherHoldersPattern } from './sentence-statement.ts'
import { countAloneDefaults, type HoldingStatement } from './statement.ts'

const holding = '(?:holdings?|hodl|treasury|reserves?|balance|position|inventory|stack|stockpile)'
/** A word for a holding before the count: `further climbed to` and what leads to it stand between. */
const ahead = new RegExp(
  `\\b${holding}\\b[^.;:]{0,60}:?\\s?$|\\b(?:holds?|held|owns?|owned)\\b[^.;:\\d]{0,30}:?\\s?$|\\b(?:crypto\\w*|digital)[ -](?:\\w+ )?(?:holdings?|assets?)\\b[^.;:]{0,40}\\b(?:compris|consist|includ)\\w*[^;]{0,160}$`,
  'iu',
)
/** The same for a number without a unit: nothing counted stands between. */
const unitless = new RegExp(`\\b(?:bitcoins?|BTC) (?:\\w+ )?${holding}\\b[^.;:\\d]{0,60}:?\\s?$`, 'iu')
const behindIt = new RegExp(
  `^[ ,]*(?:(?:total|bitcoin|treasury|in|on|our|its|the|as) ){0,3}(?:${holding}|held|in (?:treasury|reserve)|on (?:the|our|its) balance sheet)\\b`,
  'iu',
)
const rising =
  /\b(?:climb|increas|gr[eo]w|rose|ris|expand|surg|reach|decreas|declin|fell|reduc|br(?:ing|ought))\w*\b[^.;]{0,160} (?:to|of)(?: an?)?(?: \w+){0,3}(?: of)?(?: (?:approximately|about))? $/iu
const name = '(?<owner>(?:(?:of|by|for|from|with|to|than) )?(?:the )?\\p{Lu}[\\p{L}\\d.&-]*(?: \\p{Lu}[\\p{L}\\d.&-]*){0,4})'
/** A name whose holding it may be: `Harbour’s bitcoin treasury of`, `Harbour Holdings held`, `Harbour Corp., of which we own`. */
const owners = [
  new RegExp(`\\b${name},? (?:Inc|Corp|Corporation|Ltd|Limited|LLC|LP|plc|AG|SA|SE|Trust|Fund)\\b`, 'gu'),
  new RegExp(`\\b${name}[’']s?\\s(?=(?:[\\w-]+ ){0,4}${holding}\\b)`, 'gu'),
  new RegExp(`\\b${name} (?:has|had|holds?|held|owns?|owned|possess\\w*|reports?|reported|maintain\\w*)\\b`, 'gu'),
]

/** What another text states is reported, or an error in it. */
const ofAnotherText =
  /\b(?:in)?correct(?:ed|ion|ly)?\b|\berroneous|\b(?:previously|originally) (?:stated|reported|announced|disclosed)\b/iu

const unknownWords = 'its words are not known to state the whole holding'

/**
 * The count a filing most likely states as its holding, in words that `sentenceStatements` and `tableStatements` do not know: a number of
 * bitcoins with a word for a holding next to it, a day, and nothing that makes it something else. Each is in doubt, so that a person decides, or a
 * fair value of the day confirms it; where two counts compete for the newest day there is none.
 */
export function likelyStatements(spans: readonly SpanRow[], filed: string | null = null): HoldingStatement[] {
  const sentences = withLabels(spans.filter((span) => span.kind === 'sentence' || isProse(span)))
  const release = releaseDates(sentences)
  const aliases = aliasesIn(sentences)
  const alone = sentences.some(({ text }) => saysBitcoinAlone(text))
  const counted = sentences.flatMap((span) => {
    const counts = coinCounts(span.text, alone)
    return counts
      .filter((count) => isLikely(count, span, aliases))
      .map((count) => ({
        count,
        counts,
        span,
        spans: sentences,
        phrase: span.text.slice(0, count.at),
        label: false,
        result: false,
      }))
  })
  const dated = [
    ...counted.flatMap((undated) =>
      stated(undated, daysOfCounts(undated.count, undated.span.text, undated.counts) ?? [dayFromContext(undated, release)?.day]),
    ),
    ...likelyCounts(spans).map((count): Likely => ({ ...count, how: 'table' })),
  ]
  const likely = dated.length > 0 ? dated : counted.flatMap((undated) => stated(undated, [likelyDay(undated, release, filed)]))
  const days = likely.map(({ asOf }) => asOf).sort()
  const ofDay = likely.filter(({ asOf }) => asOf === days.at(-1))
  if (new Set(ofDay.map(({ coins }) => Number(coins))).size !== 1) return []
  return ofDay.slice(0, 1).map((one) => ({ ...countAloneDefaults, ...one, clean: true, doubt: unknownWords, bare: true }))
}

const longestLabel = 80
const longestFragment = 40

/** A count on its own line belongs to the line above it: `Bitcoin holdings`, `48,315 BTC`. */
function withLabels(sentences: readonly SpanRow[]): SpanRow[] {
  return sentences.map((span, at) => {
    const label = sentences[at - 1]?.text ?? ''
    const isLabelled = span.text.length <= longestFragment && label.length <= longestLabel && /[\p{L}\d%:]$/u.test(label)
    // the comma keeps a year at the end of the label from being read as a count of what follows
    return isLabelled ? { ...span, text: `${label}${/\d$/u.test(label) ? ',' : ''} ${span.text}` } : span
  })
}

function stated({ count, span: { place, text } }: UndatedCount, days: readonly (string | null | undefined)[]): Likely[] {
  return days.flatMap((asOf, at) =>
    asOf == null ? [] : [{ coins: count.coins[at] ?? '', asOf, how: 'sentence', place, quote: text.slice(0, 500) }],
  )
}

interface Likely extends Pick<HoldingStatement, 'coins' | 'how' | 'place' | 'quote'> {
  readonly asOf: string
}

function isLikely(count: CoinCount, { text, company }: SpanRow, aliases: readonly string[]): boolean {
  const [before, behind] = [text.slice(0, count.at), text.slice(count.end)]
  const word = ahead.exec(before)
  if (word === null && !behindIt.test(behind)) return false
  if (!count.named && !unitless.test(before)) return false
  if (count.coins.some((coins) => Number(coins) <= 1) || otherHoldersPattern.test(before) || ofAnotherText.test(text))
    return false
  const filer = new RegExp(`^(?:It|Company|.*\\b(?:Bitcoins?|BTC)|${filerNames(company, aliases).who})$`, 'iu')
  const named = owners.flatMap((owner) => [...before.matchAll(owner)].map(({ groups }) => groups!['owner']!))
  if (named.some((owner) => !filer.test(owner))) return false
  const change = rising.exec(before)
  const result = change !== null
  // what led to a new count may be a purchase; if, when or whether it comes true is said before that
  if (result && notWholeReason(count, { before, behind, result }) !== null) return false
  return kindOfCount(count, { before: before.slice(change?.index ?? 0), behind, result }) === null
}
