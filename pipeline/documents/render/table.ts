/** A Markdown table from cells that are already Markdown. An empty cell is written as one space, so that the columns stay apart. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), `|${'-|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `|${cells.map((cell) => cell || ' ').join('|')}|`
}
