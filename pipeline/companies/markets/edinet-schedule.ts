import type { TextBlock } from '../../filings/fact.ts'
import { sumOf } from '../../values/numbers.ts'

/** What a kind of debt owes within a year of the balance sheet day, and later, in yen. */
export interface DebtOwed {
  readonly kind: 'loans' | 'bonds'
  readonly current: number
  readonly noncurrent: number
}

/** Amounts due in each of five years from the balance sheet day, and after them. */
export type MaturitySchedule = readonly [number, number, number, number, number, number]

const units: Readonly<Record<string, number>> = { 円: 1, 千円: 1_000, 百万円: 1_000_000 }
const unit = String.raw`(?:\((?:円|千円|百万円)\))?`
const year = (after: number): string => `${after}年超${after + 1}年以内${unit}`
/** Headings of tables of what falls due: of all six columns, and of the second to the fifth year. */
const years = [1, 2, 3, 4].map(year).join('')
const whole = new RegExp(`1年以内${unit}${years}5年超${unit}`, 'gu')
const later = new RegExp(`(?<!1年以内${unit})${years}(?!5年超)`, 'gu')
const day = /(?:前|当)[^()]{1,14}\((\d{4})年(\d{1,2})月(\d{1,2})日\)/gu
const scale = /\(?単位[::]?(円|千円|百万円)\)?|\((円|千円|百万円)\)/gu
/** Rows of a kind, the longest name first; what stands before one is the end of another row or of a heading. */
const rows = {
  loans: ['短期借入金', '1年以?内に?返済予定の長期借入金', '長期借入金', '借入金'],
  bonds: ['1年以?内に?償還予定の社債', '転換社債型新株予約権付社債', '新株予約権付社債', '社債'],
} as const
const note = String.raw`(?:\(注\d*\)|\(1年以?内に?(?:返済|償還)予定のものを(?:除く|含む)。?\))*`
/** Names of the annexed schedules, of the group or of the company. */
const schedules = { loans: 'DetailedScheduleOfBorrowings', bonds: 'DetailedScheduleOfCorporateBonds' } as const
/** A table is looked for in so many characters after its heading. */
const longest = 3_000
/** Ways to part the rows of a table; one with more says nothing for certain. */
const mostWays = 5_000

/**
 * What falls due by year, of one kind of debt, from the tables of a report's notes. Their cells stand side by side without a blank
 * (`569,64220,0043,314---`): a table counts only where exactly one way to part them adds up to what the balance sheet owes, within a year
 * and later. Null where no table does. What is all due within a year needs none.
 */
export function readMaturitySchedule(texts: readonly TextBlock[], balanceDay: string, owed: DebtOwed): MaturitySchedule | null {
  for (const { text } of texts) {
    const plain = plainOf(text)
    const repayments = ofWhole(plain, balanceDay, owed) ?? ofLater(plain, owed)
    if (repayments !== null) return repayments
  }
  return null
}

/**
 * Whether the annexed schedule of borrowings, or of bonds, names any of the kind; null where the report has no such schedule, or omits it.
 * A sheet may keep a small debt among other liabilities: of its lines alone nobody knows that there is none.
 */
export function isScheduled(texts: readonly TextBlock[], kind: DebtOwed['kind']): boolean | null {
  const schedule = texts.find(({ concept }) => concept.includes(schedules[kind]))
  if (schedule === undefined) return null
  const plain = plainOf(schedule.text)
  if (plain.includes('該当事項はありません')) return false
  if (kind === 'bonds') return true
  const cells = [...plain.matchAll(new RegExp(`(?:${rows.loans.join('|')})${note}([\\d,-]+)`, 'gu'))]
  return cells.length === 0 ? null : cells.some(([, row = '']) => /[1-9]/u.test(row))
}

function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/gu, '')
    .replaceAll(/[―—–−]/gu, '-')
}

