import { withoutFootnoteMarks } from '../filings/text.ts'
import { dayPattern, endOfMonth, readDay, readDays, readWrittenDay } from '../filings/written-day.ts'
import type { SpanRow } from '../tables/filing.ts'
import { groupedBy } from '../values/grouped.ts'
import { parseStatedAmount, type StatedAmount } from './price.ts'
import type { HoldingStatement } from './statement.ts'
import { readCount } from './wording.ts'

/** A cell of a table that gives the coins held on a day, and what the same line says they were worth or cost. */
export interface TableCount extends Pick<HoldingStatement, 'coins' | 'clean' | 'asOf' | 'place' | 'quote' | 'doubt'> {
  readonly context: string
  readonly marketPrice: StatedAmount | null
  readonly marketValue: StatedAmount | null
  readonly cost: StatedAmount | null
  readonly averageCost: StatedAmount | null
}

/** A cell with what it stands under and beside. */
interface Cell {
  readonly span: SpanRow
  readonly table: string
  readonly row: number
  readonly label: string
  /** Header texts above it, top first. */
  readonly heads: readonly string[]
  readonly caption: string
}

const place = /^((?:.*, )?table \d+), row (\d+), column \d+$/u
const coin = '(?:bitcoins?|BTC)(?: \\((?:BTC|bitcoin)\\))?'
const total = '(?:(?:approximate|total|aggregate|ending|unaudited) )*'
const atEnd = `(?:,? (?:at|as of|at the) (?:(?:the )?(?:end of (?:the )?)?(?:month|quarter|period|year|\\w+)(?:[ -]?end)?|${dayPattern}))?`
/** Words that make a number one of bitcoins held: `Approximate number of bitcoins held`, `Bitcoin holdings at month end`. */
const holdingName = new RegExp(
  `^${total}(?:(?:number|quantity|amount|units) of ${coin}(?: held| owned)?|${coin} (?:held|owned|holdings?|balance|treasury|reserves?|hodl|inventory|held in treasury|in treasury|on (?:the )?balance sheet)(?: \\(?(?:in )?(?:units|coins|BTC|whole bitcoins?)\\)?)?)${atEnd}(?: ?\\d)?:?$`,
  'iu',
)
/** Words that make a column one of numbers of coins, where the row or the table says of which coin. */
const unitsName =
  /^(?:approximate |total |(?:crypto|digital)[- ]assets?, )?(?:(?:number|quantity|amount) (?:of )?(?:units|coins|tokens)(?: held)?|units?(?: held)?|coins?(?: held)?|tokens?(?: held)?|quantit(?:y|ies)(?: held)?)$/iu
const bitcoinRow = new RegExp(`^${coin}(?: ?\\d)?:?$`, 'iu')
const otherCoinRow = /\b(?:ether(?:eum)?|ETH|SOL|solana|XRP|doge\w*|litecoin|LTC|CRO|BNB|USDC|USDT|tokens?|other)\b/iu
const balanceRow = new RegExp(`\\b(?:balance|holdings?)\\b|^${dayPattern}$`, 'iu')
const partRow =
  /\b(?:restricted|pledged|collateral|loaned|lent|receivable|custod\w*|customers?|encumbered|unencumbered|unrestricted)\b/iu
