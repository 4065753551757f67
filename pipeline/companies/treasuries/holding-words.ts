import { companyById } from '../../../data/companies.ts'
import { dayPattern } from '../../filings/written-day.ts'
import type { SpanRow } from '../../warehouse/tables/filing.ts'
import { coinsPattern } from './wording.ts'

/**
 * How a sentence states a holding: what stands before the number of coins, and where that does not decide, behind it. What `behind` takes up
 * speaks for the holding, and is not looked at for what speaks against it.
 */
interface HoldingWords {
  readonly before: RegExp
  readonly behind: RegExp | null
  /** Whether the words are about all the filer holds (`its bitcoin holdings`); else a part may be held too (`we held`). */
  readonly whole: boolean
  /** Whether they name the coin, so that the number needs no unit. */
  readonly names: boolean
  /** Whether they tell what a change came to: then coins named before them are those of the change. */
  readonly result: boolean
  /** Whether they leave out whose holding it is, which may be another company's (`for total holdings of`): then they are never about all. */
  readonly unowned: boolean
  /** Whether they are the label of a list: then it is of the month a release reports on. */
  readonly label: boolean
}

const about = '(?:(?:approximately|about|roughly|around|circa)\\s|~\\s?)?'
const sum = '(?:(?:an? )?(?:\\w+ )?(?:aggregate|total|treasury|reserve|position|balance|holding) of\\s)?'
const adjectives =
  '(?:(?:total|aggregate|cumulative|current|overall|corporate|strategic|entire|existing|unaudited|consolidated|long-term|growing)\\s)*'
const coin = '(?:bitcoins?|BTC)(?: \\([“"]?BTC[”"]?\\))?'
const holdings = `(?:(?:treasury|reserve|hodl|investment) )?(?:holdings?|hodl|treasury|reserves?|balance|position|inventory|stack)`
const reserved = 'in (?:(?:our|its|the) )?(?:corporate )?(?:reserve|treasury)'
const place = `(?:\\s(?:held|${reserved}|held ${reserved}|on (?:our|its|the) balance sheet))?`
/** The mark of a footnote. */
const note = '(?:[¹²³⁴-⁹]+|\\s?\\(\\d\\))?'
/** `bitcoin treasury holdings`, `treasury holdings of bitcoin`, `number of bitcoins held`, `number of bitcoin on its balance sheet`, `bitcoins held`. */
const coinHoldings = `(?:${coin} ${holdings}|${holdings} of ${coin}|(?:number of )?${coin} (?:held|owned)|number of ${coin}(?= (?:held |in |on )))${place}${note}`
const day = `(?:,? as of the date of this (?:press )?(?:release|report|announcement|filing|update),?|,? (?:as of|as at|at|on) (?:(?:the )?(?:close of business|end of)(?: on)? )?(?:${dayPattern}|[A-Z][a-z]+,? \\d{4})(?:,? and (?:${dayPattern}|\\d{4}))?,?)?`
const become =
  '(?:now |currently |had |have |has )?(?:were|was|are|is|stood at|stands? at|totall?ed|totals?|amounted to|numbered|reached|(?:increased|grew|grown|rose|risen|climbed|surged|decreased|declined|fell|expanded)(?:(?: by)? [\\d.]+ ?%)?(?: (?:in|during|over) (?:\\d{4}|the (?:month|quarter|year)))? to|comprised|consisted of|consists? of|(?:was|were|is|are) comprised of|holds?|held)'
const made =
  '(?:bringing|brings|brought|taking|raising|raised|raises|increasing|increased|increases|growing|grew|grown|expanding|expanded|expands|lifting|lifted|reducing|reduced|reduces|decreasing|decreased|decreases)'

/** `by 2,500 bitcoins, from approximately 140,000 bitcoins as of October 31, 2022, to`. */
const toCount = `(?: by (?:approximately )?[\\d.,]+ ?(?:%|${coin}))?,?(?: from (?:approximately )?[\\d.,]+(?: ${coin})?(?:,? (?:(?:as of|as at|at|on) ${dayPattern}|in [A-Z][a-z]+(?: \\d{4})?))?,?)?(?: (?:up|down))? to`

const money = '(?:approximately )?[$€£¥][\\d.,]+(?: (?:thousand|million|billion))?'
/** `held $68.1 million of cash and cash equivalents and 7,634.2 bitcoin`, `had cash of $7.4 million and 105 bitcoin`. */
const withCash = `(?: (?:${money}(?: (?:of|in))? (?:[a-z-]+,? ){0,5}(?:cash|equivalents)|(?:[a-z-]+,? ){0,5}(?:cash|equivalents) of ${money}),? and)?`

