import { type CoinCount, coinCounts } from './coin-count.ts'
import { numberPattern } from './wording.ts'

/** What a number of bitcoins may be where it is not all that the filer holds. */
export type NotWhole =
  | 'a part'
  | 'coins beside others'
  | 'a purchase'
  | 'coins mined'
  | 'a sale'
  | 'a sum over time'
  | 'a change'
  | 'a target'
  | 'a supposition'
  | 'a threshold'
  | 'another holder'
  | 'another coin'
  | 'bitcoin and equivalents'
  | 'no coin'
  | 'a bound'

const supposition =
  /\b(?:if|once|unless|until|assum\w*|suppos\w*|would|could|should|may(?! \d)|might|agreed|pro forma|hypothetical\w*)\b|\bhad (?:$|(?:we|it|the (?:Company|Group)) )/iu
const target =
  /\b(?:will|expect\w*|intend\w*|target\w*|goals?|aims?|plan(?:s|ned)?|seeks?|anticipat\w*|forecast\w*|project(?:s|ed|ion)\w*)\b/iu
/** A number an agreement names, such as that of a purchase threshold. */
const threshold = /\bthresholds?\b|\b(?:minimum|required) (?:number|amount|quantity)\b/iu
const bound =
  /\b(?:over|more than|at least|nearly|almost|up to|less than|fewer than|in excess of|exceeding|between [\d,.]+ and) $/iu
const others =
  /\b(?:customers?|clients?|users?|third part(?:y|ies)|joint\w*|on behalf|in trust|equity method|(?:held|owned) by)\b/iu
const part =
  /\bheld (?:at|with) (?:the|an?|our|its) (?!(?:end|close|balance|month|quarter|year|period)\b)|collateral|pledg|encumber|restrict|escrow|\bloan|\blent\b|borrow|custod|subsidiar|(?<!\bresult(?:s|ed|ing) )\bin (?:our|its|the|an?)\b(?! (?:(?:corporate|strategic|bitcoin|digital|asset) ){0,3}(?:treasury|reserves?)\b)|\bmined\b|\bstaked\b|(?:percent|%) of (?:our|its|the)\b|\bportion\b|reserved? for|earmark|designat/iu
/** A thing that is counted in bitcoins, or named after it, and is none. */
const noCoin =
  /^[\s-]*(?:equivalent|min(?:ers?|ing)\b|machines?\b|kiosks?\b|ATMs?\b|options?\b|futures\b|contracts?\b|warrants?\b|deriv\w*|ETFs?\b|funds?\b|receivable|per (?:share|\d)|worth|denominated)|\b(?:receivable|equivalent|options?|futures|derivatives?|per (?:share|\d))\b/iu
/** Coins of other kinds, counted in bitcoins. */
const equivalents = /\b(?:of which|including|includes?)\b[^.;]*\bequivalents?\b|^ or (?:bitcoin )?equivalents?\b/iu
const besidesBefore =
  /\b(?:additional(?:ly)?|in addition|further(?:more)?|moreover|plus|besides|also|separately|apart from|aside from|other than|on top of|exclud\w*|exclusive|not (?:includ|count)\w*|without|net of|of (?:which|these|those)|including|includes?|included|mined)\b/iu
const besidesBehind =
  /\b(?:exclud\w*|exclusive|not (?:includ|count)\w*|without|net of|plus(?! (?:cash|[$€£¥]))|in addition|as well as|apart from|aside from|other than|on top of|besides|alongside|along with|together with|separately|additional(?:ly)?|further|another|also|more (?:bitcoins?|BTC)|(?:held|owned) by|joint\w*|customers?|clients?|on behalf|in trust|preliminary|assum\w*|pro forma|subject to|pending|not yet|upon (?:clos|complet|deliver)\w*|if|and other)\b/iu
/** A second number of coins that is joined to the first, and not one among it. */
const joined = /(?:\band|&|\+|;)\s(?:an? )?(?:approximately )?\d[\d,.]* (?:\w+ )?(?:bitcoins?|BTC)\b/iu
const otherCoin = new RegExp(
  `(?:${numberPattern}) (?:ETH|ether|ethereum|SOL|solana|XRP|DOGE|LTC|litecoin|CRO|BNB|SUI|TRX)\\b`,
  'iu',
)
const cumulative =
  /\b(?:since inception|to date|since [A-Z]|cumulative(?:ly)?|have earned an aggreg\w*|(?:has|have) (?:mined|purchased|acquired|earned|produced|sold) an? (?:total|aggreg))/iu

