import { strToU8, zipSync } from 'fflate'
import { isoDay } from '../../pipeline/calendar/day.ts'
import { periodAround, releaseRule, releaseTime } from '../../pipeline/calendar/release.ts'
import { periodsOf, seriesOf } from '../world/history.ts'
import { epoch, pathOf } from '../world/path.ts'
import { text, type WireFormat } from './answer.ts'

const rows = [...seriesOf('worldbank').values()]
const address = 'https://thedocs.worldbank.org/en/doc/sample-0050012026/related/CMO-Historical-Data-Monthly.xlsx'
/** Every part has this time: the bytes of the workbook follow from its contents alone. */
const mtime = new Date(2_000, 0, 1)
const units: Readonly<Record<string, string>> = {
  'USD/bbl': '($/bbl)',
  'USD/MMBtu': '($/mmbtu)',
  'USD/oz': '($/troy oz)',
  'USD/t': '($/mt)',
  'USD/dmtu': '($/dmtu)',
}
/** What is also traded elsewhere: the path of its price there, times so much. */
const traded: Readonly<Record<string, readonly [path: string, times: number]>> = {
  'worldbank.brent': ['DCOILWTICO', 1.05],
  'worldbank.wti': ['DCOILWTICO', 1],
  'worldbank.gas-us': ['DHHNGSP', 1],
  'worldbank.gold': ['gld.us', 10.9],
  'worldbank.silver': ['slv.us', 1.1],
  'worldbank.copper': ['cper.us', 330],
  'worldbank.wheat-srw': ['weat.us', 9.5],
  'worldbank.wheat-hrw': ['weat.us', 11],
}

/** Mean of the days of the month that ends on `last`. */
function meanOf(row: (typeof rows)[number], last: number): number {
  const [path, times] = traded[row.id] ?? [`month of ${row.key}`, 1]
  const { first } = periodAround('monthly', last)
  const price = pathOf(path, row.range)
  let total = 0
  for (let day = first; day <= last; day++) total += price(day)
  return (times * total) / (last - first + 1)
}

const written = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** `A`, ..., `Z`, `AA`. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : `${letters(Math.floor(column / 26) - 1)}${last}`
}

/** A workbook of one sheet of texts and numbers, in the parts that Office writes; texts are shared. */
function workbookOf(sheet: string, table: readonly (readonly (string | number | null)[])[]): Uint8Array {
  const shared: string[] = []
  const places = new Map<string, number>()
  const placeOf = (value: string): number => {
    const place = places.get(value) ?? shared.push(value) - 1
    places.set(value, place)
    return place
  }
  const lines = table.map((cells, at) => {
    const filled = cells.flatMap((cell, column) => {
      const place = `${letters(column)}${at + 1}`
      if (cell === null) return []
      return [
        typeof cell === 'number' ? `<c r="${place}"><v>${cell}</v></c>` : `<c r="${place}" t="s"><v>${placeOf(cell)}</v></c>`,
      ]
    })
    return `<row r="${at + 1}">${filled.join('')}</row>`
  })
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${written(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}" uniqueCount="${shared.length}">${shared.map((value) => `<si><t xml:space="preserve">${written(value)}</t></si>`).join('')}</sst>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(`${head}${part}`)])), { mtime })
}

/** The page of the World Bank's commodity unit, as far as it leads to the workbook. */
export const worldbankPage: WireFormat = {
  host: 'www.worldbank.org',
  path: /^\/en\/research\/commodity-markets$/,
  parameters: [],
  answer: () =>
    text(
      'text/html; charset=utf-8',
      `<!DOCTYPE html><html><body><h1>Commodity Markets</h1><p><a href="${address}">Monthly prices (XLSX)</a></p></body></html>`,
    ),
}

/** The workbook of monthly prices: the day of the edition, names with their footnote marks, units, then a row a month, oldest first. */
export const worldbankPrices: WireFormat = {
  host: 'thedocs.worldbank.org',
  path: /^\/en\/doc\/sample-0050012026\/related\/CMO-Historical-Data-Monthly\.xlsx$/,
  parameters: [],
  answer({ now }) {
    const released = periodsOf(rows[0]!, now)
    // the sheet is never empty: before its first month is out here, it has the last one of the year before
    const months = released.length > 0 ? released : [epoch - 1]
    const day = new Date(releaseTime(releaseRule('pink-sheet'), months.at(-1)!))
    const edition = day.toLocaleDateString('en-US', { month: 'long', day: '2-digit', year: 'numeric', timeZone: 'UTC' })
    const table = [
      ['World Bank Commodity Price Data (The Pink Sheet)'],
      ['monthly prices in nominal US dollars, 1960 to present'],
      ['(monthly series are available only in nominal US dollar terms)'],
      [`Updated on ${edition}`],
      [null, ...rows.map(({ key }) => (key === 'Potassium chloride' ? `${key} **` : `${key} `)), 'Barley', 'Sorghum'],
      [null, ...rows.map(({ unit }) => units[unit]!), '($/mt)', '($/mt)'],
      ...months.map((last) => [
        `${isoDay(last).slice(0, 4)}M${isoDay(last).slice(5, 7)}`,
        ...rows.map((row) => Number(meanOf(row, last).toFixed(2))),
        '…',
        '...',
      ]),
    ]
    const body = workbookOf('Monthly Prices', table)
    return { status: 200, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body }
  },
}
