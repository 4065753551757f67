import { withoutFootnoteMarks } from '../filings/text.ts'
import { dayPattern, readDay, readDays } from '../filings/written-day.ts'
import type { SpanRow } from '../tables/filing.ts'
import { groupedBy } from '../values/grouped.ts'
import { type TableCount, tableCounts } from './coin-table.ts'
import { isFilerReviewed } from './corroboration.ts'
import type { CountCheck } from './extraction.ts'
import { countsFurtherCoins } from './further-coins.ts'
import { parseStatedAmount, priceCheck, type StatedAmount } from './price.ts'
import { type CoinChange, countAloneDefaults, type HoldingStatement } from './statement.ts'
import { readCount } from './wording.ts'

const place = /^(.*table \d+, row \d+), column \d+$/u
const holdings = /^(?:(?:aggregate|total) )?(?:btc|bitcoins?) (?:holdings|held)$/iu
/** Words of a holding in a header not known to mean the whole: for a person to judge. */
const perhaps = /^(?=.{1,100}$)(?=.*\b(?:btc|bitcoins?)\b).*\b(?:holdings?|held)\b/iu
const bought = /^(?:btc|bitcoins?) (?:acquired|purchased)$/iu
const sold = /^(?:btc|bitcoins?) sold$/iu
const aggregate = /^aggregate purchase price ?(?:\(in (thousand|million|billion)s\))?$/iu
const average = /^average purchase price$/iu
/** What makes a column of coins something else than the whole holding. */
const other =
  /collateral|pledg|encumber|restrict|equivalent|yield|per share|gain|target|pro forma|assum|hypothetical|custod|loan|lent|during/iu
/** A label that makes a row of coins a part of the holding, or somebody else's; a longer text is the sentence before the table. */
const part =
  /^(?=.{1,60}$).*(?:collateral|pledg|encumber|restrict|\bloan|\blent\b|receivable|\bmined\b|custod|customer|client|subsidiar|\bjoint)/iu
const asOf = new RegExp(`\\bas of (${dayPattern})`, 'giu')
const period = new RegExp(`\\bduring (?:the )?period (?:from )?(${dayPattern}) (?:to|through) (${dayPattern})`, 'iu')
const money = /^\$\s?([\d,]+(?:\.\d+)?)(?: (thousand|million|billion))?$/iu

/**
 * Cells of one filing -> what its "BTC Update" tables state as the whole holding: the cell below a header that is `Aggregate BTC
 * Holdings` (or `Total`, `Bitcoin`, `Held`) and nothing more, under one header that says as of which day. The layouts differ in empty and
 * split cells only. A header in other words that may mean the same makes a statement in doubt. Tables of yield (dates as headers, holdings
 * as a row label), roll-forwards and quarter-end values have no such column. Of a filer whose current reports nobody compared by hand a
 * table gives none that names no day, and none where it gives several counts of one.
 */
export function tableStatements(cells: readonly SpanRow[]): HoldingStatement[] {
  const ofRows = cells.filter((cell) => place.test(cell.place))
  const rows = groupedBy(ofRows, (cell) => place.exec(cell.place)![1]!)
  const updates = [...rows.values()].flatMap(rowStatements)
  const places = new Set(updates.map((one) => one.place))
  const all = [...updates, ...tableCounts(cells).flatMap((count) => (places.has(count.place) ? [] : ofCount(count)))]
  return isFilerReviewed(cells[0]?.company ?? '', 'current')
    ? all
    : all.filter((one) => one.asOf !== null && !isBrokenDown(one, all))
}

/** What a note, a list of figures by month or a roll-forward gives; one without a day gives nothing. */
function ofCount({ coins, clean, asOf: day, place: at, quote, doubt, ...count }: TableCount): HoldingStatement[] {
  if (day === null) return []
  const { context, marketValue: value, cost, averageCost } = count
  const price = cost === null || averageCost === null ? null : priceCheck(coins, cost, averageCost)
  const beside = price === null && countsFurtherCoins(context) ? context.slice(0, 200) : null
  return [{ ...countAloneDefaults, coins, clean, place: at, quote, doubt, asOf: day, how: 'table', value, beside, price }]
}