/** Verbs that say what happened to the coins, the nearest before the number counts. */
const verbs: readonly (readonly [NotWhole, RegExp])[] = [
  ['a purchase', /\b(?:acquir|purchas|bought|buys?\b|buying|receiv|added|adding|invest)\w*/giu],
  ['coins mined', /\b(?:mined|mining|mines|produc\w+|earn\w*|generat\w+|self-mined)\b/giu],
  [
    'a sale',
    /\b(?:sold|sells?|selling|sale of|dispos\w+|liquidat\w+|monetiz\w+|paid|(?:re)?payable|repa(?:id|y\w*)|redeem\w*|distributed|disburs\w+)\b/giu,
  ],
  [
    'a part',
    /\b(?:pledg\w+|backed|secured|collaterali[sz]\w+|posted|loaned|lent|lends?|transferr?\w*|deposit\w+|designat\w+|restricted|encumber\w+|borrow\w*|held in custody)\b/giu,
  ],
  ['a change', /\b(?:increase|decrease|gain|loss|net change|growth|decline) of\b/giu],
]

/** The sentence around a count: the words before it, and those behind it. */
export interface Around {
  readonly before: string
  readonly behind: string
  /** Whether the count is what a change came to: then coins before it are those of the change. */
  readonly result: boolean
}

/**
 * What in the sentence speaks against a count being the whole holding, though its own words state one; null where nothing does. Behind the
 * count a comma ends what is said of the coins themselves.
 */
export function contradiction(count: CoinCount, { before, behind, result }: Around): NotWhole | null {
  const near = nearWords(behind)
  if (supposition.test(before)) return 'a supposition'
  if (target.test(before)) return 'a target'
  if (threshold.test(clauseBefore(before)) || threshold.test(near)) return 'a threshold'
  if (bound.test(before)) return 'a bound'
  if (count.qualifier !== '') return part.test(count.qualifier) ? 'a part' : 'coins beside others'
  if (noCoin.test(near)) return 'no coin'
  if (equivalents.test(behind)) return 'bitcoin and equivalents'
  if (others.test(near)) return 'another holder'
  if (part.test(near) || /\d ?% of (?:our|its|the)\b/iu.test(behind)) return 'a part'
  if ((!result && besidesBefore.test(before)) || besidesBehind.test(behind)) return 'coins beside others'
  if (joined.test(behind) && !addsUp(count, behind)) return 'coins beside others'
  return null
}

const parts = /^[^,;.]*, (?:including|comprising|consisting of|comprised of|of which) (?<listed>[^;.]*(?:\.\d[^;.]*)*)/iu

/** Whether the coins named behind a count are its parts: `519.3 bitcoin, including 104.7 bitcoin mined and 414.6 bitcoin acquired`. */
function addsUp({ coins }: CoinCount, behind: string): boolean {
  const listed = coinCounts(parts.exec(behind)?.groups?.['listed'] ?? '').filter(({ named }) => named)
  const sum = listed.flatMap((each) => each.coins).reduce((all, each) => all + Number(each), 0)
  return coins.length === 1 && listed.length > 1 && Math.abs(sum - Number(coins[0])) < 0.05
}

/** What is said of the coins themselves behind a count. */
const nearWords = (behind: string): string => behind.split(/[,;.]/u, 1)[0] ?? ''

const clauseBefore = (before: string): string => before.slice(before.search(/[^,;.]*$/u))

/** What a count is that no words state as a holding, as far as its sentence says; null where it says nothing known. */
export function kindOfCount(count: CoinCount, around: Around): NotWhole | null {
  const { before, behind } = around
  if (cumulative.test(before) || cumulative.test(behind)) return 'a sum over time'
  if (threshold.test(clauseBefore(before)) || threshold.test(nearWords(behind))) return 'a threshold'
  const clause = before.slice(before.search(/[^;]*$/u))
  const last = verbs
    .map(([kind, verb]) => [kind, [...clause.matchAll(verb)].at(-1)?.index ?? -1] as const)
    .reduce((nearest, each) => (each[1] > nearest[1] ? each : nearest), [null, -1] as readonly [NotWhole | null, number])
  if (supposition.test(before)) return 'a supposition'
  if (target.test(before)) return 'a target'
  if (last[0] !== null) return last[0]
  if (noCoin.test(nearWords(behind))) return 'no coin'
  if (others.test(before) || others.test(behind)) return 'another holder'
  if (part.test(`${count.qualifier} ${behind}`)) return 'a part'
  if (!count.named && (otherCoin.test(before) || otherCoin.test(behind))) return 'another coin'
  return contradiction(count, around)
}
