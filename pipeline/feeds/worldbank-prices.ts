import type { Series } from '../../data/series.ts'
import { type SheetRow, sheetRows } from '../filings/workbook.ts'
import { dayOf, endOfDay, endOfMonth, monthOf } from '../time/day.ts'
import { bodyError } from './body.ts'
import { calendarDay } from './scheduled-release.ts'
import { type BodyContents, feedOf, type Sightings, seriesOf } from './sightings.ts'

const id = 'worldbank-prices'
const page = 'https://www.worldbank.org/en/research/commodity-markets'
const host = 'thedocs.worldbank.org'
const file = '/CMO-Historical-Data-Monthly.xlsx'
const sheet = 'Monthly Prices'
const rows = [...seriesOf('worldbank').values()]
/** How the sheet spells our units. */
const units: Readonly<Record<string, string>> = {
  'USD/bbl': '($/bbl)',
  'USD/MMBtu': '($/mmbtu)',
  'USD/oz': '($/troy oz)',
  'USD/t': '($/mt)',
  'USD/dmtu': '($/dmtu)',
}
/** Numbers of the rows before the months. */
const [updatedRow, nameRow, unitRow] = [4, 5, 6] as const

/**
 * Monthly commodity prices of the World Bank (Pink Sheet): the page of the commodity unit leads to the workbook, whose address changes with
 * the edition and is kept for several months of it. Sheet "Monthly Prices": `Updated on June 02, 2026`, names of columns, units, until 2025
 * a row of codes, then a row a month, `2026M05`. A missing price is `…` or three dots. Columns are found by name.
 *
 * Prices are read to the cent: editions until 2025 carry more digits than those since, and the difference is not a revision. The newest month
 * was published on the day of the edition.
 */
export const worldbankPrices = feedOf(
  {
    id,
    upstream: 'worldbank',
    title: 'World Bank monthly commodity prices',
    match: (url) => url.href === page || (url.host === host && url.pathname.endsWith(file)),
    plan: ({ now, newestPeriod }) => {
      const newest = Math.min(...rows.map((row) => newestPeriod.get(row.id) ?? Number.NEGATIVE_INFINITY))
      const isDue = newest === Number.NEGATIVE_INFINITY || dayOf(now) > endOfMonth(newest + 1)
      return isDue ? [page] : []
    },
  },
  (body, sightings) => (sightings.url.href === page ? readPage(body) : readWorkbook(sheetRows(body, sheet), sightings)),
)

function readPage(body: Uint8Array): BodyContents {
  const html = new TextDecoder().decode(body)
  const [url] = html.match(/https:\/\/thedocs\.worldbank\.org\/[\w./-]{1,200}\/CMO-Historical-Data-Monthly\.xlsx/) ?? []
  if (url === undefined) throw bodyError(id, 'POINTER', 'the page has no link to the monthly workbook')
  return { next: [{ feed: id, upstream: 'worldbank', url, changes: true }] }
}

function readWorkbook(table: ReadonlyMap<number, SheetRow>, sightings: Sightings): BodyContents {
  const { seenAt } = sightings
  const updated = updatedDay(table.get(updatedRow)?.get('A') ?? '')
  if (updated === null) throw bodyError(id, 'HEADER', `row ${updatedRow} names no day of the edition`)
  const columns = rows.map((row) => [row, columnOf(table, row)] as const)
  const numbers = [...table.keys()].filter((number) => number > unitRow).sort((a, b) => a - b)
  const dated = numbers.flatMap((number) => {
    const cells = table.get(number)!
    const [, year, month] = /^(\d{4})M(0[1-9]|1[0-2])$/.exec(cells.get('A') ?? '') ?? []
    return year === undefined ? [] : [{ date: `${year}-${month}-01`, cells }]
  })
  const newest = dated.at(-1)?.date
  // a day alone is taken to mean its end
  const publishedAt = Math.min(endOfDay(updated), seenAt)
  for (const [row, column] of columns)
    for (const { date, cells } of dated) {
      const text = cells.get(column)?.trim() ?? ''
      if (text === '' || text === '…' || text === '...') continue
      if (!/^\d+(?:\.\d+)?$/.test(text)) sightings.reject(row, 'number', 'not a price', `${date},${text}`)
      else sightings.add(row, date, cents(text), { seenAt, publishedAt: date === newest ? publishedAt : null })
    }
  return sightings.parsed('no prices')
}

/** A price to the cent, half a cent up, as the newer editions have it. */
const cents = (text: string): string => (Number(text) + 1e-9).toFixed(2)

/** The column with the name of a series, in its unit. */
function columnOf(table: ReadonlyMap<number, SheetRow>, { key, unit }: Series): string {
  const named = [...(table.get(nameRow) ?? [])].filter(([, name]) => name.replace(/[\s*]+$/, '') === key)
  const [column] = named[0] ?? []
  if (column === undefined || named.length > 1 || table.get(unitRow)?.get(column)?.trim() !== units[unit])
    throw bodyError(id, 'HEADER', `no one column "${key}" in ${units[unit]}`)
  return column
}

/** `Updated on June 02, 2026` -> a day number. */
function updatedDay(text: string): number | null {
  const [, name = '', day, year] = /^Updated on ([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(text.trim()) ?? []
  return calendarDay(Number(year), monthOf(name), Number(day))
}
