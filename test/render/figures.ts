import { decimalsOf, decimalsOfChange } from '../../pipeline/analysis/display.ts'
import type { ChangeUnit } from '../../pipeline/documents/reading.ts'
import { plainNumber } from '../../pipeline/render/format-number.ts'

/** Days, times, and numbers with the sign that stands before them. */
const token = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?|(?:(?<=^|[\s|(])[-+])?\d[\d,]*(?:\.\d+)?/gm

const tokensOf = (text: string): string[] =>
  (text.match(token) ?? []).map((found) => found.replace(/,+$/, '').replaceAll(',', '').replace(/^\+/, ''))

/**
 * Figures of a Markdown document that its JSON does not have: neither as a number after display rounding, nor in one of its texts, days,
 * times or member names. Empty when every figure is accounted for.
 */
export function figuresNotIn(markdown: string, document: object): string[] {
  const allowed = new Set<string>()
  collect(document, allowed)
  return tokensOf(markdown.replace(/\\(?=[!-/:-@[-`{-~])/g, '')).filter((figure) => !allowed.has(figure))
}

function collect(value: unknown, allowed: Set<string>): void {
  if (typeof value === 'number') {
    for (const decimals of [decimalsOf(value, '1'), 3, 2, 1, 0].slice(0, Math.abs(value) < 100 ? 4 : 5))
      allowed.add(plainNumber(value, decimals))
  } else if (typeof value === 'string') collectText(value, allowed)
  else if (Array.isArray(value)) for (const item of value) collect(item, allowed)
  else if (value !== null && typeof value === 'object') collectMembers(value as Record<string, unknown>, allowed)
}

function collectText(text: string, allowed: Set<string>): void {
  for (const found of tokensOf(text)) {
    allowed.add(found)
    if (found.includes('T')) {
      allowed.add(found.slice(0, 10))
      allowed.add(found.replace(/:00Z$/, 'Z'))
    }
  }
}

function collectMembers(members: Record<string, unknown>, allowed: Set<string>): void {
  for (const [key, value] of Object.entries(members)) {
    collectText(key, allowed)
    collect(value, allowed)
  }
  const { change, change_unit, from, to } = members as Partial<Record<string, { value: number }>> & {
    change?: unknown
    change_unit?: unknown
  }
  if (typeof change === 'number' && from && to) {
    const larger = Math.max(Math.abs(from.value), Math.abs(to.value))
    allowed.add(plainNumber(change, decimalsOfChange(change_unit as ChangeUnit, larger, '1')))
  }
}