/** `Riot Platforms, Inc., an industry leader in bitcoin mining, held`. */
const described = ',? an? [^,;.\\d]{1,120},'

const grows =
  'increase[sd]?|grows?|grew|expands?|expanded|raise[sd]?|boost(?:s|ed)?|lift(?:s|ed)?|br(?:ings|ought)|(?:de|re)crease[sd]?|reduce[sd]?'

/** The custodian of the Company, the Company and its joint venture: somebody else holds, or holds too. */
const ofNobodyElse = '(?<!\\b(?:of|by|for|from|with|to|than|and|or) )'

const known = new Map<string, readonly HoldingWords[]>()
/** Patterns that are kept; aliases come from filings, and there is no end of them. */
const mostKnown = 500

const aliasName = '[“"](?<name>[A-Z][\\p{L}\\d&.-]{2,}(?: [A-Z][\\p{L}\\d&.-]+){0,2})[”"]'
const theCompany = '[“"](?:the )?Company[”"]'
const between = ',?(?: or| and)?(?: the)? '
const aliases = [new RegExp(`${aliasName}${between}${theCompany}`, 'gu'), new RegExp(`${theCompany}${between}${aliasName}`, 'gu')]

/** What a filing calls its filer beside the Company: `("Riot" or the "Company")`, `Riot Platforms, Inc. ("Riot")`. */
export function aliasesIn(spans: readonly SpanRow[]): string[] {
  const full = fullNames(spans[0]?.company ?? '')
  const named = full.length === 0 ? [] : [new RegExp(`\\b(?:${full.join('|')})(?: \\([^)“"]{1,60}\\))? \\(${aliasName}`, 'gu')]
  const names = spans.flatMap(({ text }) =>
    [...aliases, ...named].flatMap((pattern) => [...text.matchAll(pattern)].map(({ groups }) => groups!['name']!)),
  )
  return [...new Set(names)].toSorted().slice(0, 3)
}

/**
 * The ways a filer words its holding: who holds, the verb, the amount, the coin.
 *
 * @param called names the filing itself gives its filer (`aliasesIn`)
 */
