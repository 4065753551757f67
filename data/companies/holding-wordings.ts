import { namedRows } from '../named-rows.ts'

/**
 * A way in which a sentence states a number of coins as a holding. The list is frozen: no wording is added. A sentence in words it does not
 * have is listed by `briefing review`, for a person.
 */
export interface HoldingWording {
  readonly id: string
  /**
   * Source of a pattern around the number: `{count}` stands for it and what leads to it, other names in braces for a row of
   * `wordingParts`, for `{date}` or for the filer, `{who}` or `{whose}`. What stands behind the number speaks for the holding, and is not
   * looked at for what speaks against it.
   */
  readonly says: string
  readonly means: readonly Meaning[]
  /** As of October 31, 2025. */
  readonly example: string
  /** The number of coins in the example. */
  readonly coins: string
}

/**
 * `whole`: about all the filer holds (`its bitcoin holdings`); else a part may be held too (`we held`).
 * `names`: they name the coin, so that the number needs no unit.
 * `result`: they tell what a change came to; then coins named before them are those of the change.
 * `unowned`: they leave out whose holding it is, perhaps another company's (`for total holdings of`); then they are never about all.
 * `label`: the label of a list, which is of the month a release reports on.
 */
type Meaning = 'whole' | 'names' | 'result' | 'unowned' | 'label'

/** Parts of patterns, by the name that stands for them in braces. */
export const wordingParts: Readonly<Record<string, string>> = {
  count: '{sum}{about}$',
  about: '(?:(?:approximately|about|roughly|around|circa)\\s|~\\s?)?',
  sum: '(?:(?:an? )?(?:\\w+ )?(?:aggregate|total|treasury|reserve|position|balance|holding) of\\s)?',
  adjectives:
    '(?:(?:total|aggregate|cumulative|current|overall|corporate|strategic|entire|existing|unaudited|consolidated|long-term|growing)\\s)*',
  coin: '(?:bitcoins?|BTC)(?: \\([“"]?BTC[”"]?\\))?',
  holdings: '(?:(?:treasury|reserve|hodl|investment) )?(?:holdings?|hodl|treasury|reserves?|balance|position|inventory|stack)',
  reserved: 'in (?:(?:our|its|the) )?(?:corporate )?(?:reserve|treasury)',
  place: '(?:\\s(?:held|{reserved}|held {reserved}|on (?:our|its|the) balance sheet))?',
  // the mark of a footnote
  note: '(?:[¹²³⁴-⁹]+|\\s?\\(\\d\\))?',
  // `bitcoin treasury holdings`, `treasury holdings of bitcoin`, `number of bitcoins held`, `number of bitcoin on its balance sheet`
  coinHoldings:
    '(?:{coin} {holdings}|{holdings} of {coin}|(?:number of )?{coin} (?:held|owned)|number of {coin}(?= (?:held |in |on ))){place}{note}',
  day: '(?:,? as of the date of this (?:press )?(?:release|report|announcement|filing|update),?|,? (?:as of|as at|at|on) (?:(?:the )?(?:close of business|end of)(?: on)? )?(?:{date}|[A-Z][a-z]+,? \\d{4})(?:,? and (?:{date}|\\d{4}))?,?)?',
  become:
    '(?:now |currently |had |have |has )?(?:were|was|are|is|stood at|stands? at|totall?ed|totals?|amounted to|numbered|reached|(?:increased|grew|grown|rose|risen|climbed|surged|decreased|declined|fell|expanded)(?:(?: by)? [\\d.]+ ?%)?(?: (?:in|during|over) (?:\\d{4}|the (?:month|quarter|year)))? to|comprised|consisted of|consists? of|(?:was|were|is|are) comprised of|holds?|held)',
  made: '(?:bringing|brings|brought|taking|raising|raised|raises|increasing|increased|increases|growing|grew|grown|expanding|expanded|expands|lifting|lifted|reducing|reduced|reduces|decreasing|decreased|decreases)',
  grows:
    '(?:increase[sd]?|grows?|grew|expands?|expanded|raise[sd]?|boost(?:s|ed)?|lift(?:s|ed)?|br(?:ings|ought)|(?:de|re)crease[sd]?|reduce[sd]?)',
  // `by 2,500 bitcoins, from approximately 140,000 bitcoins as of October 31, 2022, to`
  toCount:
    '(?: by (?:approximately )?[\\d.,]+ ?(?:%|{coin}))?,?(?: from (?:approximately )?[\\d.,]+(?: {coin})?(?:,? (?:(?:as of|as at|at|on) {date}|in [A-Z][a-z]+(?: \\d{4})?))?,?)?(?: (?:up|down))? to',
  money: '(?:approximately )?[$€£¥][\\d.,]+(?: (?:thousand|million|billion))?',
  // `held $68.1 million of cash and cash equivalents and 7,634.2 bitcoin`, `had cash of $7.4 million and 105 bitcoin`
  withCash:
    '(?: (?:{money}(?: (?:of|in))? (?:[a-z-]+,? ){0,5}(?:cash|equivalents)|(?:[a-z-]+,? ){0,5}(?:cash|equivalents) of {money}),? and)?',
  // `Riot Platforms, Inc., an industry leader in bitcoin mining, held`
  described: ',? an? [^,;.\\d]{1,120},',
  // the custodian of the Company, the Company and its joint venture: somebody else holds, or holds too
  notOfOthers: '(?<!\\b(?:of|by|for|from|with|to|than|and|or) )',
  begins: '(?:^["“•·*\\s\u2010-\u2015-]*|[;:] )',
  onDay: '\\b(?:as of|at) {date},? ',
  beginsOrDated: '(?:{begins}|{onDay})(?:the )?',
  opening: '(?:^["“•·*\\s\u2010-\u2015-]*(?:the |Company[’\']s )?|{whose} |{onDay}(?:the )?)',
}

