import type { Series } from '../../data/series.ts'
import { dayNumber } from '../calendar/day.ts'
import { periodAround } from '../calendar/release.ts'
import { type Cell, type Container, containersOf } from './container.ts'
import { parseDecimal } from './decimal.ts'

/** A stretch of a body: its text (a long one with ` ... ` in it), where it begins in UTF-16 units, and the line it begins on, from 1. */
export interface Passage {
  readonly text: string
  readonly offset: number
  readonly line: number
}

export interface Sought {
  /** How the upstream calls the series; a container that names it wins over one that does not. */
  readonly key: string
  readonly period: number
  /** In the unit of the series. */
  readonly value: number
  readonly frequency: Series['frequency'] | 'as filed'
  /** Factors the body's numbers may have to be multiplied by to be in that unit. */
  readonly factors: readonly number[]
}

/** Digits, but for noughts, from which a number equal to another is that number. */
const longEnough = 5
/** Longest passage shown. */
const longest = 400

/**
 * Where a body shows the value of a period: the smallest row, object or element with a date of the period (its own or of what encloses it)
 * and a number that is the value, in the column or member of the series where there is one. Numbers are compared as decimals, so `4.50`
 * is 4.5. A body of changes alone shows it where it was last set. Null where no such place is. The body is read once for any number of values.
 */
export function passagesOf(body: string): (sought: Sought) => Passage | null {
  const byDay = new Map<number, Container[]>()
  for (const container of containersOf(body))
    for (const day of daysOf(container)) byDay.set(day, [...(byDay.get(day) ?? []), container])
  return (sought) => {
    const { period, frequency, key, value } = sought
    const shifts = sought.factors.map((factor) => Math.round(Math.log10(factor)))
    const equal = (text: string) => shifts.some((shift) => parseDecimal(text.replaceAll(',', ''), shift) === value)
    const { first } = periodAround(frequency, period)
    const places = Array.from({ length: period - first + 1 }, (_, back) => period - back)
      .flatMap((day) => byDay.get(day) ?? [])
      .flatMap((container) => {
        const cells = container.cells.filter(({ text }) => equal(text))
        return cells.length > 0 ? [{ container, cell: cells.find(({ name }) => name === key) ?? cells[0]! }] : []
      })
    /** Where the body lists changes alone, such as those of the difficulty: the last one before, if it is to this value and no chance match. */
    function standingSince(day: number) {
      if (String(value).replaceAll(/[^1-9]/g, '').length < longEnough) return undefined
      const last = [...byDay]
        .filter(
          ([changed, containers]) => changed < day && containers.some(({ cells }) => cells.some(({ name }) => name === key)),
        )
        .sort(([a], [b]) => b - a)[0]
      return last?.[1]
        .flatMap((container) => container.cells.map((cell) => ({ container, cell })))
        .find(({ cell }) => cell.name === key && equal(cell.text))
    }
    const best = places.find(({ cell }) => cell.name === key) ?? places[0] ?? standingSince(first)
    return best ? passageAt(body, best.container, best.cell.text) : null
  }
}

/** Where a text of words has a whole number with or without its thousands grouped, such as `843,706`, and what stands around it. */
export function numberInText(body: string, value: number): Passage | null {
  for (const spelled of [value.toLocaleString('en-US', { maximumFractionDigits: 8 }), String(value)]) {
    const match = new RegExp(`(?<![\\d.,])${spelled.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`).exec(body)
    if (!match) continue
    const start = Math.max(0, match.index - longest / 4)
    return passageAt(body, { start, end: Math.min(body.length, match.index + spelled.length + longest / 4) }, spelled)
  }
  return null
}

/** A long stretch is shown by its beginning, which tells its day, and what stands around the value. */
function passageAt(body: string, { start, end }: { start: number; end: number }, value: string): Passage {
  let line = 1
  for (let at = body.indexOf('\n'); at >= 0 && at < start; at = body.indexOf('\n', at + 1)) line++
  const text = body.slice(start, end)
  const at = text.indexOf(value)
  const whole = text.length <= longest
  return {
    text: whole
      ? text
      : `${text.slice(0, longest / 4)} ... ${text.slice(Math.max(longest / 4, at - longest / 4), at + longest / 2)}`,
    offset: start,
    line,
  }
}

/** Days a container speaks of: its own where it has any, else those of what encloses it. FRED puts vintages beside a date: days of publication. */
function daysOf({ cells, around }: Container): Set<number> {
  const days = (dated: readonly Cell[]) =>
    new Set(dated.flatMap(({ name, text }) => (name.startsWith('realtime_') ? [] : (dayIn(text) ?? []))))
  const own = days(cells)
  return own.size > 0 ? own : days(around)
}

/** The day of `2026-07-22`, `2026-07-22T...`, `20260722`, `7/22/2026`, `2026-07` (its first), or of a time in seconds or milliseconds; else null. */
function dayIn(text: string): number | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text)
  if (iso) return dayNumber(iso[1]!)
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (parts) return dayNumber(`${parts[1]}-${parts[2]}-${parts[3]}`)
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (american) return dayNumber(`${american[3]}-${american[1]!.padStart(2, '0')}-${american[2]!.padStart(2, '0')}`)
  if (/^\d{4}-\d{2}$/.test(text)) return dayNumber(`${text}-01`)
  if (/^1\d{12}$/.test(text)) return Math.floor(Number(text) / 86_400_000)
  return /^1\d{9}$/.test(text) ? Math.floor(Number(text) / 86_400) : null
}