/** Whether a table gives other counts of the day too: coins by who holds them, or by what they are pledged for. */
function isBrokenDown({ place: at, asOf: day, coins }: HoldingStatement, all: readonly HoldingStatement[]): boolean {
  const table = (cell: string) => cell.slice(0, cell.indexOf(', row '))
  return all.some(
    (other) => other.doubt === null && table(other.place) === table(at) && other.asOf === day && other.coins !== coins,
  )
}

function rowStatements(row: readonly SpanRow[]): HoldingStatement[] {
  const statements: HoldingStatement[] = []
  for (const cell of row) {
    const parts = headings(cell)
    const [head, ...more] = parts.filter((part) => perhaps.test(part))
    if (
      head === undefined ||
      more.length > 0 ||
      parts.some((text) => other.test(text)) ||
      part.test(cell.context.split(' | ').at(-1) ?? '')
    )
      continue
    const count = readCount(cell.text)
    if (count === null || count.coins === '0') continue
    const price = priceOf(row, parts, head, count.coins)
    const known = holdings.test(head)
    if (!known && dated(parts, '') === null) continue
    statements.push({
      ...countAloneDefaults,
      ...count,
      asOf: dated(parts, cell.context),
      how: 'table',
      place: cell.place,
      quote: [...parts, cell.text].join(' | '),
      doubt: known ? null : `the column is headed "${head}"`,
      beside: price === null && countsFurtherCoins(cell.context) ? cell.context.slice(0, 200) : null,
      price,
      change: changeOf(row),
    })
  }
  return statements
}

function headings(cell: SpanRow): string[] {
  return cell.heading.split(' | ').map((part) => withoutFootnoteMarks(part))
}

/** The one day the headers name, as of which; where they name none, the one the sentence before the table names. */
function dated(parts: readonly string[], context: string): string | null {
  const where = parts.some((part) => readDays(part).length > 0 || /\bas of\b/iu.test(part)) ? parts.join(' | ') : context
  const named = readDays(where)
  const [only, ...more] = [...where.matchAll(asOf)]
  return named.length === 1 && only !== undefined && more.length === 0 ? readDay(only[1] ?? '') : null
}

function priceOf(row: readonly SpanRow[], parts: readonly string[], own: string, coins: string): CountCheck | null {
  const heads = parts.filter((part) => part !== own)
  const beside = row.filter((cell) => heads.every((head) => headings(cell).includes(head)))
  const [all, ...moreAll] = beside.flatMap((cell) => amounts(cell, aggregate))
  const [each, ...moreEach] = beside.flatMap((cell) => amounts(cell, average))
  return all === undefined || each === undefined || moreAll.length > 0 || moreEach.length > 0
    ? null
    : priceCheck(coins, all, each)
}

function amounts(cell: SpanRow, head: RegExp): StatedAmount[] {
  const amount = money.exec(withoutFootnoteMarks(cell.text))
  const named = headings(cell).flatMap((part) => head.exec(part) ?? [])
  if (amount === null || named.length === 0) return []
  return [parseStatedAmount(amount[1] ?? '', amount[2] ?? named[1])]
}

function changeOf(row: readonly SpanRow[]): CoinChange | null {
  const under = (head: RegExp) => row.filter((cell) => headings(cell).some((part) => head.test(part)))
  const [cell, ...more] = under(bought)
  if (cell === undefined || more.length > 0) return null
  const stated = period.exec(cell.heading)
  const [from, to] = [readDay(stated?.[1] ?? ''), readDay(stated?.[2] ?? '')]
  const acquired = readCount(cell.text)
  const [out] = under(sold).map((other) => readCount(other.text))
  if (from === null || to === null || acquired === null || !acquired.clean || out === null || out?.clean === false) return null
  return { acquired: acquired.coins, sold: out?.coins ?? '0', from, to }
}