function ofWhole(plain: string, balanceDay: string, owed: DebtOwed): MaturitySchedule | null {
  for (const heading of plain.matchAll(whole)) {
    const start = heading.index + heading[0].length
    const next = plain.slice(start).search(/1年以内(?:\([^)]*\))?1年超/u)
    const body = plain.slice(start, Math.min(start + longest, next < 0 ? plain.length : start + next))
    const size = sizeOf(plain.slice(Math.max(0, heading.index - 200), start))
    const read = size === null ? null : partings(ofDay(plain.slice(0, heading.index), body, balanceDay), owed.kind, 6)
    const sums = (read ?? []).filter(
      (cells) => size! * cells[0]! === owed.current && size! * sumOf(cells.slice(1)) === owed.noncurrent,
    )
    const [only, ...more] = distinct(sums)
    if (only !== undefined && more.length === 0) return scaled(only, size!)
  }
  return null
}

/** The table of a schedule of borrowings: years after the first, which is what the balance sheet has as current. */
function ofLater(plain: string, owed: DebtOwed): MaturitySchedule | null {
  for (const heading of plain.matchAll(later)) {
    const start = heading.index + heading[0].length
    const size = sizeOf(plain.slice(Math.max(0, heading.index - 200), start))
    const read = size === null ? [] : partings(plain.slice(start, start + longest), owed.kind, 4)
    const [only, ...more] = distinct(read.filter((cells) => size! * sumOf(cells) === owed.noncurrent))
    if (only !== undefined && more.length === 0 && owed.noncurrent > 0)
      return [owed.current, ...scaled(only, size!), 0] as unknown as MaturitySchedule
  }
  return null
}

/** The part of a table that is about the balance sheet day: after its heading within the table, or all of it where that stands before. */
function ofDay(before: string, body: string, balanceDay: string): string {
  const within = [...body.matchAll(day)]
  const own = within.findIndex((match) => dayOf(match) === balanceDay)
  if (own >= 0) return body.slice(within[own]!.index + within[own]![0].length, within[own + 1]?.index)
  const last = [...before.slice(-longest).matchAll(day)].at(-1)
  return within.length === 0 && last !== undefined && dayOf(last) === balanceDay ? body : ''
}

function dayOf([, year = '', month = '', date = '']: RegExpMatchArray): string {
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

/** Yen in a unit of the table; null where none is named. */
function sizeOf(heading: string): number | null {
  const [, before, inHead] = [...heading.matchAll(scale)].at(-1) ?? []
  return units[before ?? inHead ?? ''] ?? null
}

/** Every way to read the rows of a kind, added up by column. */
function partings(body: string, kind: DebtOwed['kind'], columns: number): number[][] {
  const name = new RegExp(`(?<=^|[\\d\\-)])(?:${rows[kind].join('|')})${note}([\\d,-]{${columns},80})`, 'gu')
  const read = [...body.matchAll(name)].map(([, cells = '']) => cellsOf(cells, columns))
  const ways = read.reduce((product, { length }) => product * length, 1)
  if (read.length === 0 || read.length > rows[kind].length || ways > mostWays) return []
  const none = Array.from({ length: columns }, () => 0)
  return read.reduce((sums, cells) => sums.flatMap((sum) => cells.map((way) => sum.map((cell, i) => cell + way[i]!))), [none])
}

/** Every way to part digits into so many cells: `20,0043,314--` in four is 20,004, 3,314, none and none. */
function cellsOf(text: string, columns: number): number[][] {
  if (columns === 0) return text === '' ? [[]] : []
  if (text.startsWith('-')) return cellsOf(text.slice(1), columns - 1).map((rest) => [0, ...rest])
  return [1, 2, 3].flatMap((length) => {
    const [number] = new RegExp(`^(?:0(?![\\d,])|[1-9]\\d{${length - 1}}(?:,\\d{3})*(?!,))`, 'u').exec(text) ?? []
    if (number === undefined || (number === '0' && length > 1)) return []
    return cellsOf(text.slice(number.length), columns - 1).map((rest) => [Number(number.replaceAll(',', '')), ...rest])
  })
}

function distinct(ways: readonly number[][]): number[][] {
  return [...new Map(ways.map((way) => [way.join(), way])).values()]
}

function scaled(cells: readonly number[], size: number): MaturitySchedule {
  return cells.map((cell) => cell * size) as unknown as MaturitySchedule
}
