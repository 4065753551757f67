/**
 * What a number of bitcoins may be where it is not all that the filer holds; in a list for review what may hide a whole holding comes first.
 */
export const notWholeReasons = [
  'a part',
  'coins beside others',
  'bitcoin and equivalents',
  'a bound',
  'another holder',
  'a sum over time',
  'a change',
  'a purchase',
  'coins mined',
  'a sale',
  'a supposition',
  'a target',
] as const

/** What is not a coin, another one or a threshold is not listed. */
export type NotWhole = (typeof notWholeReasons)[number] | 'a threshold' | 'another coin' | 'no coin'

/**
 * Where in its sentence words speak of a count: `before` or `behind` it; `clause`, from the last comma to it; `near`, from it to the next
 * comma, which ends the words on the coins themselves; `between` the number and the coin; `after` the number, with what is between;
 * `cause`, before it where it does not result from a change; `added`, behind one that is not the sum of what is listed there; `unit`, the whole
 * sentence of a number without its coin.
 */
export type WordPlace = 'before' | 'behind' | 'clause' | 'near' | 'between' | 'after' | 'cause' | 'added' | 'unit'

/** Words that make a count something else. Frozen as wordings of a holding are. */
export interface NotWholeWords {
  readonly kind: NotWhole
  readonly where: readonly WordPlace[]
  readonly says: RegExp
  readonly example: string
}

const supposition =
  /\b(?:if|once|unless|until|assum\w*|suppos\w*|would|could|should|may(?! \d)|might|agreed|pro forma|hypothetical\w*)\b|\bhad (?:$|(?:we|it|the (?:Company|Group)) )/iu
const target =
  /\b(?:will|expect\w*|intend\w*|target\w*|goals?|aims?|plan(?:s|ned)?|seeks?|anticipat\w*|forecast\w*|project(?:s|ed|ion)\w*)\b/iu
/** A number an agreement names, such as that of a purchase threshold. */
const threshold = /\bthresholds?\b|\b(?:minimum|required) (?:number|amount|quantity)\b/iu
const others =
  /\b(?:customers?|clients?|users?|third part(?:y|ies)|joint\w*|on behalf|in trust|equity method|(?:held|owned) by)\b/iu
const part =
  /\bheld (?:at|with) (?:the|an?|our|its) (?!(?:end|close|balance|month|quarter|year|period)\b)|collateral|pledg|encumber|restrict|escrow|\bloan|\blent\b|borrow|custod|subsidiar|(?<!\bresult(?:s|ed|ing) )\bin (?:our|its|the|an?)\b(?! (?:(?:corporate|strategic|bitcoin|digital|asset) ){0,3}(?:treasury|reserves?)\b)|\bmined\b|\bstaked\b|(?:percent|%) of (?:our|its|the)\b|\bportion\b|reserved? for|earmark|designat/iu
/** A thing that is counted in bitcoins, or named after it, and is none. */
const noCoin =
  /^[\s-]*(?:equivalent|min(?:ers?|ing)\b|machines?\b|kiosks?\b|ATMs?\b|options?\b|futures\b|contracts?\b|warrants?\b|deriv\w*|ETFs?\b|funds?\b|receivable|per (?:share|\d)|worth|denominated)|\b(?:receivable|equivalent|options?|futures|derivatives?|per (?:share|\d))\b/iu

/** What speaks against a count though its own words state a holding, in the order in which it is looked for. */
export const contradictions: readonly NotWholeWords[] = [
  {
    ...{ kind: 'a supposition', where: ['before'], says: supposition },
    example: 'If, as of October 31, 2025, the Company held an aggregate of 700,000 bitcoins, its yield was 3%.',
  },
  {
    ...{ kind: 'a target', where: ['before'], says: target },
    example: 'Our goal is that as of October 31, 2025 we hold a total of 10,000 bitcoins.',
  },
  {
    ...{ kind: 'a threshold', where: ['clause', 'near'], says: threshold },
    example: 'As of October 31, 2025, we held 42,000 bitcoin as the minimum number of the agreement.',
  },
  {
    ...{ kind: 'a bound', where: ['before'] },
    says: /\b(?:over|more than|at least|nearly|almost|up to|less than|fewer than|in excess of|exceeding|between [\d,.]+ and) $/iu,
    example: 'As of October 31, 2025, customers owed us more than our 2,201 bitcoin holdings.',
  },
  {
    ...{ kind: 'a part', where: ['between'], says: part },
    example: 'As of October 31, 2025, we held a total of 24 unencumbered BTC.',
  },
  {
    ...{ kind: 'coins beside others', where: ['between'], says: /./u },
    example: 'As of October 31, 2025, we held a total of 24 additional BTC.',
  },
  {
    ...{ kind: 'no coin', where: ['near'], says: noCoin },
    example: 'As of October 31, 2025, we owned a total of 65,000 bitcoin miners.',
  },
  {
    // coins of other kinds, counted in bitcoins
    ...{ kind: 'bitcoin and equivalents', where: ['behind'] },
    says: /\b(?:of which|including|includes?)\b[^.;]*\bequivalents?\b|^ or (?:bitcoin )?equivalents?\b/iu,
    example: 'As of 31 October 2025, the Company held 238 Bitcoin, of which 129 were BTC Equivalents.',
  },
  {
    ...{ kind: 'another holder', where: ['near'], says: others },
    example: 'As of October 31, 2025, we held a total of 9,000 bitcoins on behalf of customers.',
  },
  {
    ...{ kind: 'a part', where: ['near'], says: part },
    example: 'As of October 31, 2025, we held a total of 3,300 BTC as collateral under its credit facility.',
  },
  {
    ...{ kind: 'a part', where: ['behind'], says: /\d ?% of (?:our|its|the)\b/iu },
    example: 'As of October 31, 2025, we held 1,500 bitcoins, 30% of our total bitcoin holdings.',
  },
  {
    ...{ kind: 'coins beside others', where: ['cause'] },
    says: /\b(?:additional(?:ly)?|in addition|further(?:more)?|moreover|plus|besides|also|separately|apart from|aside from|other than|on top of|exclud\w*|exclusive|not (?:includ|count)\w*|without|net of|of (?:which|these|those)|including|includes?|included|mined)\b/iu,
    example: 'Additionally, as of October 31, 2025, we held a total of 500 bitcoins.',
  },
  {
    ...{ kind: 'coins beside others', where: ['behind'] },
    says: /\b(?:exclud\w*|exclusive|not (?:includ|count)\w*|without|net of|plus(?! (?:cash|[$€£¥]))|in addition|as well as|apart from|aside from|other than|on top of|besides|alongside|along with|together with|separately|additional(?:ly)?|further|another|also|more (?:bitcoins?|BTC)|(?:held|owned) by|joint\w*|customers?|clients?|on behalf|in trust|preliminary|assum\w*|pro forma|subject to|pending|not yet|upon (?:clos|complet|deliver)\w*|if|and other)\b/iu,
    example: 'As of October 31, 2025, we held 4,500 bitcoins, excluding 300 BTC posted with our lender.',
  },
  {
    // a second number of coins that is joined to the first, and not one among it
    ...{ kind: 'coins beside others', where: ['added'] },
    says: /(?:\band|&|\+|;)\s(?:an? )?(?:approximately )?\d[\d,.]* (?:\w+ )?(?:bitcoins?|BTC)\b/iu,
    example: 'As of October 31, 2025, we held a total of 4,500 bitcoins; approximately 300 bitcoins are lent.',
  },
]

