import { readTotals } from '../../pipeline/treasuries/bitcoin-total.ts'
import { corroborated } from '../../pipeline/treasuries/corroboration.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import type { Extraction } from '../../pipeline/treasuries/extraction.ts'
import type { FiledCount } from '../../pipeline/treasuries/known.ts'
import { report, spansOf } from '../filings/passages.ts'
import rows from '../truth/holdings.json' with { type: 'json' }
import { column, count } from './known-company.ts'

/** A passage worded after one that a holder published, with what a person reads in it. */
export interface Worded {
  readonly after: string
  readonly half: number
  readonly filed: string
  readonly text: string
  readonly coins?: string
  readonly day?: string
}

/** An invented filer nobody compared by hand, to whom all passages are given. */
export const filer = 'us:0009900005'
export const wordings: readonly Worded[] = rows

/**
 * What the reader makes of a passage, as the only one of a current report. The reader knows a holder of one name and a word for its kind by
 * that name (`Riot`); the invented one has no such name, and its passages are given with its full one.
 */
export function readAlone(passage: string, filingDate: string, company = filer) {
  const text = passage.replace(/(?<![“"])\bQuartz\b(?! Placeholder)/gu, 'Quartz Placeholder')
  const body = text.startsWith('<') ? text : htmlOf(text.replaceAll('&', '&amp;'))
  return extractTotals([{ accession: 'x', filingDate, spans: spansOf(report(body), 'x', company) }])
}

/** Paragraphs separated by ` ¶ ` as HTML; one with `|` is a row of a table. */
const htmlOf = (text: string): string =>
  text
    .split(' ¶ ')
    .map((part) => (part.includes('|') ? table(part) : paragraphs(part)))
    .join('')
    .replaceAll('</table><table>', '')

/** The same in one line: `4500 on 2025-10-31, held corroboration`, with the checks that failed; `passage: a sale`, with its kind; or `nothing`. */
export function readingOf(passage: string, filingDate: string, company = filer): string {
  const read = readAlone(passage, filingDate, company).map((figure) =>
    figure.what === 'bitcoin-total'
      ? `${figure.value} on ${figure.asOf}, ${[figure.status, ...new Set(failedOf(figure).toSorted())].join(' ')}`
      : `passage: ${/was read: (?:it reads as )?(.*)\. Read/u.exec(figure.reason ?? '')?.[1]}`,
  )
  return read.join('; ') || 'nothing'
}

/** Paragraphs, and a table whose rows are given with their cells parted by `|`, as HTML. */
export const paragraphs = (...texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
export const table = (...rows: readonly string[]): string =>
  `<table>${rows.map((row) => `<tr><td>${row.replaceAll('|', '</td><td>')}</td></tr>`).join('')}</table>`

/** The total a current report with this body states, before anything of other filings is known. */
export function totalsOf(body: string, company = filer, filingDate = '2025-11-04'): Extraction[] {
  const spans = spansOf(report(body), 'x', company)
  return readTotals(spans, new Map([['x', filingDate]])).map(({ extraction }) => extraction)
}

export const failedOf = ({ check }: Pick<Extraction, 'check'>): string[] =>
  check.flatMap(({ name, passed }) => (passed ? [] : name))

const coins = ['ETH', 'litecoin', 'bitcoin miners', 'bitcoin options', 'shares', 'BTC-equivalent']

/** A passage with one digit or one name of the coin changed, every one there is. */
export function mutationsOf({ text, coins: count }: Worded): { readonly text: string; readonly of: 'digit' | 'coin' }[] {
  const digits = [...text.matchAll(/\d/gu)].flatMap(({ index }) =>
    [...'0123456789'].flatMap((digit) =>
      digit === text[index] ? [] : { text: text.slice(0, index) + digit + text.slice(index + 1), of: 'digit' as const },
    ),
  )
  const named = [...text.matchAll(/(?<=(?<number>[\d,.]*\d) (?:units of )?)(?:bitcoins?|BTC)\b/giu)]
  // where a text counts two things, another coin for the one leaves the other
  const ofCount = named.filter(({ groups }) => count === undefined || groups!['number']!.replaceAll(',', '') === count)
  const units = (named.length === 1 ? ofCount : []).flatMap(({ index, 0: name }) =>
    coins.map((coin) => ({ text: text.slice(0, index) + coin + text.slice(index + name.length), of: 'coin' as const })),
  )
  return [...digits, ...units]
}

/** Whether what was read of a mutated passage stands in it: its digits, and a day it names. */
export function standsIn(text: string, value: string): boolean {
  const [whole = '', part] = value.split('.')
  const printed = [Number(whole).toLocaleString('en-US'), whole].map((each) => (part === undefined ? each : `${each}.${part}`))
  const bare = text.replace(/(?<=[\s>])0+(?=\d)/gu, '').replace(/(?<=\.\d*)0+(?!\d)/gu, '')
  return printed.some((each) => text.includes(each) || bare.includes(each))
}

/** The counts read in a passage as an operator's day knows them, with a third party that says the true one. */
export function known(text: string, { filed, coins, day }: Worded): FiledCount[] {
  const counts = readAlone(text, filed).flatMap(({ value, asOf, how, status, check }): FiledCount[] =>
    value === null || status === 'rejected' ? [] : [count(Number(value), asOf, { how, status, checks: check })],
  )
  const witness = { name: 'CoinGecko', column: column('TEST.bitcoin.coingecko', 'BTC', { [day ?? filed]: Number(coins ?? 0) }) }
  return corroborated(counts, [witness])
}

/** The counts of them that are served. */
export function servedOf(text: string, row: Worded): number[] {
  return known(text, row).flatMap(({ value, status }) => (status === 'served' ? value : []))
}
