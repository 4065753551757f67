import { isoTime } from '../pipeline/time/day.ts'

/** Prints the result of a command: a value as JSON with `--json`, else the lines for a person. */
export function print({ json }: { json?: boolean }, value: object, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
}

/**
 * Rows under a header as aligned lines for a terminal; the last column runs free. Null is an empty cell. @param none said where there is no row
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  none?: string,
): string[] {
  if (rows.length === 0 && none !== undefined) return [none]
  const cells = [header, ...rows.map((row) => row.map((cell) => String(cell ?? '')))]
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}

/** A time in milliseconds since 1970 as RFC 3339 UTC; null for none, and for one outside the calendar. */
export function timeText(ms: number | null): string | null {
  return ms === null || !(Math.abs(ms) <= 8.64e15) ? null : isoTime(ms)
}

/** Rows as CSV (RFC 4180); null is an empty field. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map((each) => field(each ?? '')).join(',')}\r\n`).join('')
}

function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
