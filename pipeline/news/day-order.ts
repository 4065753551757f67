/** What decides where a record stands among those of its day. */
export interface NewsOrderKey {
  readonly id: string
  readonly source: string
  /** The shown time as an instant, RFC 3339 UTC; null where the source shows the day alone. */
  readonly at: string | null
}

/**
 * Records of one shown date in the order they are served: those with a time first, newest first, whatever zone each clock is in; then those of
 * the day alone; equal ones by id.
 */
export function inDayOrder<Row extends NewsOrderKey>(records: readonly Row[]): Row[] {
  return records.toSorted((a, b) => byTime(a.at, b.at) || byText(a.id, b.id) || byText(a.source, b.source))
}

function byTime(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Date.parse(b) - Date.parse(a)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
