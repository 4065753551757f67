import { scaledDecimal } from '../filings/decimal.ts'
import { type Rejected, rejection } from './feed.ts'

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
  const [, sign = '', digits = '', exponent = '0'] = /^(-?)(\d+(?:\.\d+)?)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const decimal = scaledDecimal(digits, Number(exponent), sign === '-')
  const [whole = '', fraction = ''] = decimal?.replace('-', '').split('.') ?? []
  return whole.length > wholeDigits || fraction.length > decimals ? null : decimal
}

const marker = Buffer.from('"val"')
const last = marker.length - 1
/** How far a place that does not end a marker may be moved on, by its byte (Horspool 1980). */
const skips = new Uint8Array(256).fill(marker.length)
for (let at = 0; at < last; at++) skips[marker[at]!] = last - at

const [quote, colon, space, minus, point, comma, brace] = [...'": -.,}'].map((sign) => sign.charCodeAt(0))

/**
 * Whether the text of a body of company facts has any figure but those of up to 18 digits, and those of up to seven with up to eight
 * behind the point, in their two usual spacings. Looks at bytes: megabytes decoded for one look would be garbage.
 */
export function hasUnusualFigure(body: Uint8Array): boolean {
  for (let at = last; at < body.length; at += skips[body[at]!]!)
    if (body[at] === quote && endsMarker(body, at) && !isUsual(body, at + 1)) return true
  return false
}

function endsMarker(body: Uint8Array, end: number): boolean {
  for (let back = 1; back <= last; back++) if (body[end - back] !== marker[last - back]) return false
  return true
}

function isUsual(body: Uint8Array, start: number): boolean {
  if (body[start] !== colon) return false
  const signed = body[start + 1] === space ? start + 2 : start + 1
  const whole = body[signed] === minus ? signed + 1 : signed
  let end = digitsEnd(body, whole)
  if (end === whole || end - whole > (body[end] === point ? 7 : 18)) return false
  if (body[end] === point) {
    const fraction = end + 1
    end = digitsEnd(body, fraction)
    if (end === fraction || end - fraction > 8) return false
  }
  return body[end] === comma || body[end] === brace
}

function digitsEnd(body: Uint8Array, start: number): number {
  let at = start
  while (body[at]! >= 48 && body[at]! <= 57) at++
  return at
}
