/** Nobody means to send us away for longer; a mistaken date must not silence a feed for a year. */
const longestMs = 24 * 60 * 60 * 1_000

/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, 10.2.3: whole seconds or an HTTP date), at most a day; undefined where there
 * is none or it says nothing usable. `now`: milliseconds since 1970 UTC.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(longestMs, Number(text) * 1_000)
  // HTTP dates begin with the name of the day; anything else Date.parse would guess at.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.min(longestMs, Math.max(0, at - now))
}
