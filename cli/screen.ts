/** Where a progress line is drawn: standard error, so that standard output stays the command's own. */
export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A terminal that a progress line and other lines share: whatever else is printed goes above the line. */
export interface Screen {
  readonly terminal: Terminal
  /** Draws the progress line, over the one that is there. */
  draw(line: string): void
  /** Takes the progress line away, so that the next text begins on an empty line. */
  clear(): void
  /** Writes whole lines above the progress line, which is drawn again the next time it changes. */
  above(lines: string): void
}

const eraseLine = '\r\x1b[2K'

export function openScreen(terminal: Terminal): Screen {
  let drawn = false
  const clear = () => {
    if (drawn) terminal.write(eraseLine)
    drawn = false
  }
  return {
    terminal,
    draw: (line) => {
      terminal.write(`${eraseLine}${line.slice(0, (terminal.columns || 80) - 1)}`)
      drawn = true
    },
    clear,
    above: (lines) => {
      clear()
      terminal.write(lines)
    },
  }
}

/** The terminal of this process. */
export const screen = openScreen(process.stderr)

/** Prints lines for the person at the terminal on standard output, above the progress line. */
export function say(lines: readonly string[]): void {
  screen.clear()
  process.stdout.write(`${lines.join('\n')}\n`)
}
