import { japaneseRegions, japaneseSubtotals, japaneseTotals, regionJoiners } from '../../data/companies/tags/jp-regions.ts'
import type { Fact, TextBlock } from '../filings/fact.ts'

/** Notes on revenue by region, whose amounts are in their text alone. */
const ofRegions = /:(?:InformationAboutGeographicalAreas|RevenuesFromExternalCustomersInformationForEachRegion)\w*TextBlock$/u
const units: Readonly<Record<string, number>> = { 億円: 8, 百万円: 6, 千円: 3, 円: 0 }
/** Years, months and days of the heads of columns. */
const dates = /[\d０-９]{4}\s*年(?:\s*度|\s*[\d０-９]{1,2}\s*月(?:\s*[\d０-９]{1,2}\s*日|\s*期)?)?/gu
const rows = /([^\d△▲]+)([\d△▲][\d,.△▲\s]*)/gu
/** Cells of a row follow each other without a blank: `2,589,2622,716,019`. */
const amounts = /[△▲]?(?:\d{1,3}(?:,\d{3})+|\d{1,12}(?=\d{3},\d{3})|\d{1,15})/gu

/** A column of a table: regions with amounts in units, and their total. */
interface Column {
  readonly regions: readonly (readonly [name: string, amount: number])[]
  readonly total: number
  readonly decimals: number
}

/**
 * Revenue by region of reports to EDINET, from the text of its note: facts of a table whose total is revenue that the report tags, of the one
 * period that has it, with that revenue. A table whose regions are not all known by name is not read, and what does not add up is refused
 * where tables are made.
 */
export function regionFacts(texts: readonly TextBlock[], wholes: readonly Fact[]): Fact[] {
  const facts = texts.flatMap((block) => {
    if (!ofRegions.test(block.concept)) return []
    return columnsIn(block.text).flatMap(({ regions, total, decimals }) => {
      const unit = 10 ** -decimals
      const alike = wholes.filter(({ number }) => number !== null && Math.abs(number - total * unit) < unit)
      const whole = alike.find(({ concept }) => !concept.includes('Summary')) ?? alike[0]
      if (
        whole === undefined ||
        alike.some(({ context }) => context.end !== whole.context.end || context.start !== whole.context.start)
      )
        return []
      return regions.map(([member, amount]): Fact => {
        const context = { ...whole.context, dimensions: [{ axis: 'region', member, typed: false }] }
        const number = amount * unit
        return { ...whole, context, contextId: block.concept, value: String(number), number, decimals, shown: String(amount) }
      })
    })
  })
  return facts.length === 0 ? [] : [...facts, ...wholes]
}

/** The tables of a note: a region a row, or a region a column. */
function columnsIn(text: string): Column[] {
  const columns: Column[] = []
  let decimals: number | null = null
  let run: { readonly name: string; readonly numbers: readonly number[] }[] = []
  for (const [, label = '', cells = ''] of text.replaceAll(dates, '\n').matchAll(rows)) {
    const [, unit] = [...label.matchAll(/単位\s*[：:]?\s*(億円|百万円|千円|円)/gu)].at(-1) ?? []
    if (unit !== undefined) decimals = -units[unit]!
    const numbers = (cells.match(amounts) ?? []).map((cell) => Number(cell.replaceAll(',', '').replace(/^[△▲]/u, '-')))
    const names = namesIn(label)
    if (decimals === null || names === null) run = []
    else if (names.length > 1) {
      const column = acrossOf(names, numbers)
      if (column !== null) columns.push({ ...column, decimals })
      run = []
    } else if (!isTotal(names[0]!))
      run = [...run.filter((row) => row.numbers.length === numbers.length), { name: names[0]!, numbers }]
    else {
      const [own, scale] = [run.filter(({ name, numbers: all }) => name !== subtotal && all.length === numbers.length), decimals]
      if (own.length > 1)
        columns.push(
          ...numbers.map((total, at) => ({
            regions: own.map(({ name, numbers: all }) => [name, all[at]!] as const),
            ...{ total, decimals: scale },
          })),
        )
      run = []
    }
  }
  return columns
}

/** Regions in columns: as many names as amounts, or more amounts where those of which `うち` heads the name are left out, in the one way that adds up. */
function acrossOf(names: readonly string[], numbers: readonly number[]): Omit<Column, 'decimals'> | null {
  const own = names.filter((name) => name !== ofWhich)
  const parts = names.length - own.length
  const left = numbers.length === own.length + parts ? parts : -1
  const ways = left === 0 ? [numbers] : left === 1 ? numbers.map((_, at) => numbers.toSpliced(at, 1)) : []
  const read = ways.flatMap((way) => {
    const regions = own.flatMap((name, at) => (isTotal(name) || name === subtotal ? [] : [[name, way[at]!] as const]))
    const totals = own.flatMap((name, at) => (isTotal(name) ? way[at]! : []))
    const sum = regions.reduce((all, [, amount]) => all + amount, 0)
    const adds = totals.length === 1 && regions.length > 1 && Math.abs(sum - totals[0]!) <= regions.length
    return adds ? [{ regions, total: totals[0]! }] : []
  })
  return read.length === 1 ? read[0]! : null
}

const total = '合計'
const subtotal = '小計'
const ofWhich = 'うち'
const isTotal = (name: string): boolean => name === total

const words = new Map([
  ...japaneseRegions,
  ...japaneseTotals.map((word) => [word, total] as const),
  ...japaneseSubtotals.map((word) => [word, subtotal] as const),
])
const anyOf = (texts: Iterable<string>): string =>
  `(${[...texts]
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[.()]/gu, '\\$&'))
    .join('|')})`
const parts = new RegExp(`${anyOf(words.keys())}|${anyOf(Object.keys(regionJoiners))}|(うち、)|(他)`, 'gu')

/** Text before the first name: heads of columns and the unit. */
const heads = /^.*(?:[)）\]】〕\n：:]|年度末?|百万円|千円)/su

/** The names that a text consists of, in English; null where it has other words. */
function namesIn(label: string): string[] | null {
  const text = label.replace(heads, '')
  const names: string[] = []
  let [at, joiner, isPart] = [0, '', false]
  for (const { 0: all, 1: word, 2: join, 3: which, index } of text.matchAll(parts)) {
    if (!isBlank(text.slice(at, index))) return null
    at = index + all.length
    if (word !== undefined && isPart) isPart = false
    else if (word !== undefined) names.push(joiner === '' ? words.get(word)! : `${names.pop() ?? ''}${joiner}${words.get(word)!}`)
    else if (which !== undefined) isPart = names.push(ofWhich) > 0
    else if (join === undefined) names.push(`${names.pop() ?? ''} and other`)
    joiner = join === undefined ? '' : regionJoiners[join]!
  }
  return isBlank(text.slice(at)) && joiner === '' && names.length > 0 ? names : null
}

const isBlank = (text: string): boolean => /^[\s|]*$/u.test(text)
