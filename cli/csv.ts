/** Rows as CSV (RFC 4180); null is an empty field. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map((each) => field(each ?? '')).join(',')}\r\n`).join('')
}

function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
