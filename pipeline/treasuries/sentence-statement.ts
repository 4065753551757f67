import { companyById } from '../../data/companies.ts'
import { dayPattern, readDay } from '../filings/written-day.ts'
import type { SpanRow } from '../tables/filing.ts'
import { isReviewed } from './corroboration.ts'
import { sentenceBeside } from './further-coins.ts'
import { priceCheck, type Stated } from './price.ts'
import type { Change, Statement } from './statement.ts'
import { coinsPattern, decimal, numberPattern } from './wording.ts'

const together = '(?:,? together with its (?:consolidated |wholly[- ]owned )*subsidiaries)?,?'
/** Before the statement, in its sentence: what makes it a supposition. */
const supposed =
  /\b(?:if|once|unless|until|assum\w*|suppos\w*|would|could|should|may|might|will|expect\w*|intend\w*|target\w*|goals?|aims?|plan(?:s|ned)?|seeks?|anticipat\w*|forecast\w*|project(?:s|ed|ion)\w*|agreed|pro forma|hypothetical\w*)\b/iu
/** Behind the count, up to the next comma: what makes it a part of the holding, somebody else's, or a thing that is no coin. */
const partial =
  /collateral|pledg|encumber|restrict|equivalent|\bloan|\blent\b|borrow|custod|in trust|on behalf|customer|client|third part|worth|subsidiar|receivable|\bin (?:our|its|the|an?)\b|\band other\b|\bmined\b|min(?:ers?|ing)\b|machines?\b|kiosks?\b|\bATMs?\b|options?\b|futures\b|contracts?\b|warrants?\b|deriv|\bETFs?\b|funds?\b|\bper (?:share|\d)/iu
/** Before the statement, in its sentence: what makes it a count beside another. */
const besides =
  /\b(?:additional(?:ly)?|in addition|further(?:more)?|moreover|plus|besides|also|separately|apart from|aside from|other than|on top of|exclud\w*|exclusive|not (?:includ|count)\w*|without|net of|of (?:which|these|those)|including|includes?|mined)\b/iu
/** Behind the count, anywhere in its sentence: coins beside it or of others, or what is still to happen. */
const beside =
  /\b(?:exclud\w*|exclusive|not (?:includ|count)\w*|without|net of|plus|in addition|as well as|apart from|aside from|other than|on top of|besides|alongside|along with|together with|separately|additional(?:ly)?|further|another|also|more (?:bitcoins?|BTC)|(?:held|owned) by|joint\w*|customers?|clients?|on behalf|in trust|preliminary|assum\w*|pro forma|subject to|pending|not yet|upon (?:clos|complet|deliver)\w*|if)\b/iu
/** Behind the count: a second number of coins that is joined to it, and not one among it. */
const joined = /(?:\band|&|\+|;)\s(?:an? )?(?:approximately )?\d[\d,.]* (?:\w+ )?(?:bitcoins?|BTC)\b/iu
/** What makes a count that of the whole: without it, coins lent or pledged may stand elsewhere in the filing. */
const whole = /\ban aggregate of\b|\ba total of\b|together with its [\w\s-]{0,40}subsidiaries|aggregate purchase price/iu
const paid = new RegExp(
  `aggregate purchase price of (?:approximately )?\\$(${numberPattern})(?: (thousand|million|billion))?(?:,| and)? (?:and )?(?:an |at an )?average purchase price of (?:approximately )?\\$(${numberPattern}) per bitcoin`,
  'iu',
)
const between = `during the period (?:between|from) (${dayPattern}) (?:and|to|through) (${dayPattern}),`
const acquired = new RegExp(
  `${between} .{1,120}? (?:acquired|purchased) (?:approximately )?(${numberPattern}) (?:bitcoins?|BTC)\\b`,
  'iu',
)
const noneAcquired = new RegExp(`${between} .{1,600}?\\bdid not (?:purchase|acquire) any bitcoins?\\b`, 'iu')

const about = '(?:approximately )?'
const owned = '(?:held|holds|hold|owned|owns|own)'
const holdings = 'total (?:bitcoin|BTC)(?: treasury)? holdings'
/** A press release says where and on which day it was sent: `NEW YORK – October 8, 2025 — DDC Enterprise Limited ... today announced`. */
const dateline = new RegExp(`^[^\\d]{2,80}[\\s,(\u2010-\u2015-]+(${dayPattern})\\W.*\\btoday\\b`, 'u')

