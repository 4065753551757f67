import { ParseError } from '../errors.ts'
import type { FilingRow } from '../tables/filing.ts'
import { dayNumber } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { type Rejected, rejection } from './feed.ts'
import { filingFolder, secIssuerId } from './sec-address.ts'

const columns = ['accessionNumber', 'filingDate', 'reportDate', 'acceptanceDateTime', 'form', 'items', 'primaryDocument'] as const
type Column = (typeof columns)[number]
type Row = Readonly<Record<Column, unknown>>

interface ListOfFilings {
  readonly filings: FilingRow[]
  /** Accession numbers of those that it filed on another company: in its own list they have no file number. */
  readonly onOthers: ReadonlySet<string>
  readonly rejected: Rejected[]
}

const clock = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?$/u

/**
 * Columns of an index of filings (parallel arrays) of one filer -> a row a filing, in their order. An absent or unequal column is a
 * `ParseError`: cells could not be told apart. A row with a bad accession number, day, time or form is rejected alone, as is one that
 * repeats an accession number.
 *
 * `acceptanceDateTime` ends in `Z` whatever it means: recordings of 2026 hold both New York time and UTC under it. It is read as New York
 * time, so that no filing counts as known before it was.
 */
export function readFilings(page: Record<string, unknown>, cik: string): ListOfFilings {
  const lists = Object.fromEntries(columns.map((name) => [name, list(page, name)])) as Record<Column, readonly unknown[]>
  const length = lists.accessionNumber.length
  for (const name of columns)
    if (lists[name].length !== length)
      throw new ParseError(
        'COLUMNS_UNEQUAL',
        `The index of ${cik} has ${length} accession numbers but ${lists[name].length} of ${name}; inspect the recording`,
        { cik, column: name },
      )
  const numbers = Array.isArray(page['fileNumber']) ? page['fileNumber'] : []
  const filings: FilingRow[] = []
  const onOthers = new Set<string>()
  const rejected: Rejected[] = []
  const seen = new Set<string>()
  for (let at = 0; at < length; at += 1) {
    const row = Object.fromEntries(columns.map((name) => [name, lists[name][at]])) as Row
    const read = readFiling(row, cik)
    if (typeof read === 'string') rejected.push(rejection(null, 'filing-row', read, JSON.stringify(row)))
    else if (seen.has(read.accession))
      rejected.push(rejection(null, 'filing-repeated', `${read.accession} appears twice on this page`, JSON.stringify(row)))
    else {
      seen.add(read.accession)
      filings.push(read)
      if (numbers[at] === '') onOthers.add(read.accession)
    }
  }
  return { filings, onOthers, rejected }
}

function list(page: Record<string, unknown>, name: Column): readonly unknown[] {
  const value = page[name]
  if (Array.isArray(value)) return value
  throw new ParseError('COLUMN_MISSING', `The index of filings has no column ${name}; inspect the recording`, { column: name })
}

/** The row, or what is wrong with it. */
function readFiling(row: Row, cik: string): FilingRow | string {
  const { accessionNumber, filingDate, reportDate, acceptanceDateTime, form, items, primaryDocument } = row
  if (typeof accessionNumber !== 'string' || !/^\d{10}-\d{2}-\d{6}$/u.test(accessionNumber))
    return 'the accession number is invalid'
  if (typeof filingDate !== 'string' || dayNumber(filingDate) === null) return 'the filing date is not a date'
  if (typeof reportDate !== 'string' || (reportDate !== '' && dayNumber(reportDate) === null))
    return 'the report date is not a date'
  if (typeof form !== 'string' || form.trim() === '') return 'the form is missing'
  if (typeof items !== 'string') return 'the items are not text'
  if (typeof primaryDocument !== 'string' || /(?:^|\/)\.\.(?:\/|$)|[\s?#]/u.test(primaryDocument))
    return 'the primary document is not a file name'
  const [, day = '', time = ''] = (typeof acceptanceDateTime === 'string' && clock.exec(acceptanceDateTime)) || []
  if (dayNumber(day) === null) return 'the acceptance time is invalid'
  return {
    company: secIssuerId(cik),
    accession: accessionNumber,
    form,
    filing_date: filingDate,
    report_date: reportDate === '' ? null : reportDate,
    accepted_at: new Date(zonedToUtc(day, time, 'America/New_York')).toISOString(),
    items: items
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .join(','),
    url: address(cik, accessionNumber, primaryDocument),
  }
}

/** Filings of the time before documents had names are one text file beside their folder. */
function address(cik: string, accession: string, primaryDocument: string): string {
  const folder = filingFolder(cik, accession)
  return primaryDocument === '' ? `${folder}/${accession}.txt` : `${folder}/${primaryDocument}`
}