const value = {
  marketPrice: /^(?:market|closing) price per bitcoin(?: at end of \w+)?$/iu,
  marketValue:
    /^(?:(?:estimated )?fair (?:market )?value|market value)(?: of bitcoins?(?: held)?)?(?: at end of \w+(?: using ending market price)?)?(?: \(in \w+\))?$/iu,
  cost: /^(?:(?:digital asset|bitcoin)s? )?(?:original )?cost(?: basis)?(?: \(in \w+\))?$/iu,
  averageCost: /^(?:approximate )?average (?:purchase price|cost(?: basis)?) per bitcoin$/iu,
} as const
const money = /^\$?\s?([\d,]+(?:\.\d+)?)$/u
const scale = /\(?in (thousand|million|billion)s\b/iu
/** A part, a flow, or what is not a count of coins held. */
const noHolding =
  /collateral|pledg|encumber|restrict|equivalent|yield|per share|gain|target|pro forma|assum|hypothetical|custod|\bloan|\blent\b|receivable|customer|client|subsidiar|joint|mined|sold|purchas(?!e price per bitcoin)|acquired|produced|disposed/iu

/**
 * Cells of one filing -> the counts of bitcoins held that its tables give, by what the tables are: a row for bitcoin with a column of
 * units, a row that names the number of bitcoins held with a column for each day, or a roll-forward with a column of quantities and a row
 * for each balance. Rows of one coin in several lines (`Bitcoin`, `Bitcoin - restricted`) count once, by the total that is their sum.
 */
export function tableCounts(spans: readonly SpanRow[]): TableCount[] {
  const tables = groupedBy(spans.flatMap(cellOf), ({ table }) => table)
  return [...tables.values()].flatMap((table) => table.flatMap((cell) => countOf(cell, table) ?? []))
}

const ofBitcoins = /\b(?:bitcoins?|BTC)\b/iu
const ofHolding = /\b(?:held|holdings?|owned|treasury|hodl|reserves?|balance|inventory|on hand|number of|quantity|units)\b/iu

/** Cells in words that `tableCounts` does not know, which name bitcoin and a holding and no part, flow, price or other coin, with their day. */
export function likelyCounts(
  spans: readonly SpanRow[],
): Pick<TableCount & { asOf: string }, 'coins' | 'asOf' | 'place' | 'quote'>[] {
  const cells = spans.flatMap(cellOf)
  return cells.flatMap((cell) => {
    const { span, label, heads } = cell
    const words = [label, ...heads]
    const named = words.some((text) => ofBitcoins.test(text) && ofHolding.test(text))
    const count = named && !words.some(isAnotherThing) ? readCount(span.text) : null
    const asOf = count?.clean === true && Number(count.coins) > 1 ? dayOf(cell, 'row of quantities', []) : null
    if (count === null || asOf === null || span.text === label || /^(?:19|20)\d\d$/u.test(span.text)) return []
    return [{ coins: count.coins, asOf, place: span.place, quote: [label, span.heading, span.text].join(' | ').slice(0, 500) }]
  })
}

function isAnotherThing(text: string): boolean {
  return (
    noHolding.test(text) ||
    otherCoinRow.test(text) ||
    /\b(?:value|price|cost|usd|percent|average|change|days)|[$€£¥%]/iu.test(text)
  )
}

function cellOf(span: SpanRow): Cell[] {
  const [, table, row] = (span.kind === 'cell' && place.exec(span.place)) || []
  if (table === undefined || row === undefined) return []
  const words = span.context.split(' | ')
  const label = withoutFootnoteMarks(words.at(-1) ?? '').replace(/^[-\u2010-\u2015•·*]\s/u, '')
  const heads = span.heading.split(' | ').map((part) => withoutFootnoteMarks(part))
  return [{ span, table, row: Number(row), label, heads, caption: words.slice(0, -1).join(' ') }]
}

function countOf(cell: Cell, table: readonly Cell[]): TableCount | null {
  const { span, label } = cell
  const kind = kindOf(cell, table)
  const count = kind === null ? null : readCount(span.text)
  if (kind === null || count === null || count.coins === '0' || span.text === label) return null
  const beside = (name: keyof typeof value) => statedBeside(cell, table, kind, value[name])
  return {
    ...count,
    asOf: dayOf(cell, kind, table),
    place: span.place,
    quote: [label, span.heading, span.text].join(' | ').slice(0, 500),
    context: span.context,
    doubt: partsBeside(cell, table, kind, Number(count.coins)),
    marketPrice: beside('marketPrice'),
    marketValue: beside('marketValue'),
    cost: beside('cost'),
    averageCost: beside('averageCost'),
  }
}

/** What a table has in its rows: coins (their columns are units, cost, value), quantities (their columns are days), or balances of days. */
type Kind = 'row of a coin' | 'row of quantities' | 'balance'

function kindOf(cell: Cell, table: readonly Cell[]): Kind | null {
  const { label, heads, caption } = cell
  if (noHolding.test(label) || heads.some((head) => noHolding.test(head))) return null
  if (holdingName.test(label)) return 'row of quantities'
  // a block of rows for each coin, under its name
  if (unitsName.test(label) && bitcoinRow.test(heads.at(-1) ?? '')) return 'row of quantities'
  const units = heads.some((head) => unitsName.test(head))
  const named = heads.some((head) => holdingName.test(head))
  if ((units || named) && (bitcoinRow.test(label) || isSumOfBitcoin(cell, table))) return 'row of a coin'
  if (!balanceRow.test(label) || balanceDay(cell) === null) return null
  const words = [caption, ...heads, ...table.map((other) => other.label)].join(' ')
  const ofBitcoin = /\b(?:bitcoins?|BTC)\b/iu.test(words) && !table.some((other) => isOtherCoin(other))
  return named || (units && ofBitcoin) ? 'balance' : null
}

/** Whether a total adds up rows of bitcoin alone: those held freely, and those pledged or lent. */
function isSumOfBitcoin(cell: Cell, table: readonly Cell[]): boolean {
  if (!/^total\b/iu.test(cell.label)) return false
  const rows = table.filter(({ row, heads, label }) => row < cell.row && label !== '' && heads.join() === cell.heads.join())
  const counts = rows
    .map(({ span }) => readCount(span.text))
    .flatMap((count) => (count?.clean === true ? Number(count.coins) : []))
  const ofBitcoin = rows.every(({ label }) => /\b(?:bitcoins?|BTC)\b/iu.test(label) && !otherCoinRow.test(label))
  const sum = counts.reduce((made, each) => made + each, 0)
  return counts.length > 1 && ofBitcoin && Math.abs(sum - Number(readCount(cell.span.text)?.coins)) < 1
}

function isOtherCoin({ label, heads }: Cell): boolean {
  return otherCoinRow.test(label) || heads.some((head) => otherCoinRow.test(head) && !unitsName.test(head))
}

const numeric = /\b\d{1,2}\/\d{1,2}\/\d{4}\b/u

/** The one day a line is for: that of a balance is in its label, of others in the headers, else in the sentence before the table or its total. */
function dayOf(cell: Cell, kind: Kind, table: readonly Cell[]): string | null {
  const { label, heads, caption } = cell
  if (kind === 'balance' || readDays(label).length > 0) return balanceDay(cell)
  const head = heads.join(' ')
  const named = new Set(readDays(head))
  if (named.size > 0) return named.size === 1 ? [...named][0]! : null
  const inFigures = numeric.exec(head)?.[0]
  if (inFigures !== undefined) return readWrittenDay(inFigures, 'mdy')
  // coins held in the column of a month are those at its end
  const ofMonth = endOfMonth(head)
  if (ofMonth !== null) return ofMonth
  const inCaption = new Set(readDays(caption))
  const years = /\b(20\d\d)\b/u.exec(head)
  const fitting = [...inCaption].filter((each) => years === null || each.startsWith(years[1]!))
  if (fitting.length > 0) return fitting.length === 1 ? fitting[0]! : null
  const totals = new Set(table.flatMap((other) => (/^(?:total|balance)\b/iu.test(other.label) ? readDays(other.label) : [])))
  return totals.size === 1 ? [...totals][0]! : null
}

const withoutYear = /\b(?<month>[A-Z][a-z]+) (?<date>\d{1,2}),?(?: ?\*+)?$/u

/** The one day a label names, with the one year above it where it has none itself: `Balance as of December 31,` under 2021. */
function balanceDay({ label, heads }: Cell): string | null {
  const days = readDays(label)
  if (days.length > 0) return days.length === 1 ? days[0]! : null
  const { month, date } = withoutYear.exec(label)?.groups ?? {}
  const years = new Set([...heads.join(' ').matchAll(/\b20\d\d\b/gu)].map(([year]) => year))
  return month === undefined || years.size !== 1 ? null : readDay(`${month} ${date}, ${[...years][0]}`)
}

/** An amount on the same line: next to it in the row under the same day, or in its own row in the same column. */
function statedBeside(cell: Cell, table: readonly Cell[], kind: Kind, name: RegExp): StatedAmount | null {
  const days = (heads: readonly string[]) => readDays(heads.join(' ')).join()
  const amounts = table.flatMap((other) => {
    const inRow = kind !== 'row of quantities' && other.row === cell.row && other.heads.some((head) => name.test(head))
    const inColumn = kind === 'row of quantities' && name.test(other.label) && other.heads.join() === cell.heads.join()
    const digits = money.exec(withoutFootnoteMarks(other.span.text))?.[1]
    if (!(inRow || inColumn) || digits === undefined || days(other.heads) !== days(cell.heads)) return []
    const [, named] = scale.exec(other.span.heading) ?? scale.exec(other.label) ?? scale.exec(other.caption) ?? []
    return [parseStatedAmount(digits, named)]
  })
  return amounts.length === 1 ? amounts[0]! : null
}

/** Lines of the same coin next to a count: coins pledged or lent may not be in it. */
function partsBeside(cell: Cell, table: readonly Cell[], kind: Kind, coins: number): string | null {
  if (kind === 'balance' || /^total\b/iu.test(cell.label)) return null
  const part = table.find((other) => {
    const count = other.heads.join() === cell.heads.join() && partRow.test(other.label) ? readCount(other.span.text) : null
    return count?.clean === true && Number(count.coins) > 0 && Number(count.coins) <= 10 * coins
  })
  return part === undefined ? null : `the row "${part.label}" may count further bitcoins`
}