/**
 * Sentences of one filing -> what they state as the whole holding: "As of November 17, 2024, the Company, together with its subsidiaries,
 * held an aggregate of approximately 331,200 bitcoins, ...", "On October 15, 2025, the Company acquired an additional 25 BTC, bringing its
 * total Bitcoin treasury holdings to 1,083 BTC". Who holds must be the filer itself (`we`, `the Company`, its name), the verb hold or own,
 * the number of coins its direct object; it must say that this is all of it (`an aggregate of`, `total holdings`, `together with its
 * subsidiaries`, or what all of it cost), and nothing may make it a supposition, a part (collateral), a count beside another or another's.
 *
 * In doubt is a count that only a press release dates, and a round one called approximate by a filer whose current reports nobody reviewed.
 */
export function sentenceStatements(spans: readonly SpanRow[]): Statement[] {
  const change = statedChange(spans)
  const [sent, ...more] = new Set(spans.flatMap(({ text }) => readDay(dateline.exec(text)?.[1] ?? '') ?? []))
  return spans.flatMap((span) => {
    const dated = datedPatterns(span.company).flatMap((pattern) =>
      [...span.text.matchAll(pattern)].flatMap(
        (match) => statement({ span, spans }, match, readDay(match.groups?.['day'] ?? ''), change) ?? [],
      ),
    )
    if (dated.length > 0 || sent === undefined || more.length > 0) return dated
    const match = undated.exec(span.text)
    const total = match === null ? null : statement({ span, spans }, match, sent, null)
    return total === null ? [] : { ...total, doubt: `only the press release, of ${sent}, gives a date for it` }
  })
}

function statement(
  { span, spans }: { readonly span: SpanRow; readonly spans: readonly SpanRow[] },
  match: RegExpExecArray,
  asOf: string | null,
  change: Change | null,
): Statement | null {
  const before = span.text.slice(0, match.index)
  if (asOf === null || supposed.test(before) || besides.test(before)) return null
  const rest = span.text.slice(match.index + match[0].length)
  if (partial.test(rest.split(/[,;.]/u, 1)[0] ?? '') || beside.test(rest) || joined.test(rest)) return null
  if (!whole.test(match[0]) && !whole.test(rest) && !/total|already secured/iu.test(match[0])) return null
  const coins = decimal(match.groups?.['coins'] ?? match.groups?.['secured'] ?? '')
  const money = paid.exec(rest)
  const price = money === null ? null : priceCheck(coins, stated(money[1], money[2]), stated(money[3], undefined))
  const rounded =
    price === null && /approximately /iu.test(match[0]) && coins.endsWith('00') && !isReviewed(span.company, 'current')
  return {
    coins,
    clean: true,
    asOf,
    how: 'sentence',
    place: span.place,
    quote: span.text.slice(0, 500),
    doubt: rounded ? `the sentence says approximately ${coins}` : null,
    beside: sentenceBeside(span, spans),
    price,
    change: change !== null && change.to <= asOf ? change : null,
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

const patterns = new Map<string, readonly RegExp[]>()

/** Sentences that give the count its day, by who files. */
function datedPatterns(company: string): readonly RegExp[] {
  const known = patterns.get(company)
  if (known !== undefined) return known
  const { name, formerNames } = companyById(company) ?? { name: null, formerNames: [] }
  const names = name === null ? [] : [name, ...formerNames]
  const named = names.map(
    (name) =>
      `${name.replace(/[.*+?^$()[\]{}|\\]/gu, '\\$&')}(?:,? (?:Inc|Incorporated|Corp|Corporation|Limited|Ltd|plc)\\b\\.?)?[®™]?`,
  )
  const who = `(?:${['we', 'the Company', ...named].join('|')})`
  const whose = `(?:our|its|(?:${['the Company', ...named].join('|')})[’']s?)`
  const day = `(?<day>${dayPattern})`
  const coins = `(?<coins>${numberPattern}) ${coinsPattern}`
  const sentences = [
    `\\bAs of ${day},?(?: at [^,]{1,40},)? ${who}${together} ${owned} (?:an aggregate of |a total of )?${about}${coins}`,
    `\\b${who}${together} ${owned} (?:an aggregate of |a total of )${about}${coins},? as of ${day}`,
    `\\bAs of ${day},? ${whose} ${holdings} (?:were|was|are|is|stood at|stand at|totaled|totalled|reached) ${about}${coins}`,
    `\\bOn ${day}, ${who} (?:acquired|purchased|bought) (?:an additional )?${about}(?:${numberPattern}) ${coinsPattern}(?:[^.;]|\\.\\d){0,200}?, bringing ${whose} ${holdings} to ${about}${coins}`,
  ].map((source) => new RegExp(source, 'giu'))
  patterns.set(company, sentences)
  return sentences
}

/** Sentences of a press release that give a count and no day. */
const undated = new RegExp(
  `(?:\\bbringing (?:our|its|the Company[’']s) ${holdings} to ${about}(?<coins>${numberPattern}) ${coinsPattern}|^With (?<secured>${numberPattern}) ${coinsPattern} already secured\\b)`,
  'iu',
)