export function holdingWords(company: string, called: readonly string[] = []): readonly HoldingWords[] {
  const key = [company, ...called].join('|')
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const { who, whose } = filerNames(company, called)
  const opening = `(?:^["“•·*\\s\u2010-\u2015-]*(?:the |Company[’']s )?|\\b${whose} |\\b(?:as of|at) ${dayPattern},? (?:the )?)`
  const build = (source: string, more: Partial<Omit<HoldingWords, 'before'>> = {}): HoldingWords => ({
    before: new RegExp(`${source} ${sum}${about}$`, 'iu'),
    behind: null,
    whole: true,
    names: false,
    result: false,
    unowned: false,
    label: false,
    ...more,
  })
  const begins = '(?:^["“•·*\\s\u2010-\u2015-]*|[;:] )'
  const beginsOrDated = `(?:${begins}|\\b(?:as of|at) ${dayPattern},? )(?:the )?`
  const words = [
    build(
      `${ofNobodyElse}\\b${who}(?:,? as of (?:${dayPattern}),?|${described})?(?: (?:currently|now|still|presently|collectively))? (?:held|holds?|owned|owns?|had|has|have|possess(?:es|ed)|maintain(?:s|ed)?|(?:is|are|was|were)(?: now| currently)? the (?:owners?|holders?) of)(?: (?:on|in) (?:its|our|the) (?:balance sheet|treasury))?${withCash}`,
      { whole: false },
    ),
    build(`${opening}${adjectives}${coinHoldings}${day} ${become}`, { names: true }),
    build(`[:;] ${adjectives}${coinHoldings}${day} ${become}`, { names: true, unowned: true }),
    build(`\\b${whose} ${adjectives}(?:(?:digital|crypto) asset )?${holdings}${day} ${become}`),
    build(`\\b${whose} ${adjectives}${coin}${day} (?:consist(?:ed|s) of|comprised?|totall?ed|amounted to)`),
    build(`\\b${who} (?:maintain(?:s|ed)|kept|keeps|holds?|held) (?:${whose}|the) ${adjectives}${coinHoldings} at`, {
      names: true,
    }),
    build(
      `\\b${who} (?:ended|closed|finished|concluded) (?:the )?(?:(?:first|second|third|fourth|fiscal) )*(?:Q[1-4]|quarter|month|year|[A-Z][a-z]+|\\d{4})(?:(?: of)?(?: fiscal)?(?: year)? \\d{4})? with`,
      { whole: false },
    ),
    build(
      `\\b${whose} (?:(?:digital|crypto|virtual|liquid|treasury) (?:assets?|currenc(?:y|ies))|cryptocurrenc(?:y|ies))(?: holdings?)?${day}(?: (?:were|was|are|is))? (?:comprised|composed|consist(?:ed|s|ing)?|made up)(?: (?:solely|only|entirely))? of`,
    ),
    build(`\\b${made} (?:${whose}|the) ${adjectives}${coinHoldings}${toCount}`, { names: true, result: true }),
    build(`\\b(?:bringing|taking|raising|increasing|growing|expanding|lifting) total ${coinHoldings}(?: up)? to`, {
      names: true,
      result: true,
    }),
    build(`\\b${made} (?:${whose}) ${adjectives}${holdings}${toCount}`, { result: true }),
    build(`\\b${whose}(?: total| aggregate| current)?`, {
      behind: /^ (?:(?:bitcoin )?(?:holdings?|treasury|reserves?)|held)\b/iu,
    }),
    {
      ...build(''),
      before: new RegExp(`(?:^|, )(?:the )?${sum}${about}$`, 'iu'),
      behind: new RegExp(`^ (?:(?:were|was|are) )?(?:held|owned) by (?:us\\b|${who})`, 'iu'),
    },
    build('^With', { behind: /^ already secured\b/iu }),
    build(
      `${begins}${adjectives}(?:${coinHoldings}|${coin} (?:held|in treasury|on (?:the )?balance sheet))(?: \\([^)]{1,40}\\))?(?: (?:as of|at) [A-Z][a-z]+\\.? \\d{1,2}(?:, \\d{4})?|${day}):`,
      {
        names: true,
        label: true,
        unowned: true,
      },
    ),
    build(`(?:${begins}|, )(?:now|currently) (?:holds?|owns?)`, { result: true, unowned: true }),
    build('\\band (?:now |currently |then )?(?:holds?|held|owns?|owned)', { result: true, unowned: true }),
    {
      ...build(''),
      before: new RegExp(`${begins}${sum}${about}$`, 'iu'),
      behind: /^ (?:(?:were|was|are) )?held (?:as of|as at|at|on) /iu,
      unowned: true,
    },
    build(
      `(?:${begins}|\\b${who} )(?:announces |reports )?(?:${grows}) (?:(?:${whose}|the) )?${adjectives}${coinHoldings}${toCount}`,
      {
        names: true,
        result: true,
        unowned: true,
      },
    ),
    build(`(?:${beginsOrDated}${adjectives}|\\bnumber of )${coin} (?:held|owned) by ${who}${day} ${become}`, { names: true }),
    build(`${beginsOrDated}${adjectives}${coinHoldings} of ${who}${day} ${become}`, { names: true }),
    build(`${beginsOrDated}${whose} ${adjectives}(?:${coin} )?${holdings} of`),
    build(
      `\\b${who} (?:has |have )?(?:built|accumulated|assembled|established|amassed) an? (?:strategic |corporate )?(?:${coin} )?${holdings} of`,
    ),
    build(`\\b${who} (?:held|holds?|owned|owns?) ${coin} [^.;]{0,80}(?:\\.\\d[^.;]{0,40})?,? representing`, { whole: false }),
    build(`\\b${who} (?:held|holds?|owned|owns?|had|has) the following (?:digital|crypto) assets${day}:`, { whole: false }),
    build(`${begins}${adjectives}(?:${coin} )?${holdings} of`, { unowned: true }),
    {
      ...build(''),
      before: new RegExp(`(?:^|[,;] )(?:as of|as at|at|on) ${dayPattern},? ${sum}${about}$`, 'iu'),
      behind: /^ (?:were|was|are) held(?= with\b|[.,;]|$)/iu,
      unowned: true,
    },
    build(`\\bthe holding of`, { result: true, unowned: true }),
    build(
      `\\b(?:total|aggregate|overall|combined|ending|month-end|year-end) (?:group |company |corporate )?(?:${coin} )?${holdings} of`,
      {
        result: true,
        unowned: true,
      },
    ),
    build(`\\b${made} (?:total|aggregate|overall|combined|corporate) ${holdings}(?: of ${coin})?(?: up)? to`, {
      result: true,
      unowned: true,
    }),
    build(
      `${opening}${adjectives}(?:(?:treasury|reserve) holdings?|(?:crypto(?:currency)?|(?:digital|crypto) assets?) (?:treasury|holdings?|reserves?))${day} (?:${become}|include[sd]?)`,
      { whole: false },
    ),
    build('\\bwith', { behind: /^ on (?:the|our|its) balance sheet\b/iu, unowned: true }),
    build(`${opening}${adjectives}${holdings} of ${coin} and \\w+${day} ${become}`, {
      names: true,
      behind: /^(?= and (?:approximately )?\d.{1,200}?\brespectively\b)/iu,
    }),
    build(`\\b${whose} (?:\\w+ )?(?:largest|main|principal) (?:(?:digital|crypto) assets? )?${holdings}${day} (?:are|were)`),
  ]
  known.set(key, words)
  return words
}

