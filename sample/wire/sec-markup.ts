import { dayMs, isoDay } from '../../pipeline/time/day.ts'
import type { Filing } from '../world/filings.ts'
import type { Registrant } from '../world/issuers.ts'
import { monthName } from '../world/releases.ts'

/** `January 12, 2026`; month and day do not part at a line's end. */
export function longDate(day: number): string {
  const date = new Date(day * dayMs)
  return `${monthName(day)}\u00a0${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** `1234567.891` with 1 decimal -> `1,234,567.9`. */
export function groupedDigits(value: number, decimals = 0): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** How a table says nothing was sold or bought. */
export const emptyCellDash = '—\u2002'

const face = 'font-size:10pt; font-family:Times New Roman'

export const boldHtml = (html: string): string => `<span style="font-weight:bold">${html}</span>`
export const paragraphHtml = (html: string, style = 'margin-top:6pt; margin-bottom:0pt'): string =>
  `<p style="${style}; ${face}">${html}</p>`
export const tableHtml = (rows: readonly string[]): string =>
  `<table cellspacing="0" cellpadding="0" style="border-collapse:collapse; ${face}; width:100%">\n${rows.join('\n')}\n</table>`
export const tableCellHtml = (html: string, span = 1): string =>
  `<td${span > 1 ? ` colspan="${span}"` : ''} style="vertical-align:bottom">${html === '' ? '\u00a0' : html}</td>`
export const tableRowHtml = (cells: readonly string[]): string => `<tr style="page-break-inside:avoid">${cells.join('\n')}</tr>`

const centred = (html: string): string => paragraphHtml(boldHtml(html), 'margin-top:0pt; margin-bottom:0pt; text-align:center')
const stacked = (lines: string): string =>
  lines
    .split('~')
    .map((line) => paragraphHtml(line, 'margin:0pt; text-align:center'))
    .join('')

/** A cell of a template: `10>text` spans ten columns, `=one~two` stacks centred lines. */
function cellOf(text: string): string {
  const [, span = '1', html = ''] = /^(?:(\d+)>)?(.*)$/s.exec(text)!
  return tableCellHtml(html.startsWith('=') ? stacked(html.slice(1)) : html, Number(span))
}

/**
 * The HTML of a document's template, a block a line: `^` a centred line in bold, `~` a gap, `# number title` the heading of an item (a table
 * of two cells, as such documents lay it out), `<p` or `<table` markup as it is, anything else a paragraph. Lines that begin with `|` are the rows of one
 * table, their cells parted by `|`; a blank line ends it.
 */
export function templateHtml(template: string): string {
  const blocks: string[] = []
  let rows: string[] = []
  for (const line of [...template.split('\n'), '']) {
    if (line.startsWith('|')) {
      rows.push(tableRowHtml(line.slice(1).split('|').map(cellOf)))
      continue
    }
    if (rows.length > 0) blocks.push(tableHtml(rows))
    rows = []
    if (line !== '') blocks.push(blockOf(line))
  }
  return blocks.join('\n')
}

function blockOf(line: string): string {
  const [sign, rest] = [line[0], line.slice(1)]
  if (sign === '^') return centred(rest)
  if (sign === '~') return '<p style="font-size:12pt;margin-top:0pt;margin-bottom:0pt">\u00a0</p>'
  if (/^<(p|table)\b/.test(line)) return line
  if (sign !== '#') return paragraphHtml(line)
  const [, number, title] = /^ (\S+) (.*)$/.exec(rest)!
  return tableHtml([
    tableRowHtml([tableCellHtml(boldHtml(`Item ${number}.`)), tableCellHtml(paragraphHtml(boldHtml(`${title}. `)))]),
  ])
}

/** A whole document; everything outside ASCII as a numeric character reference. */
export const asciiDocument = (html: string): string => html.replace(/[^\x00-\x7f]/gu, (sign) => `&#${sign.codePointAt(0)};`)

/** The document of a template, as it is without inline XBRL. */
export const plainDocument = (title: string, template: string): string =>
  asciiDocument(
    `<html>\n<head>\n<title>${title} SAMPLE DATA</title>\n</head>\n<body>\n${templateHtml(template)}\n</body>\n</html>`,
  )

/** One of the documents of a complete submission. */
export const documentPart = (type: string, sequence: number, filename: string, body: string): string =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${sequence}\n<FILENAME>${filename}\n<DESCRIPTION>SAMPLE DATA ${type}\n<TEXT>\n${body}\n</TEXT>\n</DOCUMENT>`

/** The complete submission of a filing: its header, and its documents. */
export function completeSubmission({ registrant, cik }: Registrant, filing: Filing, documents: readonly string[]): string {
  const { accession, form, clock } = filing
  const [filed, reported] = [filing.filed, filing.reported].map((day) => isoDay(day).replaceAll('-', ''))
  return `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${filed}${clock.replaceAll(':', '')}
ACCESSION NUMBER:\t\t${accession}
CONFORMED SUBMISSION TYPE:\t${form}
PUBLIC DOCUMENT COUNT:\t\t${documents.length}
CONFORMED PERIOD OF REPORT:\t${reported}
FILED AS OF DATE:\t\t${filed}${form === '6-K' ? `\nDATE AS OF CHANGE:\t\t${filed}` : ''}

FILER:

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t${registrant} (SAMPLE DATA)
\t\tCENTRAL INDEX KEY:\t\t\t${cik}
</SEC-HEADER>
${documents.join('\n')}
</SEC-DOCUMENT>
`
}