/** What a count is that no words state as a holding: these first, then the nearest of `notWholeVerbs`, then `remainingNotWhole`, then a contradiction. */
export const notWholeKinds: readonly NotWholeWords[] = [
  {
    ...{ kind: 'a sum over time', where: ['before', 'behind'] },
    says: /\b(?:since inception|to date|since [A-Z]|cumulative(?:ly)?|have earned an aggreg\w*|(?:has|have) (?:mined|purchased|acquired|earned|produced|sold) an? (?:total|aggreg))/iu,
    example: 'Since May 12, 2025, the Company has purchased 32 bitcoin.',
  },
  {
    ...{ kind: 'a threshold', where: ['clause', 'near'], says: threshold },
    example: 'The minimum number of the agreement is 42,000 bitcoin.',
  },
  {
    ...{ kind: 'a supposition', where: ['before'], says: supposition },
    example: 'Once it is closed, the purchase could add 500 BTC.',
  },
  {
    ...{ kind: 'a target', where: ['before'], says: target },
    example: 'With a goal of 20,000 BTC by December 31, 2026, the Company continues to execute its roadmap.',
  },
]

/** Verbs that say what happened to the coins. */
export const notWholeVerbs: readonly NotWholeWords[] = [
  {
    ...{ kind: 'a purchase', where: ['before'] },
    says: /\b(?:acquir|purchas|bought|buys?\b|buying|receiv|added|adding|invest)\w*/giu,
    example: 'The Company acquired approximately 62,460 bitcoins for approximately $5.8 billion in cash.',
  },
  {
    ...{ kind: 'coins mined', where: ['before'] },
    says: /\b(?:mined|mining|mines|produc\w+|earn\w*|generat\w+|self-mined)\b/giu,
    example: 'The Company earned 620.1 bitcoins in the third quarter of 2025.',
  },
  {
    ...{ kind: 'a sale', where: ['before'] },
    says: /\b(?:sold|sells?|selling|sale of|dispos\w+|liquidat\w+|monetiz\w+|paid|(?:re)?payable|repa(?:id|y\w*)|redeem\w*|distributed|disburs\w+)\b/giu,
    example: 'The Company sold 744 BTC, generating net proceeds of approximately $26.0 million.',
  },
  {
    ...{ kind: 'a part', where: ['before'] },
    says: /\b(?:pledg\w+|backed|secured|collaterali[sz]\w+|posted|loaned|lent|lends?|transferr?\w*|deposit\w+|designat\w+|restricted|encumber\w+|borrow\w*|held in custody)\b/giu,
    example: 'As of October 31, 2025, the Company has pledged 3,115 bitcoin.',
  },
  {
    ...{ kind: 'a change', where: ['before'] },
    says: /\b(?:increase|decrease|gain|loss|net change|growth|decline) of\b/giu,
    example: 'There was a decrease of 120 BTC in October 2025.',
  },
]

export const remainingNotWhole: readonly NotWholeWords[] = [
  {
    ...{ kind: 'no coin', where: ['near'], says: noCoin },
    example: 'The updated figures translate to 108,309 bitcoin options.',
  },
  {
    ...{ kind: 'another holder', where: ['before', 'behind'], says: others },
    example: 'As of October 31, 2025, our joint venture held 910 bitcoin.',
  },
  {
    ...{ kind: 'a part', where: ['after'], says: part },
    example: 'As of September 30, 2025, 944 bitcoin are restricted from use in operations.',
  },
  {
    ...{ kind: 'another coin', where: ['unit'] },
    says: /\d (?:ETH|ether|ethereum|SOL|solana|XRP|DOGE|LTC|litecoin|CRO|BNB|SUI|TRX)\b/iu,
    example: 'As of October 31, 2025, the Company held 55,064 ETH and no bitcoin.',
  },
]
