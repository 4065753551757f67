import type { ChangeUnit } from '../../pipeline/documents/reading.ts'
import { plainNumber } from '../../pipeline/render/format-number.ts'
import { decimalsOf, decimalsOfChange } from '../../pipeline/values/rounding.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const month = months.map((name) => `${name}|${name.slice(0, 3)}`).join('|')
/** `17 July 2026`, `27 Jul`, `October 2023`, `Jun`: days in words, and what stands for a month. */
const dayInWords = new RegExp(`\\b(?:(\\d{1,2}) )?(${month})\\b(?: (\\d{4})\\b)?`, 'g')

/** Days in words as they may stand for days of the document: `-07-27` and, where the year is named, `2026-07-27`. */
const daysInWords = (text: string): string[] =>
  [...text.matchAll(dayInWords)].map(([, date, name = '', year = '']) => {
    const number = String(months.findIndex((each) => each.startsWith(name)) + 1).padStart(2, '0')
    return `${year}-${number}${date === undefined ? '' : `-${date.padStart(2, '0')}`}`
  })
const waysToWrite = (day: string): string[] => [day, day.slice(4), day.slice(0, 7), day.slice(4, 7)]

/** Days, times, and numbers with the sign that stands before them. */
const token = /\d{2}:\d{2}Z|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?|(?:(?<=^|[\s|(])[-+])?\d[\d,]*(?:\.\d+)?/gm

const tokensOf = (text: string): string[] =>
  (text.match(token) ?? []).map((found) => found.replace(/,+$/, '').replaceAll(',', '').replace(/^\+/, ''))

/**
 * Figures of a Markdown document that its JSON does not have: neither as a number after display rounding, nor in one of its texts, days,
 * times or member names. Empty when every figure is accounted for.
 */
export function figuresNotIn(markdown: string, document: object): string[] {
  const allowed = new Set<string>()
  collect(document, allowed)
  const text = markdown.replace(/\\(?=[!-/:-@[-`{-~])/g, '')
  return [...tokensOf(text.replace(dayInWords, ' ')), ...daysInWords(text)].filter((figure) => !allowed.has(figure))
}

function collect(value: unknown, allowed: Set<string>): void {
  if (typeof value === 'number') {
    for (const decimals of [decimalsOf(value, '1'), 3, 2, 1, 0].slice(0, Math.abs(value) < 100 ? 4 : 5))
      allowed.add(plainNumber(value, decimals))
  } else if (typeof value === 'string') collectText(value, allowed)
  else if (Array.isArray(value)) collectList(value, allowed)
  else if (value !== null && typeof value === 'object') collectMembers(value as Record<string, unknown>, allowed)
}

/** A list may be counted, and numbered. */
function collectList(list: readonly unknown[], allowed: Set<string>): void {
  for (let count = 0; count <= list.length; count++) allowed.add(String(count))
  for (const item of list) collect(item, allowed)
}

function collectText(text: string, allowed: Set<string>): void {
  for (const day of daysInWords(text)) for (const way of day.startsWith('-') ? [day] : waysToWrite(day)) allowed.add(way)
  for (const found of tokensOf(text)) {
    allowed.add(found)
    if (!/^\d{4}-/.test(found)) continue
    for (const way of waysToWrite(found.slice(0, 10))) allowed.add(way)
    allowed.add(found.slice(0, 10))
    allowed.add(found.replace(/:00Z$/, 'Z'))
    if (found.includes('T')) allowed.add(`${found.slice(11, 16)}Z`)
  }
}

function collectMembers(members: Record<string, unknown>, allowed: Set<string>): void {
  for (const [key, value] of Object.entries(members)) {
    collectText(key, allowed)
    collect(value, allowed)
  }
  if (typeof members['independent'] === 'number') allowed.add(plainNumber(members['independent'], 0)).add('95')
  const rank = (members['percentile_90d'] as { value: number } | null | undefined)?.value
  if (rank !== undefined) allowed.add(plainNumber(rank, 0))
  const { change, change_unit, from, to } = members as Partial<Record<string, { value: number }>> & {
    change?: unknown
    change_unit?: unknown
  }
  if (typeof change === 'number' && from && to) {
    const larger = Math.max(Math.abs(from.value), Math.abs(to.value))
    allowed.add(plainNumber(change, decimalsOfChange(change_unit as ChangeUnit, larger, '1')))
  }
}
