import { ParseError } from '../errors.ts'
import { dayNumber } from '../time/day.ts'
import { scaledDecimal } from './decimal.ts'
import { type Element, tooComplexError } from './element.ts'
import { childrenNamed, elementAt, textAt } from './strict-xml.ts'

/** Who reports, as filed: names of persons begin with the family name. */
export interface ReportingOwner {
  /** Ten digits. */
  readonly cik: string
  readonly name: string
  readonly director: boolean
  readonly officer: boolean
  readonly ten_percent: boolean
  /** Title of an officer, or what else the person is; null where none is stated. */
  readonly title: string | null
}

/** A line of the tables of a form: a transaction, or a holding, which has no code. Counts and prices are exact decimal texts. */
export interface InsiderLine {
  readonly derivative: boolean
  readonly security: string
  /** YYYY-MM-DD, as filed; null for a holding, and for a text that is not a day. */
  readonly day: string | null
  /** One letter; null of a holding. */
  readonly code: string | null
  readonly direction: 'acquired' | 'disposed' | null
  readonly shares: string | null
  /** US dollars; null where it is missing or zero, or a footnote states another currency. */
  readonly price: string | null
  /** Whether its footnote says that the price is an average. */
  readonly average: boolean
  readonly swap: boolean
  /** Owned after it. */
  readonly following: string | null
  readonly ownership: 'direct' | 'indirect' | null
  readonly nature: string | null
}

/** What a form 3, 4 or 5 says. */
export interface InsiderReport {
  readonly form: string
  /** CIK of the company, ten digits. */
  readonly issuer: string
  /** Day of the event, or end of the year of a form 5. */
  readonly period: string | null
  /** Day on which the report that it amends was filed; null where it states none. */
  readonly original: string | null
  readonly owners: readonly ReportingOwner[]
  /** Whether it ticks the box for a plan under rule 10b5-1; null on forms without that box, before 2023. */
  readonly plan: boolean | null
  readonly lines: readonly InsiderLine[]
}

const longest = { name: 150, nature: 200, footnote: 4_000 } as const
/** A form has at most 30 lines a table; filings split longer ones. */
const most = { lines: 500, owners: 50 } as const
const average = /\baverage\b/iu
/** Another currency than the US dollar: prices are to be in US dollars, and a footnote may say that they are not. */
const otherCurrency =
  /\b(?:canadian|australian|hong kong|singapore|new zealand|taiwan) dollars?\b|\b(?:pounds?|sterling|pence|euros?|francs?|kron(?:er|or|a|e)|shekels?|yen|yuan|renminbi|rupees?|reais|pesos?)\b|\b(?:CAD|C|AUD|A|HK|S|NZ|NT|R)\$|\b(?:CAD|AUD|GBP|GBX|EUR|CHF|NOK|SEK|DKK|NIS|ILS|JPY|CNY|RMB|HKD|SGD|INR|BRL|MXN|KRW|ZAR)\b|[€£¥₪₹₩]/iu

/** Whether the outermost element is that of a form 3, 4 or 5. */
export const isInsiderReport = ({ name }: Element): boolean => name === 'ownershipdocument'

/** A form 3, 4 or 5. `ParseError` where it does not state its form, its issuer or who reports. */
export function readInsiderReport(root: Element): InsiderReport {
  const form = textAt(root, ['documenttype'], 10) ?? ''
  const issuer = textAt(root, ['issuer', 'issuercik'], 20) ?? ''
  const owners = childrenNamed(root, 'reportingowner').slice(0, most.owners).flatMap(ownerOf)
  if (!/^[345](?:\/A)?$/u.test(form) || !/^\d{1,10}$/u.test(issuer) || owners.length === 0)
    throw new ParseError('OWNERSHIP_REPORT', 'The form does not state its type, issuer or owner; inspect the recording')
  const notes = new Map(
    childrenNamed(elementAt(root, 'footnotes'), 'footnote').map(({ attributes, text }) => [
      attributes['id'] ?? '',
      text.slice(0, longest.footnote),
    ]),
  )
  const tables = [
    ...(elementAt(root, 'nonderivativetable')?.children ?? []),
    ...(elementAt(root, 'derivativetable')?.children ?? []),
  ]
  if (tables.length > most.lines) throw tooComplexError('lines', most.lines)
  return {
    ...{ form, issuer: issuer.padStart(10, '0'), owners },
    period: dayAt(root, ['periodofreport']),
    original: dayAt(root, ['dateoforiginalsubmission']),
    plan: flagAt(root, ['aff10b5one']),
    lines: tables.flatMap((line) => lineOf(line, notes)),
  }
}

