import { strToU8, zipSync } from 'fflate'

/** A sheet of inline texts and numbers in a workbook of the least parts. */
export function workbook(table: readonly (readonly (string | number | null)[])[], name = 'Monthly Prices'): Uint8Array {
  const cell = (value: string | number | null, place: string) =>
    typeof value === 'string'
      ? `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
      : `<c r="${place}">${value === null ? '' : `<v>${value}</v>`}</c>`
  const lines = table.map((cells, at) => `<row>${cells.map((value, i) => cell(value, `${letter(i)}${at + 1}`)).join('')}</row>`)
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook><sheets><sheet name="${name}" r:id="rId1"/></sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="rId1" Target="/xl/a.xml"/></Relationships>'),
    'xl/a.xml': strToU8(`<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`),
  })
}
const letter = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : `${letter(Math.floor(column / 26) - 1)}${letter(column % 26)}`