/** In the order in which they are tried. */
export const holdingWordings: readonly HoldingWording[] = namedRows('id', {
  'the filer holds': {
    says: '{notOfOthers}{who}(?:,? as of (?:{date}),?|{described})?(?: (?:currently|now|still|presently|collectively))? (?:held|holds?|owned|owns?|had|has|have|possess(?:es|ed)|maintain(?:s|ed)?|(?:is|are|was|were)(?: now| currently)? the (?:owners?|holders?) of)(?: (?:on|in) (?:its|our|the) (?:balance sheet|treasury))?{withCash} {count}',
    means: [],
    example: 'As of October 31, 2025, the Company held $68.1 million of cash and cash equivalents and 7,634.2 bitcoin.',
    coins: '7634.2',
  },
  'holdings are': {
    says: '{opening}{adjectives}{coinHoldings}{day} {become} {count}',
    means: ['whole', 'names'],
    example: 'Our total bitcoin treasury holdings as of October 31, 2025 stood at approximately 1,021.',
    coins: '1021',
  },
  'holdings are, behind a colon': {
    says: '[:;] {adjectives}{coinHoldings}{day} {become} {count}',
    means: ['names', 'unowned'],
    example: 'October update: total BTC holdings as of October 31, 2025, were 12,827.',
    coins: '12827',
  },
  'its treasury is': {
    says: '{whose} {adjectives}(?:(?:digital|crypto) asset )?{holdings}{day} {become} {count}',
    means: ['whole'],
    example: 'As of October 31, 2025, our digital asset treasury consisted of 2,058 BTC.',
    coins: '2058',
  },
  'its bitcoin consists of': {
    says: '{whose} {adjectives}{coin}{day} (?:consist(?:ed|s) of|comprised?|totall?ed|amounted to) {count}',
    means: ['whole'],
    example: 'The Company’s bitcoin at October 31, 2025 consisted of 5,398 bitcoin carried at a fair value of $615.5 million.',
    coins: '5398',
  },
  'maintains its holdings at': {
    says: '{who} (?:maintain(?:s|ed)|kept|keeps|holds?|held) (?:{whose}|the) {adjectives}{coinHoldings} at {count}',
    means: ['whole', 'names'],
    example: 'The Company maintained its Bitcoin Investment Treasury at 1,492 BTC as of October 31, 2025.',
    coins: '1492',
  },
  'ended the month with': {
    says: '{who} (?:ended|closed|finished|concluded) (?:the )?(?:(?:first|second|third|fourth|fiscal) )*(?:Q[1-4]|quarter|month|year|[A-Z][a-z]+|\\d{4})(?:(?: of)?(?: fiscal)?(?: year)? \\d{4})? with {count}',
    means: [],
    example: 'We ended October 2025 with 2,139 bitcoin.',
    coins: '2139',
  },
  'its digital assets consist of': {
    says: '{whose} (?:(?:digital|crypto|virtual|liquid|treasury) (?:assets?|currenc(?:y|ies))|cryptocurrenc(?:y|ies))(?: holdings?)?{day}(?: (?:were|was|are|is))? (?:comprised|composed|consist(?:ed|s|ing)?|made up)(?: (?:solely|only|entirely))? of {count}',
    means: ['whole'],
    example: 'Our digital assets as of October 31, 2025 consisted solely of 412 bitcoins.',
    coins: '412',
  },
  'bringing its holdings to': {
    says: '\\b{made} (?:{whose}|the) {adjectives}{coinHoldings}{toCount} {count}',
    means: ['whole', 'names', 'result'],
    example:
      'On October 31, 2025, the Company purchased 49 bitcoin, bringing the number of bitcoin on its balance sheet to 5,000.',
    coins: '5000',
  },
  'bringing total holdings to': {
    says: '\\b(?:bringing|taking|raising|increasing|growing|expanding|lifting) total {coinHoldings}(?: up)? to {count}',
    means: ['whole', 'names', 'result'],
    example: 'On October 31, 2025, the Company acquired 25 BTC, bringing total bitcoin holdings to 1,083.',
    coins: '1083',
  },
  'bringing its treasury to': {
    says: '\\b{made} (?:{whose}) {adjectives}{holdings}{toCount} {count}',
    means: ['whole', 'result'],
    example: 'On October 31, 2025, the Company bought 25 BTC, increasing its treasury from 446 BTC to 471 BTC.',
    coins: '471',
  },
  'its coins held': {
    says: '{whose}(?: total| aggregate| current)? {count} (?:(?:bitcoin )?(?:holdings?|treasury|reserves?)|held)\\b',
    means: ['whole'],
    example: 'As of October 31, 2025, the fair value of our 2,201 bitcoin holdings was $242.1 million.',
    coins: '2201',
  },
  'coins held by the filer': {
    says: '(?:^|, )(?:the )?{count} (?:(?:were|was|are) )?(?:held|owned) by (?:us\\b|{who})',
    means: ['whole'],
    example: 'As of October 31, 2025, the 9,174 bitcoins held by us had a fair value of $1.0 billion.',
    coins: '9174',
  },
  'with coins secured': {
    says: '^With {count} already secured\\b',
    means: ['whole'],
    example: 'With 1,058 BTC already secured as of October 31, 2025, the Company continues to execute its plan.',
    coins: '1058',
  },
  'label of a list': {
    says: '{begins}{adjectives}(?:{coinHoldings}|{coin} (?:held|in treasury|on (?:the )?balance sheet))(?: \\([^)]{1,40}\\))?(?: (?:as of|at) [A-Z][a-z]+\\.? \\d{1,2}(?:, \\d{4})?|{day}): {count}',
    means: ['names', 'unowned', 'label'],
    example: 'BTC in treasury (10/31/2025): 720',
    coins: '720',
  },
  'now holds': {
    says: '(?:{begins}|, )(?:now|currently) (?:holds?|owns?) {count}',
    means: ['result', 'unowned'],
    example: 'Having bought 25 BTC, now holds 1,108 BTC as of October 31, 2025.',
    coins: '1108',
  },
  'and holds': {
    says: '\\band (?:now |currently |then )?(?:holds?|held|owns?|owned) {count}',
    means: ['result', 'unowned'],
    example: 'The Company produced 71.0 bitcoin and held 1,320 BTC as of October 31, 2025.',
    coins: '1320',
  },
  'were held as of': {
    says: '{begins}{count} (?:(?:were|was|are) )?held (?:as of|as at|at|on) ',
    means: ['unowned'],
    example: '3,427 bitcoins were held as of October 31, 2025.',
    coins: '3427',
  },
  'increases holdings to': {
    says: '(?:{begins}|{who} )(?:announces |reports )?{grows} (?:(?:{whose}|the) )?{adjectives}{coinHoldings}{toCount} {count}',
    means: ['names', 'result', 'unowned'],
    example: 'Increases total bitcoin holdings by 91% to 48,315 as of October 31, 2025',
    coins: '48315',
  },
  'bitcoin held by the filer is': {
    says: '(?:{beginsOrDated}{adjectives}|\\bnumber of ){coin} (?:held|owned) by {who}{day} {become} {count}',
    means: ['whole', 'names'],
    example: 'The total number of bitcoins owned by the Company as of October 31, 2025 was 8,692.',
    coins: '8692',
  },
  'holdings of the filer are': {
    says: '{beginsOrDated}{adjectives}{coinHoldings} of {who}{day} {become} {count}',
    means: ['whole', 'names'],
    example: 'The total bitcoin holdings of the Company as of October 31, 2025 amounted to 9,720.',
    coins: '9720',
  },
  'its treasury of': {
    says: '{beginsOrDated}{whose} {adjectives}(?:{coin} )?{holdings} of {count}',
    means: ['whole'],
    example: 'As of October 31, 2025, our bitcoin reserve of 10,667 BTC had a fair value of $1.1 billion.',
    coins: '10667',
  },
  'has built a treasury of': {
    says: '{who} (?:has |have )?(?:built|accumulated|assembled|established|amassed) an? (?:strategic |corporate )?(?:{coin} )?{holdings} of {count}',
    means: ['whole'],
    example: 'As of October 31, 2025, the Company has built a strategic bitcoin reserve of 3,003 BTC.',
    coins: '3003',
  },
  'holds bitcoin representing': {
    says: '{who} (?:held|holds?|owned|owns?) {coin} [^.;]{0,80}(?:\\.\\d[^.;]{0,40})?,? representing {count}',
    means: [],
    example:
      'As of October 31, 2025, we held bitcoin with a fair value of $24.4 million, representing approximately 222.5 bitcoin.',
    coins: '222.5',
  },
  'holds digital assets, listed': {
    says: '{who} (?:held|holds?|owned|owns?|had|has) the following (?:digital|crypto) assets{day}: {count}',
    means: [],
    example: 'The Company held the following digital assets as of October 31, 2025: 1,747 bitcoin and no other.',
    coins: '1747',
  },
  'treasury of': {
    says: '{begins}{adjectives}(?:{coin} )?{holdings} of {count}',
    means: ['unowned'],
    example: 'Bitcoin treasury of 362 BTC as of October 31, 2025',
    coins: '362',
  },
  'on a day, were held': {
    says: '(?:^|[,;] )(?:as of|as at|at|on) {date},? {count} (?:were|was|are) held(?= with\\b|[.,;]|$)',
    means: ['unowned'],
    example: 'As of October 31, 2025, 1,579 bitcoins were held with a cost basis of $166.2 million.',
    coins: '1579',
  },
  'the holding of': {
    says: '\\bthe holding of {count}',
    means: ['result', 'unowned'],
    example: 'The purchase resulted in the holding of 2,800 bitcoin as of October 31, 2025.',
    coins: '2800',
  },
  'total holdings of': {
    says: '\\b(?:total|aggregate|overall|combined|ending|month-end|year-end) (?:group |company |corporate )?(?:{coin} )?{holdings} of {count}',
    means: ['result', 'unowned'],
    example: 'On October 31, 2025, the Company acquired 100 BTC for total holdings of 4,443 BTC.',
    coins: '4443',
  },
  'bringing total treasury to': {
    says: '\\b{made} (?:total|aggregate|overall|combined|corporate) {holdings}(?: of {coin})?(?: up)? to {count}',
    means: ['result', 'unowned'],
    example: 'On October 31, 2025, the Company bought 25 BTC, bringing corporate reserves up to 1,250 BTC.',
    coins: '1250',
  },
  'digital asset treasury includes': {
    says: '{opening}{adjectives}(?:(?:treasury|reserve) holdings?|(?:crypto(?:currency)?|(?:digital|crypto) assets?) (?:treasury|holdings?|reserves?)){day} (?:{become}|include[sd]?) {count}',
    means: [],
    example: 'As of October 31, 2025, digital asset holdings included 105 bitcoin.',
    coins: '105',
  },
  'with coins on its balance sheet': {
    says: '\\bwith {count} on (?:the|our|its) balance sheet\\b',
    means: ['unowned'],
    example: 'The quarter was closed with 13,033 bitcoin on the balance sheet as of October 31, 2025.',
    coins: '13033',
  },
  'holdings of two coins, respectively': {
    says: '{opening}{adjectives}{holdings} of {coin} and \\w+{day} {become} {count}(?= and (?:approximately )?\\d.{1,200}?\\brespectively\\b)',
    means: ['whole', 'names'],
    example: 'Holdings of bitcoin and ether as of October 31, 2025 were 742.5 and 150,244, respectively.',
    coins: '742.5',
  },
  'its largest holding is': {
    says: '{whose} (?:\\w+ )?(?:largest|main|principal) (?:(?:digital|crypto) assets? )?{holdings}{day} (?:are|were) {count}',
    means: ['whole'],
    example: 'Our largest crypto asset holdings as of October 31, 2025 were 1,764 bitcoin.',
    coins: '1764',
  },
})