function ownerOf(element: Element): ReportingOwner[] {
  const id = elementAt(element, 'reportingownerid')
  const [cik, name] = [textAt(id, ['rptownercik'], 20), textAt(id, ['rptownername'], longest.name)]
  if (cik === null || name === null || !/^\d{1,10}$/u.test(cik)) return []
  const relation = elementAt(element, 'reportingownerrelationship')
  const is = (what: string) => flagAt(relation, [what]) === true
  return [
    {
      ...{ cik: cik.padStart(10, '0'), name },
      ...{ director: is('isdirector'), officer: is('isofficer'), ten_percent: is('istenpercentowner') },
      title: textAt(relation, ['officertitle'], longest.name) ?? textAt(relation, ['othertext'], longest.name),
    },
  ]
}

function lineOf(line: Element, notes: ReadonlyMap<string, string>): InsiderLine[] {
  const [, derivative, kind] = /^(non)?derivative(transaction|holding)$/u.exec(line.name) ?? []
  if (kind === undefined) return []
  const price = elementAt(line, 'transactionamounts', 'transactionpricepershare')
  const footnotes = childrenNamed(price, 'footnoteid')
    .flatMap(({ attributes }) => notes.get(attributes['id'] ?? '') ?? [])
    .join(' ')
  const stated = decimalAt(price, ['value'])
  const direction = textAt(line, ['transactionamounts', 'transactionacquireddisposedcode', 'value'], 5)
  const ownership = textAt(line, ['ownershipnature', 'directorindirectownership', 'value'], 5)
  return [
    {
      derivative: derivative === undefined,
      security: textAt(line, ['securitytitle', 'value'], longest.name) ?? '',
      day: kind === 'holding' ? null : dayAt(line, ['transactiondate', 'value']),
      code: kind === 'holding' ? null : textAt(line, ['transactioncoding', 'transactioncode'], 2),
      direction: direction === 'A' ? 'acquired' : direction === 'D' ? 'disposed' : null,
      shares: kind === 'holding' ? null : decimalAt(line, ['transactionamounts', 'transactionshares', 'value']),
      price: stated === '0' || otherCurrency.test(footnotes) ? null : stated,
      average: stated !== null && average.test(footnotes),
      swap: flagAt(line, ['transactioncoding', 'equityswapinvolved']) === true,
      following: decimalAt(line, ['posttransactionamounts', 'sharesownedfollowingtransaction', 'value']),
      ownership: ownership === 'D' ? 'direct' : ownership === 'I' ? 'indirect' : null,
      nature: textAt(line, ['ownershipnature', 'natureofownership', 'value'], longest.nature),
    },
  ]
}

/** A day, which may have an offset of a time zone behind it. */
function dayAt(element: Element | undefined, path: readonly string[]): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/u.exec(textAt(element, path, 20) ?? '')?.[1] ?? ''
  return dayNumber(day) === null ? null : day
}

/** Exact digits without a sign, 30 at most; null for anything else. */
function decimalAt(element: Element | undefined, path: readonly string[]): string | null {
  const text = textAt(element, path, 60) ?? ''
  const digits = /^\d{1,18}(?:\.\d{0,12})?$|^\.\d{1,12}$/u.test(text) ? scaledDecimal(text, 0, false) : null
  return digits === null || (digits.split('.')[1]?.length ?? 0) > 8 ? null : digits
}

/** `1`, `0`, `true` or `false`, as the versions of the form spell them; null for anything else. */
function flagAt(element: Element | undefined, path: readonly string[]): boolean | null {
  const text = textAt(element, path, 10)
  return text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : null
}