/** What makes words about a holding ones about all of it. */
const wholeWords = new RegExp(
  `\\ban aggregate of\\b|\\ba total of\\b|\\bin (?:total|aggregate)\\b|together with (?:its|our) [\\w\\s-]{0,40}subsidiaries|aggregate purchase price|\\btotal ${coinsPattern}`,
  'iu',
)

export function saysWhole(words: string): boolean {
  return wholeWords.test(words)
}

/** Sources of patterns for how a filer speaks of itself: as the one who holds (`we`, `the Company`, its name), and as whose the coins are. */
interface FilerNames {
  readonly who: string
  readonly whose: string
}

/** What a name ends in that its short form leaves out: `Riot Platforms` is `Riot`. */
const kindOfCompany =
  /(?:,? (?:Inc|Corp|Ltd|plc|Limited|Corporation|Incorporated|Holdings?|Group|Platforms?|Technolog(?:y|ies)|Scientific|Immersion|Infrastructure|Communications|Sciences|Global|Enterprise|Mining|Movement))+$/u
const legalForm = /(?:,? (?:Inc|Corp|Ltd|plc|Limited|Corporation|Incorporated)\b\.?)+$/u
/** A short form is one word of four letters or more that is not a common word. */
const shortForm = /^(?!(?:Core|American|Strive|Block|Next|Genius)$)[A-Z][\p{L}\d]{3,}$/u
const together =
  '(?:(?:,? together with| and) (?:its|our) (?:consolidated |wholly[- ]owned )*subsidiar(?:ies|y(?: [\\p{L}\\d.]+){0,4}?))?,?'
/** `Riot Platforms, Inc. (the "Company" or "Riot") held`. */
const defined = '(?: \\((?:the )?[“"][^)]{1,80}\\))?'
const forms = '(?:,? (?:Inc|Incorporated|Corp|Corporation|Limited|Ltd|plc)\\b\\.?)?[®™]?'

/** @param company by its issuer id; one that is not on the roster speaks of itself as `we` and `the Company` alone */
export function filerNames(company: string, called: readonly string[]): FilerNames {
  const ticker = companyById(company)?.ticker ?? ''
  const short = bareNames(company)
    .map((each) => each.replace(kindOfCompany, ''))
    .filter((each) => shortForm.test(each))
  const code = /^[A-Z]{3,5}$/u.test(ticker) ? [ticker] : []
  const names = [...fullNames(company), ...[...short, ...called].map(escaped), ...code]
  return {
    who: `(?:(?:we|the Company|the Group|the Registrant|${names.join('|')})${defined}${together})`.replace('|)', ')'),
    whose: `(?:our|its|(?:the Company|the Group|the Registrant|${names.join('|')})[’'](?:s\\b)?)`.replace('|)', ')'),
  }
}

/** Names of a company, now and before, without their legal form. */
function bareNames(company: string): string[] {
  const { name, formerNames } = companyById(company) ?? { name: null, formerNames: [] }
  return (name === null ? [] : [name, ...formerNames]).map((each) => each.replace(legalForm, ''))
}

/** The same as sources of patterns, with any legal form behind them. */
function fullNames(company: string): string[] {
  return bareNames(company).map((each) => `${escaped(each)}${forms}`)
}

function escaped(name: string): string {
  return name.replace(/[.*+?^$()[\]{}|\\]/gu, '\\$&')
}
