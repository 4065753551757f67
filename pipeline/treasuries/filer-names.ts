import { companyById } from '../../data/companies.ts'
import type { SpanRow } from '../tables/filing.ts'

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

/**
 * Sources of patterns for how a filer speaks of itself: as the one who holds (`we`, `the Company`, its name), and as whose the coins are.
 *
 * @param company by its issuer id; one that is not on the roster speaks of itself as `we` and `the Company` alone
 * @param called names the filing itself gives its filer (`aliasesIn`)
 */
export function filerNames(company: string, called: readonly string[]): { readonly who: string; readonly whose: string } {
  const ticker = companyById(company)?.ticker ?? ''
  const short = bareNames(company)
    .map((each) => each.replace(kindOfCompany, ''))
    .filter((each) => shortForm.test(each))
  const code = /^[A-Z]{3,5}$/u.test(ticker) ? [ticker] : []
  const names = [...fullNames(company), ...[...short, ...called].map(escaped), ...code]
  const named = ['the Company', 'the Group', 'the Registrant', ...names].join('|')
  return { who: `\\b(?:(?:we|${named})${defined}${together})`, whose: `\\b(?:our|its|(?:${named})[’'](?:s\\b)?)` }
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
