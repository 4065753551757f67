import type { TrendWindow } from '../documents/reading.ts'
import { formatChange, formatFigure } from './format-number.ts'

/** A true minus where a hyphen stands before a figure. */
const minus = (text: string): string => text.replace(/(?<![\d\p{L}])-(?=\$?\d)/gu, '−')

/** Units that a figure on a page does without: its title says what it counts. */
const unsaid: readonly string[] = ['points', 'standard deviations']

/** `$5,917.38bn` from `5,917.38 USD bn`; the sign stays in front. */
function dollars(text: string): string {
  return text.replace(
    /^([-+]?)([\d,.]+) USD(?: (bn|mn)|$)/,
    (_, sign: string, number: string, scale?: string) => `${sign}$${number}${scale ?? ''}`,
  )
}

/** A figure for people: `4.31%`, `$66,086.61`, `$5,917.38bn`, `−0.552`. */
export function pageFigure(value: number, unit: string): string {
  return minus(dollars(formatFigure(value, unsaid.includes(unit) ? '1' : unit)))
}

/** A signed change for people: `+24 bp`, `−1.16%`, `+$0.225bn`. */
export function pageChange(window: TrendWindow, unit: string): string {
  return minus(dollars(formatChange(window, unsaid.includes(unit) ? '1' : unit)))
}

/** A number that is text already, with its unit as a page has it. */
export const pageText = (text: string): string => minus(dollars(text))

/** Any figure that is text already, with a true minus. */
export const pageNumber = minus
