import { followedFilers } from '../../data/filers.ts'
import type { SpanRow } from '../feeds/feed.ts'
import { priceCheck, type Stated } from './price.ts'
import type { Change, Statement } from './statement.ts'
import { dayPattern, decimal, numberPattern, readDay } from './wording.ts'

/** Names filers used before the one in `data/filers.ts`; MicroStrategy Incorporated became Strategy Inc on 2025-08-11. */
const formerNames: Readonly<Record<string, readonly string[]>> = { '0001050446': ['MicroStrategy'] }

const together = '(?:,? together with its (?:consolidated |wholly[- ]owned )*subsidiaries)?,?'
/** Before the statement, in its sentence: what makes it a supposition. */
const supposed =
  /\b(?:if|assum\w*|suppos\w*|would|could|should|may|might|will|expect\w*|intend\w*|target\w*|pro forma|hypothetical\w*)\b/iu
/** Behind the count, up to the next comma: what makes it a part of the holding or somebody else's. */
const partial =
  /collateral|pledg|encumber|restrict|equivalent|\bloan|\blent\b|borrow|custod|in trust|on behalf|customer|client|third part|worth|subsidiar|\bin (?:our|its|the|an?)\b/iu
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

/**
 * Sentences of one filing -> what they state as the whole holding: "As of November 17, 2024, the Company, together with its subsidiaries,
 * held an aggregate of approximately 331,200 bitcoins, ...". Who holds must be the filer itself (`we`, `the Company`, its name), the verb
 * hold or own, the number of coins its direct object; it must say that this is all of it (`an aggregate of`, `together with its subsidiaries`,
 * or what all of it cost), and nothing may make it a supposition, a part (collateral) or another's.
 */
export function sentenceStatements(spans: readonly SpanRow[]): Statement[] {
  const change = statedChange(spans)
  return spans.flatMap((span) => statement(span, change) ?? [])
}

function statement(span: SpanRow, change: Change | null): Statement | null {
  const match = holdingOf(span.cik).exec(span.text)
  if (match === null || supposed.test(span.text.slice(0, match.index))) return null
  const rest = span.text.slice(match.index + match[0].length)
  if (partial.test(rest.split(/[,;.]/u, 1)[0] ?? '')) return null
  if (!whole.test(match[0]) && !whole.test(rest)) return null
  const asOf = readDay(match[1] ?? '')
  const coins = decimal(match[2] ?? '')
  const money = paid.exec(rest)
  return asOf === null
    ? null
    : {
        coins,
        clean: true,
        asOf,
        how: 'sentence',
        place: span.place,
        quote: span.text.slice(0, 500),
        doubt: null,
        price: money === null ? null : priceCheck(coins, stated(money[1], money[2]), stated(money[3], undefined)),
        change: change !== null && change.to <= asOf ? change : null,
      }
}

function stated(digits: string | undefined, scale: string | undefined): Stated {
  const named = scale?.toLowerCase()
  return { digits: digits ?? '', scale: named === 'thousand' || named === 'million' || named === 'billion' ? named : null }
}

function statedChange(spans: readonly SpanRow[]): Change | null {
  const found = new Map<string, Change>()
  for (const { text } of spans) {
    const some = acquired.exec(text)
    const none = some === null ? noneAcquired.exec(text) : null
    const [from, to] = [readDay((some ?? none)?.[1] ?? ''), readDay((some ?? none)?.[2] ?? '')]
    if (from === null || to === null) continue
    const change = { acquired: decimal(some?.[3] ?? '0'), sold: '0', from, to }
    found.set(JSON.stringify(change), change)
  }
  return found.size === 1 ? ([...found.values()][0] ?? null) : null
}

const patterns = new Map<string, RegExp>()

function holdingOf(cik: string): RegExp {
  const known = patterns.get(cik)
  if (known !== undefined) return known
  const names = [...followedFilers.filter((filer) => filer.cik === cik).map((filer) => filer.name), ...(formerNames[cik] ?? [])]
  const named = names.map(
    (name) => `${name.replace(/[.*+?^$()[\]{}|\\]/gu, '\\$&')}(?:,? (?:Inc|Incorporated|Corp|Corporation)\\b\\.?)?[®™]?`,
  )
  const who = ['we', 'the Company', ...named].join('|')
  const pattern = new RegExp(
    `\\bAs of (${dayPattern}),?(?: at [^,]{1,40},)? (?:${who})${together} (?:held|holds|hold|owned|owns|own) (?:an aggregate of |a total of )?(?:approximately )?(${numberPattern}) (?:bitcoins?|BTC)\\b`,
    'iu',
  )
  patterns.set(cik, pattern)
  return pattern
}
