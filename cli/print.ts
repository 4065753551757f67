/** Prints the result of a command: a value as JSON with `--json`, else the lines for a person. */
export function print({ json }: { json?: boolean }, value: object, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
}

/** Rows under a header as aligned lines for a terminal; the last column runs free. Null is an empty cell. */
export function tableLines(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string[] {
  const cells = [header, ...rows.map((row) => row.map((cell) => cell ?? ''))]
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}

/** Rows as CSV (RFC 4180); null is an empty field. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map((each) => field(each ?? '')).join(',')}\r\n`).join('')
}

function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
