import { ParseError } from '../errors.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import type { Context } from './context.ts'
import {
  applyScaleAndSign,
  type Fact,
  groupTags,
  isTextBlock,
  numberFact,
  type Tagged,
  type TextBlock,
  type UnreadTag,
  wordsFact,
} from './fact.ts'
import { monthsAfter } from './japanese-day.ts'

const header = ['要素ID', '項目名', 'コンテキストID', '相対年度', '連結・個別', '期間・時点', 'ユニットID', '単位', '値']
const cell = /"((?:[^"]|"")*)"(\t|\r?\n|$)/uy
const nil = /^(?:－|)$/u

/** `JPY`, `USDPerShares`, `shares` -> the measures of the unit; null for any other. */
function measuresOf(unit: string): string | null {
  if (unit === 'shares' || unit === 'pure') return `xbrli:${unit}`
  const [, currency, perShare] = /^([A-Z]{3})(PerShares?)?$/u.exec(unit) ?? []
  if (currency === undefined || !currencies.has(currency)) return null
  return `iso4217:${currency}${perShare === undefined ? '' : '/xbrli:shares'}`
}

/** Those in which reports to EDINET are presented. */
const currencies = new Set(['JPY', 'USD', 'EUR', 'GBP', 'CNY', 'HKD', 'SGD', 'TWD', 'KRW', 'AUD', 'CHF'])

interface Row {
  readonly cells: readonly string[]
  readonly offset: number
}

interface Period {
  readonly start: string | null
  readonly end: string | null
}

/** What the rows say of the filer and of its periods, for the contexts of the others. */
interface Periods {
  readonly entity: string
  readonly year: Period
  /** What is over of the year: all of it in an annual report, its first half in a semi-annual one. */
  readonly current: Period
  readonly prior: Period
  /** The same part of the year before, of a semi-annual report. */
  readonly comparative: Period
  /** The years before the previous one, the last of them first. */
  readonly earlier: readonly Period[]
}

/**
 * The text of one CSV of an EDINET package of type 5 (UTF-16LE with tabs, decoded) -> what it says, as of inline XBRL. A row has no days:
 * they are those the document information states for the current year and the previous one, and of the years before those that the
 * five-year summary heads its columns with; rows of other years are unread. Members are dimensions without an axis, as the file names none.
 * Amounts are in full yen. `ParseError` for a file that
 * is none of these.
 */
export function readEdinetCsv(text: string): Tagged {
  const [head, ...rows] = rowsOf(text.replace(/^\uFEFF/u, ''))
  if (head?.cells.join() !== header.join())
    throw new ParseError(
      'NOT_AN_EDINET_CSV',
      'The file does not begin with the nine columns of an EDINET CSV; inspect the recording',
    )
  const stated = new Map(rows.map(({ cells }) => [cells[0], cells[8]]))
  const dayOf = (name: string): string | null => {
    const value = stated.get(`jpdei_cor:${name}DEI`) ?? ''
    return dayNumber(value) === null ? null : value
  }
  const periods = {
    entity: stated.get('jpdei_cor:EDINETCodeDEI') ?? '',
    year: { start: dayOf('CurrentFiscalYearStartDate'), end: dayOf('CurrentFiscalYearEndDate') },
    current: { start: dayOf('CurrentFiscalYearStartDate'), end: dayOf('CurrentPeriodEndDate') },
    prior: { start: dayOf('PreviousFiscalYearStartDate'), end: dayOf('PreviousFiscalYearEndDate') },
    comparative: { start: dayOf('PreviousFiscalYearStartDate'), end: dayOf('ComparativePeriodEndDate') },
    earlier: [] as readonly Period[],
  }
  const summaries = rows.flatMap(({ cells: [concept = '', , , , , , , , text = ''] }) => (summary.test(concept) ? text : []))
  periods.earlier = earlierYears(periods, summaries)
  return groupTags(rows.map((row) => readRow(row, periods)))
}

const summary = /:BusinessResultsOf(?:Group|ReportingCompany)TextBlock$/u
const mostEarlier = 8

/**
 * The years before the previous one, by the months (決算年月) that head the columns of the five-year summary: each ends on the day before the next
 * begins, and the first of them is taken for one of twelve months. None where the months are not those of the years that are stated.
 */
