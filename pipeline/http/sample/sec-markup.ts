import { dayMs } from '../../calendar/day.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

/** `January 12, 2026`; month and day do not part at a line's end. */
export function longDate(day: number): string {
  const date = new Date(day * dayMs)
  return `${months[date.getUTCMonth()]}\u00a0${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** `1234567.891` with 1 decimal -> `1,234,567.9`. */
export function grouped(value: number, decimals = 0): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** How a table says nothing was sold or bought. */
export const dash = '—\u2002'

const face = 'font-size:10pt; font-family:Times New Roman'

export const paragraph = (html: string, style = 'margin-top:6pt; margin-bottom:0pt'): string =>
  `<p style="${style}; ${face}">${html}</p>`

export const centred = (html: string): string =>
  paragraph(`<span style="font-weight:bold">${html}</span>`, 'margin-top:0pt; margin-bottom:0pt; text-align:center')

export const gap = '<p style="font-size:12pt;margin-top:0pt;margin-bottom:0pt">\u00a0</p>'

export const table = (rows: readonly string[]): string =>
  `<table cellspacing="0" cellpadding="0" style="border-collapse:collapse; ${face}; width:100%">\n${rows.join('\n')}\n</table>`

export const cell = (html: string, span = 1): string =>
  `<td${span > 1 ? ` colspan="${span}"` : ''} style="vertical-align:bottom">${html === '' ? '\u00a0' : html}</td>`

export const row = (cells: readonly string[]): string => `<tr style="page-break-inside:avoid">${cells.join('\n')}</tr>`

/** A heading of an item as such documents lay it out: a table of two cells. */
export const item = (number: string, title: string): string =>
  table([
    row([
      cell(`<span style="font-weight:bold">Item ${number}.</span>`),
      cell(paragraph(`<span style="font-weight:bold">${title}. </span>`)),
    ]),
  ])

/** Everything outside ASCII as a numeric character reference. */
export const ascii = (html: string): string => html.replace(/[^\x00-\x7f]/gu, (sign) => `&#${sign.codePointAt(0)};`)
