/** The cells of one line of CSV (RFC 4180); a quoted cell may hold separators and doubled quotes, no line break. Null for an open quote. */
export function parseCsvLine(line: string, separator: ',' | ';' = ','): string[] | null {
  if (!line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let at = 0
  for (;;) {
    const [quoted, plain] = patterns[separator]
    const pattern = line[at] === '"' ? quoted : plain
    pattern.lastIndex = at
    const cell = pattern.exec(line)
    if (!cell) return null
    cells.push(pattern === quoted ? cell[1]!.replaceAll('""', '"') : cell[0])
    at = pattern.lastIndex + 1
    if (at > line.length) return cells
  }
}

/** A quoted cell, and one without quotes. */
const patterns = {
  ',': [/"((?:[^"]|"")*)"(?=,|$)/y, /[^,"]*(?=,|$)/y],
  ';': [/"((?:[^"]|"")*)"(?=;|$)/y, /[^;"]*(?=;|$)/y],
} as const