function earlierYears({ year, prior }: Pick<Periods, 'year' | 'prior'>, summaries: readonly string[]): Period[] {
  const months = summaries.map((text) => monthsAfter('決算年月', text).map((end) => end.slice(0, 7)))
  const listed = months.find((each) => each[0] === year.end?.slice(0, 7) && each[1] === prior.end?.slice(0, 7)) ?? []
  const years: Period[] = []
  let after = prior.start
  for (const [at, month] of listed.slice(2, 2 + mostEarlier).entries()) {
    const end = after === null ? null : isoDay(dayNumber(after)! - 1)
    const before = listed[at + 3] ?? `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`
    if (end?.slice(0, 7) !== month) break
    after = isoDay(dayNumber(sameDayIn(before, end))! + 1)
    years.push({ start: after, end })
  }
  return years
}

/** `2024-02` and a year end -> the year end in that month: the last day of a month stays one. */
function sameDayIn(month: string, end: string): string {
  const same = `${month}${end.slice(7)}`
  const isLast = isoDay(dayNumber(end)! + 1).endsWith('-01')
  if (!isLast && dayNumber(same) !== null) return same
  const [year, ordinal] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, ordinal, 0)).toISOString().slice(0, 10)
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let offset = 0
  cell.lastIndex = 0
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    const match = cell.exec(text)
    if (match === null)
      throw new ParseError('NOT_AN_EDINET_CSV', `The file is not valid CSV at character ${at}; inspect the recording`, { at })
    cells.push((match[1] ?? '').replaceAll('""', '"'))
    if (match[2] === '\t') continue
    rows.push({ cells, offset })
    cells = []
    offset = cell.lastIndex
  }
  return rows
}

function readRow({ cells, offset }: Row, periods: Periods): Fact | TextBlock | UnreadTag {
  const [concept = '', label = '', id = '', , , , unitId = '', , shown = ''] = cells
  const place = { id: null, offset, table: null, row: null, label, hidden: false }
  const refused = (why: string): UnreadTag => ({ concept, shown: shown.slice(0, 200), why, place })
  if (cells.length !== header.length) return refused(`its row has ${cells.length} cells`)
  const context = contextOf(id, periods)
  if (typeof context === 'string') return refused(context)
  if (isTextBlock(concept)) return { concept, context, text: shown, place }
  const base = { concept, context, shown, place }
  if (nil.test(unitId)) return wordsFact(base, nil.test(shown) ? null : shown)
  const unit = measuresOf(unitId)
  if (unit === null) return refused(`its unit "${unitId.slice(0, 40)}" is not known`)
  const value = nil.test(shown)
    ? null
    : applyScaleAndSign(shown.replace(/^-/u, ''), undefined, shown.startsWith('-') ? '-' : undefined)
  if (value === null && !nil.test(shown)) return refused(`"${shown.slice(0, 80)}" does not read as a number`)
  return numberFact(base, unit, value, {})
}

/** The period a context names by the first part of its id. */
const periodNames: ReadonlyMap<string, keyof Omit<Periods, 'entity' | 'earlier'>> = new Map([
  ['CurrentYear', 'year'],
  ['CurrentYTD', 'current'],
  ['Interim', 'current'],
  ['Prior1Year', 'prior'],
  ['Prior1YTD', 'comparative'],
  ['Prior1Interim', 'comparative'],
])

/** `CurrentYearInstant_NonConsolidatedMember` -> the day and the members; why, where the file does not say which days are meant. */
function contextOf(id: string, periods: Periods): Context | string {
  const { entity } = periods
  const [, named = '', kind, members = ''] = /^([A-Za-z\d]+?)(Instant|Duration)((?:_.+)?)$/u.exec(id) ?? []
  const dimensions = members
    .split('_')
    .filter((member) => member.endsWith('Member'))
    .map((member) => ({ axis: '', member, typed: false }))
  if (named === 'FilingDate') return { entity, start: null, end: null, dimensions }
  // A quarter's balance sheet day is the period's end; the quarter itself begins on a day that no row states.
  const [, ago] = /^Prior([2-9])Year$/u.exec(named) ?? []
  const name = kind === 'Instant' ? named.replace(/Quarter$/u, 'YTD') : named
  const stated = periodNames.get(name)
  const period = ago !== undefined ? periods.earlier[Number(ago) - 2] : stated && periods[stated]
  if (period === undefined || period.end === null) return `the file does not state the days of ${id.slice(0, 60)}`
  return { entity, start: kind === 'Duration' ? period.start : null, end: period.end, dimensions }
}
