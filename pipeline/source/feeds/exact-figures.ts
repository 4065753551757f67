import { type Rejected, rejection } from './feed.ts'
import { hasUnusualFigure } from './unusual-figure.ts'

/** Digits before and after the point that the column `company_fact.val`, a DECIMAL(38,8), has room for. */
const wholeDigits = 30
const decimals = 8

/**
 * A figure the database would read through binary floating point and could spoil: with an exponent, over 18 digits, a fraction behind
 * eight or more digits or of more than eight. The others are exact: below 2^53 when counted in the last decimal, or 64-bit counts.
 */
const hard =
  /"val"\s*:\s*(-?(?:\d{19,}(?:\.\d+)?(?:[eE][+-]?\d+)?|\d{8,}\.\d+(?:[eE][+-]?\d+)?|\d+\.\d{9,}(?:[eE][+-]?\d+)?|\d+(?:\.\d+)?[eE][+-]?\d+|null))(?=\s*[,}])/g

const decoder = new TextDecoder()

/**
 * A body of company facts with its hard figures written as texts, which the database reads as decimals, digit for digit; the body itself
 * where there are none, as in most. A figure that no DECIMAL(38,8) is, or none at all, is rejected and its fact becomes null.
 */
export function exactFigures(body: Uint8Array): { body: Uint8Array | string; rejected: Rejected[] } {
  if (!hasUnusualFigure(body)) return { body, rejected: [] }
  const text = decoder.decode(body)
  const rejected: Rejected[] = []
  const pieces: string[] = []
  let written = 0
  for (const match of text.matchAll(hard)) {
    const figure = plainDecimal(match[1]!)
    const from = match.index + match[0].length
    if (figure !== null) {
      pieces.push(text.slice(written, from - match[1]!.length), `"${figure}"`)
      written = from
      continue
    }
    const start = text.lastIndexOf('{', match.index)
    const end = text.indexOf('}', from) + 1
    const reason = match[1] === 'null' ? 'the fact has no value' : `${match[1]} has more digits than allowed`
    rejected.push(rejection(null, 'figure', reason, text.slice(start, end)))
    pieces.push(text.slice(written, start), 'null')
    written = end
  }
  return { body: pieces.join('') + text.slice(written), rejected }
}

/** A JSON number without its exponent; null where a DECIMAL(38,8) would round it or cannot hold it. */
function plainDecimal(text: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === '' || Math.abs(Number(exponent)) > 60) return null
  const shift = Number(exponent)
  const digits = `${whole}${fraction}`
  const point = whole.length + shift
  const left = (point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0').replace(/^0+(?=\d)/, '')
  const right = (point < 0 ? `${'0'.repeat(-point)}${digits}` : digits.slice(point)).replace(/0+$/, '')
  return left.length > wholeDigits || right.length > decimals ? null : `${sign}${left}${right === '' ? '' : `.${right}`}`
}
