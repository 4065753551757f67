import type { FormerName, IssuerRow } from '../tables/company.ts'
import { dayNumber } from '../time/day.ts'
import { type Item, itemOf } from './json-feed.ts'
import { secIssuerId } from './sec-address.ts'

/** Who a filer is, by the first page of its index of filings; null where that page is abridged to filings. */
export function issuerRow(page: Record<string, unknown>, cik: string): IssuerRow | null {
  const name = textOf(page['name'])
  if (name === null || page['sic'] === undefined) return null
  const tickers = listOf(page['tickers']).flatMap((ticker) => textOf(ticker) ?? [])
  const exchanges = listOf(page['exchanges'])
  return {
    company: secIssuerId(cik),
    told_by: 'filer',
    name,
    former_names: listOf(page['formerNames']).flatMap((former) => formerName(itemOf(former)) ?? []),
    country: countryOf(page),
    industry_code: textOf(page['sic']),
    industry: textOf(page['sicDescription'])?.replace(/\s+/gu, ' ') ?? null,
    fiscal_year_end: monthDay(textOf(page['fiscalYearEnd'])),
    filer_class: filerClass(textOf(page['category'])),
    tickers,
    exchanges: tickers.map((_, place) => textOf(exchanges[place])),
    lei: textOf(page['lei']),
  }
}

function formerName({ name, from, to }: Item): FormerName | null {
  const former = textOf(name)
  return former === null ? null : { name: former, from: dayIn(from), to: dayIn(to) }
}

/** Times are midnights of New York in UTC, or of UTC: either way the day is the one written. */
function dayIn(time: unknown): string | null {
  const day = textOf(time)?.slice(0, 10) ?? ''
  return dayNumber(day) === null ? null : day
}

/** The SEC has two letters for a state, which it also gives as its description, and a letter with a digit for other countries. */
function countryOf(page: Record<string, unknown>): string | null {
  const business = itemOf(itemOf(page['addresses'])['business'])
  return (
    countryNamed(page['stateOfIncorporation'], page['stateOfIncorporationDescription']) ??
    countryNamed(business['stateOrCountry'], business['stateOrCountryDescription'])
  )
}

function countryNamed(code: unknown, description: unknown): string | null {
  const state = textOf(code)
  if (state === null || state === 'XX') return null
  return /^[A-Z]{2}$/u.test(state) ? 'United States' : textOf(description)
}

/** `0926` -> `09-26`; null for anything but a day of the year. */
function monthDay(digits: string | null): string | null {
  const written = digits?.replace(/^(\d\d)(\d\d)$/u, '$1-$2') ?? ''
  // 2000 has a 29 February
  return dayNumber(`2000-${written}`) === null ? null : written
}

/** Its parts are joined by the mark-up of a line break, and the first may be empty. */
function filerClass(category: string | null): string | null {
  const parts = category?.split('<br>').map((part) => part.trim()) ?? []
  return parts.filter((part) => part !== '').join(', ') || null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
