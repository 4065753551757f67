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
