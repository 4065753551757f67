import { dayNumber, monthOf } from '../time/day.ts'
import { calendarDay } from './scheduled-release.ts'

/** A number as people write it, `(1,234.5)`, `$ 4.38`, `4.38%` or `1.2e-5`, as a plain decimal text; null for anything else. */
export function parseWrittenNumber(text: string): string | null {
  const [, open, minus, digits, close] =
    /^(\(?)\s*([-+\u2212]?)\s*\$?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)\s*%?\s*(\)?)$/.exec(
      text.trim(),
    ) ?? []
  if (digits === undefined || (open === '') !== (close === '')) return null
  const isNegative = open !== '' || (minus !== '' && minus !== '+')
  return `${isNegative ? '-' : ''}${digits.replaceAll(',', '')}`
}

/**
 * The day of `2026-07-22`, `2026-07-22T...`, `20260722`, `7/22/2026`, `02 Jul 2026`, `May 06, 2026`, `2026-07` or `2026M07` (its first), or of a
 * time in seconds or milliseconds; null for any other text.
 */
export function parseWrittenDay(text: string): number | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text)
  if (iso) return dayNumber(iso[1]!)
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (parts) return dayNumber(`${parts[1]}-${parts[2]}-${parts[3]}`)
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (american) return calendarDay(Number(american[3]), Number(american[1]), Number(american[2]))
  const named = /^(?:(\d{1,2}) ([A-Za-z]{3})[a-z]* |([A-Za-z]{3})[a-z]* (\d{1,2}), )(\d{4})$/.exec(text)
  if (named) return calendarDay(Number(named[5]), monthOf(named[2] ?? named[3]!), Number(named[1] ?? named[4]))
  const month = /^(\d{4})[-M](\d{2})$/.exec(text)
  if (month) return dayNumber(`${month[1]}-${month[2]}-01`)
  if (/^1\d{12}$/.test(text)) return Math.floor(Number(text) / 86_400_000)
  return /^1\d{9}$/.test(text) ? Math.floor(Number(text) / 86_400) : null
}
